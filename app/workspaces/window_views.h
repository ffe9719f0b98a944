// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/workspaces/plan_views.h"

namespace pipette {

class AvailabilityView;
class LabPanel;
class LogView;
class PoolsView;
class SetupPanel;
class ShapesView;
class StudyEditor;
class StudyTable;
class TrainingView;
class ValidationView;

/// Every view of the main window: those of the plan, its setup, pools, and those of the other workspaces.
class WindowViews : public PlanViews {
    Q_OBJECT

public:
    explicit WindowViews(QMainWindow& window);

    SetupPanel* setup = nullptr;
    PoolsView* pools = nullptr;
    StudyEditor* study = nullptr;
    ShapesView *study_curve = nullptr, *study_tokens = nullptr, *study_outcome = nullptr,
               *study_bars = nullptr, *study_front = nullptr, *study_swings = nullptr,
               *availability_chart = nullptr;
    AvailabilityView* availability = nullptr;
    StudyTable* study_table = nullptr;
    ValidationView* validation = nullptr;
    LogView* log = nullptr;
    TrainingView* training = nullptr;
    LabPanel* lab = nullptr;

    void refreshAll() override;

private:
    void addStudyViews();
    void addEvidenceViews();
};

} // namespace pipette
