// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plans/selection.h"
#include "widgets/plans/shown.h"

#include <QObject>
#include <QString>

#include <functional>
#include <vector>

class QMainWindow;

namespace pipette {

class AnnealingCurve;
class AssignmentBoard;
class AvailabilityView;
class BreakdownView;
class CandidatesView;
class ChartView;
class CompareView;
class GanttView;
class LayerStrip;
class LogView;
class HeadroomView;
class HeatmapView;
class LabPanel;
class MemoryBars;
class ScenariosView;
class SelectionPanel;
class SetupPanel;
class ShapesView;
class StudyEditor;
class StudyTable;
class TopologyView;
class TrainingView;
class ValidationView;
class Veil;
class WhyView;

/// One view. A view that cannot be seen is brought up to date when it can.
struct ViewSlot {
    QString id;    ///< of dock, picture and settings: "topology"
    QString title; ///< of its dock
    QString home;  ///< workspace that it belongs to
    QWidget* widget = nullptr;
    ChartView* chart = nullptr;                          ///< null: no picture of its own
    std::function<void(const Shown&)> set_shown;         ///< may be empty
    std::function<void(const Selection&)> set_selection; ///< may be empty
    bool stale_shown = false, stale_selection = false;   ///< missed while hidden
    std::shared_ptr<const Cluster> cluster;              ///< what it shows
};

/// Makes every view, and passes values and the selection on to those that can be seen. Where they stand is
/// the workspaces' to say.
class WindowViews : public QObject {
    Q_OBJECT

public:
    explicit WindowViews(QMainWindow& window);

    SetupPanel* setup = nullptr;
    CandidatesView* candidates = nullptr;
    ScenariosView* scenarios = nullptr;
    SelectionPanel* selection = nullptr;
    CompareView* compare = nullptr;
    TopologyView* topology = nullptr;
    AssignmentBoard* board = nullptr;
    HeatmapView* heatmap = nullptr;
    MemoryBars* memory = nullptr;
    HeadroomView* headroom = nullptr;
    BreakdownView* breakdown = nullptr;
    GanttView* gantt = nullptr;
    LayerStrip* layers = nullptr;
    WhyView* why = nullptr;
    AnnealingCurve* annealing = nullptr;
    StudyEditor* study = nullptr;
    ShapesView *study_curve = nullptr, *study_outcome = nullptr, *study_bars = nullptr,
               *study_front = nullptr, *study_swings = nullptr, *availability_chart = nullptr;
    AvailabilityView* availability = nullptr;
    StudyTable* study_table = nullptr;
    ValidationView* validation = nullptr;
    LogView* log = nullptr;
    TrainingView* training = nullptr;
    LabPanel* lab = nullptr;

    const std::vector<ViewSlot>& all() const { return slots_; }
    const ViewSlot* find(const QString& id) const; ///< null: no such view
    /// `chosen`: in what is shown.
    void show(const Shown& shown, const Selection& chosen);
    void select(const Selection& selection);
    /// The plan that is shown is of an earlier setup: views of it are dimmed under these words. Empty: it is
    /// of the setup as it is now.
    void setEarlier(const QString& words);
    /// Keeps a view that no dock holds, hidden, as each is at first.
    void shelve(QWidget& view);
    /// Brings the hidden views up to date too (pictures of all).
    void refreshAll();

    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void selectionRequested(const pipette::Selection& selection);

private:
    template <class View>
    View* add(const QString& id, const QString& title, View* view);
    void addPlanViews();
    void addStudyViews();
    void addEvidenceViews();
    void refresh(ViewSlot& slot);

    QMainWindow& window_;
    std::vector<ViewSlot> slots_;
    QString home_; ///< of the views that are added next
    Shown shown_;
    Selection selected_;
    std::vector<Veil*> veils_; ///< one over each view of the plan
};

} // namespace pipette
