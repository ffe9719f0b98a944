// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/workspaces/view_slots.h"

#include <vector>

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

    /// Shows another plan in the place of the document's, to look at: nothing on it can be changed. Without a
    /// candidate: the document's again. It shows with the next showPlan().
    void setOther(const Shown& other) { other_ = other; }
    bool showsOther() const { return other_.candidate != nullptr; }
    /// The document's plan, or the other one in its place.
    void showPlan(const Shown& plan, const Selection& chosen);
    void choose(const Selection& chosen, const Shown& plan);
    /// What a request of these views asks of the document, where `now` is chosen: GPUs of another cluster are
    /// none of the document's.
    Selection requested(const Selection& asked, const Selection& now, const Shown& plan) const;
    /// The plan that is shown is of an earlier setup: views of it are dimmed under these words. Empty: it is
    /// of the setup as it is now.
    void setEarlier(const QString& words);

private:
    /// Of what is chosen in the document, what the other plan has.
    Selection shared(const Selection& chosen, const Shown& plan) const;

    Shown other_;
    // One over each view of a plan: of those that show another plan in its place, and of those that show the
    // document's all the same.
    std::vector<Veil*> veils_, document_veils_;
};

} // namespace pipette
