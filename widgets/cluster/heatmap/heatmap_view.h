// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/accessible/drawn_items.h"
#include "widgets/charts/chart_view.h"
#include "widgets/charts/sliced_work.h"
#include "widgets/cluster/heatmap/heatmap_pool.h"
#include "widgets/cluster/link_menu.h"
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

    /// GB/s of the first and the last colour, of what was drawn last: as far as the drawn cells reach. With
    /// snapshots it is that of all that were shown, so that they compare.
    std::pair<double, double> scale() const { return {low_, high_}; }

    void renderTo(QPainter* painter, QSize size) override;

    /// The cells row by row, as far as their numbers reach.
    int drawnCount() const override;
    DrawnItem drawnItem(int item) const override;
    int drawnItemAt(const QPointF& point) const override;
    int drawnCursor() const override { return itemOf(cursor_); }
    void chooseDrawn(int item) override;
    int drawnRow(int item) const override { return item / cells(); }

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
    struct Cell {
        int from = -1, to = -1;
    };
    int cells() const; ///< of a row or a column; 0 without a cluster
    int itemOf(Cell cell) const;
    bool isChosen(Cell cell) const;
    std::vector<int> gpusOf(Cell cell) const; ///< of sender and receiver, sorted
    QSize chartSize() const;
    QRectF plotArea(QSize size) const;
    double drawnRight(const QRectF& plot) const;  ///< right edge of the cells that are drawn
    bool betweenNodes() const;                    ///< a cell is a pair of nodes, not of GPUs
    double cellsAcross(const QRectF& plot) const; ///< along the plot's shorter side
    double pixelsPerCell(const QRectF& plot) const;
    Cell cellAt(const QPointF& point) const;
    QRectF cellRect(const QRectF& plot, Cell cell) const;
    QString nameOf(int index) const;
    std::vector<int> faultsOf(Cell cell) const; ///< indices into Cluster::faults
    QString cellText(Cell cell) const;          ///< a line, and one for each fault
    void zoomAt(const QPointF& point, double factor);
    void clampView();
    void choose(Cell cell);
    void startPool();
    void poolReady();
    void refreshTable();
    void paintCells(QPainter& painter, const QRectF& plot);
    void paintFaults(QPainter& painter, const QRectF& plot) const;
    int drawnLevel(const QRectF& plot) const; ///< of the pool
    void paintValues(QPainter& painter, const QRectF& plot) const;
    void paintAxes(QPainter& painter, const QRectF& plot) const;
    QRectF barArea(const QRectF& plot) const; ///< of the colours' key
    void paintBar(QPainter& painter, const QRectF& bar) const;
    void paintSpread(QPainter& painter, const QRectF& bar, double right) const;
    void paintSelection(QPainter& painter, const QRectF& plot) const;
    void fitScale(const QRectF& plot);
    void makeColours();

    Shown shown_;
    KnownFaults faults_;
    Selection selection_;
    int snapshot_ = -1;
    std::shared_ptr<HeatmapPool> pool_, next_; ///< drawn; still being pooled
    SlicedWork pooling_;
    std::vector<QRgb> colours_; ///< by code
    bool coloured_dark_ = false;
    double low_ = 1, high_ = 10;            ///< of the colours; links between nodes
    double whole_low_ = 0, whole_high_ = 0; ///< of all links of the snapshots that were shown
    double zoom_ = 1;                       ///< 1: all cells
    QPointF origin_;                        ///< row and column of the cell in the top left corner of the view
    Cell cursor_{0, 0};
    QPointF press_;
    bool moved_ = false;
    QImage picture_; ///< reused from frame to frame
    QSlider* slider_;
    QLabel* time_;
};

} // namespace pipette
