// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pools/pools_wiring.h"

#include "app/document/plan_document.h"
#include "app/document/scenario.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "widgets/plans/pools_view.h"
#include "widgets/plans/setup_panel.h"

namespace pipette {

PoolsWiring::PoolsWiring(const WindowContext& context)
    : Wiring(context), pools_(context.mailbox, context.calls) {
    PoolsFinder* finder = &pools_;
    connect(views_.pools, &PoolsView::findRequested, this, &PoolsWiring::find);
    connect(views_.pools, &PoolsView::cancelRequested, finder, &PoolsFinder::cancel);
    connect(views_.pools, &PoolsView::keepRequested, this, &PoolsWiring::keep);
    connect(finder, &PoolsFinder::found, this, [this](const std::shared_ptr<const FoundPools>& found) {
        found_ = found;
        show();
    });
    connect(finder, &PoolsFinder::progressed, views_.pools, &PoolsView::setProgress);
    connect(finder, &PoolsFinder::changed, this, &PoolsWiring::show);
    connect(finder, &PoolsFinder::finished, this, &PoolsWiring::tell);
    connect(finder, &PoolsFinder::failed, this, &PoolsWiring::tellProblem);
    show();
}

void PoolsWiring::find() {
    views_.setup->enterTyped();
    if (!document_.setup().complete())
        return tellRefusal(tr("Open a cluster and choose a model first"));
    workspaces_.reveal(QStringLiteral("pools"));
    pools_.find(document_.setup(), views_.pools->by());
}

void PoolsWiring::keep() {
    if (!found_ || found_->records.empty())
        return;
    Scenarios scenarios = document_.state().scenarios;
    const std::size_t pools = found_->records.size();
    if (scenarios.size() + pools > most_scenarios)
        return tellRefusal(tr("%1 scenarios are pinned, no more fit: unpin one first").arg(scenarios.size()));
    for (std::size_t i = 0; i < pools; ++i) {
        const PoolShare& share = found_->plan.shares[i];
        scenarios.push_back(scenario_of(PlanTable(found_->records[i]), share.candidate, share.pool.name));
    }
    document_.set<DocumentPart::scenarios>(std::move(scenarios), tr("pin of the pools"));
    workspaces_.reveal(QStringLiteral("scenarios"));
    tell(tr("%n pool(s) pinned as scenarios: take one up to see its placement and to export it", nullptr,
            int(pools)));
}

void PoolsWiring::show() {
    const Setup& setup = document_.setup();
    const bool holds = found_ && found_->setup == setup;
    using State = PoolsView::State;
    views_.pools->setPools(holds ? std::shared_ptr<const PooledPlan>(found_, &found_->plan) : nullptr,
                           setup.cluster.get(),
                           pools_.running()   ? State::running
                           : setup.complete() ? State::ready
                                              : State::impossible);
}

} // namespace pipette
