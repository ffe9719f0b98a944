// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pools/pools_wiring.h"

#include "app/document/plan_document.h"
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
