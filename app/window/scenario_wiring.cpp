// SPDX-License-Identifier: GPL-3.0-or-later
// Plans side by side in MainWindow: ticked candidates and scenarios.
#include "app/window/main_window.h"
#include "app/window/window_views.h"
#include "app/window/workspaces.h"
#include "widgets/pipeline/memory_bars.h"
#include "widgets/plans/breakdown_view.h"
#include "widgets/plans/candidates_view.h"
#include "widgets/plans/compare_view.h"
#include "widgets/plans/scenarios_view.h"
#include "widgets/theme/plain_text.h"

#include <QAction>

namespace pipette {
namespace {

ComparedPlan compared_of(const PlanTable& table, int row) {
    const Shown shown = table.shown(row);
    ComparedPlan plan = comparedCandidate(shown.candidate);
    plan.cluster = shown.cluster, plan.model = shown.model, plan.job = shown.job;
    plan.row = row;
    return plan;
}

ComparedPlan compared_of(const Scenario& scenario) {
    const auto& basis = scenario.basis;
    return {nameText(scenario.name),      scenario.candidate,         basis->cluster,
            {basis, &basis->setup.model}, {basis, &basis->setup.job}, -1};
}

/// What a plan's timeline is simulated of.
CandidateTimelines::Wish wish_of(const ComparedPlan& plan, std::shared_ptr<const PlanBasis> basis) {
    return {plan.title(), plan.candidate, std::move(basis)};
}

} // namespace

void MainWindow::compare(const std::vector<int>& rows) {
    compared_ = rows;
    showComparison();
    refreshSoon();
    if (rows.size() > 1)
        workspaces_->reveal(QStringLiteral("compare"));
}

void MainWindow::showComparison() {
    constexpr std::size_t most = GanttView::most_timelines;
    std::vector<ComparedPlan> plans;
    std::vector<CandidateTimelines::Wish> wishes;
    for (const Scenario& scenario : document_.scenarios())
        if (scenario.shown && plans.size() + 1 < most) { // the plan itself keeps a place
            plans.push_back(compared_of(scenario));
            wishes.push_back(wish_of(plans.back(), scenario.basis));
        }
    std::vector<int> rows = compared_;
    if ((rows.empty() || rows.size() == 1) && !plans.empty())
        rows = {document_.selection().candidate};
    const bool alone = plans.empty() && rows.size() < 2;
    const auto add_wish = [&](const ComparedPlan& plan) {
        wishes.push_back(wish_of(plan, listed_->basis()));
    };
    for (const int row : rows)
        if (listed_->row(row) && plans.size() < most) {
            plans.push_back(compared_of(*listed_, row));
            if (!alone)
                add_wish(plans.back());
        }
    if (alone && listed_->row(document_.selection().candidate))
        add_wish(compared_of(*listed_, document_.selection().candidate));
    timelines_->want(wishes);
    if (plans == side_by_side_)
        return;
    side_by_side_ = plans;
    std::vector<BreakdownBar> bars;
    for (const ComparedPlan& plan : plans)
        bars.push_back({plan.title(), plan.candidate->breakdown, plan.candidate->low_s,
                        plan.candidate->high_s, plan.row});
    views_->memory->setCompared(plans);
    views_->breakdown->setBars(std::move(bars));
    views_->compare->setPlans(std::move(plans));
}

void MainWindow::stopComparing() {
    views_->candidates->model().setCompared({});
    Scenarios scenarios = document_.scenarios();
    for (Scenario& scenario : scenarios)
        scenario.shown = false;
    document_.setScenarios(std::move(scenarios), tr("end of comparing"));
}

void MainWindow::pinPlan() {
    const Shown shown = document_.shown();
    if (!shown.candidate)
        return tellRefusal(tr("Nothing to pin yet: plan first"));
    pinScenario(*shown.candidate, free_name(document_.scenarios()));
}

void MainWindow::pinBefore() {
    const PlanRow* row = document_.table()->row(document_.selection().candidate);
    if (!row || !row->edited())
        return tellRefusal(tr("This candidate is as it was found: drag a GPU first"));
    pinScenario(*row->planned, tr("Before").toStdString());
}

void MainWindow::pinScenario(const Candidate& candidate, std::string name) {
    Scenarios scenarios = document_.scenarios();
    if (scenarios.size() == most_scenarios)
        return tellRefusal(tr("%1 scenarios are pinned, no more fit: unpin one first").arg(most_scenarios));
    const QString named = nameText(name);
    scenarios.push_back(scenario_of(*document_.table(), candidate, std::move(name)));
    document_.setScenarios(std::move(scenarios), tr("pin of %1").arg(named));
    tell(tr("Pinned as %1: change anything, it stays beside the plan").arg(named));
}

void MainWindow::showScenarios() {
    std::vector<ScenarioLine> lines;
    for (const Scenario& scenario : document_.scenarios())
        lines.push_back({compared_of(scenario), scenario.shown ? Qt::Checked : Qt::Unchecked});
    views_->scenarios->setLines(std::move(lines));
    showComparison();
}

bool MainWindow::changedSince(std::uint64_t revision, const QString& name) {
    if (revision == document_.revision())
        return false;
    tellRefusal(tr("Something has changed since %1 was asked for: ask for it again").arg(name));
    return true;
}

void MainWindow::takeUp(int number) {
    const Scenario scenario = document_.scenarios()[static_cast<std::size_t>(number)];
    const auto record = std::make_shared<std::shared_ptr<const PlanRecord>>();
    store_->write([scenario, record] { *record = record_of(scenario); },
                  [this, scenario, record, revision = document_.revision()] {
                      const QString name = nameText(scenario.name);
                      if (changedSince(revision, name))
                          return;
                      planning_->abandon();
                      PlanDocument::Content content;
                      content.setup = (*record)->setup;
                      content.rows = rows_of(*record);
                      content.record = *record;
                      content.selection.candidate = 0;
                      document_.takeUp(std::move(content), tr("going on from %1").arg(name));
                      tell(tr("Going on from %1; Undo brings back what was here").arg(name));
                  });
}

void MainWindow::wireScenarios() {
    ScenariosView* view = views_->scenarios;
    const auto edit = [this](int row, const QString& what,
                             const std::function<void(Scenarios&, std::size_t)>& change) {
        Scenarios scenarios = document_.scenarios();
        const auto number = static_cast<std::size_t>(row);
        if (number >= scenarios.size())
            return;
        const QString name = nameText(scenarios[number].name);
        change(scenarios, number);
        document_.setScenarios(std::move(scenarios), filled(what, name));
    };
    connect(&document_, &PlanDocument::scenariosChanged, this, &MainWindow::showScenarios);
    connect(&document_, &PlanDocument::loaded, this, &MainWindow::showScenarios);
    connect(view, &ScenariosView::pinRequested, this, &MainWindow::pinPlan);
    // A table is never changed from inside its own editor or menu.
    connect(view, &ScenariosView::unpinRequested, this, [this, edit](int row) {
        edit(row, tr("unpin of %1"), [](Scenarios& all, std::size_t number) {
            all.erase(all.begin() + static_cast<std::ptrdiff_t>(number));
        });
    });
    connect(view, &ScenariosView::takeUpRequested, this, &MainWindow::takeUp);
    connect(
        &view->model(), &ScenariosModel::renameRequested, this,
        [this, edit](int row, const QString& name) {
            edit(row, tr("renaming of %1"),
                 [&](Scenarios& all, std::size_t number) { all[number].name = name.toStdString(); });
        },
        Qt::QueuedConnection);
    connect(
        &view->model(), &ScenariosModel::shownRequested, this,
        [this, edit](int row, Qt::CheckState shown) {
            edit(row, tr("showing of %1"),
                 [&](Scenarios& all, std::size_t number) { all[number].shown = shown == Qt::Checked; });
        },
        Qt::QueuedConnection);
}

} // namespace pipette
