// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/workspaces/view_slots.h"

namespace pipette {

class AnnealingCurve;
class AssignmentBoard;
class BreakdownView;
class CandidatesView;
class CompareView;
class GanttView;
class HeadroomView;
class HeatmapView;
class LayerStrip;
class MemoryBars;
class ScenariosView;
class SelectionPanel;
class TopologyView;
class Veil;
class WhyView;

/// Every view of the plan. A document has one plan and one selection; each window has views of its own, with
/// their own zoom.
class PlanViews : public ViewSlots {
    Q_OBJECT

public:
    /// `home`: the workspace that they belong to.
    PlanViews(QMainWindow& window, Unseen unseen, const QString& home);

    CandidatesView* candidates = nullptr;
    ScenariosView* scenarios = nullptr;
    TopologyView* topology = nullptr;
    AssignmentBoard* board = nullptr;
    HeatmapView* heatmap = nullptr;
    MemoryBars* memory = nullptr;
    HeadroomView* headroom = nullptr;
    BreakdownView* breakdown = nullptr;
    GanttView* gantt = nullptr;
    LayerStrip* layers = nullptr;
    AnnealingCurve* annealing = nullptr;
    SelectionPanel* selection = nullptr;
    CompareView* compare = nullptr;
    WhyView* why = nullptr;

    /// The plan that is shown is of an earlier setup: views of it are dimmed under these words. Empty: it is
    /// of the setup as it is now.
    void setEarlier(const QString& words);

private:
    std::vector<Veil*> veils_; ///< one over each view of the plan
};

} // namespace pipette
