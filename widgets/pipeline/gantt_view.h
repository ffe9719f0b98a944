// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/accessible/drawn_items.h"
#include "widgets/charts/chart_table.h"
#include "widgets/pipeline/gantt_entry.h"
#include "widgets/pipeline/gantt_marks.h"
#include "widgets/plans/selection.h"
#include "widgets/theme/bar_palette.h"

#include <QList>
#include <QWidget>

#include <memory>
#include <optional>

class QLabel;

namespace pipette {

class GanttBars;
class GanttPlot;

/// Gantt chart of up to four timelines stacked on one time axis: what every device does when, with its sends
/// below it, idle time grey, the critical path underlined; a bar above tells where a single plan's step goes.
/// Wheel or + and - zoom, dragging or the left and right keys move, Home shows all, up and down choose a
/// device, C (or the context menu) changes what colours tell; the tooltip and the arrows tell what the bar
/// under the cursor waits for. Ctrl with the left and right keys walks from bar to bar of the chosen device
/// and tells the same.
class GanttView : public QWidget, public DrawnItems {
    Q_OBJECT

public:
    static constexpr int most_timelines = 4;

    explicit GanttView(QWidget* parent = nullptr);
    ~GanttView() override;

    /// Shows the first four and everything of them.
    void setTimelines(const QList<GanttEntry>& entries);
    /// Shows timelines that follow from the ones before: the same stretch of time stays in sight.
    void changeTimelines(const QList<GanttEntry>& entries);
    void setSelection(const Selection& selection);
    /// Draws what starts later as an outline; empty: all is shown.
    void setPlayTime(std::optional<double> time);
    void setCriticalShown(bool shown);
    void setEmptyText(const QString& text); ///< while there is no timeline
    /// What colours tell: the kind of work (chunks shaded), the stage or the microbatch.
    void setColours(BarColours colours);
    BarColours colours() const { return colours_; }
    void setSendsShown(bool shown);
    void showAll();
    /// The picture in a size of its own, for PNG, SVG and PDF.
    void renderTo(QPainter* painter, QSize size);
    /// What gets the mouse and shows marks, for who drags bars.
    GanttPlot& canvas() { return *plot_; }
    /// Puts the keyboard on an operation: Ctrl with the left and right keys goes on from there.
    void setBarCursor(const GanttOperation& operation);
    /// How every device spends its time: what Ctrl+C copies.
    const ChartTable* devices() const { return &table_; }

    /// The bars, row by row.
    int drawnCount() const override;
    DrawnItem drawnItem(int item) const override;
    int drawnItemAt(const QPointF& point) const override;
    int drawnCursor() const override;
    void chooseDrawn(int item) override;
    int drawnRow(int item) const override;

signals:
    void selectionRequested(const Selection& selection);
    /// Zoomed or moved: seconds at the left and the right edge.
    void timeRangeChanged(double from, double to);
    void pictureRequested(); ///< in a file
    void coloursChanged(pipette::BarColours colours);
    /// A click, the keyboard or a screen reader came to an operation.
    void operationChosen(const pipette::GanttOperation& operation);

protected:
    void changeEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void applyTheme();
    void rebuild();
    void hover(const QPoint& position);
    /// Shows the arrows of the bar that the pointer or the keyboard is on.
    void pointAt(GanttBar bar);
    void stepBar(int step); ///< to the next bar of the chosen device, or back
    void choose(GanttBar bar);
    void chooseDevice(int device);
    void tellChosen(GanttBar bar);
    /// Arrows of what the chosen device does at the play time: what hovering shows, without a mouse.
    void pointAtPlayTime();

    ChartTable table_;
    GanttPlot* plot_;
    QLabel* empty_; ///< what is said in the place of the chart
    QList<GanttEntry> entries_;
    std::unique_ptr<GanttBars> bars_;
    Selection selection_;
    BarColours colours_ = BarColours::kind;
    std::optional<double> play_time_;
    bool sends_shown_ = true;
    GanttBar hovered_{-1, -1};
};

} // namespace pipette
