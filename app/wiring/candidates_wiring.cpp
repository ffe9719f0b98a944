// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/wiring/candidates_wiring.h"

#include "app/document/hand_edits.h"
#include "app/document/planning.h"
#include "app/wiring/scenario_comparison.h"
#include "app/workspaces/plan_windows.h"
#include "app/workspaces/window_views.h"
#include "core/evidence/own_calibration.h"
#include "core/plan/plan_headline.h"
#include "widgets/pipeline/gantt_view.h"
#include "widgets/pipeline/memory_bars.h"
#include "widgets/plans/breakdown_view.h"
#include "widgets/plans/candidates_view.h"
#include "widgets/plans/compare_view.h"
#include "widgets/plans/setup_panel.h"
#include "widgets/theme/core_sentences.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QScopedValueRollback>

#include <algorithm>
#include <utility>

namespace pipette {
namespace {

ComparedPlan compared_of(const PlanTable& table, int row) {
    const Shown shown = table.shown(row);
    ComparedPlan plan = comparedCandidate(shown.candidate);
    plan.cluster = shown.cluster, plan.model = shown.model, plan.job = shown.job;
    plan.row = row;
    return plan;
}

/// What a plan's timeline is simulated of.
CandidateTimelines::Wish wish_of(const ComparedPlan& plan, std::shared_ptr<const PlanBasis> basis) {
    return {plan.title(), plan.candidate, std::move(basis)};
}

} // namespace

CandidatesWiring::CandidatesWiring(const WindowContext& context)
    : Wiring(context), calibrations_(context.calls.calibrations), timelines_(context.mailbox, context.calls) {
    const auto lines_changed = [this] {
        stale_ = true;
        emit refreshNeeded();
    };
    connect(&document_, &PlanDocument::planChanged, this, lines_changed);
    connect(&document_, &PlanDocument::loaded, this, lines_changed);
    connect(&document_, &PlanDocument::rowChanged, this, &CandidatesWiring::showLine);
    connect(&timelines_, &CandidateTimelines::ready, this, [this](const QList<GanttEntry>& entries) {
        timed_ = entries;
        for (PlanViews* views : windows_.all())
            fillTimelines(*views);
    });
    connect(&timelines_, &CandidateTimelines::failed, this,
            [this](const QString& why) { tellRefusal(tr("No Gantt chart: %1").arg(why)); });
    connect(&edits_, &HandEdits::layersPreviewed, this, &CandidatesWiring::preview);
    connect(&windows_, &PlanWindows::added, this, &CandidatesWiring::serve);
    connect(&windows_, &PlanWindows::otherShown, this, [this](PlanViews& views) {
        fillComparison(views);
        fillTimelines(views);
    });
    serve(views_);
}

void CandidatesWiring::serve(PlanViews& views) {
    connect(views.candidates, &CandidatesView::improveRequested, &planning_, &Planning::improve);
    connect(views.candidates, &CandidatesView::compareRequested, &views,
            [this, asking = &views](const std::vector<int>& rows) {
                if (ticking_)
                    return;
                compare(rows);
                if (rows.size() > 1)
                    emit asking->revealRequested(QStringLiteral("compare"));
            });
    connect(views.compare, &CompareView::clearRequested, this, &CandidatesWiring::stopComparing);
    fillLines(views);
    fillComparison(views);
    fillTimelines(views);
}

void CandidatesWiring::fillTimelines(PlanViews& views) {
    if (views.showsOther())
        return; // whoever shows it has its timeline
    views.fill(*views.gantt, Filling::timelines,
               [gantt = views.gantt, entries = timed_] { gantt->setTimelines(entries); });
}

void CandidatesWiring::preview(const std::shared_ptr<const Candidate>& candidate) {
    Shown shown = document_.shown();
    shown.candidate = candidate;
    for (PlanViews* views : windows_.all()) {
        if (views->showsOther())
            continue;
        if (views->follows(*views->memory))
            views->memory->setShown(shown);
        if (views->follows(*views->breakdown))
            views->breakdown->setShown(shown);
    }
    timelines_.want({{tr("With these layers"), candidate, listed_->basis()}});
}

void CandidatesWiring::showLines() {
    if (!std::exchange(stale_, false))
        return;
    listed_ = document_.table();
    const auto before = std::exchange(compared_, {});
    for (PlanViews* views : windows_.all())
        fillLines(*views);
    if (!before.empty())
        compare({});
    showPlanNote();
}

void CandidatesWiring::fillLines(PlanViews& views) {
    views.fill(*views.candidates, Filling::lines, [this, to = &views] { listLines(*to); });
}

void CandidatesWiring::listLines(PlanViews& views) {
    std::vector<CandidateLine> lines;
    for (const PlanRow& row : listed_->rows())
        lines.push_back({row.current, row.edited(), row.waiting, listed_->basis()->cluster});
    const auto& record = listed_->record();
    std::shared_ptr<const std::vector<Rejection>> rejected;
    LeftOut left_out;
    if (record) {
        rejected = {record, &record->plan.rejected};
        left_out = {record->plan.rejected_counts.all(), record->plan.indivisible};
    }
    {
        const QScopedValueRollback ours(ticking_, true);
        views.candidates->setLines(std::move(lines), std::move(rejected), left_out);
    }
    tick(views);
}

void CandidatesWiring::tick(PlanViews& views) {
    const QScopedValueRollback ours(ticking_, true);
    std::vector<int> there; // a search may have shortened the table since
    for (const int row : compared_)
        if (listed_->row(row))
            there.push_back(row);
    views.candidates->model().setCompared(there);
}

void CandidatesWiring::showLine(int row) {
    if (!stale_ && !document_.table()->live()) {
        listed_ = document_.table();
        const PlanRow& line = *listed_->row(row);
        for (PlanViews* views : windows_.all())
            if (views->follows(*views->candidates))
                views->candidates->setLine(
                    row, {line.current, line.edited(), line.waiting, listed_->basis()->cluster});
            else
                fillLines(*views);
        if (std::find(compared_.begin(), compared_.end(), row) != compared_.end()) {
            showComparison();
            if (compared_.size() > 1)
                emit views_.revealRequested(QStringLiteral("compare"));
        }
    }
    emit refreshNeeded();
}

void CandidatesWiring::showPlanNote() {
    const auto record = document_.state().record();
    if (std::exchange(noted_, record) == record) // a running search shows its rows often, of the plan before
        return;
    PlanNote shown;
    QString &note = shown.text, &details = shown.details;
    if (record && record->plan.calibrations.empty()) {
        note = tr("The plan does not say which calibration its times are from.");
    } else if (record) {
        const std::vector<CalibrationUse>& used = record->plan.calibrations;
        note = calibrationNote(*record) + tr("Times: %1").arg(sentenceText(calibration_text(used)));
        for (const CalibrationUse& use : used)
            if (!use.source.empty())
                details += nameText(use.gpu + ": " + use.source) + QLatin1Char('\n');
    }
    if (record && !record->plan.assumptions.empty()) {
        const auto assumed = record->plan.assumptions.size();
        note += assumed == 1 ? tr(". 1 assumption") : tr(". %1 assumptions").arg(assumed);
        for (const std::string& assumption : record->plan.assumptions)
            details += tr("Assumed: %1\n").arg(nameText(assumption));
    }
    if (record) {
        for (const std::string& said :
             {safer_text(record->plan), spare_text(record->plan), recomputation_text(record->plan),
              offload_text(record->plan), launcher_text(record->plan)})
            if (!said.empty())
                note += QLatin1Char('\n') + sentenceText(said);
        if (gap_of(record->plan)) {
            note += QLatin1Char('\n') + tr("No plan of this search can take less than %1 a step")
                                            .arg(timeText(record->plan.least_time_s));
            details += sentenceText(gap_text(record->plan));
        }
        if (!record->plan.candidates.empty())
            if (const Candidate& best = record->plan.candidates.front(); best.iteration_time_s > 0)
                shown.brief = tr("times ± %1").arg(shareText(best.high_s / best.iteration_time_s - 1));
    }
    details = details.trimmed();
    views_.setup->setPlanNote(shown);
}

QString CandidatesWiring::calibrationNote(const PlanRecord& record) const {
    const Setup& setup = record.setup;
    if (setup.calibration) {
        const int runs = own_runs_behind(*setup.calibration, *record.cluster, setup.job.framework);
        if (runs == 0 && setup.calibration->layers)
            return filled(tr("Times of layers: %1. "), nameText(setup.calibration->layers->source));
        return runs == 0   ? tr("Your own calibration has no runs of these GPUs and this framework. ")
               : runs == 1 ? tr("Calibrated on 1 run of yours. ")
                           : tr("Calibrated on %1 runs of yours. ").arg(runs);
    }
    if (same_figures(record.plan.calibrations, calibrations_(*record.cluster, setup.job.framework)))
        return {};
    return record.calibration ? tr("⚠ These times, edits and the Gantt chart use the plan's own calibration, "
                                   "not that of this "
                                   "program. Plan again to compare. ")
                              : tr("⚠ These times use another calibration than this program. Edits use that "
                                   "of this program. "
                                   "Plan again to compare. ");
}

void CandidatesWiring::compare(const std::vector<int>& rows) {
    compared_ = rows;
    for (PlanViews* views : windows_.all())
        if (views->follows(*views->candidates))
            tick(*views);
        else
            fillLines(*views);
    showComparison();
    emit refreshNeeded();
}

void CandidatesWiring::showComparison() {
    constexpr std::size_t most = GanttView::most_timelines;
    std::vector<ComparedPlan> plans;
    std::vector<CandidateTimelines::Wish> wishes;
    for (const Scenario& scenario : document_.state().scenarios)
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
    const std::vector<ComparedPlan> pinned = plans;
    const auto is_pinned = [&](const ComparedPlan& plan) {
        return std::any_of(pinned.begin(), pinned.end(), [&](const ComparedPlan& other) {
            return *other.candidate == *plan.candidate && other.cluster == plan.cluster;
        });
    };
    for (const int row : rows)
        if (listed_->row(row) && plans.size() < most) {
            ComparedPlan plan = compared_of(*listed_, row);
            if (rows.size() > 1 && is_pinned(plan)) // it stands there once
                continue;
            plans.push_back(std::move(plan));
            if (!alone)
                add_wish(plans.back());
        }
    if (alone && listed_->row(document_.selection().candidate))
        add_wish(compared_of(*listed_, document_.selection().candidate));
    timelines_.want(wishes);
    if (plans == side_by_side_)
        return;
    side_by_side_ = std::move(plans);
    for (PlanViews* views : windows_.all())
        fillComparison(*views);
}

void CandidatesWiring::fillComparison(PlanViews& views) {
    views.fill(*views.compare, Filling::comparison,
               [this, table = views.compare] { table->setPlans(side_by_side_); });
    const std::vector<ComparedPlan> plans = views.showsOther() ? std::vector<ComparedPlan>() : side_by_side_;
    views.fill(*views.memory, Filling::comparison,
               [memory = views.memory, plans] { memory->setCompared(plans); });
    views.fill(*views.breakdown, Filling::comparison, [breakdown = views.breakdown, plans] {
        std::vector<BreakdownBar> bars;
        for (const ComparedPlan& plan : plans)
            bars.push_back({plan.title(), plan.candidate->breakdown, plan.candidate->low_s,
                            plan.candidate->high_s, plan.row});
        breakdown->setBars(std::move(bars));
    });
}

void CandidatesWiring::stopComparing() {
    if (!compared_.empty())
        compare({});
    Scenarios scenarios = document_.state().scenarios;
    for (Scenario& scenario : scenarios)
        scenario.shown = false;
    document_.set<DocumentPart::scenarios>(std::move(scenarios), tr("end of comparing"));
}

} // namespace pipette
