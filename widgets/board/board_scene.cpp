// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/board_scene.h"

#include "core/base/index.h"
#include "widgets/cluster/topology/topology_layout.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace pipette {
namespace {

constexpr double band_gap = 8;
constexpr int most_bands = 8;
constexpr double legible_side = 14; // of a GPU's square with its number
constexpr double named_side = 7;    // of a GPU's square below a name: smaller ones give way to the name
constexpr double lowest_card = 12;
constexpr double largest_side = 40;
constexpr double key_height = 150; // of a board from which tints are explained

/// GPUs side by side that give the largest squares in a box.
int bestColumns(int count, double width, double height, double* side) {
    int best = 1;
    *side = 0;
    for (int columns = 1; columns <= count; ++columns) {
        const int rows = (count + columns - 1) / columns;
        const double fits = std::min(width / columns, height / rows);
        if (fits > *side + 1e-9) {
            *side = fits;
            best = columns;
        }
    }
    return best;
}

void findRacks(BoardCells& board, const Cluster& cluster) {
    std::vector<bool> used(cluster.nodes.size());
    for (const int gpu : board.gpus)
        used[index(cluster.node_of(gpu))] = true;
    board.rack_of_node.assign(cluster.nodes.size(), -1);
    for (std::size_t node = 0; node < used.size(); ++node) {
        if (!used[node])
            continue;
        const QString rack = rackName(cluster.nodes[node]);
        auto number = board.racks.isEmpty() || board.racks.back() != rack ? board.racks.indexOf(rack)
                                                                          : board.racks.size() - 1;
        if (number < 0) {
            number = board.racks.size();
            board.racks << rack;
        }
        board.rack_of_node[node] = static_cast<int>(number);
    }
    if (board.racks.size() < 2)
        board.racks.clear();
}

} // namespace

BoardCells boardCells(const ShownGpus& gpus) {
    BoardCells made;
    made.index_of_gpu.assign(gpus.roles().size(), 0);
    if (const Candidate* candidate = gpus.shown().candidate.get(); candidate && gpus.cluster()) {
        const RankGrid grid(candidate->config);
        made.stages = grid.size(Spread::stages), made.replicas = grid.size(Spread::replicas);
        made.block = grid.size(Spread::peers);
        int runs = 0;
        for (int cell = 0; cell < made.stages * made.replicas; ++cell) {
            std::vector<int> block;
            for (int peer = 0; peer < made.block; ++peer) {
                const int rank = grid.rank({cell / made.replicas, cell % made.replicas, peer});
                const int gpu = candidate->mapping.gpu_of_rank[index(rank)];
                made.index_of_gpu[index(gpu)] = static_cast<int>(made.gpus.size());
                made.gpus.push_back(gpu);
                block.push_back(gpu);
            }
            const int node = gpus.cluster()->node_of(block.front());
            const bool one = std::all_of(block.begin(), block.end(),
                                         [&](int gpu) { return gpus.cluster()->node_of(gpu) == node; });
            made.nodes.push_back(one ? node : -1);
            const bool joined = one && cell % made.replicas > 0 && made.nodes[index(cell - 1)] == node;
            runs += joined ? 0 : 1;
        }
        made.usual_run = static_cast<double>(made.nodes.size()) / std::max(runs, 1);
        made.names = NodeNames(*gpus.cluster());
        findRacks(made, *gpus.cluster());
    }
    for (int gpu = 0; gpu < gpus.count(); ++gpu)
        if (gpus.role(gpu).rank < 0) {
            made.index_of_gpu[index(gpu)] = -1 - static_cast<int>(made.spares.size());
            made.spares.push_back(gpu);
        }
    return made;
}

BoardScene::BoardScene(const ShownGpus& shown, const BoardCells& board, const BoardSight& sight, QSize size,
                       const QFont& font, double top)
    : GpuScene(shown), heads(margin + top), board_(board) {
    const QFontMetricsF metrics(font), small(smallFont(font));
    small_height_ = small.height();
    range_width_ = small.horizontalAdvance(QStringLiteral("0\u20130"));
    double bottom = size.height();
    const bool told = !board.racks.empty() || !board.names.note().isEmpty();
    if (told && size.height() - top >= key_height) {
        key = QRectF(margin, bottom - small_height_ - 5, size.width() - 2 * margin, small_height_ + 3);
        bottom = key.top();
    }
    placeTray(size, bottom);
    const double left = margin + metrics.horizontalAdvance(QStringLiteral("r000")) + 6;
    const double first = heads + metrics.height() + 4;
    bottom = tray.isNull() ? bottom : tray.top();
    cells = QRectF(left, first, std::max(size.width() - left - margin, 20.0),
                   std::max(bottom - first - margin, 20.0));
    chooseBands(left - margin, small.horizontalAdvance(board.names.longestBrief()));
    cell_width *= sight.zoom;
    cell_height *= sight.zoom;
    band_step = board.stages * cell_width + left - margin + band_gap;
    chooseNames(font);
    joinCards();
    const auto scrolled = [](double scroll, double length, double room) {
        return std::clamp(scroll, std::min(room - length, 0.0), 0.0);
    };
    const QSizeF all = contentSize();
    origin = cells.topLeft() + QPointF(scrolled(sight.scroll.x(), all.width(), cells.width()),
                                       scrolled(sight.scroll.y(), all.height(), cells.height()));
}

/// Names in full, else in brief, else in brief and as small as numbers on chips.
void BoardScene::chooseNames(const QFont& font) {
    const auto width = [this](const QString& name) {
        return QFontMetricsF(name_font).horizontalAdvance(name);
    };
    const double room = cell_width - 3;
    name_font = smallFont(font);
    name_width_ = width(board_.names.longestFull());
    brief_names = name_width_ > room - 3;
    const int smallest = tokens::scaled(9);
    for (int pixels = tokens::caption; brief_names && pixels >= smallest; --pixels) {
        name_font = sizedFont(font, pixels);
        name_width_ = width(board_.names.longestBrief());
        if (name_width_ <= room)
            return;
    }
}

/// Squares of spares as large as a tray of a quarter of the picture allows.
void BoardScene::placeTray(QSize size, double bottom) {
    if (board_.spares.empty())
        return;
    const double width = size.width() - 2 * margin;
    double side = tokens::scaled(22);
    const auto rows = [&] {
        return std::ceil(static_cast<double>(board_.spares.size()) / std::max(std::floor(width / side), 1.0));
    };
    while (side > 5 && rows() * side > size.height() * 0.25)
        side -= 1;
    spare_side = side;
    const double high = std::min(rows() * side, size.height() * 0.25) + small_height_ + 8;
    tray = QRectF(margin, bottom - high, width, high - margin);
}

void BoardScene::chooseBands(double label_width, double name) {
    const int replicas = std::max(board_.replicas, 1);
    double widest = 0;
    for (int count = 1; count <= std::min(replicas, most_bands); ++count) {
        const int rows = (replicas + count - 1) / count;
        const double room = cells.width() - (count - 1) * (label_width + band_gap);
        const double width = std::clamp(room / count / std::max(board_.stages, 1), 14.0, 340.0);
        const double run = std::min(board_.usual_run, static_cast<double>(rows));
        const double height = std::clamp(cells.height() / rows, lowest_card / std::max(run, 1.0), 220.0);
        const auto inside = static_cast<int>(std::lround(run * board_.block));
        double side = 0;
        bestColumns(std::max(inside, 1), width - 6, run * height - 6 - small_height_, &side);
        if (count > 1 && width < name + 6) // names matter more than squares
            break;
        // One band reads most easily: more only where that makes GPUs legible.
        if (count > 1 && (widest >= legible_side || side < 1.25 * widest))
            continue;
        widest = side;
        bands = count;
        band_rows = rows;
        cell_width = width;
        cell_height = height;
    }
}

QSizeF BoardScene::contentSize() const {
    return {(bands - 1) * band_step + board_.stages * cell_width, band_rows * cell_height};
}

QRectF BoardScene::cellRect(int device, int replica) const {
    const int band = replica / band_rows;
    return {origin.x() + band * band_step + device * cell_width,
            origin.y() + replica % band_rows * cell_height, cell_width, cell_height};
}

void BoardScene::joinCards() {
    card_of_cell_.reserve(board_.nodes.size());
    for (int device = 0; device < board_.stages; ++device)
        for (int replica = 0; replica < board_.replicas; ++replica) {
            const int node = board_.nodes[index(board_.cell(device, replica))];
            const bool joined =
                replica % band_rows > 0 && node >= 0 && !cards_.empty() && cards_.back().node == node;
            if (joined)
                ++cards_.back().count;
            else
                cards_.push_back({device, replica, 1, node});
            card_of_cell_.push_back(static_cast<int>(cards_.size()) - 1);
        }
}

QRectF BoardScene::cardRect(const BoardCard& card) const {
    return (cellRect(card.device, card.first) | cellRect(card.device, card.first + card.count - 1))
        .adjusted(1, 1, -1, -1);
}

CardParts BoardScene::partsOf(const BoardCard& card) const {
    return partsIn(cardRect(card), card.count * board_.block, name_width_, range_width_);
}

/// Words stand above the GPUs, in as many lines as leave these large enough, or at their left.
CardParts BoardScene::partsIn(const QRectF& box, int gpus, double name, double range) const {
    const QRectF inner = box.adjusted(2, 1, -2, -1);
    const double line = small_height_;
    CardParts parts;
    const auto fill = [&](const QRectF& room) {
        parts.columns = bestColumns(gpus, room.width(), room.height(), &parts.side);
        parts.side = std::min<double>(std::floor(parts.side), tokens::scaled(largest_side));
        const int rows = (gpus + parts.columns - 1) / parts.columns;
        const QSizeF all(parts.columns * parts.side, rows * parts.side);
        parts.chips = QRectF(room.center() - QPointF(all.width() / 2, all.height() / 2), all);
    };
    const bool named = name <= box.width() - 1 && line <= inner.height();
    const QRectF first(inner.topLeft(), QSizeF(inner.width(), line));
    if (named && range <= inner.width()) {
        fill(inner.adjusted(1, 2 * line, -1, -1));
        if (parts.side >= named_side) {
            parts.name = first;
            parts.range = first.translated(0, line - 1);
            return parts;
        }
    }
    if (named) {
        fill(inner.adjusted(1, line, -1, 0));
        if (parts.side >= named_side) {
            parts.name = first;
            return parts;
        }
        fill(inner.adjusted(name + 4, 0, 0, 0));
        if (parts.side >= named_side) {
            parts.name = QRectF(inner.left() + 1, inner.center().y() - line / 2, name + 2, line);
            return parts;
        }
        parts.side = 0;
        parts.name = QRectF(inner.left(), inner.center().y() - line / 2, inner.width(), line);
        return parts;
    }
    fill(inner);
    if (parts.side < least_side)
        parts.side = 0;
    return parts;
}

QRectF BoardScene::gpuRect(int number) const {
    const int cell = number / board_.block;
    const BoardCard& card = cards_[index(card_of_cell_[index(cell)])];
    const CardParts parts = partsOf(card);
    if (parts.side <= 0)
        return cellRect(cell / board_.replicas, cell % board_.replicas);
    return parts.chip((cell % board_.replicas - card.first) * board_.block + number % board_.block);
}

QRectF BoardScene::spareRect(int index) const {
    const int across = std::max(static_cast<int>(tray.width() / spare_side), 1);
    const double top = tray.top() + small_height_ + 4;
    const int row = index / across;
    const QRectF rect(tray.left() + index % across * spare_side, top + row * spare_side, spare_side,
                      spare_side);
    return rect.bottom() <= tray.bottom() + 2 ? rect : QRectF();
}

int BoardScene::bandAt(double x) const {
    return std::clamp(static_cast<int>(std::floor((x - origin.x()) / band_step)), 0, bands - 1);
}

int BoardScene::gpuAt(const BoardCard& card, const CardParts& parts, const QPointF& point) const {
    if (parts.side <= 0 || !parts.chips.contains(point))
        return -1;
    const QPointF at = (point - parts.chips.topLeft()) / parts.side;
    const int place = static_cast<int>(at.y()) * parts.columns + static_cast<int>(at.x());
    return static_cast<int>(at.x()) < parts.columns && place < card.count * board_.block
               ? board_.gpus[index(board_.cell(card.device, card.first) * board_.block + place)]
               : -1;
}

Spot BoardScene::spotAt(const QPointF& point) const {
    for (std::size_t i = 0; i < board_.spares.size() && tray.contains(point); ++i)
        if (spareRect(static_cast<int>(i)).contains(point))
            return spotOfGpu(board_.spares[i]);
    int band = bandAt(point.x());
    const double across = point.x() - origin.x() - band * band_step;
    const auto device = static_cast<int>(std::floor(across / cell_width));
    const bool on_label = point.x() < cells.left() || (device >= board_.stages && band + 1 < bands);
    band += point.x() >= cells.left() && on_label; // names of replicas stand left of their band
    const auto row = static_cast<int>(std::floor((point.y() - origin.y()) / cell_height));
    const int replica = band * band_rows + row;
    const bool on_device = point.x() >= cells.left() && across >= 0 && device < board_.stages;
    const bool on_replica = point.y() >= cells.top() && row >= 0 && row < band_rows &&
                            replica < board_.replicas && point.y() < cells.bottom();
    if (on_device && point.y() < cells.top() && point.y() >= heads)
        return {.kind = Spot::Kind::stage, .device = device};
    if (on_replica && on_label)
        return {.kind = Spot::Kind::replica, .replica = replica};
    if (!on_device || !on_replica)
        return {};
    const BoardCard& card = cards_[index(card_of_cell_[index(board_.cell(device, replica))])];
    const CardParts parts = partsOf(card);
    if (const int gpu = gpuAt(card, parts, point); gpu >= 0)
        return spotOfGpu(gpu);
    // A card without GPUs is a cell, or a group of them, whatever its name.
    if (card.node >= 0 && parts.side > 0 && !gpus().groups() && parts.name.contains(point))
        return spotOfNode(card.node);
    return {.kind = Spot::Kind::cell, .device = device, .replica = replica};
}

QRectF BoardScene::rectOf(const Spot& spot) const {
    switch (spot.kind) {
    case Spot::Kind::gpu: {
        const int at = board_.index_of_gpu[index(spot.gpu)];
        return at < 0 ? spareRect(-1 - at) : gpuRect(at);
    }
    case Spot::Kind::cell:
        return cellRect(spot.device, spot.replica).adjusted(2, 2, -2, -2);
    case Spot::Kind::stage:
        return cellRect(spot.device, 0) | cellRect(spot.device, std::min(board_.replicas, band_rows) - 1);
    case Spot::Kind::replica:
        return cellRect(0, spot.replica) | cellRect(board_.stages - 1, spot.replica);
    case Spot::Kind::node:
        return rectOf(spotOfGpu(gpus().cluster()->first_gpu(spot.node)));
    case Spot::Kind::group:
    case Spot::Kind::box:
    case Spot::Kind::link:
    case Spot::Kind::none:
        break;
    }
    return {};
}

Spot BoardScene::spotOfItem(int item) const {
    const int cell = item - gpus().count();
    return cell < 0 ? spotOfGpu(item)
                    : Spot{.kind = Spot::Kind::cell,
                           .device = cell / board_.replicas,
                           .replica = cell % board_.replicas};
}

int BoardScene::itemOf(const Spot& spot) const {
    return spot.kind == Spot::Kind::gpu    ? spot.gpu
           : spot.kind == Spot::Kind::cell ? gpus().count() + board_.cell(spot.device, spot.replica)
                                           : -1;
}

} // namespace pipette
