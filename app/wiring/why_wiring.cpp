// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/wiring/why_wiring.h"

#include "app/document/document_store.h"
#include "app/document/plan_document.h"
#include "app/workspaces/plan_windows.h"
#include "app/workspaces/window_views.h"
#include "core/cost/iteration_time.h"
#include "core/formats/reports/reasons/plan_reasons.h"
#include "core/plan/stages/unlike_gpus.h"
#include "core/study/find_stage_reasons.h"
#include "widgets/charts/split_text.h"
#include "widgets/plans/candidates_view.h"
#include "widgets/theme/core_sentences.h"
#include "widgets/theme/plain_text.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace pipette {
namespace {

ChartTable::Content content_of(const ReportTable& table) {
    ChartTable::Content content;
    for (const std::string& title : table.titles)
        content.columns << sentenceText(title);
    content.rows = static_cast<int>(table.rows.size());
    content.cell = [table](int row, int column) {
        const auto at = static_cast<std::size_t>(column);
        const std::string& text = table.rows[static_cast<std::size_t>(row)][at];
        const bool words = std::find(table.words.begin(), table.words.end(), at) != table.words.end();
        return ChartTable::Cell{sentenceText(text),
                                words ? QVariant() : QVariant(std::strtod(text.c_str(), nullptr))};
    };
    return content;
}

WhyShown shown_of(const PlanReasons& reasons) {
    WhyShown shown;
    shown.heading = sentenceText(reasons.heading);
    for (const std::string& sentence : reasons.sentences)
        shown.sentences << sentenceText(sentence);
    shown.times = content_of(reasons.times);
    if (reasons.stages)
        shown.stages = content_of(*reasons.stages);
    return shown;
}

/// On any thread.
WhyShown reasons_of(const PlanAtHand& at_hand) {
    if (!at_hand.any() || at_hand.record->plan.candidates.empty())
        return {};
    const Plan& plan = at_hand.record->plan;
    return shown_of(plan_reasons(plan, *at_hand.candidate, links_of(plan.inputs)));
}

} // namespace

WhyWiring::WhyWiring(const WindowContext& context) : Wiring(context) {
    const auto follow = [this] {
        for (const PlanViews* views : windows_.all())
            if (views->why->isVisible())
                return showWhy();
    };
    connect(&document_, &PlanDocument::planChanged, this, follow);
    connect(&document_, &PlanDocument::rowChanged, this, follow);
    connect(&document_, &PlanDocument::selectionChanged, this, follow);
    connect(&document_, &PlanDocument::loaded, this, follow);
    connect(&windows_, &PlanWindows::added, this, &WhyWiring::serve);
    serve(views_);
}

void WhyWiring::serve(PlanViews& views) {
    connect(views.why, &WhyView::wanted, this, [this] {
        if (!shows_rejection_)
            showWhy();
    });
    connect(views.candidates, &CandidatesView::rejectionChosen, this, &WhyWiring::showWhyNot);
    connect(views.candidates, &CandidatesView::whyNotRequested, &views,
            [to = &views] { emit to->revealRequested(QStringLiteral("why")); });
    views.fill(*views.why, Filling::reasons, [this, why = views.why] { why->setReasons(reasons_); });
}

void WhyWiring::setReasons(WhyShown reasons) {
    reasons_ = std::move(reasons);
    for (PlanViews* views : windows_.all())
        views->fill(*views->why, Filling::reasons, [this, why = views->why] { why->setReasons(reasons_); });
}

void WhyWiring::showWhyNot(const std::optional<Rejection>& rejected) {
    if (!rejected) {
        if (shows_rejection_)
            showWhy();
        return;
    }
    shows_rejection_ = true;
    why_of_ = {};
    const QString name = splitLine(short_name(rejected->config)), reason = sentenceText(rejected->reason);
    setReasons({tr("Why not %1?").arg(name), {reason}, {}, {}});
    tell(filled(QStringLiteral("%1: %2"), name, reason));
}

void WhyWiring::showWhy() {
    shows_rejection_ = false;
    const PlanTable& table = *document_.table();
    const PlanRow* row = table.row(document_.selection().candidate);
    if (table.live() || (row && row->waiting)) // until the plan, or the row's times, are there
        return;
    const PlanAtHand asked = planAtHand(document_);
    if (asked == why_of_)
        return;
    why_of_ = asked;
    const auto reasons = std::make_shared<WhyShown>();
    store_.write([asked, reasons] { *reasons = reasons_of(asked); },
                 [this, asked, reasons] {
                     if (asked == why_of_)
                         setReasons(*reasons);
                 });
}

void WhyWiring::showWhyNow() {
    why_of_ = planAtHand(document_);
    setReasons(reasons_of(why_of_));
}

Shown WhyWiring::withStageReasons(Shown shown) {
    const auto record = document_.state().record();
    if (!record || document_.table()->live() || !shown.candidate || has_like_gpus(*shown.cluster))
        return shown;
    if (shown.candidate != stages_of_) {
        stages_of_ = shown.candidate, stage_reasons_ = nullptr;
        const auto found = std::make_shared<std::vector<StageReason>>();
        store_.write(
            [record, candidate = shown.candidate, found] {
                *found = find_stage_reasons(record->plan, *candidate, links_of(record->plan.inputs));
            },
            [this, candidate = shown.candidate, found] {
                if (candidate != stages_of_)
                    return;
                stage_reasons_ = found;
                emit refreshNeeded();
            });
    }
    shown.stage_reasons = stage_reasons_;
    return shown;
}

} // namespace pipette
