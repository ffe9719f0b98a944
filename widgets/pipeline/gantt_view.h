// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/candidate.h"
#include "core/schedule/timeline.h"
#include "widgets/accessible/drawn_items.h"
#include "widgets/charts/chart_table.h"
#include "widgets/pipeline/gantt_marks.h"
#include "widgets/plans/selection.h"
#include "widgets/theme/bar_palette.h"

#include <QList>
#include <QWidget>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

class QCustomPlot;
class QLabel;
class QMenu;

namespace pipette {

class GanttLegend;
class GanttShares;
class TimelineMarks;
class TimelinePlottable;

/// One timeline to show, with what a person calls it.
struct GanttEntry {
    QString title;
    std::shared_ptr<const Timeline> timeline;
    std::optional<double> bubble = {};     ///< share of the time, as other views tell it; empty: idle_share
    std::optional<Breakdown> parts = {};   ///< of the whole step, for the bar above the chart; empty: no bar
    std::optional<double> stuck_from = {}; ///< seconds from which on nothing runs, because of a deadlock
};

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
    static constexpr int left_margin = 68; ///< pixels at least, so that charts below it can align

    explicit GanttView(QWidget* parent = nullptr);

    /// Shows the first four and everything of them.
    void setTimelines(const QList<GanttEntry>& entries);
    /// Shows timelines that follow from the ones before: the same stretch of time stays in sight.
    void changeTimelines(const QList<GanttEntry>& entries);
    /// Draws marks over the bars until the next call. Their operations are those of the shown timelines.
    void setMarks(GanttMarks marks);
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
    /// Nobody has zoomed or moved the chart since then.
    bool showsAll() const;
    /// The picture in a size of its own, for PNG, SVG and PDF.
    void renderTo(QPainter* painter, QSize size);
    /// The widget that gets the mouse, for who drags bars.
    QWidget* canvas() const;
    /// The operation at a point of the canvas; empty: none there.
    std::optional<GanttOperation> operationAt(const QPointF& point) const;
    /// Seconds at a place across the canvas.
    double timeAt(double x) const;
    /// Where an operation is drawn now, on the canvas; empty: out of sight.
    QRectF placeOf(const GanttOperation& operation) const;
    /// Puts the keyboard on an operation: Ctrl with the left and right keys goes on from there.
    void setBarCursor(const GanttOperation& operation);
    /// How every device spends its time: what Ctrl+C copies.
    const ChartTable* devices() const { return &table_; }

    /// The bars, row by row.
    int drawnCount() const override { return firsts_.empty() ? 0 : firsts_.back(); }
    DrawnItem drawnItem(int item) const override;
    int drawnItemAt(const QPointF& point) const override;
    int drawnCursor() const override { return itemOf(hovered_); }
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
    void addColourActions(QMenu& menu);
    void applyTheme();
    void rebuild();
    /// Gives rows their places in a view of this height: headings as high as their words.
    void placeRows(int height);
    void showLegend();
    void showShares();
    void hover(const QPoint& position);
    /// Arrows of the bar that the pointer or the keyboard is on; {-1, -1}: of none.
    void pointAt(std::pair<int, int> bar);
    void stepBar(int step); ///< to the next bar of the chosen device, or back
    void numberItems();
    void tellChosen(std::pair<int, int> bar);
    int itemOf(std::pair<int, int> bar) const; ///< -1: none
    std::pair<int, int> barOf(int item) const; ///< row and number in the row
    /// Arrows of what the chosen device does at the play time: what hovering shows, without a mouse.
    void pointAtPlayTime();
    void choose(int device);
    QString describe(int row, int bar) const;

    ChartTable table_;
    QCustomPlot* plot_;
    TimelinePlottable* bars_;
    TimelineMarks* marks_;
    GanttLegend* legend_;
    GanttShares* shares_;
    QLabel* empty_; ///< what is said in the place of the chart
    QList<GanttEntry> entries_;
    Selection selection_;
    BarColours colours_ = BarColours::kind;
    std::vector<BarStyle> styles_; ///< that the rows use
    std::optional<double> play_time_;
    bool sends_shown_ = true;
    std::pair<double, double> all_{0, 1}; ///< the stretch of time of the last showAll()
    std::pair<int, int> hovered_{-1, -1}; ///< row and bar
    std::vector<int> firsts_;             ///< [row] the item of its first bar; one more: how many there are
};

} // namespace pipette
