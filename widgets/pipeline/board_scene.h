// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/cluster/gpus/gpu_scene.h"

#include <QFont>
#include <QSize>

namespace pipette {

/// The cells of an assignment board and the GPUs in them. Cells are numbered stage by stage.
struct BoardCells {
    int stages = 0, replicas = 0;
    int block = 1;                 ///< GPUs of a cell
    std::vector<int> gpus;         ///< [cell * block + place in the block]
    std::vector<QString> names;    ///< by cell
    QString longest_host;          ///< in the names
    std::vector<QString> kinds;    ///< by cell, "V100"; empty: of several kinds, or all are of one
    QString longest_kind;          ///< of these
    std::vector<int> index_of_gpu; ///< into gpus; -1 - index into spares for spares
    std::vector<int> spares;
    int cell(int device, int replica) const { return device * replicas + replica; }
};

BoardCells boardCells(const ShownGpus& gpus);

/// What of a board is in sight.
struct BoardSight {
    double zoom = 1;
    QPointF scroll; ///< pixels from where everything fits
};

/// Where cells, GPUs and spares lie in a picture of one size, under the present zoom and scroll. Items are
/// GPUs, then cells.
class BoardScene : public GpuScene {
public:
    static constexpr double least_side = 6; ///< pixels of a GPU below which cells are drawn as one tile
    static constexpr double margin = 6;

    /// `top`: height that stays free above the board.
    BoardScene(const ShownGpus& gpus, const BoardCells& cells, const BoardSight& sight, QSize size,
               const QFont& font, double top);

    // Lengths in pixels.
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
    double gpu_side = 0;
    double spare_side = 0;

    const BoardCells& board() const { return board_; }
    QSizeF contentSize() const;
    QRectF cellRect(int device, int replica) const;
    QRectF gpuRect(int index) const; ///< index into BoardCells::gpus
    QRectF spareRect(int index) const;
    int bandAt(double x) const;

    Spot spotAt(const QPointF& point) const override;
    QRectF rectOf(const Spot& spot) const override;
    int itemCount() const override { return gpus().count() + board_.stages * board_.replicas; }
    Spot spotOfItem(int item) const override;
    int itemOf(const Spot& spot) const override;

private:
    void placeTray(QSize size);
    void chooseBands(double label_width);

    const BoardCells& board_;
    double small_height_; ///< of a line in small
};

} // namespace pipette
