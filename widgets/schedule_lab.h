// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/stage_times.h"
#include "widgets/chart_view.h"
#include "widgets/gantt_view.h"

#include <QTimer>

#include <array>
#include <optional>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QSlider;
class QTableWidget;
class QToolButton;

namespace pipette {

class MemoryCurve;
class SchedulePicker;

/// The charts of the lab as one picture of any size.
class ScheduleLabPicture : public ChartView {
    Q_OBJECT

public:
    ScheduleLabPicture(GanttView* gantt, MemoryCurve* memory, QWidget* parent);
    void renderTo(QPainter* painter, QSize size) override;

private:
    GanttView* gantt_;
    MemoryCurve* memory_;
};

/// Any one or two pipeline schedules on one time axis, of any sizes and times, without a cluster: stepping
/// and playing, bubble share, activations, the figures of the papers as presets. Space plays, left and right
/// step from one event to the next (with Shift they move the chart), Escape shows everything again.
class ScheduleLab : public QWidget {
    Q_OBJECT

public:
    explicit ScheduleLab(QWidget* parent = nullptr);

    /// The schedules that could be made, titles and timelines.
    const QList<GanttEntry>& timelines() const { return entries_; }
    /// Both charts, for export.
    ChartView* picture() { return picture_; }
    /// Seconds; empty: everything is shown.
    std::optional<double> cursor() const { return cursor_; }
    bool isPlaying() const { return timer_.isActive(); }

    void setPreset(int number);
    /// The first or the second schedule; shows the second.
    void setSchedule(int which, ScheduleKind kind, const ScheduleSize& size);

public slots:
    void play(bool on);
    void stepForward();
    void stepBack();
    void showEverything();

signals:
    void exportPictureRequested();
    void exportTraceRequested(int timeline); ///< number in timelines()
    void exportCsvRequested(int timeline);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeControls();
    QLayout* makePlayer();
    void makeTable();
    bool playKey(const QKeyEvent& event);
    bool readTimes();
    void recompute();
    void showTable();
    void setCursorTime(std::optional<double> time);
    double duration() const;

    std::array<SchedulePicker*, 2> pickers_{};
    QComboBox *presets_, *p2p_, *speed_;
    QLineEdit *forward_, *backward_, *link_;
    QDoubleSpinBox *weight_share_, *overlapped_;
    QLabel *times_refusal_, *now_;
    QToolButton* play_;
    QSlider* slider_;
    QTableWidget* table_;
    GanttView* gantt_;
    MemoryCurve* memory_;
    ScheduleLabPicture* picture_;

    DeviceTimes times_; ///< milliseconds
    QList<GanttEntry> entries_;
    std::vector<double> events_; ///< sorted times at which something starts or ends
    std::optional<double> cursor_;
    QTimer timer_;
    bool quiet_ = false; ///< several settings change at once
};

} // namespace pipette
