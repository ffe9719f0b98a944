// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studies/studies.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "tests/app/window_fixture.h"
#include "tests/planner_questions.h"
#include "widgets/answer/answer_line.h"
#include "widgets/plans/headroom_view.h"
#include "widgets/studies/study_editor.h"
#include "widgets/studies/study_table.h"

#include <QAction>
#include <QDoubleSpinBox>
#include <QFile>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QTemporaryDir>
#include <QToolButton>

using namespace pipette;
using namespace pipette::test;

namespace {

/// A window on the sample and the job of the questions, and a person at it whose every click, key and entered
/// field counts.
struct Person : WindowFixture {
    int actions = 0;

    Person() : WindowFixture(false, {}, core_planner(shipped_knowledge(), "test")) {
        window->openFiles({sample_cluster("a100_hdr_16x8.json")});
        settle();
        window->store().openModelPreset(QStringLiteral("gpt-3.6b"));
        settle();
        TrainingJob job = document().setup().job;
        job.global_batch = 256;
        document().set<DocumentPart::job>(job);
        window->activateWindow();
        settle();
    }

    /// Opens a menu of the bar with the mouse and clicks one of its lines.
    void menu(const char* title, const QString& action) {
        QMenuBar* bar = window->menuBar();
        QAction* wanted = window->action(action);
        for (QAction* entry : bar->actions())
            if (entry->text().remove(QLatin1Char('&')) == QLatin1String(title)) {
                click(bar, bar->actionGeometry(entry).center());
                QMenu* opened = entry->menu();
                QVERIFY2(opened->actions().contains(wanted), title);
                click(opened, opened->actionGeometry(wanted).center());
            }
    }
    void key(Qt::Key key) {
        ++actions;
        QTest::keyClick(window.get(), key, Qt::ControlModifier);
    }
    void press(const char* name) {
        auto* button = window->findChild<QPushButton*>(QLatin1String(name));
        QVERIFY(button && button->isVisible() && button->isEnabled());
        click(button, button->rect().center());
    }
    /// The tool of an action in the tool bar that is shown.
    void pressTool(const char* name) {
        for (auto* tool : window->findChildren<QToolButton*>())
            if (tool->isVisible() && tool->isEnabled() &&
                tool->defaultAction() == window->action(QLatin1String(name)))
                return click(tool, tool->rect().center());
        QFAIL(name);
    }
    /// A number with its key Enter, in the field of that name.
    void enter(const char* name, const char* number) {
        ++actions;
        for (auto* field : window->views().study->findChildren<QDoubleSpinBox*>())
            if (field->accessibleName() == QLatin1String(name)) {
                field->setFocus();
                field->selectAll();
                QTest::keyClicks(field, QLatin1String(number));
                QTest::keyClick(field, Qt::Key_Return);
            }
    }
    /// The values of what is varied: the window has led the focus there and selected what stood there.
    void enterValues(const QString& values) {
        ++actions;
        auto* field = qobject_cast<QLineEdit*>(window->focusWidget());
        QVERIFY(field);
        QTest::keyClicks(field, values);
        QTest::keyClick(field, Qt::Key_Return);
    }
    /// In at most four actions, and with the command's numbers.
    void expect(const Json& command) {
        QVERIFY(settle());
        QVERIFY2(actions <= 4, qPrintable(QString::number(actions)));
        QVERIFY(!command.is_discarded());
        const auto& points = window->studies().result()->points;
        QCOMPARE(points.size(), command["points"].size());
        for (std::size_t i = 0; i < points.size(); ++i) {
            const Json& said = command["points"][i];
            QVERIFY2(points[i].planned.best, points[i].planned.failed.c_str());
            const Candidate& best = *points[i].planned.best;
            QVERIFY(nearly(best.iteration_time_s, said["iteration_time_s"]));
            QVERIFY(nearly(points[i].outcome.days, said["days"]));
            QVERIFY(nearly(*points[i].outcome.cost, said["cost"]));
            QCOMPARE(best.config.world(), int(said["gpus"]));
        }
        // And a person sees them.
        QVERIFY(window->views().study_table->isVisible());
        QCOMPARE(window->views().study_table->model().rowCount(), int(points.size()));
    }

private:
    void click(QWidget* widget, QPoint place) {
        ++actions;
        QTest::mouseClick(widget, Qt::LeftButton, {}, place);
        QCoreApplication::processEvents();
    }
};

} // namespace

/// The questions of a capacity planner, each answered in the window by at most four clicks, keys and fields,
/// with the numbers that the command gives.
class QuestionsTest : public QObject {
    Q_OBJECT

private slots:
    void howManyGpusDoINeedAndWhatDoTheyCost() {
        Person person;
        person.key(Qt::Key_G);
        person.enter("Tokens", "600B");
        person.enter("Deadline", "20");
        person.pressTool("fewest-gpus");
        const Json command = answer_to(size_question());
        person.expect(command);
        const Json& found = command["points"][std::size_t(command["answer"])];
        const QString words = person.window->lastMessage();
        QCOMPARE(words, QString::fromStdString(command["answer_text"]));
        QVERIFY2(words.startsWith(QStringLiteral("Perhaps %1 GPUs ").arg(int(found["at"]["gpus"]))),
                 qPrintable(words)); // the deadline lies inside the range
        QVERIFY2(QString(words)
                     .remove(QLatin1Char(','))
                     .contains(QString::number(double(found["cost"]), 'f', 0) + QStringLiteral(" USD at ")),
                 qPrintable(words));
    }
    void whatIfILoseTwoNodes() {
        Person person;
        person.menu("Ask", QStringLiteral("ask-lost-nodes"));
        const Json command = answer_to(lost_nodes_question());
        person.expect(command);
        const QString words = person.window->findChild<AnswerLine*>()->answer().whole();
        QVERIFY2(words.contains(QString::fromStdString(command["answers"][0])), qPrintable(words));
        QVERIFY2(words.contains(QLatin1String("ithout 2 nodes a step takes ")), qPrintable(words));
    }
    void isHalfTheInfiniBandEnough() {
        Person person;
        person.menu("Ask", QStringLiteral("ask-half-links"));
        person.expect(answer_to(half_links_question()));
    }
    void theseOrThose() {
        Person person;
        person.menu("Ask", QStringLiteral("ask-these-or-those"));
        person.enterValues(these_or_those());
        person.pressTool("run-study");
        person.expect(answer_to(these_or_those_question()));
    }
    void howLongASequenceStillFits() {
        Person person;
        person.menu("Ask", QStringLiteral("headroom"));
        QVERIFY(person.settle());
        QVERIFY(person.actions <= 4);
        const Json headroom = answer_to(headroom_question())["headroom"];
        const HeadroomView& view = *person.window->views().headroom;
        QVERIFY(view.isVisible());
        int row = 0;
        for (const char* what : {"sequence_length", "micro_batch", "layers", "gpus"})
            QCOMPARE(view.model().index(row++, 2).data(Qt::UserRole).toInt(), int(headroom[what]["value"]));
    }
    void whatIfThisGpuHadTwiceTheHbmBandwidth() {
        Person person;
        person.menu("Ask", QStringLiteral("ask-twice-hbm"));
        person.expect(answer_to(twice_hbm_question()));
    }
    void whichFabricIsWorthItsPrice() {
        Person person;
        person.menu("Ask", QStringLiteral("ask-two-fabrics"));
        person.enterValues(two_fabrics());
        person.pressTool("run-study");
        person.expect(answer_to(two_fabrics_question()));
    }

    void goalsStayFromOneQuestionToTheNext() {
        Person person;
        person.key(Qt::Key_G);
        person.enter("Tokens", "100B");
        person.enter("Price", "2");
        person.menu("Ask", QStringLiteral("ask-lost-nodes"));
        QVERIFY(person.settle());
        const TrainingGoal& goal = person.window->studies().document().study.base.goal;
        QCOMPARE(goal.tokens, 100e9);
        QCOMPARE(goal.price_per_gpu_hour, 2.0);
    }

    void headroomHoldsForWhatIsEnteredAlone() {
        Person person;
        const HeadroomView& view = *person.window->views().headroom;
        const auto found = [&] { return view.model().index(0, 2).data().toString(); };
        person.key(Qt::Key_H);
        QVERIFY(person.settle());
        QVERIFY(!found().isEmpty());
        TrainingJob job = person.document().setup().job;
        job.global_batch = 128;
        person.document().set<DocumentPart::job>(job);
        QVERIFY(person.settle());
        QVERIFY(found().isEmpty());
        job.global_batch = 256;
        person.document().set<DocumentPart::job>(job);
        QVERIFY(person.settle());
        QVERIFY(!found().isEmpty());
        // It is saved, with or without a plan.
        const QTemporaryDir folder;
        const QString known = found();
        for (const bool planned : {false, true}) {
            if (planned) {
                person.window->planning().plan();
                QVERIFY(person.settle());
            }
            const QString file = folder.filePath(QStringLiteral("plan.json"));
            person.window->store().save(file);
            QVERIFY(person.settle());
            WindowFixture other(false);
            other.window->openFiles({file});
            QVERIFY(other.settle());
            QCOMPARE(other.window->views().headroom->model().index(0, 2).data().toString(), known);
        }
        const QString page = folder.filePath(QStringLiteral("plan.html"));
        person.window->writeReport(page);
        QVERIFY(person.settle());
        QFile report(page);
        QVERIFY(report.open(QIODevice::ReadOnly) &&
                report.readAll().contains("Headroom: by the memory of the GPUs alone: sequences up to"));
    }

    /// Two clusters in files, with prices: the same as the command with those files.
    void whichOfTwoClusterFilesIsWorthItsPrice() {
        Person person;
        const QTemporaryDir folder;
        const QString slow = folder.filePath(QStringLiteral("edr.json"));
        QCOMPARE(run_pipette(words({"cluster", "--nodes", "16", "--gpu", "A100-SXM4-80GB", "--nics", "4",
                                    "--nic", "edr", "-o"})
                             << slow)
                     .status,
                 0);
        Study study = study_of(person.document().setup(), usual_goal()).study;
        study.axes = {{"cluster", {study.base.cluster}}};
        person.document().setStudy({{study, {{study.base.cluster, person.document().setup().cluster}}}, {}},
                                   QStringLiteral("two clusters"));
        StudyEditor& editor = *person.window->views().study;
        person.window->workspaces().show(QStringLiteral("studies"));
        auto* pick = editor.findChild<QToolButton*>(QStringLiteral("cluster-file"));
        QVERIFY(pick && pick->isVisible());
        disconnect(&editor, &StudyEditor::clusterFileRequested, nullptr, nullptr); // no dialog
        pick->click();
        editor.addValue(slow + QStringLiteral("@2.1"));
        person.pressTool("run-study");
        QVERIFY(person.settle());
        const auto& points = person.window->studies().result()->points;
        QCOMPARE(points.size(), std::size_t(2));
        const Json command = answer_to(study_question(
            asked_sample() + words({"--vary"}) + QStringList{QStringLiteral("cluster=%1@2.1").arg(slow)}));
        QVERIFY(nearly(points[1].outcome.days, command["points"][0]["days"]));
        QVERIFY(nearly(*points[1].outcome.cost, command["points"][0]["cost"]));
    }

    void headroomIsCancelledAtOnce() {
        Person person;
        person.key(Qt::Key_H);
        QElapsedTimer clock;
        clock.start();
        person.press("cancel-headroom");
        QVERIFY(person.settle());
        qInfo("cancelled after %lld ms", clock.elapsed());
        QVERIFY(person.window->views().headroom->model().index(0, 2).data().toString().isEmpty());
        QVERIFY(person.window->lastMessage().startsWith(QLatin1String("Cancelled")));
    }
};

QTEST_MAIN(QuestionsTest)
#include "questions_test.moc"
