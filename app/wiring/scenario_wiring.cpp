// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/wiring/scenario_wiring.h"

#include "app/document/document_store.h"
#include "app/document/plan_document.h"
#include "app/document/planning.h"
#include "app/wiring/scenario_comparison.h"
#include "app/workspaces/plan_windows.h"
#include "app/workspaces/window_views.h"
#include "widgets/plans/scenarios_view.h"
#include "widgets/theme/plain_text.h"

namespace pipette {

ComparedPlan compared_of(const Scenario& scenario) {
    const auto& basis = scenario.basis;
    return {nameText(scenario.name),      scenario.candidate,         basis->cluster,
            {basis, &basis->setup.model}, {basis, &basis->setup.job}, -1};
}

ScenarioWiring::ScenarioWiring(const WindowContext& context) : Wiring(context) {
    connect(&document_, &PlanDocument::partChanged, this, [this](DocumentPart part) {
        if (part == DocumentPart::scenarios)
            showScenarios();
    });
    connect(&document_, &PlanDocument::loaded, this, &ScenarioWiring::showScenarios);
    connect(&windows_, &PlanWindows::added, this, [this](PlanViews& views) {
        serve(views);
        fillScenarios(views);
    });
    serve(views_);
}

void ScenarioWiring::serve(PlanViews& views) {
    ScenariosView* view = views.scenarios;
    const auto edit = [this](int row, const QString& what,
                             const std::function<void(Scenarios&, std::size_t)>& change) {
        Scenarios scenarios = document_.state().scenarios;
        const auto number = static_cast<std::size_t>(row);
        if (number >= scenarios.size())
            return;
        const QString name = nameText(scenarios[number].name);
        change(scenarios, number);
        document_.set<DocumentPart::scenarios>(std::move(scenarios), filled(what, name));
    };
    connect(view, &ScenariosView::pinRequested, this, &ScenarioWiring::pinPlan);
    // A table is never changed from inside its own editor or menu.
    connect(view, &ScenariosView::unpinRequested, this, [this, edit](int row) {
        edit(row, tr("unpin of %1"), [](Scenarios& all, std::size_t number) {
            all.erase(all.begin() + static_cast<std::ptrdiff_t>(number));
        });
    });
    connect(view, &ScenariosView::takeUpRequested, this, &ScenarioWiring::takeUp);
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

void ScenarioWiring::pinPlan() {
    const Shown shown = document_.shown();
    if (!shown.candidate)
        return tellRefusal(tr("Nothing to pin yet: plan first"));
    pinScenario(*shown.candidate, free_name(document_.state().scenarios));
}

void ScenarioWiring::pinBefore() {
    const PlanRow* row = document_.table()->row(document_.selection().candidate);
    if (!row || !row->edited())
        return tellRefusal(tr("This candidate is as it was found: drag a GPU first"));
    pinScenario(*row->planned, tr("Before").toStdString());
}

void ScenarioWiring::pinScenario(const Candidate& candidate, std::string name) {
    Scenarios scenarios = document_.state().scenarios;
    if (scenarios.size() == most_scenarios)
        return tellRefusal(tr("%1 scenarios are pinned, no more fit: unpin one first").arg(most_scenarios));
    const QString named = nameText(name);
    scenarios.push_back(scenario_of(*document_.table(), candidate, std::move(name)));
    document_.set<DocumentPart::scenarios>(std::move(scenarios), tr("pin of %1").arg(named));
    tell(tr("Pinned as %1: change anything, it stays beside the plan").arg(named));
}

void ScenarioWiring::showScenarios() {
    for (PlanViews* views : windows_.all())
        fillScenarios(*views);
    emit scenariosShown();
}

void ScenarioWiring::fillScenarios(PlanViews& views) {
    views.fill(*views.scenarios, Filling::scenarios, [this, view = views.scenarios] {
        std::vector<ScenarioLine> lines;
        for (const Scenario& scenario : document_.state().scenarios)
            lines.push_back({compared_of(scenario), scenario.shown ? Qt::Checked : Qt::Unchecked});
        view->setLines(std::move(lines));
    });
}

void ScenarioWiring::takeUp(int number) {
    const Scenario scenario = document_.state().scenarios[static_cast<std::size_t>(number)];
    const auto record = std::make_shared<std::shared_ptr<const PlanRecord>>();
    store_.write([scenario, record] { *record = record_of(scenario); },
                 [this, scenario, record, revision = document_.revision()] {
                     const QString name = nameText(scenario.name);
                     if (changedSince(revision, name))
                         return;
                     planning_.abandon();
                     document_.takeUp(*record, tr("going on from %1").arg(name));
                     tell(tr("Going on from %1; Undo brings back what was here").arg(name));
                 });
}

} // namespace pipette
