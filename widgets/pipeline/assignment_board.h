// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/cluster/gpu_view.h"

class QComboBox;

namespace pipette {

/// Which GPU runs what: stages across, replicas down, each cell the GPUs of one stage of one replica on the
/// tint of their node, or in the colour and with the number of their group, spare GPUs in a tray below. Above
/// them the choice of groups and where these lie. Interaction: see GpuView; here the wheel scrolls and
/// Ctrl+wheel zooms.
class AssignmentBoard : public GpuView {
    Q_OBJECT

public:
    explicit AssignmentBoard(QWidget* parent = nullptr);
    void renderTo(QPainter* painter, QSize size) override;

protected:
    Spot spotAt(const QPointF& point) const override;
    QRectF rectOf(const Spot& spot) const override;
    void shownChanged() override;
    void zoomAt(const QPointF& point, double factor) override;
    void panBy(const QPointF& delta) override;
    void fitAll() override;
    void resizeEvent(QResizeEvent* event) override;
    bool wheelZooms() const override { return false; }
    int furtherCount() const override { return stages_ * replicas_; } ///< cells
    Spot furtherSpot(int item) const override;
    int furtherItemAt(const QPointF& point) const override;

private:
    /// Where things lie in a picture of one size, under the present zoom and scroll.
    struct Frame {
        QRectF cells;         ///< the part of the picture that shows cells
        QRectF tray;          ///< spare GPUs; empty when there are none
        double heads = 0;     ///< top of the stages' heads
        QPointF origin;       ///< top left of cell (0, 0)
        int bands = 1;        ///< replicas wrap into so many bands side by side, where few stages leave room
        int band_rows = 1;    ///< replicas of a band
        double band_step = 0; ///< from one band to the next
        double cell_width = 1, cell_height = 1;
        double host_line = 0; ///< height of the host name in a cell; 0: no room
        double host_side = 0; ///< width of the host name left of the GPUs of a low cell; 0: none
        int columns = 1;      ///< GPUs side by side in a cell
        double gpu_side = 0;  ///< below `least_side`: cells are drawn as one tile
        double spare_side = 0;
    };
    static constexpr double least_side = 6;
    static constexpr double margin = 6;

    Frame frame(QSize size) const;
    void chooseBands(Frame& frame, double label_width, double host_height) const;
    QSizeF contentSize(const Frame& frame) const;
    QRectF cellRect(const Frame& frame, int device, int replica) const;
    QRectF gpuRect(const Frame& frame, int index) const; ///< index into cell_gpus_
    QRectF spareRect(const Frame& frame, int index) const;
    void paintHeaders(QPainter& painter, const Frame& frame, QSize size) const;
    void paintStageHeads(QPainter& painter, const Frame& frame) const;
    void paintReplicaHeads(QPainter& painter, const Frame& frame) const;
    void paintScrollMarks(QPainter& painter, const Frame& frame, QSize size) const;
    ChartTable::Content tableContent() const;
    void fillChoice();
    double choiceHeight() const; ///< of the line above the board; 0: nothing to choose
    void paintCell(QPainter& painter, const Frame& frame, int device, int replica) const;
    void paintTile(QPainter& painter, const QRectF& box, int cell) const;
    void paintCellName(QPainter& painter, const Frame& frame, const QRectF& box, int cell) const;
    void paintGpu(QPainter& painter, const QRectF& square, int gpu) const;
    QBrush brushOf(int gpu) const; ///< of its group, or its node
    void paintTray(QPainter& painter, const Frame& frame) const;

    int stages_ = 0, replicas_ = 0, block_ = 1; ///< block: GPUs of a cell
    std::vector<int> cell_gpus_;                ///< (device * dp + replica) * block + place in the block
    std::vector<QString> cell_names_;           ///< device * dp + replica
    QString longest_host_;                      ///< in them
    std::vector<int> index_of_gpu_;             ///< into cell_gpus_; -1 - index into spares_ for spares
    std::vector<int> spares_;
    QComboBox* choice_;
    double zoom_ = 1;
    QPointF scroll_;
};

} // namespace pipette
