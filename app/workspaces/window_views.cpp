// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspaces/window_views.h"

#include "app/lab/lab_panel.h"
#include "widgets/evidence/log_view.h"
#include "widgets/evidence/training_view.h"
#include "widgets/evidence/validation_view.h"
#include "widgets/plans/pools_view.h"
#include "widgets/plans/setup_panel.h"
#include "widgets/studies/availability_view.h"
#include "widgets/studies/shapes_view.h"
#include "widgets/studies/study_editor.h"
#include "widgets/studies/study_table.h"

namespace pipette {

WindowViews::WindowViews(QMainWindow& window) : PlanViews(window, Unseen::filled, QStringLiteral("plan")) {
    setup = add(QStringLiteral("setup"), tr("Setup"), new SetupPanel, QStringLiteral("candidates"));
    pools = add(QStringLiteral("pools"), tr("Pools"), new PoolsView, QStringLiteral("breakdown"));
    addStudyViews();
    addEvidenceViews();
    setHome(QStringLiteral("lab"));
    lab = add(QStringLiteral("lab"), tr("Schedule lab"), new LabPanel);
}

void WindowViews::addStudyViews() {
    setHome(QStringLiteral("studies"));
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
    setHome(QStringLiteral("evidence"));
    validation = add(QStringLiteral("validation"), tr("Validation"), new ValidationView);
    log = add(QStringLiteral("log"), tr("Log against plan"), new LogView);
    training = add(QStringLiteral("training"), tr("Training"), new TrainingView);
}

void WindowViews::refreshAll() {
    lab->lab();
    ViewSlots::refreshAll();
}

} // namespace pipette
