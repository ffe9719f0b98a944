// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons in the window: walked by keyboard, opened from files, found by their titles.
#include "app/lab/lab_panel.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "core/formats/lessons/lesson_json.h"
#include "tests/app/window_fixture.h"
#include "widgets/commands/command_palette.h"
#include "widgets/lab/hand/hand_order_editor.h"
#include "widgets/lab/lab_player.h"
#include "widgets/lab/lesson_curve_chart.h"
#include "widgets/lab/lesson_page.h"

#include <QAction>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTextDocumentFragment>

using namespace pipette;
using namespace pipette::test;

namespace {

/// A window whose lab shows lessons.
struct Classroom {
    WindowFixture bench{false};
    LessonView* lessons = nullptr;

    explicit Classroom(const char* id = "02-one-forward-one-backward") {
        bench.window->workspaces().show(QStringLiteral("lab"));
        bench.window->views().lab->openLesson(QString::fromLatin1(id));
        bench.settle();
        lessons = &bench.window->views().lab->lessons();
    }
    void press(Qt::Key key) {
        QTest::keyClick(lessons, key);
        bench.settle();
    }
    /// The words of all labels that can be seen.
    QString words() const {
        QStringList seen;
        for (const QLabel* label : lessons->page().findChildren<QLabel*>())
            if (label->isVisible())
                seen << (label->accessibleName().isEmpty() ? label->text() : label->accessibleName());
        return seen.join(QLatin1Char('\n'));
    }
    QString id() const { return QString::fromStdString(lessons->lesson()->id); }
};

QString written(const QTemporaryDir& folder, const char* name, const QByteArray& text) {
    const QString path = folder.filePath(QString::fromLatin1(name));
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(text);
    return path;
}

QByteArray lessonText(const QByteArray& title, const QByteArray& condition) {
    return R"({"format": "pipette-lesson", "version": 1, "title": ")" + title + R"(",
        "text": ["<b>plain</b> **strong** <img src=x>"],
        "example": {"cases": [{"name": "a", "title": "GPipe", "schedule": "gpipe"}]},
        "questions": [{"prompt": "How many?", "choices": [{"text": "Eight", "right_when": ")" +
           condition + R"("}, {"text": "Four", "right_when": "a.held = 4"}], "explanation": "{a.held}"}]})";
}

} // namespace

class LessonsTest : public QObject {
    Q_OBJECT

private slots:
    void aLessonIsWalkedByKeyboard() {
        Classroom room;
        QSignalSpy done(room.bench.window->views().lab, &LabPanel::doneChanged);
        QCOMPARE(room.id(), QStringLiteral("02-one-forward-one-backward"));
        QVERIFY(room.words().contains(QStringLiteral("question 1 of 3")));
        room.press(Qt::Key_Return); // nothing is chosen yet
        QVERIFY(!room.words().contains(QStringLiteral("Not quite")));
        room.press(Qt::Key_3);
        QVERIFY(!room.words().contains(QStringLiteral("holds at most"))); // predict first
        room.press(Qt::Key_Return);
        QVERIFY(room.words().contains(
            QStringLiteral("Not quite. Right is: “The memory for waiting microbatches”.")));
        QVERIFY(room.words().contains(QStringLiteral("holds at most 4 microbatches, not 8")));
        const auto choice_is_readable = [&](const QString& choice) {
            for (const QLabel* label : room.lessons->page().findChildren<QLabel*>())
                if (QTextDocumentFragment::fromHtml(label->text()).toPlainText() == choice)
                    return label->isEnabled();
            return false;
        };
        QVERIFY(choice_is_readable(QStringLiteral("Both"))); // what the person chose
        QVERIFY(!choice_is_readable(QStringLiteral("The bubble")));
        room.press(Qt::Key_Return);
        QVERIFY(room.words().contains(QStringLiteral("question 2 of 3")));
        room.press(Qt::Key_1);
        room.press(Qt::Key_Return);
        QVERIFY(room.words().contains(QStringLiteral("Right.")));
        room.press(Qt::Key_Return);
        room.press(Qt::Key_2);
        QCOMPARE(done.size(), 0);
        QVERIFY(!room.words().contains(QStringLiteral("The rule to take away")));
        QVERIFY(!room.words().contains(QStringLiteral("You predicted")));
        room.press(Qt::Key_Return);
        QCOMPARE(done.size(), 1);
        QCOMPARE(done.front().front().toStringList(), QStringList{room.id()});
        QVERIFY(room.words().contains(QStringLiteral("The rule to take away")));
        QVERIFY(room.words().contains(QStringLiteral("of 3 questions right")));
        room.press(Qt::Key_Return);
        QCOMPARE(room.id(), QStringLiteral("03-interleaving"));
        room.press(Qt::Key_PageUp);
        QCOMPARE(room.id(), QStringLiteral("02-one-forward-one-backward"));
        const QListWidget* list = room.lessons->findChild<QListWidget*>();
        QCOMPARE(list->count(), 10);
        QVERIFY(list->item(1)->data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("done")));
        QVERIFY(!list->item(2)->data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("done")));
    }

    /// Predict first: what is asked does not stand beside the question.
    void figuresWaitForAPrediction() {
        Classroom room("04-zero-bubble");
        const auto told = [&] { return room.lessons->timelines().front().told; };
        auto* curve = room.lessons->findChild<LessonCurveChart*>();
        QVERIFY(!told() && !curve->isVisible());
        room.press(Qt::Key_1);
        QVERIFY(!told());
        room.press(Qt::Key_Return);
        QVERIFY(told() && curve->isVisible());
        room.press(Qt::Key_PageDown);
        QVERIFY(!told());
        room.lessons->findChild<QDoubleSpinBox*>(QStringLiteral("value-forward"))->setValue(2);
        room.bench.settle(); // a person who plays with the example sees what it does
        QVERIFY(told());
    }

    void theKeysOfThePlayerWorkBesideTheText() {
        Classroom room;
        room.press(Qt::Key_Left);
        QVERIFY(room.lessons->player().cursor().has_value());
        room.press(Qt::Key_Escape);
        QVERIFY(!room.lessons->player().cursor().has_value());
    }

    void chartsAndFiguresFollowTheExample() {
        Classroom room;
        const auto microbatches = [&] {
            return room.lessons->timelines().front().timeline->schedule->size().microbatches;
        };
        QCOMPARE(microbatches(), 8);
        auto* field = room.lessons->findChild<QDoubleSpinBox*>(QStringLiteral("value-microbatches"));
        room.press(Qt::Key_2);
        room.press(Qt::Key_Return);
        QVERIFY(room.words().contains(QStringLiteral("Right.")));
        field->setValue(4); // now both hold four
        room.bench.settle();
        QCOMPARE(microbatches(), 4);
        QVERIFY(room.words().contains(QStringLiteral("With these numbers no single answer is right.")));
        for (auto* button : room.lessons->findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Reset the numbers"))
                button->click();
        room.bench.settle();
        QCOMPARE(microbatches(), 8);
        QVERIFY(room.words().contains(QStringLiteral("Right.")));
    }

    // What a schedule does not allow is said; what was shown stays.
    void sizesThatCannotBeAreRefused() {
        Classroom room("03-interleaving");
        room.lessons->findChild<QDoubleSpinBox*>(QStringLiteral("value-microbatches"))->setValue(7);
        room.bench.settle();
        QVERIFY2(room.words().contains(QStringLiteral("⚠")), qPrintable(room.words()));
        QCOMPARE(room.lessons->timelines().front().timeline->schedule->size().microbatches, 8);
    }

    void everyShippedLessonIsShown() {
        Classroom room;
        const int count = room.lessons->findChild<QListWidget*>()->count();
        for (int row = 0; row < count; ++row) {
            room.lessons->openRow(row);
            QVERIFY(room.bench.settle());
            QVERIFY(!room.lessons->timelines().isEmpty());
            QVERIFY2(!room.words().contains(QLatin1Char('{')), qPrintable(room.words()));
            QVERIFY2(!room.words().contains(QStringLiteral("⚠")), qPrintable(room.words()));
            for (const auto* child : room.lessons->findChildren<QWidget*>())
                if (child->isVisible() && child->focusPolicy() != Qt::NoFocus &&
                    (qobject_cast<const QAbstractButton*>(child) ||
                     qobject_cast<const QAbstractSpinBox*>(child)))
                    QVERIFY2(!child->accessibleName().isEmpty() ||
                                 !qobject_cast<const QAbstractButton*>(child)->text().isEmpty(),
                             qPrintable(child->objectName()));
        }
    }

    void lessonFilesOpenAsAnyFile() {
        WindowFixture bench(false);
        const QTemporaryDir folder;
        bench.window->openFiles({written(folder, "own.json", lessonText("My <i>own</i>", "a.held = 8"))});
        QTRY_COMPARE_WITH_TIMEOUT(bench.window->workspaces().current(), QStringLiteral("lab"), 60'000);
        QVERIFY(bench.settle());
        LessonView& lessons = bench.window->views().lab->lessons();
        QCOMPARE(lessons.lesson()->title, std::string("My <i>own</i>"));
        QCOMPARE(lessons.findChild<QListWidget*>()->count(), 11);
        bool title = false, text = false;
        for (const QLabel* label : lessons.page().findChildren<QLabel*>()) { // word for word
            title |= label->text() == QStringLiteral("My <i>own</i>") && label->textFormat() == Qt::PlainText;
            text |= label->text().contains(QStringLiteral("&lt;b&gt;plain&lt;/b&gt; <b>strong</b> &lt;img"));
        }
        QVERIFY(title);
        QVERIFY(text);
    }

    /// A count of right answers says nothing more than the answer to the only question does.
    void aLessonWithOneQuestionHasNoCount() {
        Classroom room;
        const QTemporaryDir folder;
        room.bench.window->openFiles({written(folder, "one.json", lessonText("One", "a.held = 8"))});
        QVERIFY(room.bench.settle());
        QTRY_COMPARE(room.lessons->lesson()->title, std::string("One"));
        QVERIFY(room.bench.settle());
        QVERIFY2(room.words().contains(QStringLiteral("question 1 of 1")), qPrintable(room.words()));
        room.press(Qt::Key_1);
        room.press(Qt::Key_Return);
        QVERIFY2(room.words().contains(QStringLiteral("Right.")), qPrintable(room.words()));
        QVERIFY2(!room.words().contains(QStringLiteral("You predicted")), qPrintable(room.words()));
    }

    void aCopyOfTheProgramsOwnLessonIsThatLesson() {
        WindowFixture bench(false);
        const QTemporaryDir folder;
        const std::vector<LessonListing> shipped = shipped_lessons();
        const QString copy = folder.filePath(QStringLiteral("copy.json"));
        QVERIFY(QFile::copy(QString::fromStdString(shipped.at(3).path.string()), copy));
        for (const QString& path : {copy, QString::fromStdString(shipped.at(3).path.string())}) {
            bench.window->openFiles({path});
            QTRY_COMPARE_WITH_TIMEOUT(bench.window->workspaces().current(), QStringLiteral("lab"), 60'000);
            QVERIFY(bench.settle());
            const LessonView& lessons = bench.window->views().lab->lessons();
            QCOMPARE(lessons.lesson()->id, shipped.at(3).id);
            QCOMPARE(lessons.findChild<QListWidget*>()->count(), static_cast<int>(shipped.size()));
        }
    }

    void badLessonsAreRefusedWithFileAndPlace() {
        WindowFixture bench(false);
        const QTemporaryDir folder;
        for (const auto& [condition, why] :
             {std::pair("a.held = 5", "$.questions[0].choices: has 0 right choices"),
              {"a.size = 8", "$.questions[0].choices[0].right_when: names the figure"}}) {
            bench.window->openFiles({written(folder, "bad.json", lessonText("Bad", condition))});
            QVERIFY(bench.settle());
            QTRY_VERIFY2(bench.window->lastMessage().contains(QLatin1String(why)),
                         qPrintable(bench.window->lastMessage()));
            QVERIFY(bench.window->lastMessage().contains(QStringLiteral("bad.json")));
        }
        QVERIFY(bench.window->workspaces().current() != QStringLiteral("lab"));
    }

    void scheduleFilesOpenInFreePlay() {
        WindowFixture bench(false);
        const QTemporaryDir folder;
        const QByteArray head =
            R"({"format": "pipette-schedule", "version": 1, "name": "My <i>order</i>", "order": )";
        bench.window->openFiles({written(folder, "<b>own.json", head + R"([["B0", "F0"], ["F0", "B0"]]})")});
        QTRY_COMPARE_WITH_TIMEOUT(bench.window->workspaces().current(), QStringLiteral("lab"), 60'000);
        QVERIFY(bench.settle());
        LabPanel& panel = *bench.window->views().lab;
        QCOMPARE(panel.mode(), LabMode::free_play);
        HandOrderEditor& editor = panel.lab().handOrder();
        QVERIFY(editor.active() && editor.verdict().deadlock.has_value());
        QCOMPARE(editor.title(), QStringLiteral("<b>own.json"));
        QVERIFY(bench.window->lastMessage().contains(QStringLiteral("My <i>order</i>")));
        // The keys of undo are the order's while it has the keyboard, and the plan's when it is left.
        editor.move({0, 0, 1});
        QVERIFY(editor.verdict().runs());
        QTest::keyClick(&panel.lab(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(editor.verdict().deadlock.has_value());
        for (const char* order : {R"([["F0", "Q0"]]})", R"([["F0", 7]]})", R"({"F0": 1}})", "[]}"}) {
            bench.window->openFiles({written(folder, "bad.json", head + order)});
            QVERIFY(bench.settle());
            QTRY_VERIFY2(bench.window->lastMessage().contains(QStringLiteral("bad.json: $.order")),
                         qPrintable(bench.window->lastMessage()));
        }
        QCOMPARE(editor.title(), QStringLiteral("<b>own.json"));
    }

    void labFilesOpenInFreePlay() {
        WindowFixture bench(false);
        const QTemporaryDir folder;
        const QByteArray head = R"({"format": "pipette-lab", "version": 1, "schedules": [{"schedule": )",
                         rest = R"(, "devices": 4, "microbatches": 6, "chunks": 1, "slices": 1}],
                         "times_ms": {"forward": [1], "backward": [2], "link": [0]}})";
        bench.window->openFiles({written(folder, "<b>lab.json", head + "\"gpipe\"" + rest)});
        QTRY_COMPARE_WITH_TIMEOUT(bench.window->workspaces().current(), QStringLiteral("lab"), 60'000);
        QVERIFY(bench.settle());
        LabPanel& panel = *bench.window->views().lab;
        QCOMPARE(panel.mode(), LabMode::free_play);
        QCOMPARE(panel.lab().timelines().size(), 1);
        QCOMPARE(panel.lab().timelines().front().timeline->schedule->name(), std::string("gpipe"));
        QVERIFY(bench.window->lastMessage().contains(QStringLiteral("<b>lab.json")));
        bench.window->openFiles({written(folder, "bad.json", head + "\"none\"" + rest)});
        QVERIFY(bench.settle());
        QTRY_VERIFY2(
            bench.window->lastMessage().contains(QStringLiteral("bad.json: $.schedules[0].schedule")),
            qPrintable(bench.window->lastMessage()));
        QCOMPARE(panel.lab().timelines().size(), 1);
    }

    void thePaletteFindsLessons() {
        WindowFixture bench(false);
        bench.window->action(QStringLiteral("commands"))->trigger();
        auto* palette = bench.window->findChild<CommandPalette*>();
        auto* text = palette->findChild<QLineEdit*>();
        QTest::keyClicks(text, QStringLiteral("lessons dualpipe"));
        QTest::keyClick(text, Qt::Key_Return);
        QTRY_COMPARE(bench.window->workspaces().current(), QStringLiteral("lab"));
        QVERIFY(bench.settle());
        QCOMPARE(QString::fromStdString(bench.window->views().lab->lessons().lesson()->id),
                 QStringLiteral("05-dualpipe"));
    }

    void marksAndModeAreRemembered() {
        const QTemporaryDir settings;
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
        QCoreApplication::setOrganizationName(QStringLiteral("pipette"));
        QCoreApplication::setApplicationName(QStringLiteral("lessons-test"));
        FakePlanner fake;
        const auto remembering = [&] {
            return std::make_unique<MainWindow>(WindowOptions{fake.calls(), {}, true});
        };
        {
            auto window = remembering();
            emit window->views().lab->doneChanged({QStringLiteral("01-why-pipelines-bubble")});
            window->views().lab->setMode(LabMode::free_play);
        }
        auto window = remembering();
        LabPanel& lab = *window->views().lab;
        QCOMPARE(lab.mode(), LabMode::free_play);
        lab.setMode(LabMode::lesson);
        lab.lessons();
        QTRY_VERIFY_WITH_TIMEOUT(lab.idle() && lab.lessons().lesson(), 60'000);
        QCOMPARE(lab.lessons().lesson()->id, std::string("02-one-forward-one-backward")); // the next one
    }
};

QTEST_MAIN(LessonsTest)
#include "lessons_test.moc"
