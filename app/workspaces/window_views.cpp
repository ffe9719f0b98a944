// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspaces/window_views.h"

#include "app/lab/lab_panel.h"
#include "widgets/charts/chart_view.h"
#include "widgets/cluster/heatmap/heatmap_view.h"
#include "widgets/cluster/topology/topology_view.h"
#include "widgets/evidence/log_view.h"
#include "widgets/evidence/training_view.h"
#include "widgets/evidence/validation_view.h"
#include "widgets/pipeline/assignment_board.h"
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
#include "widgets/plans/setup_panel.h"
#include "widgets/plans/why_view.h"
#include "widgets/studies/availability_view.h"
#include "widgets/studies/shapes_view.h"
#include "widgets/studies/study_editor.h"
#include "widgets/studies/study_table.h"
#include "widgets/theme/veil.h"

#include <QEvent>
#include <QMainWindow>
#include <QTableView>

namespace pipette {

template <class View>
View* WindowViews::add(const QString& id, const QString& title, View* view) {
    if (view->accessibleName().isEmpty())
        view->setAccessibleName(title);
    ViewSlot slot;
    slot.id = id;
    slot.title = title;
    slot.home = home_;
    slot.widget = view;
    if constexpr (std::is_base_of_v<ChartView, View>)
        slot.chart = view;
    if constexpr (requires { view->setShown(Shown{}); })
        slot.set_shown = [view](const Shown& shown) { view->setShown(shown); };
    if constexpr (requires { view->setSelection(Selection{}); })
        slot.set_selection = [view](const Selection& chosen) { view->setSelection(chosen); };
    if constexpr (requires { &View::selectionRequested; })
        connect(view, &View::selectionRequested, this, &WindowViews::selectionRequested);
    slots_.push_back(std::move(slot));
    view->installEventFilter(this);
    shelve(*view);
    return view;
}

WindowViews::WindowViews(QMainWindow& window) : QObject(&window), window_(window) {
    addPlanViews();
    addStudyViews();
    addEvidenceViews();
    home_ = QStringLiteral("lab");
    lab = add(QStringLiteral("lab"), tr("Schedule lab"), new LabPanel);
    for (QWidget* of_plan : std::initializer_list<QWidget*>{candidates->table(), topology, board, memory,
                                                            breakdown, gantt, selection, compare, why})
        veils_.push_back(new Veil(*of_plan));
}

void WindowViews::setEarlier(const QString& words) {
    for (Veil* veil : veils_)
        veil->setText(words);
}

void WindowViews::addPlanViews() {
    home_ = QStringLiteral("plan");
    setup = add(QStringLiteral("setup"), tr("Setup"), new SetupPanel);
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
}

void WindowViews::addStudyViews() {
    home_ = QStringLiteral("studies");
    study = add(QStringLiteral("study"), tr("Study"), new StudyEditor);
    study_curve = add(QStringLiteral("study-curve"), tr("Over GPUs"), new ShapesView);
    study_curve->setEmptyText(
        tr("Tokens a second over GPUs show here once a study with two numbers of GPUs has "
           "run: New study of this plan, then Run."));
    study_outcome = add(QStringLiteral("study-outcome"), tr("Outcome"), new ShapesView);
    study_outcome->setEmptyText(tr("Days, cost and efficiency over GPUs show here once a study with two "
                                   "numbers of GPUs has run."));
    study_bars = add(QStringLiteral("study-bars"), tr("Side by side"), new ShapesView);
    study_bars->setEmptyText(tr("Every point's days and cost show here once two points are planned."));
    study_front = add(QStringLiteral("study-front"), tr("Days and money"), new ShapesView);
    study_front->setEmptyText(
        tr("Days against money show here once two points with a price are planned. Say how "
           "many tokens, and a price where none is known of the GPU kind."));
    study_swings = add(QStringLiteral("study-swings"), tr("What changes most"), new ShapesView);
    study_swings->setEmptyText(
        tr("What changes most shows here. In Goals, say by how many percent to move the "
           "factors (Move factors by), then Run."));
    availability_chart = add(QStringLiteral("availability-chart"), tr("Tokens over hours"), new ShapesView);
    availability_chart->setEmptyText(tr("Tokens over hours on GPUs that come and go show here. Open a file "
                                        "that says which GPUs are there (File, Open)."));
    availability = add(QStringLiteral("availability"), tr("Availability"), new AvailabilityView);
    study_table = add(QStringLiteral("study-points"), tr("Points"), new StudyTable);
}

void WindowViews::addEvidenceViews() {
    home_ = QStringLiteral("evidence");
    validation = add(QStringLiteral("validation"), tr("Validation"), new ValidationView);
    log = add(QStringLiteral("log"), tr("Log against plan"), new LogView);
    training = add(QStringLiteral("training"), tr("Training"), new TrainingView);
}

void WindowViews::shelve(QWidget& view) {
    view.setParent(&window_);
    view.hide();
}

bool WindowViews::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Show)
        for (ViewSlot& slot : slots_)
            if (slot.widget == watched)
                refresh(slot);
    return QObject::eventFilter(watched, event);
}

const ViewSlot* WindowViews::find(const QString& id) const {
    for (const ViewSlot& slot : slots_)
        if (slot.id == id)
            return &slot;
    return nullptr;
}

void WindowViews::show(const Shown& shown, const Selection& chosen) {
    shown_ = shown;
    for (ViewSlot& slot : slots_)
        slot.stale_shown = true;
    select(chosen);
}

void WindowViews::select(const Selection& chosen) {
    selected_ = chosen;
    for (ViewSlot& slot : slots_) {
        slot.stale_selection = true;
        if (slot.widget->isVisible())
            refresh(slot);
    }
}

void WindowViews::refreshAll() {
    lab->lab();
    for (ViewSlot& slot : slots_)
        refresh(slot);
}

void WindowViews::refresh(ViewSlot& slot) {
    if (std::exchange(slot.stale_shown, false) && slot.set_shown) {
        if (slot.set_selection && slot.cluster != shown_.cluster)
            slot.set_selection({}); // GPUs that the next cluster may not have
        slot.cluster = shown_.cluster;
        slot.set_shown(shown_);
    }
    if (std::exchange(slot.stale_selection, false) && slot.set_selection)
        slot.set_selection(selected_);
}

} // namespace pipette
