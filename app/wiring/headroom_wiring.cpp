// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/wiring/headroom_wiring.h"

#include "app/document/plan_document.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "widgets/plans/headroom_view.h"
#include "widgets/plans/setup_panel.h"
#include "widgets/theme/plain_text.h"

namespace pipette {

HeadroomWiring::HeadroomWiring(const WindowContext& context)
    : Wiring(context), headroom_(context.mailbox, context.calls) {
    HeadroomFinder* finder = &headroom_;
    connect(views_.headroom, &HeadroomView::findRequested, this, &HeadroomWiring::find);
    connect(views_.headroom, &HeadroomView::cancelRequested, finder, &HeadroomFinder::cancel);
    connect(finder, &HeadroomFinder::found, this, [this](const std::shared_ptr<const FoundHeadroom>& found) {
        document_.findings().headroom = found;
    });
    connect(finder, &HeadroomFinder::changed, this, &HeadroomWiring::show);
    connect(finder, &HeadroomFinder::finished, this, &HeadroomWiring::tell);
    connect(finder, &HeadroomFinder::failed, this, &HeadroomWiring::tellProblem);
    show();
}

void HeadroomWiring::find() {
    views_.setup->enterTyped();
    if (!document_.setup().complete())
        return tellRefusal(tr("Open a cluster and choose a model first"));
    workspaces_.reveal(QStringLiteral("headroom"));
    headroom_.find(document_.setup());
}

void HeadroomWiring::show() {
    const Setup& setup = document_.setup();
    HeadroomNow now{setup.job.sequence_length, 0, setup.model.layers,
                    setup.cluster ? setup.cluster->gpu_count() : 0};
    if (const auto candidate = document_.shown().candidate; candidate && !document_.state().outdated())
        now.micro_batch = candidate->config.micro_batch, now.gpus = candidate->config.world();
    using State = HeadroomView::State;
    views_.headroom->setHeadroom(now, document_.state().headroom(),
                                 headroom_.running() ? State::running
                                 : setup.complete()  ? State::ready
                                                     : State::impossible);
}

} // namespace pipette
