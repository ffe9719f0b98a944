// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/topology/topology_painter.h"

#include "core/base/index.h"
#include "widgets/cluster/gpus/gpu_squares.h"
#include "widgets/cluster/topology/topology_labels.h"
#include "widgets/cluster/topology/topology_lines.h"
#include "widgets/cluster/topology/topology_scene.h"
#include "widgets/theme/marks.h"
#include "widgets/theme/tokens.h"

#include <QPainter>

#include <algorithm>
#include <numeric>
#include <utility>

namespace pipette {
namespace {

constexpr double detail_side = 5; // pixels of a GPU from which edges and NICs are drawn
constexpr double edge_side = 5;   // pixels of a node's cell from which it has an edge

using Shares = std::vector<std::pair<QBrush, int>>;

/// Strips side by side, each as wide as its share of what is counted.
void paintShares(QPainter& painter, const QRectF& square, const Shares& shares) {
    const double all = std::accumulate(shares.begin(), shares.end(), 0.0,
                                       [](double sum, const auto& share) { return sum + share.second; });
    double left = square.left();
    for (const auto& [brush, count] : shares) {
        const double width = square.width() * count / all;
        fillRect(painter, QRectF(left, square.top(), width, square.height()), brush);
        left += width;
    }
}

/// One picture while it is drawn.
class TopologyPainter {
public:
    TopologyPainter(QPainter& painter, const TopologyScene& scene, const Theme& theme, NumberTexts& numbers)
        : painter_(painter),
          scene_(scene),
          theme_(theme),
          numbers_(numbers),
          gpus_(scene.gpus()),
          colours_(scene.content().colours) {}

    void boxes();
    void board(int node);
    void cell(int node);
    void gpu(int gpu);
    void selectedNodes();
    void labels();

private:
    void gauge(const QRectF& square, int gpu);
    void number(const QRectF& square, int gpu, const QBrush& under);
    void cellNumbers(const QRectF& cell, const Shares& shares, const std::vector<int>& numbers);
    void frame(const QRectF& square);

    QPainter& painter_;
    const TopologyScene& scene_;
    const Theme& theme_;
    NumberTexts& numbers_;
    const ShownGpus& gpus_;
    const TopologyColours& colours_;
};

void TopologyPainter::boxes() {
    const TopologyLayout& layout = scene_.content().boxes.layout();
    for (std::size_t b = 0; b < layout.boxes.size(); ++b) {
        const TopologyLayout::Box& box = layout.boxes[b];
        const QRectF rect = scene_.boxRect(static_cast<int>(b));
        if (!rect.intersects(scene_.area()) || (layout.boxes.size() == 1 && box.title < 1))
            continue;
        const bool lowest = box.around >= 0 || !layout.nested();
        painter_.setPen(box.domain.isEmpty() ? QPen(theme_.grid, 1) : QPen(theme_.muted, 2));
        painter_.setBrush(scene_.level() < TopologyLevel::nodes && lowest ? QBrush(theme_.window) : QBrush());
        painter_.drawRoundedRect(rect, 4, 4);
    }
}

/// The board of a node; its GPUs are drawn over it, and lines between.
void TopologyPainter::board(int node) {
    const QRectF box = scene_.nodeRect(node);
    const double scale = scene_.scale();
    if (scene_.level() < TopologyLevel::gpus || scale < detail_side)
        return;
    const NodeKind& kind = scene_.cluster().kind_of_node(node);
    if (scale >= chip_text_side) {
        painter_.setPen(QPen(theme_.grid, 1));
        painter_.setBrush(theme_.window);
        painter_.drawRoundedRect(box, 3, 3);
    } else
        paintSquare(painter_, box, theme_.window, theme_.grid);
    const double nic = 0.35 * scale;
    const double pitch = box.width() / (kind.nics + 1);
    painter_.setPen(Qt::NoPen);
    painter_.setBrush(theme_.outline);
    for (int i = 0; i < kind.nics; ++i)
        painter_.drawRect(
            QRectF(box.left() + (i + 1) * pitch - nic / 2, box.bottom() - nic * 1.2, nic, nic * 0.7));
}

void TopologyPainter::gpu(int gpu) {
    const QRectF square = scene_.gpuRect(gpu);
    const GpuRole& at = gpus_.role(gpu);
    const QBrush brush = at.excluded ? QBrush(theme_.base) : colours_.brushOf(gpu, theme_);
    if (square.width() < detail_side)
        fillRect(painter_, square, brush);
    else if (at.rank < 0 && square.height() >= chip_text_side) { // a dotted edge: nothing runs here
        fillRect(painter_, square, brush);
        painter_.setBrush(Qt::NoBrush);
        painter_.setPen(QPen(theme_.outline, 0.8, Qt::DotLine));
        painter_.drawRect(square);
    } else
        paintSquare(painter_, square, brush, at.rank < 0 ? theme_.grid : theme_.outline);
    if (at.excluded)
        painter_.fillRect(square, QBrush(theme_.missing, Qt::BDiagPattern));
    gauge(square, gpu);
    if (gpus_.selected(gpu))
        frame(square);
    if (square.height() < chip_text_side)
        return;
    number(square, gpu, brush);
    paintGpuMarks(painter_, square, gpus_, gpu, theme_.window, theme_);
}

/// The number that the colour stands for; of the GPU in its node where it stands for none.
void TopologyPainter::number(const QRectF& square, int gpu, const QBrush& under) {
    const GpuRole& at = gpus_.role(gpu);
    const TopologyColouring colouring = colours_.of();
    const int meant = colours_.numbered() ? colours_.numberOf(gpu) : -1;
    const int number = meant >= 0 ? meant : scene_.cluster().place_of(gpu).local;
    if (colouring == TopologyColouring::memory) { // keeps the gauge out of figures
        const QFontMetrics metrics = painter_.fontMetrics();
        const QSizeF plate(metrics.averageCharWidth() + 4, metrics.height() - 2);
        painter_.fillRect(QRectF(square.center() - QPointF(plate.width() / 2, plate.height() / 2), plate),
                          theme_.base);
    }
    const bool plain = at.excluded || colouring == TopologyColouring::memory || at.rank < 0;
    if (plain && colouring != TopologyColouring::bandwidth) {
        painter_.setPen(theme_.text);
        numbers_.paint(painter_, square, number);
    } else
        numbers_.paintOn(painter_, square, number, under);
}

/// How full the memory of a GPU is, where colours tell that.
void TopologyPainter::gauge(const QRectF& square, int gpu) {
    const GpuRole& at = gpus_.role(gpu);
    if (colours_.of() != TopologyColouring::memory || at.rank < 0 || at.excluded ||
        index(at.place.stage) >= gpus_.shown().candidate->memory.size())
        return;
    const DeviceMemory& memory = gpus_.shown().candidate->memory[index(at.place.stage)];
    const double share = memory.limit > 0 ? std::min(memory.upper / memory.limit, 1.0) : 0;
    const double edge = square.width() < detail_side ? 0 : 1;
    painter_.fillRect(square.adjusted(edge, edge + (square.height() - 2 * edge) * (1 - share), -edge, -edge),
                      markColour(markOf(memory.verdict), theme_));
}

/// A node as one square, in strips of the colours of its GPUs.
void TopologyPainter::cell(int node) {
    const QRectF cell = scene_.cellRect(node);
    const bool edged = cell.width() >= edge_side;
    const int first = scene_.cluster().first_gpu(node), last = scene_.cluster().first_gpu(node + 1);
    if (cell.top() > scene_.nodeRect(node).top()) // the name stands above
        paintSquare(painter_, scene_.nodeRect(node), theme_.window, theme_.grid);
    QColor unplanned = theme_.outline; // nodes are seen before there is a plan, too
    unplanned.setAlphaF(0.45F);
    const QBrush idle(gpus_.shown().candidate ? theme_.base : unplanned);
    Shares shares;
    std::vector<int> numbers;
    int fullest = first;
    bool chosen = false, excluded = true;
    for (int gpu = first; gpu < last; ++gpu) {
        const int number = colours_.numbered() ? colours_.numberOf(gpu) : 0;
        const auto known = std::find(numbers.begin(), numbers.end(), number);
        if (known == numbers.end()) {
            numbers.push_back(number);
            shares.emplace_back(number < 0 ? idle : colours_.brushOf(gpu, theme_), 1);
        } else
            ++shares[index(known - numbers.begin())].second;
        const GpuRole& at = gpus_.role(gpu);
        chosen = chosen || gpus_.selected(gpu);
        excluded = excluded && at.excluded;
        if (at.rank >= 0 &&
            (gpus_.role(fullest).rank < 0 || at.place.stage < gpus_.role(fullest).place.stage))
            fullest = gpu;
    }
    if (edged)
        painter_.fillRect(cell, numbers.front() < 0 && numbers.size() == 1 ? theme_.grid : theme_.outline);
    const QRectF inside = edged ? cell.adjusted(1, 1, -1, -1) : cell;
    paintShares(painter_, inside, shares);
    gauge(cell, fullest);
    if (excluded)
        painter_.fillRect(cell, QBrush(theme_.missing, Qt::BDiagPattern));
    if (colours_.numbered() && cell.height() >= chip_text_side)
        cellNumbers(inside, shares, numbers);
    if (chosen)
        frame(cell);
}

/// The numbers of the strips of a cell.
void TopologyPainter::cellNumbers(const QRectF& cell, const Shares& shares, const std::vector<int>& numbers) {
    const double all = std::accumulate(shares.begin(), shares.end(), 0.0,
                                       [](double sum, const auto& share) { return sum + share.second; });
    double left = cell.left();
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const QRectF strip(left, cell.top(), cell.width() * shares[i].second / all, cell.height());
        left = strip.right();
        if (numbers[i] >= 0)
            numbers_.paintOn(painter_, strip, numbers[i], shares[i].first);
    }
}

/// Marks what is selected.
void TopologyPainter::frame(const QRectF& square) {
    painter_.setBrush(Qt::NoBrush);
    if (square.width() >= detail_side) {
        painter_.setPen(QPen(theme_.base, 4));
        painter_.drawRect(square);
    }
    painter_.setPen(QPen(theme_.accent, tokens::selection));
    painter_.drawRect(square);
}

/// The nodes of a selected group are framed: where it lies shows however small its GPUs are drawn.
void TopologyPainter::selectedNodes() {
    if (!gpus_.groupSelected())
        return;
    int last = -1;
    for (const int gpu : gpus_.selection().gpus)
        if (const int node = scene_.cluster().node_of(gpu); node != std::exchange(last, node))
            frame(scene_.nodeRect(node).adjusted(-1, -1, 1, 1));
}

void TopologyPainter::labels() {
    const bool cards = scene_.level() < TopologyLevel::nodes;
    for (const TopologyLabel& label : topologyLabels(scene_)) {
        if (label.kind == TopologyLabel::Kind::badge) {
            paintBadge(painter_, label.place, label.of + 1, theme_);
            continue;
        }
        const bool node = label.kind == TopologyLabel::Kind::node;
        // The background is painted below the name first, so that no line goes through the name.
        painter_.fillRect(label.place.adjusted(-2, 1, 2, -1), node || cards ? theme_.window : theme_.base);
        painter_.setPen(label.kind == TopologyLabel::Kind::figures ? theme_.muted : theme_.text);
        painter_.drawText(label.place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, label.text);
    }
}

/// Small enough for what the chips or the cells of this picture have room for.
QFont chipFont(const TopologyScene& scene) {
    if (scene.cluster().node_count() == 0)
        return scene.small();
    const bool gpus = scene.level() == TopologyLevel::gpus;
    const QRectF chip = gpus ? scene.gpuRect(0) : scene.cellRect(0);
    const double side = std::min(chip.height(), gpus ? chip.width() : chip.width() * 0.7);
    return side >= 15 ? scene.small() : sizedFont(scene.small(), tokens::scaled(side >= 12 ? 10 : 9));
}

} // namespace

void paintTopology(QPainter& painter, const TopologyScene& scene, const Theme& theme, NumberTexts& numbers) {
    painter.save();
    painter.setClipRect(scene.area());
    painter.setFont(scene.small());
    TopologyPainter topology(painter, scene, theme, numbers);
    topology.boxes();
    std::vector<int> seen;
    for (int node = 0; node < scene.cluster().node_count(); ++node)
        if (scene.nodeRect(node).intersects(scene.area()))
            seen.push_back(node);
    for (const int node : seen)
        topology.board(node);
    painter.setRenderHint(QPainter::Antialiasing);
    paintLines(painter, scene, theme);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setFont(chipFont(scene));
    for (const int node : seen)
        if (scene.level() < TopologyLevel::gpus)
            topology.cell(node);
        else
            for (int gpu = scene.cluster().first_gpu(node); gpu < scene.cluster().first_gpu(node + 1); ++gpu)
                topology.gpu(gpu);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(scene.small());
    topology.selectedNodes();
    paintFaults(painter, scene, theme);
    topology.labels();
    painter.restore();
}

void paintBadge(QPainter& painter, const QRectF& circle, int number, const Theme& theme) {
    painter.setPen(QPen(theme.error, 1.2));
    painter.setBrush(theme.base);
    painter.drawEllipse(circle);
    painter.setPen(theme.error);
    painter.drawText(circle, Qt::AlignCenter, QString::number(number));
}

} // namespace pipette
