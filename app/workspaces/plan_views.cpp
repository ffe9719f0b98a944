// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspaces/plan_views.h"

#include "app/document/selectable.h"
#include "widgets/board/assignment_board.h"
#include "widgets/cluster/heatmap/heatmap_view.h"
#include "widgets/cluster/topology/topology_view.h"
#include "widgets/pipeline/gantt_view.h"
#include "widgets/pipeline/layer_strip.h"
#include "widgets/pipeline/memory_bars.h"
#include "widgets/plans/annealing_curve.h"
#include "widgets/plans/breakdown_view.h"
#include "widgets/plans/candidates_view.h"
#include "widgets/plans/compare_view.h"
#include "widgets/plans/headroom_view.h"
#include "widgets/plans/scenarios_view.h"
#include "widgets/plans/selection_panel.h"
#include "widgets/plans/why_view.h"
#include "widgets/theme/veil.h"

#include <QTableView>

#include <initializer_list>

namespace pipette {

PlanViews::PlanViews(QMainWindow& window, Unseen unseen, const QString& home) : ViewSlots(window, unseen) {
    setHome(home);
    candidates = add(QStringLiteral("candidates"), tr("Candidates"), new CandidatesView);
    scenarios = add(QStringLiteral("scenarios"), tr("Scenarios"), new ScenariosView);
    topology = add(QStringLiteral("topology"), tr("Topology"), new TopologyView);
    board = add(QStringLiteral("board"), tr("Assignment board"), new AssignmentBoard);
    heatmap = add(QStringLiteral("heatmap"), tr("Bandwidth"), new HeatmapView);
    memory = add(QStringLiteral("memory"), tr("Memory per GPU"), new MemoryBars);
    headroom = add(QStringLiteral("headroom"), tr("Headroom"), new HeadroomView);
    breakdown = add(QStringLiteral("breakdown"), tr("Breakdown"), new BreakdownView);
    gantt = add(QStringLiteral("gantt"), tr("Gantt chart"), new GanttView);
    gantt->setEmptyText(tr("No plan yet. Choose a candidate to see what each device does when."));
    for (QWidget* part : gantt->findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
        if (part->focusProxy() == gantt) // a click on the plot leads the focus to the view: the same name
            part->setAccessibleName(gantt->accessibleName());
    layers = add(QStringLiteral("layers"), tr("Layers by stage"), new LayerStrip);
    annealing = add(QStringLiteral("annealing"), tr("Annealing"), new AnnealingCurve);
    selection = add(QStringLiteral("selection"), tr("Selection"), new SelectionPanel);
    compare = add(QStringLiteral("compare"), tr("Compare"), new CompareView);
    why = add(QStringLiteral("why"), tr("Why this plan"), new WhyView);
    for (QWidget* view :
         std::initializer_list<QWidget*>{topology, board, memory, breakdown, gantt, selection})
        veils_.push_back(new Veil(*view));
    for (QWidget* view : std::initializer_list<QWidget*>{candidates->table(), compare, why})
        document_veils_.push_back(new Veil(*view));
}

void PlanViews::setEarlier(const QString& words) {
    for (Veil* veil : veils_)
        veil->setText(showsOther() ? QString() : words);
    for (Veil* veil : document_veils_)
        veil->setText(words);
}

void PlanViews::showPlan(const Shown& plan, const Selection& chosen) {
    showsOther() ? show(other_, shared(chosen, plan)) : show(plan, chosen);
}

void PlanViews::choose(const Selection& chosen, const Shown& plan) {
    select(showsOther() ? shared(chosen, plan) : chosen);
}

Selection PlanViews::shared(const Selection& chosen, const Shown& plan) const {
    if (other_.cluster != plan.cluster)
        return {chosen.candidate, {}, -1, -1, chosen.grouping};
    return selectableIn(other_, chosen);
}

Selection PlanViews::requested(const Selection& asked, const Selection& now, const Shown& plan) const {
    if (!showsOther() || other_.cluster == plan.cluster)
        return asked;
    Selection next = now;
    next.candidate = asked.candidate;
    return next;
}

} // namespace pipette
