// SPDX-License-Identifier: GPL-3.0-or-later
// How TopologyView draws, from far to near: boxes, nodes, lines, GPUs or the cells of nodes, names.
#include "core/base/index.h"
#include "widgets/cluster/topology_view.h"
#include "widgets/theme/button_row.h"
#include "widgets/theme/marks.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QComboBox>
#include <QPainter>

#include <algorithm>
#include <numeric>
#include <utility>

namespace pipette {
namespace {

constexpr double detail_side = 5; // pixels of a GPU from which edges and NICs are drawn
constexpr double edge_side = 5;   // pixels of a node's cell from which it has an edge

/// Strips side by side, each as wide as its share of what is counted.
void paintShares(QPainter& painter, const QRectF& square, const std::vector<std::pair<QBrush, int>>& shares) {
    const double all = std::accumulate(shares.begin(), shares.end(), 0.0,
                                       [](double sum, const auto& share) { return sum + share.second; });
    double left = square.left();
    for (const auto& [brush, count] : shares) {
        const double width = square.width() * count / all;
        fillRect(painter, QRectF(left, square.top(), width, square.height()), brush);
        left += width;
    }
}

} // namespace

int TopologyView::colourKey(int gpu) const {
    const GpuRole& at = role(gpu);
    if (at.rank < 0 || at.excluded)
        return -1;
    if (colouring_ == Colouring::group && groups())
        return groups()->of_gpu(gpu);
    return colouring_ == Colouring::replica ? at.place.replica : at.place.stage;
}

QBrush TopologyView::gpuBrush(int gpu) const {
    const Theme& theme = themeOf(this);
    switch (colouring_) {
    case Colouring::stage:
    case Colouring::replica:
    case Colouring::group: {
        const int key = colourKey(gpu);
        return key < 0 ? QBrush(theme.base) : stageBrush(key, theme);
    }
    case Colouring::memory:
        return QBrush(theme.base); // a gauge is drawn into the square
    case Colouring::bandwidth: {
        const Selection& chosen = selection();
        double value = 0;
        if (chosen.gpus.size() == 1 && chosen.gpus[0] < laid_->gpu_count()) // from the selected one to this
            value = chosen.gpus[0] == gpu ? 0 : linkBandwidth(*laid_, chosen.gpus[0], gpu);
        else if (!slowest_of_node_.empty())
            value = slowest_of_node_[static_cast<std::size_t>(laid_->node_of(gpu))];
        return value > 0 ? QBrush(bandwidthColour(logPosition(value, low_, high_))) : QBrush(theme.base);
    }
    }
    return QBrush(theme.base);
}

void TopologyView::paintGpu(QPainter& painter, const QRectF& square, int gpu) const {
    const Theme& theme = themeOf(this);
    const GpuRole& at = role(gpu);
    const QBrush brush = at.excluded ? QBrush(theme.base) : gpuBrush(gpu);
    const bool chosen = selected(gpu);
    if (square.width() < detail_side)
        fillRect(painter, square, brush);
    else if (at.rank < 0 && square.width() >= chip_text_side) { // a dotted edge: nothing runs here
        fillRect(painter, square, brush);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.outline, 0.8, Qt::DotLine));
        painter.drawRect(square);
    } else
        paintSquare(painter, square, brush, at.rank < 0 ? theme.grid : theme.outline);
    if (at.excluded)
        painter.fillRect(square, QBrush(theme.missing, Qt::BDiagPattern));
    paintGauge(painter, square, gpu);
    if (chosen)
        paintChosen(painter, square);
    if (square.width() < chip_text_side)
        return;
    const bool plain = at.excluded || colouring_ == Colouring::memory || at.rank < 0;
    const bool grouped = colouring_ == Colouring::group && groups() && at.rank >= 0;
    const int number = grouped ? groups()->of_gpu(gpu) : laid_->place_of(gpu).local;
    if (colouring_ == Colouring::memory) { // keeps the gauge out of figures
        const QSizeF plate(painter.fontMetrics().averageCharWidth() + 4, painter.fontMetrics().height() - 2);
        painter.fillRect(QRectF(square.center() - QPointF(plate.width() / 2, plate.height() / 2), plate),
                         theme.base);
    }
    if (plain && colouring_ != Colouring::bandwidth) {
        painter.setPen(theme.text);
        paintNumber(painter, square, number);
    } else
        paintNumberOn(painter, square, number, brush);
    paintGpuMarks(painter, square, gpu);
}

void TopologyView::paintGauge(QPainter& painter, const QRectF& square, int gpu) const {
    const GpuRole& at = role(gpu);
    if (colouring_ != Colouring::memory || at.rank < 0 || at.excluded ||
        index(at.place.stage) >= shown().candidate->memory.size())
        return;
    const DeviceMemory& memory = shown().candidate->memory[index(at.place.stage)];
    const double share = memory.limit > 0 ? std::min(memory.estimate / memory.limit, 1.0) : 0;
    const double edge = square.width() < detail_side ? 0 : 1;
    painter.fillRect(square.adjusted(edge, edge + (square.height() - 2 * edge) * (1 - share), -edge, -edge),
                     markColour(markOf(memory.verdict), themeOf(this)));
}

/// The board of a node; its GPUs are drawn over it, and lines between.
void TopologyView::paintNode(QPainter& painter, const Scene& scene, int node) const {
    const Theme& theme = themeOf(this);
    const QRectF box = nodeRect(scene, node);
    const double scale = scene.view.scale;
    if (scene.level < TopologyLevel::gpus || scale < detail_side)
        return;
    const NodeKind& kind = laid_->kind_of_node(node);
    if (scale >= chip_text_side) {
        painter.setPen(QPen(theme.grid, 1));
        painter.setBrush(theme.window);
        painter.drawRoundedRect(box, 3, 3);
    } else
        paintSquare(painter, box, theme.window, theme.grid);
    const double nic = 0.5 * scale;
    const double pitch = box.width() / (kind.nics + 1);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.outline);
    for (int i = 0; i < kind.nics; ++i)
        painter.drawRect(
            QRectF(box.left() + (i + 1) * pitch - nic / 2, box.bottom() - nic * 1.2, nic, nic * 0.7));
}

QRectF TopologyView::cellRect(const Scene& scene, int node) const {
    const QRectF box = nodeRect(scene, node);
    if (scene.level != TopologyLevel::nodes)
        return box;
    const double line = QFontMetricsF(smallFont(font())).height();
    return box.height() >= 2 * line ? box.adjusted(0, line, 0, 0) : box;
}

void TopologyView::paintCell(QPainter& painter, const Scene& scene, int node) const {
    const Theme& theme = themeOf(this);
    const QRectF cell = cellRect(scene, node);
    const bool edged = cell.width() >= edge_side;
    const int first = laid_->first_gpu(node), last = laid_->first_gpu(node + 1);
    if (cell.top() > nodeRect(scene, node).top()) // the name stands above
        paintSquare(painter, nodeRect(scene, node), theme.window, theme.grid);
    QColor unplanned = theme.outline; // nodes are seen before there is a plan, too
    unplanned.setAlphaF(0.45F);
    const QBrush idle(shown().candidate ? theme.base : unplanned);
    std::vector<std::pair<QBrush, int>> shares;
    std::vector<int> keys;
    int fullest = first;
    bool chosen = false, excluded = true;
    for (int gpu = first; gpu < last; ++gpu) {
        const int key = colouring_ < Colouring::memory || colouring_ == Colouring::group ? colourKey(gpu) : 0;
        const auto known = std::find(keys.begin(), keys.end(), key);
        if (known == keys.end()) {
            keys.push_back(key);
            shares.emplace_back(key < 0 ? idle : gpuBrush(gpu), 1);
        } else
            ++shares[index(known - keys.begin())].second;
        chosen = chosen || selected(gpu);
        excluded = excluded && role(gpu).excluded;
        if (role(gpu).rank >= 0 &&
            (role(fullest).rank < 0 || role(gpu).place.stage < role(fullest).place.stage))
            fullest = gpu;
    }
    if (edged)
        painter.fillRect(cell, keys.front() < 0 && keys.size() == 1 ? theme.grid : theme.outline);
    const QRectF inside = edged ? cell.adjusted(1, 1, -1, -1) : cell;
    paintShares(painter, inside, shares);
    paintGauge(painter, cell, fullest);
    if (excluded)
        painter.fillRect(cell, QBrush(theme.missing, Qt::BDiagPattern));
    const bool numbered = colouring_ < Colouring::memory || colouring_ == Colouring::group;
    if (numbered && keys.size() == 1 && keys.front() >= 0 && cell.height() >= chip_text_side - 2)
        paintNumberOn(painter, inside, keys.front(), shares.front().first);
    if (chosen)
        paintChosen(painter, cell);
}

void TopologyView::paintChosen(QPainter& painter, const QRectF& square) const {
    painter.setBrush(Qt::NoBrush);
    if (square.width() >= detail_side) {
        painter.setPen(QPen(themeOf(this).base, 4));
        painter.drawRect(square);
    }
    painter.setPen(QPen(themeOf(this).accent, tokens::selection));
    painter.drawRect(square);
}

/// The nodes of a selected group are framed: where it lies shows however small its GPUs are drawn.
void TopologyView::paintChosenNodes(QPainter& painter, const Scene& scene) const {
    if (!groupSelected())
        return;
    int last = -1;
    for (const int gpu : selection().gpus)
        if (const int node = laid_->node_of(gpu); node != std::exchange(last, node))
            paintChosen(painter, nodeRect(scene, node).adjusted(-1, -1, 1, 1));
}

void TopologyView::paintBoxes(QPainter& painter, const Scene& scene) const {
    const Theme& theme = themeOf(this);
    for (std::size_t b = 0; b < layout_.boxes.size(); ++b) {
        const TopologyLayout::Box& box = layout_.boxes[b];
        const QRectF rect = scene.view.map(box.rect);
        if (!rect.intersects(scene.area) || (layout_.boxes.size() == 1 && box.title < 1))
            continue;
        const bool lowest = box.around >= 0 || !layout_.nested();
        painter.setPen(box.domain.isEmpty() ? QPen(theme.grid, 1) : QPen(theme.muted, 2));
        painter.setBrush(scene.level < TopologyLevel::nodes && lowest ? QBrush(theme.window) : QBrush());
        painter.drawRoundedRect(rect, 4, 4);
    }
}

QString TopologyView::boxTitle(const QString& rack, const QString& domain) {
    if (domain.isEmpty())
        return rack.isEmpty() ? tr("no rack given") : rack;
    return rack.isEmpty() ? filled(tr("NVLink domain %1"), domain)
                          : filled(tr("%1, NVLink domain %2"), rack, domain);
}

void TopologyView::renderTo(QPainter* painter, QSize size) {
    const Theme& theme = themeOf(this);
    painter->fillRect(QRect(QPoint(), size), theme.base);
    if (!laid_)
        return paintEmpty(*painter, size, tr("No cluster yet. Open one to see its racks, nodes and links."));
    if (scanning_.running() && !isVisible())
        scanning_.finish(); // a picture for a file cannot wait
    const Scene scene = sceneOf(size);
    painter->save();
    painter->setClipRect(scene.area);
    painter->setFont(smallFont(font()));
    paintBoxes(*painter, scene);
    std::vector<int> seen;
    for (int node = 0; node < laid_->node_count(); ++node)
        if (nodeRect(scene, node).intersects(scene.area))
            seen.push_back(node);
    for (const int node : seen)
        paintNode(*painter, scene, node);
    painter->setRenderHint(QPainter::Antialiasing);
    paintFaultLines(*painter, scene);
    paintRoutes(*painter, scene);
    paintWorst(*painter, scene);
    painter->setRenderHint(QPainter::Antialiasing, false);
    for (const int node : seen)
        if (scene.level < TopologyLevel::gpus)
            paintCell(*painter, scene, node);
        else
            for (int gpu = laid_->first_gpu(node); gpu < laid_->first_gpu(node + 1); ++gpu)
                paintGpu(*painter, scene.view.map(layout_.gpus[index(gpu)]), gpu);
    painter->setRenderHint(QPainter::Antialiasing);
    paintChosenNodes(*painter, scene);
    paintFaults(*painter, scene);
    paintLabels(*painter, scene, size);
    painter->restore();
    paintKey(*painter, size);
    const double left = level_row_->geometry().right() + 10;
    paintGroupLine(*painter, QRectF(left, 4, size.width() - left - 6, choice_->height()));
}

} // namespace pipette
