// SPDX-License-Identifier: GPL-3.0-or-later
// "Why is this plan the best?": the window tells what the command line prints.
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "core/cost/iteration_time.h"
#include "core/formats/reports/reasons/plan_reasons.h"
#include "tests/app/window_fixture.h"
#include "widgets/answer/answer_line.h"
#include "widgets/plans/candidates_view.h"
#include "widgets/plans/why_view.h"
#include "widgets/theme/core_sentences.h"

#include <QDockWidget>
#include <QLabel>
#include <QTableView>
#include <QToolButton>

using namespace pipette;
using namespace pipette::test;

namespace {

QString all_text(const WhyView& view) {
    QStringList texts;
    for (const QLabel* label : view.findChildren<QLabel*>())
        texts << label->text();
    return texts.join(QLatin1Char('\n'));
}

QToolButton* why_button(const MainWindow& window) {
    for (auto* button : window.findChildren<QToolButton*>())
        if (button->text() == QLatin1String("&Why?"))
            return button;
    return nullptr;
}

} // namespace

class WhyTest : public QObject {
    Q_OBJECT

private slots:
    void theAnswerLineOpensTheReasonsOfThePlan() {
        WindowFixture fixture;
        const WhyView& view = *fixture.window->views().why;
        WorkspaceSwitch& workspaces = fixture.window->workspaces();
        workspaces.call(QStringLiteral("why"))->close();
        QVERIFY(!workspaces.shows(QStringLiteral("why")));
        QToolButton* button = why_button(*fixture.window);
        QVERIFY(button && button->isVisible());
        button->click();
        QVERIFY(fixture.settle());
        QVERIFY(workspaces.shows(QStringLiteral("why")));
        const Plan& plan = fixture.document().state().record()->plan;
        const PlanReasons reasons = plan_reasons(plan, plan.candidates.front(), links_of(plan.inputs));
        const QString text = all_text(view);
        QVERIFY2(text.contains(sentenceText(reasons.heading)), qPrintable(text));
        for (const std::string& sentence : reasons.sentences)
            QVERIFY2(text.contains(sentenceText(sentence)), qPrintable(text));
        const QAbstractItemModel& times = *view.findChild<QTableView*>()->model();
        QCOMPARE(times.rowCount(), static_cast<int>(reasons.times.rows.size()));
        QCOMPARE(times.columnCount(), static_cast<int>(reasons.times.titles.size()));
        const int last = times.rowCount() - 1;
        QCOMPARE(times.index(last, 0).data().toString(), QStringLiteral("step"));
        QVERIFY(plan.candidates.front().iteration_time_s >= 1); // told in seconds
        QCOMPARE(times.index(last, 1).data().toString(),
                 QString::number(plan.candidates.front().iteration_time_s, 'f', 3) + QStringLiteral(" s"));
    }

    void anotherPlanHasOtherReasons() {
        WindowFixture fixture;
        fixture.window->action(QStringLiteral("why"))->trigger();
        QVERIFY(fixture.settle());
        const WhyView& view = *fixture.window->views().why;
        QVERIFY(!all_text(view).contains(QLatin1String("No plan yet")));
        fixture.document().setCluster(small_cluster(2, 4)); // puts the plan aside
        QVERIFY(fixture.settle());
        QVERIFY(all_text(view).contains(QLatin1String("No plan yet")));
        QVERIFY(!why_button(*fixture.window)->isVisible());
        fixture.document().undoStack().undo();
        QVERIFY(fixture.settle());
        QVERIFY(all_text(view).contains(QLatin1String("wins")));
    }

    /// The reasons are those of the row that is shown, by hand or by the planner: never another plan's.
    void anotherRowIsHeldBesideTheBest() {
        WindowFixture fixture;
        fixture.window->action(QStringLiteral("why"))->trigger();
        QVERIFY(fixture.settle());
        const WhyView& view = *fixture.window->views().why;
        const Plan& plan = fixture.document().state().record()->plan;
        QVERIFY(plan.candidates.size() > 1);
        Selection second;
        second.candidate = 1;
        fixture.document().select(second);
        QVERIFY(fixture.settle());
        const PlanReasons reasons = plan_reasons(plan, plan.candidates[1], links_of(plan.inputs));
        QVERIFY(QString::fromStdString(reasons.heading).endsWith(QLatin1String("the best plan")));
        QCOMPARE(reasons.times.titles[1], std::string("this plan"));
        QCOMPARE(reasons.times.titles[3], std::string("best plan"));
        const QString text = all_text(view);
        QVERIFY2(text.contains(sentenceText(reasons.heading)), qPrintable(text));
        QVERIFY2(text.contains(QLatin1String("Against the best plan (")), qPrintable(text));
        QVERIFY2(!text.contains(QLatin1String("wins")), qPrintable(text));
    }

    void aRejectedRowSaysWhyNot() {
        WindowFixture fixture;
        fixture.window->action(QStringLiteral("why"))->trigger();
        QVERIFY(fixture.settle());
        const WhyView& view = *fixture.window->views().why;
        CandidatesView& candidates = *fixture.window->views().candidates;
        const auto& rejections = fixture.document().state().record()->plan.rejected;
        QVERIFY(!rejections.empty());
        emit candidates.rejectionChosen(rejections.front());
        QString text = all_text(view);
        QVERIFY2(text.contains(QLatin1String("Why not pp ")) &&
                     text.contains(sentenceText(rejections.front().reason)),
                 qPrintable(text));
        emit candidates.rejectionChosen(std::nullopt); // back to the candidate
        QVERIFY(fixture.settle());
        text = all_text(view);
        QVERIFY2(text.contains(QLatin1String("wins")) && !text.contains(QLatin1String("Why not")),
                 qPrintable(text));
    }

    void withoutAPlanItSaysWhatToDo() {
        WindowFixture fixture(false);
        fixture.window->action(QStringLiteral("why"))->trigger();
        QVERIFY(fixture.settle());
        QVERIFY(all_text(*fixture.window->views().why).contains(QLatin1String("Plan first.")));
    }
};

QTEST_MAIN(WhyTest)
#include "why_test.moc"
