// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_view.h"
#include "widgets/lab/lab_simulation.h"

#include <array>
#include <optional>

class QComboBox;
class QTableWidget;

namespace pipette {

class LabPlayer;
class LabTimes;
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
/// step from one event to the next (with Shift they move the chart), comma and point change the speed, Escape
/// shows everything again.
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

    void setPreset(int number);
    /// The first or the second schedule; shows the second.
    void setSchedule(int which, ScheduleKind kind, const ScheduleSize& size);
    /// The same with a person's own.
    void setOwnSchedule(int which, std::shared_ptr<const Schedule> schedule, const QString& title);

signals:
    void exportPictureRequested();
    void exportPageRequested();              ///< a page that plays what is shown, to send to somebody
    void exportLessonRequested();            ///< a lesson on what is shown, to be written on
    void exportTraceRequested(int timeline); ///< number in timelines()
    void exportCsvRequested(int timeline);
    /// The person wants to read a schedule of their own into the first or the second place.
    void openRequested(int which);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeControls();
    QWidget* makeExports();
    void makeTable();
    void recompute();
    void showAnswer(const LabAnswer& answer);
    void showTable();
    void showNow(std::optional<double> time);

    std::array<SchedulePicker*, 2> pickers_{};
    QComboBox *presets_, *colours_;
    LabTimes* times_;
    LabPlayer* player_;
    QTableWidget* table_;
    GanttView* gantt_;
    MemoryCurve* memory_;
    ScheduleLabPicture* picture_;

    LabRunner runner_;
    LabRequest request_;     ///< the newest
    std::uint64_t wish_ = 0; ///< number of the newest request
    QList<GanttEntry> entries_;
    bool quiet_ = false; ///< several settings change at once
};

} // namespace pipette
