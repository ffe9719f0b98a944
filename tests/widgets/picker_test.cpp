// SPDX-License-Identifier: GPL-3.0-or-later
// Choices of many that open a list with headings and a line to search it.
#include "widgets/commands/model_picks.h"
#include "widgets/commands/picker.h"
#include "widgets/commands/picker_popup.h"
#include "widgets/theme/theme.h"

#include <QAccessible>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QtTest>

using namespace pipette;

namespace {

TransformerModel model(const char* name, int layers) {
    TransformerModel made;
    made.name = name, made.layers = layers, made.hidden = 1024, made.heads = made.kv_heads = 16;
    made.ffn_hidden = 4096, made.vocab = 32000, made.sequence_length = 2048;
    return made;
}

/// A picker in a window, with what it emits.
struct Bench {
    Picker picker{{QStringLiteral("Model preset"), QStringLiteral("Find a model"),
                   QStringLiteral("No model is called “%1”.")}};
    QSignalSpy picked{&picker, &Picker::picked}, files{&picker, &Picker::fileRequested};

    Bench() {
        picker.setPlaceholderText(QStringLiteral("Choose a model"));
        picker.setPicks(modelPicks({model("qwen3-8b", 36), model("gpt-3.6b", 30), model("kimi-k2", 61),
                                    model("qwen2.5-0.5b", 24), model("gpt-1.7b", 24)}));
        picker.resize(400, picker.sizeHint().height());
        picker.show();
        picker.setFocus();
    }
    PickerPopup* popup() const {
        for (PickerPopup* one : picker.findChildren<PickerPopup*>())
            if (one->isVisible())
                return one;
        return nullptr;
    }
    QLineEdit& search() const { return *popup()->findChild<QLineEdit*>(); }
    QListWidget& list() const { return *popup()->findChild<QListWidget*>(); }
    void press(int key, Qt::KeyboardModifiers modifiers = {}) const {
        QTest::keyClick(&search(), static_cast<Qt::Key>(key), modifiers);
    }
    /// Texts of the list, those of headings behind a sharp.
    QStringList shown() const {
        QStringList texts;
        for (int row = 0; row < list().count(); ++row) {
            const QListWidgetItem& item = *list().item(row);
            texts << (item.flags() == Qt::NoItemFlags ? QStringLiteral("# ") : QString()) + item.text();
        }
        return texts;
    }
    QString current() const { return list().currentItem() ? list().currentItem()->text() : QString(); }
};

QStringList texts(std::initializer_list<const char*> list) {
    QStringList made;
    for (const char* text : list)
        made << QLatin1String(text);
    return made;
}

} // namespace

class PickerTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeKind::light); }

    void familiesFollowFromNames() {
        for (const auto& [name, family] : {std::pair("qwen2.5-0.5b", "Qwen"),
                                           {"qwen3-235b-a22b", "Qwen"},
                                           {"llama-3.1-405b", "Llama"},
                                           {"gpt-1.7b", "GPT"},
                                           {"gpt-oss-20b", "gpt-oss"},
                                           {"mixtral-8x7b", "Mistral, Mixtral"},
                                           {"mistral-7b", "Mistral, Mixtral"},
                                           {"deepseek-v3", "DeepSeek"},
                                           {"7b", ""}})
            QCOMPARE(modelFamily(QLatin1String(name)), QLatin1String(family));
    }

    void familiesStandByNameAndTheirSmallestModelFirst() {
        QStringList lines;
        for (const Pick& pick :
             modelPicks({model("kimi-k2", 61), model("qwen3-8b", 36), model("gpt-oss-120b", 36),
                         model("gpt-3.6b", 30), model("7b", 3), model("gpt-oss-20b", 24),
                         model("qwen2.5-0.5b", 24), model("gpt-1.7b", 24), model("grok-1", 64)}))
            lines << pick.group + QStringLiteral(": ") + pick.text;
        QCOMPARE(lines, texts({"GPT: gpt-1.7b", "GPT: gpt-3.6b", "gpt-oss: gpt-oss-20b",
                               "gpt-oss: gpt-oss-120b", "Qwen: qwen2.5-0.5b", "Qwen: qwen3-8b", "Others: 7b",
                               "Others: kimi-k2", "Others: grok-1"}));
    }

    void sizesTellActiveParametersWhereNotAllAre() {
        TransformerModel sparse = model("sparse", 10);
        sparse.moe = Experts{.experts = 64, .experts_per_token = 2, .ffn_hidden = 4096};
        const std::vector<Pick> picks = modelPicks({model("dense", 10), sparse});
        QVERIFY2(QRegularExpression(QStringLiteral("^0\\.1\\d+ B$")).match(picks[0].side).hasMatch(),
                 qPrintable(picks[0].side));
        QVERIFY2(QRegularExpression(QStringLiteral("^5\\.\\d+ B, 0\\.\\d+ B active$"))
                     .match(picks[1].side)
                     .hasMatch(),
                 qPrintable(picks[1].side));
    }

    void opensUnderHeadingsThatCannotBeChosen() {
        Bench bench;
        bench.picker.showPick(QStringLiteral("qwen2.5-0.5b"));
        QCOMPARE(bench.picker.currentText(), QStringLiteral("qwen2.5-0.5b"));
        QTest::mouseClick(&bench.picker, Qt::LeftButton);
        QVERIFY(bench.popup());
        QCOMPARE(bench.shown(), texts({"# GPT", "gpt-1.7b", "gpt-3.6b", "# Qwen", "qwen2.5-0.5b", "qwen3-8b",
                                       "# Others", "kimi-k2"}));
        QCOMPARE(bench.current(), QStringLiteral("qwen2.5-0.5b"));
        QCOMPARE(bench.popup()->focusWidget(), &bench.search());
        const auto clickOn = [&](int row) {
            QTest::mouseClick(bench.list().viewport(), Qt::LeftButton, {},
                              bench.list().visualItemRect(bench.list().item(row)).center());
        };
        clickOn(0);
        QVERIFY(bench.popup() && bench.picked.isEmpty());
        clickOn(2);
        QVERIFY(!bench.popup());
        QCOMPARE(bench.picked.size(), 1);
        QCOMPARE(bench.picked[0], (QVariantList{1, QStringLiteral("gpt-3.6b")}));
        QCOMPARE(bench.picker.currentText(), QStringLiteral("qwen2.5-0.5b")); // its owner says what it shows
    }

    void keysOpenAndChooseNothingUnseen() {
        Bench bench;
        bench.picker.showPick(QStringLiteral("gpt-3.6b"));
        for (const auto& [key, modifiers] : {std::pair(Qt::Key_Down, Qt::KeyboardModifiers()),
                                             {Qt::Key_Down, Qt::AltModifier},
                                             {Qt::Key_Up, {}},
                                             {Qt::Key_Space, {}},
                                             {Qt::Key_F4, {}}}) {
            QTest::keyClick(&bench.picker, key, modifiers);
            QVERIFY2(bench.popup(), qPrintable(QKeySequence(key).toString()));
            QCOMPARE(bench.search().text(), QString());
            bench.press(Qt::Key_Escape);
            QVERIFY(!bench.popup());
        }
        for (const Qt::Key key : {Qt::Key_Home, Qt::Key_End, Qt::Key_PageDown})
            QTest::keyClick(&bench.picker, key);
        QVERIFY(!bench.popup());
        QCOMPARE(bench.picker.currentText(), QStringLiteral("gpt-3.6b"));
        QTest::keyClick(&bench.picker, 'q');
        QVERIFY(bench.popup());
        QCOMPARE(bench.search().text(), QStringLiteral("q"));
        QCOMPARE(bench.current(), QStringLiteral("qwen2.5-0.5b"));
        QVERIFY(bench.picked.isEmpty());
    }

    void wordsAreFoundInAnyOrderInNamesAndFamilies() {
        Bench bench;
        bench.picker.showPopup();
        for (const auto& [asked, found] : {std::pair("QWEN3", texts({"# Qwen", "qwen3-8b"})),
                                           {"8b qw", texts({"# Qwen", "qwen3-8b"})},
                                           {"others", texts({"# Others", "kimi-k2"})},
                                           {" .5b ", texts({"# Qwen", "qwen2.5-0.5b"})},
                                           {"6b gpt", texts({"# GPT", "gpt-3.6b"})}}) {
            bench.search().setText(QLatin1String(asked));
            QCOMPARE(bench.shown(), found);
            QCOMPARE(bench.current(), found[1]);
        }
        bench.search().clear();
        QCOMPARE(bench.shown().size(), 8);
    }

    void arrowsSkipHeadingsAndEnterChooses() {
        Bench bench;
        bench.picker.showPopup();
        bench.press(Qt::Key_Return); // nothing is current yet
        QVERIFY(bench.popup() && bench.picked.isEmpty());
        for (const char* name : {"gpt-1.7b", "gpt-3.6b", "qwen2.5-0.5b", "qwen3-8b", "kimi-k2", "gpt-1.7b"}) {
            bench.press(Qt::Key_Down);
            QCOMPARE(bench.current(), QLatin1String(name));
        }
        for (const char* name : {"kimi-k2", "qwen3-8b", "qwen2.5-0.5b", "gpt-3.6b"}) {
            bench.press(Qt::Key_Up);
            QCOMPARE(bench.current(), QLatin1String(name));
        }
        bench.press(Qt::Key_PageDown);
        bench.press(Qt::Key_PageDown);
        QCOMPARE(bench.current(), QStringLiteral("kimi-k2"));
        bench.press(Qt::Key_Return);
        QVERIFY(!bench.popup());
        QCOMPARE(bench.picked.size(), 1);
        QCOMPARE(bench.picked[0], (QVariantList{4, QStringLiteral("kimi-k2")}));
        QTRY_VERIFY(!bench.picker.findChild<PickerPopup*>()); // it leaves
    }

    void escapeLeavesEverythingAsItWas() {
        Bench bench;
        bench.picker.showPick(QStringLiteral("gpt-3.6b"));
        bench.picker.showPopup();
        QTest::keyClicks(&bench.search(), QStringLiteral("qwen"));
        bench.press(Qt::Key_Down);
        bench.press(Qt::Key_Escape);
        QVERIFY(!bench.popup() && bench.picked.isEmpty() && bench.files.isEmpty());
        QCOMPARE(bench.picker.currentText(), QStringLiteral("gpt-3.6b"));
        bench.picker.showPopup();
        QCOMPARE(bench.search().text(), QString());
        QCOMPARE(bench.current(), QStringLiteral("gpt-3.6b"));
        bench.press(Qt::Key_Up, Qt::AltModifier);
        QVERIFY(!bench.popup());
    }

    void tabLeavesTheListForTheNextField() {
        QWidget form;
        QLineEdit next(&form);
        Bench bench;
        bench.picker.setParent(&form);
        QWidget::setTabOrder(&bench.picker, &next);
        form.show();
        bench.picker.setFocus();
        bench.picker.showPopup();
        bench.press(Qt::Key_Tab);
        QVERIFY(!bench.popup() && bench.picked.isEmpty());
        QCOMPARE(form.focusWidget(), &next);
        bench.picker.setFocus();
        bench.picker.showPopup();
        bench.press(Qt::Key_Backtab, Qt::ShiftModifier);
        QVERIFY(!bench.popup());
        QCOMPARE(form.focusWidget(), &next); // there are two fields
    }

    void nothingFoundSaysSoInOneLine() {
        Bench bench;
        bench.picker.showPopup();
        const auto* told = bench.popup()->findChild<QLabel*>();
        QVERIFY(!told->isVisible());
        bench.search().setText(QStringLiteral("<b>x"));
        QCOMPARE(told->text(), QStringLiteral("No model is called “<b>x”."));
        QVERIFY(told->isVisible() && !bench.list().isVisible());
        QCOMPARE(bench.search().accessibleDescription(), told->text());
        bench.press(Qt::Key_Down);
        bench.press(Qt::Key_Return);
        QVERIFY(bench.popup() && bench.picked.isEmpty());
        const int wide = bench.popup()->width();
        bench.search().setText(QString(300, QLatin1Char('x')));
        QVERIFY(told->text().size() < 200); // with dots in its middle
        QCOMPARE(bench.popup()->width(), wide);
        bench.search().setText(QStringLiteral("k2"));
        QVERIFY(!told->isVisible() && bench.list().isVisible());
        QCOMPARE(bench.search().accessibleDescription(), QString());
    }

    void recentFilesStandAboveAndAreAskedForByPath() {
        Bench bench;
        bench.picker.showPick(QStringLiteral("kimi-k2"));
        connect(&bench.picker, &Picker::aboutToOpen, &bench.picker, [&] {
            bench.picker.setRecentFiles({{QStringLiteral("kimi-k2"), QStringLiteral("/a/kimi-k2")}});
        });
        bench.picker.showPopup();
        QCOMPARE(bench.shown().mid(0, 3), texts({"# Recent", "kimi-k2", "# GPT"}));
        QCOMPARE(bench.list().currentRow(), 9); // the model and not the file
        bench.search().setText(QStringLiteral("recent"));
        bench.press(Qt::Key_Return);
        QVERIFY(bench.picked.isEmpty());
        QCOMPARE(bench.files.size(), 1);
        QCOMPARE(bench.files[0][0].toString(), QStringLiteral("/a/kimi-k2"));
        QCOMPARE(bench.picker.currentIndex(), 5);
        bench.picker.showPopup();
        bench.search().setText(QStringLiteral("gpt-1.7b"));
        bench.press(Qt::Key_Enter);
        QCOMPARE(bench.picked.size(), 1);
        QCOMPARE(bench.picked[0][0].toInt(), 0); // its place among the picks
        bench.picker.showPick(QStringLiteral("another"));
        QCOMPARE(bench.picker.currentIndex(), -1);
    }

    void entriesStandWholeAndSpeak() {
        Bench bench;
        bench.picker.resize(60, bench.picker.height());
        bench.picker.showPopup();
        QListWidget& list = bench.list();
        QVERIFY2(list.viewport()->width() >= list.sizeHintForColumn(0), "entries are cut");
        QCOMPARE(list.accessibleName(), QStringLiteral("Model preset"));
        QCOMPARE(bench.search().accessibleName(), QStringLiteral("Find a model"));
        QAccessibleInterface* face = QAccessible::queryAccessibleInterface(&list);
        QVERIFY(face);
        QCOMPARE(face->childCount(), list.count());
        QCOMPARE(face->child(0)->text(QAccessible::Name), QStringLiteral("GPT"));
        const QString told = face->child(1)->text(QAccessible::Name);
        QVERIFY2(told.startsWith(QLatin1String("gpt-1.7b, 0.")) && told.endsWith(QLatin1String(" B")),
                 qPrintable(told));
    }

    void hoveringPointsAtEntriesAlone() {
        Bench bench;
        bench.picker.showPopup();
        emit bench.list().itemEntered(bench.list().item(1));
        QCOMPARE(bench.current(), QStringLiteral("gpt-1.7b"));
        emit bench.list().itemEntered(bench.list().item(3));
        QCOMPARE(bench.current(), QStringLiteral("gpt-1.7b")); // that is a heading
    }
};

QTEST_MAIN(PickerTest)
#include "picker_test.moc"
