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
        tr("Once a study has planned two numbers of GPUs, its answer over GPUs stands here."));
    study_tokens = add(QStringLiteral("study-tokens"), tr("Tokens per second"), new ShapesView);
    study_tokens->setEmptyText(
        tr("Once a study has planned two numbers of GPUs, tokens a second over GPUs stand here."));
    study_outcome = add(QStringLiteral("study-outcome"), tr("Outcome"), new ShapesView);
    study_outcome->setEmptyText(
        tr("Once a study has planned two numbers of GPUs, days, cost and efficiency stand here."));
    study_bars = add(QStringLiteral("study-bars"), tr("Side by side"), new ShapesView);
    study_bars->setEmptyText(tr("Every point's days and cost stand here once two points are planned."));
    study_front = add(QStringLiteral("study-front"), tr("Days and money"), new ShapesView);
    study_front->setEmptyText(
        tr("Days against money stand here once two points are planned for a number of tokens and a price."));
    study_swings = add(QStringLiteral("study-swings"), tr("What changes most"), new ShapesView);
    study_swings->setEmptyText(
        tr("What changes most, when each price, link and failure moves a little, stands here once you ask."));
    availability_chart = add(QStringLiteral("availability-chart"), tr("Tokens over hours"), new ShapesView);
    availability_chart->setEmptyText(
        tr("Tokens over hours on GPUs that come and go stand here once a file says which GPUs are there."));
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
