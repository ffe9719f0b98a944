// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/accessible/drawn_items.h"
#include "widgets/charts/chart_view.h"
#include "widgets/charts/sliced_work.h"
#include "widgets/cluster/heatmap/heatmap_scale.h"
#include "widgets/cluster/link_menu.h"
#include "widgets/cluster/topology/measured_links.h"
#include "widgets/plans/selection.h"
#include "widgets/plans/shown.h"

#include <QImage>

class QLabel;
class QSlider;

namespace pipette {

/// The measured bandwidth, sender down and receiver across, on a logarithmic scale; a slider walks through
/// the snapshots of the cluster's history. Wheel zooms, drag pans, a click selects sender and receiver. Keys:
/// arrows move the cell cursor, Enter selects, + and - zoom, 0 fits, PageUp and PageDown change the snapshot.
class HeatmapView : public ChartView, public DrawnItems {
    Q_OBJECT

public:
    explicit HeatmapView(QWidget* parent = nullptr);

    void setShown(const Shown& shown);
    void setSelection(const Selection& selection);
    void setSnapshot(int snapshot); ///< -1: what the plan uses; else of Cluster::history
    int snapshot() const { return snapshot_; }
    void zoomTo(int first_row, int first_column,
                double cells_across); ///< cells from the left to the right edge
    /// GB/s of the first and the last colour of what was drawn last.
    std::pair<double, double> scale() const { return {scale_.low(), scale_.high()}; }

    void renderTo(QPainter* painter, QSize size) override;

    /// The cells row by row, as far as their numbers reach.
    int drawnCount() const override { return cells_.itemCount(); }
    DrawnItem drawnItem(int item) const override;
    int drawnItemAt(const QPointF& point) const override;
    int drawnCursor() const override { return cells_.itemOf(cursor_); }
    void chooseDrawn(int item) override { choose(cells_.cellOf(item)); }
    int drawnRow(int item) const override { return item / cells_.side(); }

signals:
    void selectionRequested(pipette::Selection selection);
    void snapshotChanged(int snapshot);
    void linkRequested(const pipette::LinkIntent& intent);

protected:
    QString tipAt(const QPoint& point) const override;
    void addItemActions(QMenu& menu, int item) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    bool isChosen(HeatmapCell cell) const;
    QSize chartSize() const; ///< without the slider
    QRectF plotArea(QSize size) const;
    HeatmapZoom zoomIn(QSize size) const; ///< the same cells in a picture of another size
    HeatmapZoom& zoom();
    void choose(HeatmapCell cell);
    void startPool();
    void poolReady();
    void refreshTable();

    HeatmapCells cells_;
    Selection selection_;
    int snapshot_ = -1;
    std::shared_ptr<HeatmapPool> pool_, next_; ///< drawn; still being pooled
    std::shared_ptr<LinkScan> scan_;           ///< of the matrix for planning; null: a snapshot is shown
    std::vector<HeatmapCell> slow_;            ///< the slowest links of pool_
    SlicedWork pooling_;
    HeatmapScale scale_;
    HeatmapZoom zoom_;
    HeatmapCell cursor_{0, 0};
    QImage pixels_; ///< reused from frame to frame
    QSlider* slider_;
    QLabel* time_;
};

} // namespace pipette
