// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/hand_order.h"
#include "widgets/charts/chart_view.h"
#include "widgets/lab/lab_simulation.h"
#include "widgets/pipeline/schedule_curve.h"
#include "widgets/theme/bar_palette.h"

#include <array>
#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QSplitter;
class QToolButton;
class QUndoStack;

namespace pipette {

class HandOrderBar;
class HandOrderEditor;
class LabPlayer;
class LabTable;
class LabTimes;
class OrderDrag;
class SchedulePicker;

/// What can be written of what the lab shows. Trace and CSV are of one timeline; `state` is a file that shows
/// the same in another lab, and `text` the same for a mail.
enum class LabExport { picture, animation, page, lesson, state, text, trace, csv };

/// When what the clipboard holds is told to be no lab: the menu was meant for one, the key may be for
/// anything.
enum class LabPaste { told, quiet };

/// All that the controls of the lab say.
struct LabSettings {
    LabRequest request; ///< without any schedule: the times cannot be read
    std::vector<CurveOf> curves;
    BarColours colours = BarColours::kind;
};

/// The charts of the lab as one picture of any size.
class ScheduleLabPicture : public ChartView {
    Q_OBJECT

public:
    ScheduleLabPicture(GanttView* gantt, std::vector<ScheduleCurve*> curves, QWidget* parent);
    void renderTo(QPainter* painter, QSize size) override;

private:
    GanttView* gantt_;
    std::vector<ScheduleCurve*> curves_; ///< those that are not hidden are drawn
};

/// Up to four pipeline schedules on one time axis, of any sizes and times, without a cluster: stepping and
/// playing with one play head, bubble share, curves of activations, idle devices and links in use, the
/// figures of the papers as presets. One of them can be ordered by hand. Space plays, left and right step
/// from one event to the next (with Shift they move the chart), comma and point change the speed, Escape
/// shows everything again; Alt with left and right moves the operation that was chosen, Ctrl+Z takes that
/// back. Ctrl+V shows the lab of a text in the clipboard.
class ScheduleLab : public QWidget {
    Q_OBJECT

public:
    explicit ScheduleLab(QWidget* parent = nullptr);

    /// Who simulates from now on; at first everything is done at once. Only the newest answer counts.
    void setRunner(LabRunner runner) { runner_ = std::move(runner); }
    /// The schedules that could be made, titles and timelines.
    const QList<GanttEntry>& timelines() const { return entries_; }
    /// Both charts, for export.
    ChartView* picture() { return picture_; }
    LabPlayer& player() { return *player_; }

    /// What is shown, or is being simulated.
    const LabRequest& request() const { return request_; }
    LabSettings settings() const;
    /// Shows these in the place of all that is shown; an order by hand ends. Schedules are of kinds, not of
    /// files.
    void setSettings(const LabSettings& settings);

    void setPreset(int number);
    /// One of the four schedules, from 0; shows it.
    void setSchedule(int which, ScheduleKind kind, const ScheduleSize& size);
    /// The same with a person's own.
    void setOwnSchedule(int which, std::shared_ptr<const Schedule> schedule, const QString& title);
    /// Shows a schedule or not; the first one always is.
    enum class Shown { no, yes };
    void setShown(int which, Shown shown);
    /// The curves below the chart; at first the activations alone.
    void setCurves(const std::vector<CurveOf>& shown);

    /// Takes what is shown as one of the four as the start of an order by hand. Nothing where it is not shown
    /// or cannot be ordered.
    void orderByHand(int which);
    /// The same with an order of a file; `title` is the file's.
    void orderByHand(HandOrder hand, const QString& title);
    HandOrderEditor& handOrder() { return *hand_; }
    /// Number of the order by hand in timelines(); -1: none is drawn.
    int handNumber() const { return hand_number_; }

signals:
    /// `entry`: the timeline of trace and CSV, else an empty one.
    void exportRequested(pipette::LabExport what, const pipette::GanttEntry& entry);
    /// The person wants to see the lab that the clipboard holds.
    void pasteRequested(pipette::LabPaste how);
    /// The person wants to read a schedule of their own into one of the four places.
    void openRequested(int which);
    void openOrderRequested(); ///< an order by hand, from a file
    void saveOrderRequested();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeControls();
    QWidget* makeExports();
    void recompute();
    QWidget* makeCurveSwitch();
    void wireHandOrder();
    void handOrderChanged();
    void showHandRefusals();
    /// What a key does to the order by hand; null: nothing.
    using UndoTurn = void (QUndoStack::*)();
    UndoTurn undoOf(const QKeyEvent& event) const;
    void showAnswer(const LabAnswer& answer);
    /// Merges the order by hand with the others and shows all.
    /// The stretch of time that the chart shows. `same` follows the end where all was in sight, but never
    /// while an operation is dragged: a place of the pointer keeps its time.
    enum class InSight { all, same };
    void showEntries(InSight in_sight);
    void showHandMarks();
    void roomForRows();
    void showNow(std::optional<double> time);

    std::array<SchedulePicker*, most_lab_schedules> pickers_{};
    QComboBox *presets_, *colours_;
    LabTimes* times_;
    LabPlayer* player_;
    LabTable* table_;
    GanttView* gantt_;
    std::array<QToolButton*, 3> curve_buttons_{};
    QSplitter* charts_ = nullptr;          ///< the rows, and the curves below them
    std::array<ScheduleCurve*, 3> curves_; ///< by CurveOf
    ScheduleLabPicture* picture_;
    HandOrderEditor* hand_;
    HandOrderBar* hand_bar_;
    OrderDrag* drag_ = nullptr;

    LabRunner runner_;
    LabRequest request_;                                                ///< the newest
    std::uint64_t wish_ = 0;                                            ///< number of the newest request
    std::array<std::optional<GanttEntry>, most_lab_schedules> answers_; ///< by picker
    QList<GanttEntry> entries_;
    int hand_of_ = 0; ///< the picker whose schedule is ordered by hand
    int hand_number_ = -1;
    bool quiet_ = false; ///< several settings change at once
};

} // namespace pipette
