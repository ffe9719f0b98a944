// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pipeline/board_scene.h"

#include "core/base/index.h"
#include "core/plan/edits/mapping_edit.h"
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
constexpr double legible_side = 16; // of a GPU's square with its number

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

} // namespace

BoardCells boardCells(const ShownGpus& gpus) {
    BoardCells made;
    made.index_of_gpu.assign(gpus.roles().size(), 0);
    if (const Candidate* candidate = gpus.shown().candidate.get(); candidate && gpus.cluster()) {
        const RankGrid grid(candidate->config);
        made.stages = grid.size(Spread::stages), made.replicas = grid.size(Spread::replicas);
        made.block = grid.size(Spread::peers);
        for (int cell = 0; cell < made.stages * made.replicas; ++cell) {
            std::vector<int> block;
            for (int peer = 0; peer < made.block; ++peer) {
                const int rank = grid.rank({cell / made.replicas, cell % made.replicas, peer});
                const int gpu = candidate->mapping.gpu_of_rank[index(rank)];
                made.index_of_gpu[index(gpu)] = static_cast<int>(made.gpus.size());
                made.gpus.push_back(gpu);
                block.push_back(gpu);
            }
            std::sort(block.begin(), block.end());
            made.names.push_back(nameText(gpu_list_name(*gpus.cluster(), block)));
            if (const QString host = made.names.back().section(u':', 0, 0);
                host.size() > made.longest_host.size())
                made.longest_host = host;
            const bool alike = std::all_of(block.begin(), block.end(), [&](int gpu) {
                return gpus.kindNumber(gpu) == gpus.kindNumber(block.front());
            });
            made.kinds.push_back(alike ? gpus.kindOfNode(gpus.cluster()->node_of(block.front())) : QString());
            if (made.kinds.back().size() > made.longest_kind.size())
                made.longest_kind = made.kinds.back();
        }
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
    placeTray(size);
    const double left = margin + metrics.horizontalAdvance(QStringLiteral("r000")) + 6;
    const double first = heads + metrics.height() + 4;
    const double below = tray.isNull() ? 0 : size.height() - tray.top();
    cells = QRectF(left, first, std::max(size.width() - left - margin, 20.0),
                   std::max(size.height() - first - below - margin, 20.0));
    chooseBands(left - margin);
    cell_width *= sight.zoom;
    cell_height *= sight.zoom;
    band_step = board.stages * cell_width + left - margin + band_gap;
    const double inner_width = cell_width - 8;
    // A kind is a short word, and says more than the host.
    const double named = board.longest_kind.isEmpty() ? 40 : small.horizontalAdvance(board.longest_kind) + 8;
    host_line = cell_height > 2.4 * small_height_ && cell_width > named ? small_height_ + 1 : 0;
    columns = bestColumns(board.block, inner_width, cell_height - 8 - host_line, &gpu_side);
    gpu_side = std::min<double>(gpu_side, tokens::scaled(48));
    const double beside = small.horizontalAdvance(board.longest_host) + 6;
    if (host_line == 0 && cell_height - 2 >= small_height_ && inner_width - columns * gpu_side >= beside)
        host_side = beside;
    const auto scrolled = [](double scroll, double length, double room) {
        return std::clamp(scroll, std::min(room - length, 0.0), 0.0);
    };
    const QSizeF all = contentSize();
    origin = cells.topLeft() + QPointF(scrolled(sight.scroll.x(), all.width(), cells.width()),
                                       scrolled(sight.scroll.y(), all.height(), cells.height()));
}

/// Squares of spares as large as a tray of a quarter of the picture allows.
void BoardScene::placeTray(QSize size) {
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
    tray = QRectF(margin, size.height() - high, width, high - margin);
}

void BoardScene::chooseBands(double label_width) {
    const int replicas = std::max(board_.replicas, 1);
    double widest = 0;
    for (int count = 1; count <= std::min(replicas, most_bands); ++count) {
        const int rows = (replicas + count - 1) / count;
        const double room = cells.width() - (count - 1) * (label_width + band_gap);
        const double width = std::clamp(room / count / std::max(board_.stages, 1), 14.0, 340.0);
        const double height = std::clamp(cells.height() / rows, 10.0, 220.0);
        const double head = height > 2.4 * small_height_ && width > 40 ? small_height_ + 1 : 0;
        double side = 0;
        bestColumns(board_.block, width - 8, height - 8 - head, &side);
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

QRectF BoardScene::gpuRect(int index) const {
    const int cell = index / board_.block;
    const int place = index % board_.block;
    const QRectF box = cellRect(cell / board_.replicas, cell % board_.replicas);
    if (gpu_side < least_side)
        return box;
    const int rows = (board_.block + columns - 1) / columns;
    const double left = box.center().x() + (host_side - columns * gpu_side) / 2;
    const double top = box.top() + host_line + (box.height() - host_line - rows * gpu_side) / 2;
    const int row = place / columns;
    return {left + place % columns * gpu_side, top + row * gpu_side, gpu_side, gpu_side};
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
    for (int place = 0; place < board_.block && gpu_side >= least_side; ++place) {
        const int at = board_.cell(device, replica) * board_.block + place;
        if (gpuRect(at).contains(point))
            return spotOfGpu(board_.gpus[index(at)]);
    }
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
