// SPDX-License-Identifier: GPL-3.0-or-later
// Keys that a person gives to actions.
#include "app/keys/key_choices.h"
#include "app/keys/keys_dialog.h"
#include "app/window/language.h"
#include "tests/app/habits/looks.h"
#include "tests/app/habits/own_settings.h"
#include "tests/app/looks/measured_fonts.h"
#include "tests/app/window_fixture.h"
#include "widgets/commands/command_palette.h"
#include "widgets/theme/theme.h"

#include <QAction>
#include <QHelpEvent>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSettings>
#include <QTableWidget>
#include <QToolBar>
#include <QToolButton>
#include <QToolTip>

using namespace pipette;
using namespace pipette::test;

namespace {

/// The dialog over a window, and its parts.
struct Editor {
    KeysDialog* dialog;
    QTableWidget* table;
    QKeySequenceEdit* keys;
    QLabel* told;

    explicit Editor(MainWindow& window) {
        window.action(QStringLiteral("keyboard"))->trigger();
        dialog = window.findChild<KeysDialog*>();
        table = dialog->findChild<QTableWidget*>();
        keys = dialog->findChild<QKeySequenceEdit*>();
        told = dialog->findChild<QLabel*>(QStringLiteral("keys-told"));
    }
    QPushButton* button(const char* name) const {
        return dialog->findChild<QPushButton*>(QLatin1String(name));
    }
    /// Its row; -1: none.
    int row(const char* name) const {
        for (int row = 0; row < table->rowCount(); ++row)
            if (table->item(row, 0)->data(Qt::UserRole).toString() == QLatin1String(name))
                return row;
        return -1;
    }
    QString keysShown(const char* name) const { return table->item(row(name), 2)->text(); }
    void choose(const char* name) const { table->setCurrentCell(row(name), 1); }
    void press(int key, Qt::KeyboardModifiers with) const { QTest::keyClick(keys, Qt::Key(key), with); }
};

QKeySequence keysOf(const MainWindow& window, const char* name) {
    return window.action(QLatin1String(name))->shortcut();
}

} // namespace

class KeysTest : public QObject {
    Q_OBJECT

    std::unique_ptr<OwnSettings> settings_;
    FakePlanner fake_;

    std::unique_ptr<MainWindow> remembering() {
        auto window = std::make_unique<MainWindow>(WindowOptions{fake_.calls(), {}, true});
        window->answerQuestionsWith(QStringLiteral("discard"));
        window->show();
        return window;
    }

private slots:
    void init() {
        applyTheme(*qApp, ThemeKind::light);
        settings_ = std::make_unique<OwnSettings>(QStringLiteral("keys"));
    }

    void noTwoActionsBeginWithTheSameKeys() {
        WindowFixture bench;
        const KeyChoices choices(*bench.window, KeyMemory::forgotten);
        QVERIFY(choices.actions().size() > 80);
        QStringList names;
        for (const NamedAction& one : choices.actions()) {
            QVERIFY2(!one.title.isEmpty() && !one.group.isEmpty() && !one.title.contains(u'&'),
                     qPrintable(one.name));
            QVERIFY2(!names.contains(one.name), qPrintable(one.name));
            names << one.name;
            QVERIFY2(KeyChoices::allowed(one.usual), qPrintable(one.name));
            if (const auto other = choices.conflict(one.name, one.usual); other && !one.usual.isEmpty())
                QFAIL(qPrintable(one.name + QStringLiteral(" and ") + other->title));
        }
    }

    void keysThatAreTypedStartTheAction() {
        WindowFixture bench;
        const Editor editor(*bench.window);
        editor.choose("theme-dark");
        editor.press(Qt::Key_F9, Qt::ShiftModifier);
        QCOMPARE(keysOf(*bench.window, "theme-dark"), QKeySequence(QStringLiteral("Shift+F9")));
        QCOMPARE(editor.keysShown("theme-dark"), QStringLiteral("Shift+F9"));
        keepLook(*editor.dialog, QStringLiteral("keys"));
        editor.dialog->close();
        QTest::keySequence(bench.window.get(), QKeySequence(QStringLiteral("Shift+F9")));
        QTRY_COMPARE(themeOf(bench.window.get()).kind, ThemeKind::dark);
        bench.window->action(QStringLiteral("commands"))->trigger();
        auto* palette = bench.window->findChild<CommandPalette*>();
        palette->findChild<QLineEdit*>()->setText(QStringLiteral("theme dark"));
        const QListWidgetItem* first = palette->findChild<QListWidget*>()->item(0);
        bool shown = false;
        for (int role = Qt::UserRole; role < Qt::UserRole + 4; ++role)
            shown = shown || first->data(role).toString() == QStringLiteral("Shift+F9");
        QVERIFY(shown);
        palette->close();
    }

    void aConflictIsNamedAndSettledByAChoice() {
        WindowFixture bench;
        const Editor editor(*bench.window);
        editor.choose("theme-dark");
        editor.press(Qt::Key_P, Qt::ControlModifier);
        QVERIFY(editor.told->isVisible());
        QVERIFY2(editor.told->text().contains(QStringLiteral("Pin selected GPUs")),
                 qPrintable(editor.told->text()));
        keepLook(*editor.dialog, QStringLiteral("keys-conflict"));
        QVERIFY(keysOf(*bench.window, "theme-dark").isEmpty()); // nothing has changed yet
        editor.button("keys-leave")->click();
        QVERIFY(!editor.told->isVisible());
        QCOMPARE(keysOf(*bench.window, "pin"), QKeySequence(QStringLiteral("Ctrl+P")));
        editor.press(Qt::Key_P, Qt::ControlModifier);
        editor.button("keys-take")->click();
        QCOMPARE(keysOf(*bench.window, "theme-dark"), QKeySequence(QStringLiteral("Ctrl+P")));
        QVERIFY(keysOf(*bench.window, "pin").isEmpty());
        QCOMPARE(editor.keysShown("pin"), QString());
        editor.choose("pin"); // its keys are taken when it wants them back
        editor.button("keys-usual")->click();
        QVERIFY(editor.told->isVisible());
        editor.button("keys-take")->click();
        QCOMPARE(keysOf(*bench.window, "pin"), QKeySequence(QStringLiteral("Ctrl+P")));
        QVERIFY(keysOf(*bench.window, "theme-dark").isEmpty());
    }

    void keysOfFieldsAndViewsAreNotTaken() {
        WindowFixture bench;
        const Editor editor(*bench.window);
        editor.choose("theme-dark");
        editor.press(Qt::Key_M, Qt::NoModifier); // moves a GPU on the board
        QVERIFY(editor.told->isVisible() && !editor.button("keys-take")->isVisible());
        editor.press(Qt::Key_C, Qt::ControlModifier); // copies a table
        QVERIFY(editor.told->isVisible() && !editor.button("keys-take")->isVisible());
        editor.press(Qt::Key_F, Qt::AltModifier); // opens the menu File
        QVERIFY2(editor.told->text().contains(QStringLiteral("File")), qPrintable(editor.told->text()));
        QVERIFY(!editor.button("keys-take")->isVisible());
        QVERIFY(keysOf(*bench.window, "theme-dark").isEmpty());
        QTest::keyClick(editor.keys, Qt::Key_Escape); // is no way to type Esc, but the way out
        QTRY_VERIFY(!bench.window->findChild<KeysDialog*>());
    }

    void theSearchFindsActionsMenusAndKeys() {
        WindowFixture bench;
        const Editor editor(*bench.window);
        auto* words = editor.dialog->findChild<QLineEdit*>();
        const auto visible = [&] {
            int count = 0;
            for (int row = 0; row < editor.table->rowCount(); ++row)
                count += !editor.table->isRowHidden(row);
            return count;
        };
        words->setText(QStringLiteral("Ctrl+Shift+E"));
        QCOMPARE(visible(), 1);
        QVERIFY(!editor.table->isRowHidden(editor.row("include")));
        QCOMPARE(editor.table->currentRow(), editor.row("include"));
        words->setText(QStringLiteral("theme"));
        QCOMPARE(visible(), 3);
        words->setText(QStringLiteral("no such action"));
        QCOMPARE(visible(), 0);
        words->clear();
        QCOMPARE(visible(), editor.table->rowCount());
    }

    void choicesLastUntilTheyAreReset() {
        {
            const auto window = remembering();
            const Editor editor(*window);
            editor.choose("report");
            editor.press(Qt::Key_F12, Qt::NoModifier);
            editor.choose("plan");
            editor.button("keys-none")->click();
        }
        {
            const auto window = remembering();
            QCOMPARE(keysOf(*window, "report"), QKeySequence(QStringLiteral("F12")));
            QVERIFY(keysOf(*window, "plan").isEmpty());
            const Editor editor(*window);
            editor.choose("plan");
            editor.button("keys-usual")->click();
            QCOMPARE(keysOf(*window, "plan"), QKeySequence(QStringLiteral("F5")));
            for (QPushButton* button : editor.dialog->findChildren<QPushButton*>())
                if (button->text() == QStringLiteral("Reset &all"))
                    button->click();
            QCOMPARE(keysOf(*window, "report"), QKeySequence(QStringLiteral("Ctrl+R")));
        }
        QSettings settings;
        settings.beginGroup(QStringLiteral("keys"));
        QVERIFY(settings.allKeys().isEmpty());
    }

    void valuesThatAreNoKeysAreIgnored() {
        QSettings().setValue(QStringLiteral("keys/plan"), QStringLiteral("no key at all"));
        QSettings().setValue(QStringLiteral("keys/report"), QStringLiteral("M"));       // of the board
        QSettings().setValue(QStringLiteral("keys/improve"), QStringLiteral("Ctrl+P")); // pins
        QSettings().setValue(QStringLiteral("keys/nonsense"), QStringLiteral("F9"));
        QSettings().setValue(QStringLiteral("keys/undo"), QStringLiteral("F9"));
        const auto window = remembering();
        QCOMPARE(keysOf(*window, "plan"), QKeySequence(QStringLiteral("F5")));
        QCOMPARE(keysOf(*window, "report"), QKeySequence(QStringLiteral("Ctrl+R")));
        QCOMPARE(keysOf(*window, "improve"), QKeySequence(QStringLiteral("F6")));
        QCOMPARE(keysOf(*window, "undo"), QKeySequence(QStringLiteral("F9")));
    }

    void aWindowThatDoesNotRememberForgets() {
        QSettings().setValue(QStringLiteral("keys/plan"), QStringLiteral("F9"));
        WindowFixture bench;
        QCOMPARE(keysOf(*bench.window, "plan"), QKeySequence(QStringLiteral("F5")));
        const Editor editor(*bench.window);
        editor.choose("report");
        editor.press(Qt::Key_F12, Qt::NoModifier);
        QVERIFY(!QSettings().contains(QStringLiteral("keys/report")));
    }

    void theDialogCutsNothing_data() {
        QTest::addColumn<QString>("language");
        for (const Language& language : languages())
            QTest::newRow(qPrintable(language.name)) << language.name;
    }

    void theDialogCutsNothing() {
        QFETCH(QString, language);
        if (lacksFontFor(language))
            QSKIP("no font here has Chinese characters: how wide they are cannot be measured");
        speak(*qApp, languageNamed(language));
        applyTheme(*qApp, ThemeKind::dark);
        WindowFixture bench;
        const Editor editor(*bench.window);
        editor.choose("theme-dark");
        editor.press(Qt::Key_P, Qt::ControlModifier);
        QTest::qWait(50);
        keepLook(*editor.dialog, QStringLiteral("keys-") + language);
        for (const QPushButton* button : editor.dialog->findChildren<QPushButton*>())
            QVERIFY2(button->width() >= button->sizeHint().width(), qPrintable(button->text()));
        for (const QLabel* label : editor.dialog->findChildren<QLabel*>())
            QVERIFY2(!label->isVisible() || label->heightForWidth(label->width()) <= label->height(),
                     qPrintable(label->text()));
        for (int column = 0; column < editor.table->columnCount(); ++column)
            QVERIFY(editor.table->columnWidth(column) >=
                    editor.table->fontMetrics().horizontalAdvance(
                        editor.table->horizontalHeaderItem(column)->text()));
        speak(*qApp, languages().front());
    }

    void toolTipsNameTheKeys() {
        WindowFixture bench;
        const auto* bar = bench.window->findChild<QToolBar*>();
        QWidget* plan = bar->widgetForAction(bench.window->action(QStringLiteral("plan")));
        bench.window->action(QStringLiteral("plan"))->setShortcut(QKeySequence(QStringLiteral("F9")));
        const QPoint at = plan->mapToGlobal(plan->rect().center());
        QHelpEvent asked(QEvent::ToolTip, plan->rect().center(), at);
        QApplication::sendEvent(plan, &asked);
        QCOMPARE(QToolTip::text(), QStringLiteral("Plan (F9)"));
    }
};

QTEST_MAIN(KeysTest)
#include "keys_test.moc"
