// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/wiring/headroom_wiring.h"

#include "app/document/plan_document.h"
#include "app/workspaces/plan_windows.h"
#include "app/workspaces/window_views.h"
#include "widgets/plans/headroom_view.h"
#include "widgets/plans/setup_panel.h"
#include "widgets/theme/plain_text.h"

namespace pipette {

HeadroomWiring::HeadroomWiring(const WindowContext& context)
    : Wiring(context), headroom_(context.mailbox, context.calls) {
    HeadroomFinder* finder = &headroom_;
    connect(finder, &HeadroomFinder::found, this, [this](const std::shared_ptr<const FoundHeadroom>& found) {
        document_.findings().headroom = found;
    });
    connect(finder, &HeadroomFinder::changed, this, &HeadroomWiring::show);
    connect(finder, &HeadroomFinder::finished, this, &HeadroomWiring::tell);
    connect(finder, &HeadroomFinder::failed, this, &HeadroomWiring::tellProblem);
    connect(&windows_, &PlanWindows::added, this, &HeadroomWiring::serve);
    serve(views_);
}

void HeadroomWiring::serve(PlanViews& views) {
    connect(views.headroom, &HeadroomView::findRequested, this, [this, asking = &views] { find(*asking); });
    connect(views.headroom, &HeadroomView::cancelRequested, &headroom_, &HeadroomFinder::cancel);
    fill(views);
}

void HeadroomWiring::find(PlanViews& asking) {
    views_.setup->enterTyped();
    if (!document_.setup().complete())
        return tellRefusal(tr("Open a cluster and choose a model first"));
    emit asking.revealRequested(QStringLiteral("headroom"));
    headroom_.find(document_.setup());
}

void HeadroomWiring::show() {
    for (PlanViews* views : windows_.all())
        fill(*views);
}

void HeadroomWiring::fill(PlanViews& views) {
    views.fill(*views.headroom, Filling::headroom, [this, view = views.headroom] { showIn(*view); });
}

void HeadroomWiring::showIn(HeadroomView& view) {
    const Setup& setup = document_.setup();
    HeadroomNow now{setup.job.sequence_length, 0, setup.model.layers,
                    setup.cluster ? setup.cluster->gpu_count() : 0};
    if (const auto candidate = document_.shown().candidate; candidate && !document_.state().outdated())
        now.micro_batch = candidate->config.micro_batch, now.gpus = candidate->config.world();
    using State = HeadroomView::State;
    view.setHeadroom(now, document_.state().headroom(),
                     headroom_.running() ? State::running
                     : setup.complete()  ? State::ready
                                         : State::impossible);
}

} // namespace pipette
