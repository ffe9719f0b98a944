// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/cluster/gpus/gpu_scene.h"
#include "widgets/cluster/node_names.h"

#include <QFont>
#include <QSize>

namespace pipette {

/// The cells of an assignment board and the GPUs in them. Cells are numbered stage by stage.
struct BoardCells {
    int stages = 0, replicas = 0;
    int block = 1;                 ///< GPUs of a cell
    std::vector<int> gpus;         ///< [cell * block + place in the block]
    std::vector<int> nodes;        ///< by cell; -1: its GPUs are of several
    NodeNames names;               ///< of the cluster's nodes
    QStringList racks;             ///< of the nodes with cells; empty where no two lie in different racks
    std::vector<int> rack_of_node; ///< [node] index into `racks`
    double usual_run = 1;          ///< cells of one node below each other, on average
    std::vector<int> index_of_gpu; ///< into gpus; -1 - index into spares for spares
    std::vector<int> spares;
    int cell(int device, int replica) const { return device * replicas + replica; }
};

BoardCells boardCells(const ShownGpus& gpus);

/// Cells of one stage and one node below each other: they are drawn as one.
struct BoardCard {
    int device = 0;
    int first = 0, count = 1; ///< replicas
    int node = -1;            ///< -1: the GPUs are of several
};

/// Where the words and the GPUs of a card lie. Empty lines: no room.
struct CardParts {
    QRectF name, range; ///< lines of the node's name and of the numbers of its GPUs
    QRectF chips;       ///< the squares of all GPUs
    int columns = 1;    ///< GPUs side by side
    double side = 0;    ///< pixels of a GPU; 0: none is drawn

    QRectF chip(int place) const { ///< of a GPU, counted in the card
        const int column = place % columns, row = place / columns;
        return {chips.left() + column * side, chips.top() + row * side, side, side};
    }
};

/// What of a board is in sight.
struct BoardSight {
    double zoom = 1;
    QPointF scroll; ///< pixels from where everything fits
};

/// Where cells, GPUs and spares lie in a picture of one size, under the present zoom and scroll. Items are
/// GPUs, then cells.
class BoardScene : public GpuScene {
public:
    static constexpr double least_side = 6; ///< pixels of a GPU below which cards show none
    static constexpr double margin = 6;

    /// `top`: height that stays free above the board.
    BoardScene(const ShownGpus& gpus, const BoardCells& cells, const BoardSight& sight, QSize size,
               const QFont& font, double top);

    // Lengths in pixels.
    QRectF cells;         ///< the part of the picture that shows cells
    QRectF tray;          ///< spare GPUs; empty when there are none
    QRectF key;           ///< line that tells what tints and names mean; empty: no room, or nothing to tell
    double heads = 0;     ///< top of the stages' heads
    QPointF origin;       ///< top left of cell (0, 0)
    int bands = 1;        ///< replicas wrap into so many bands side by side, where few stages leave room
    int band_rows = 1;    ///< replicas of a band
    double band_step = 0; ///< from one band to the next
    double cell_width = 1, cell_height = 1;
    bool brief_names = false; ///< names in full have no room
    QFont name_font;          ///< smaller where cards are narrow
    double spare_side = 0;

    const BoardCells& board() const { return board_; }
    QSizeF contentSize() const;
    QRectF cellRect(int device, int replica) const;
    const std::vector<BoardCard>& cards() const { return cards_; }
    QRectF cardRect(const BoardCard& card) const;
    CardParts partsOf(const BoardCard& card) const;
    QRectF gpuRect(int index) const; ///< index into BoardCells::gpus
    QRectF spareRect(int index) const;
    int bandAt(double x) const;

    Spot spotAt(const QPointF& point) const override;
    QRectF rectOf(const Spot& spot) const override;
    int itemCount() const override { return gpus().count() + board_.stages * board_.replicas; }
    Spot spotOfItem(int item) const override;
    int itemOf(const Spot& spot) const override;

private:
    void placeTray(QSize size, double bottom);
    void chooseBands(double label_width, double name);
    void chooseNames(const QFont& font);
    void joinCards();
    /// -1: none of the card's GPUs is drawn there.
    int gpuAt(const BoardCard& card, const CardParts& parts, const QPointF& point) const;
    /// The parts of a box with so many GPUs, where its words are so wide.
    CardParts partsIn(const QRectF& box, int gpus, double name, double range) const;

    const BoardCells& board_;
    double small_height_; ///< of a line in small
    double name_width_ = 0, range_width_ = 0;
    std::vector<BoardCard> cards_;
    std::vector<int> card_of_cell_;
};

} // namespace pipette
