// SPDX-License-Identifier: GPL-3.0-or-later
// Where AssignmentBoard draws what: cells in bands, GPUs in them, spares below; and what lies under a point.
#include "widgets/pipeline/assignment_board.h"
#include "widgets/theme/theme.h"

#include <QComboBox>

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

double AssignmentBoard::choiceHeight() const {
    return axes().empty() ? 0 : choice_->sizeHint().height();
}

AssignmentBoard::Frame AssignmentBoard::frame(QSize size) const {
    const QFontMetricsF metrics(font());
    const QFontMetricsF small(smallFont(font()));
    Frame f;
    const double left = margin + metrics.horizontalAdvance(QStringLiteral("r000")) + 6;
    f.heads = margin + choiceHeight();
    const double top = f.heads + metrics.height() + 4;
    double tray = 0;
    if (!spares_.empty()) { // squares as large as a tray of a quarter of the picture allows
        const double width = size.width() - 2 * margin;
        double side = 22;
        const auto rows = [&] {
            return std::ceil(static_cast<double>(spares_.size()) / std::max(std::floor(width / side), 1.0));
        };
        while (side > 5 && rows() * side > size.height() * 0.25)
            side -= 1;
        f.spare_side = side;
        tray = std::min(rows() * side, size.height() * 0.25) + small.height() + 8;
        f.tray = QRectF(margin, size.height() - tray, width, tray - margin);
    }
    f.cells = QRectF(left, top, std::max(size.width() - left - margin, 20.0),
                     std::max(size.height() - top - tray - margin, 20.0));
    chooseBands(f, left - margin, small.height());
    f.cell_width *= zoom_;
    f.cell_height *= zoom_;
    f.band_step = stages_ * f.cell_width + left - margin + band_gap;
    const double inner_width = f.cell_width - 8;
    f.host_line = f.cell_height > 2.4 * small.height() && f.cell_width > 40 ? small.height() + 1 : 0;
    f.columns = bestColumns(block_, inner_width, f.cell_height - 8 - f.host_line, &f.gpu_side);
    f.gpu_side = std::min(f.gpu_side, 48.0);
    const double beside = small.horizontalAdvance(longest_host_) + 6;
    if (f.host_line == 0 && f.cell_height - 2 >= small.height() &&
        inner_width - f.columns * f.gpu_side >= beside)
        f.host_side = beside;
    const double wide = contentSize(f).width();
    const double high = contentSize(f).height();
    const auto scrolled = [](double scroll, double length, double room) {
        return std::clamp(scroll, std::min(room - length, 0.0), 0.0);
    };
    f.origin = f.cells.topLeft() + QPointF(scrolled(scroll_.x(), wide, f.cells.width()),
                                           scrolled(scroll_.y(), high, f.cells.height()));
    return f;
}

void AssignmentBoard::chooseBands(Frame& f, double label_width, double host_height) const {
    double widest = 0;
    for (int bands = 1; bands <= std::min(std::max(replicas_, 1), most_bands); ++bands) {
        const int rows = (std::max(replicas_, 1) + bands - 1) / bands;
        const double room = f.cells.width() - (bands - 1) * (label_width + band_gap);
        const double width = std::clamp(room / bands / std::max(stages_, 1), 14.0, 340.0);
        const double height = std::clamp(f.cells.height() / rows, 10.0, 220.0);
        const double head = height > 2.4 * host_height && width > 40 ? host_height + 1 : 0;
        double side = 0;
        bestColumns(block_, width - 8, height - 8 - head, &side);
        // One band reads most easily: more only where that makes GPUs legible.
        if (bands > 1 && (widest >= legible_side || side < 1.25 * widest))
            continue;
        widest = side;
        f.bands = bands;
        f.band_rows = rows;
        f.cell_width = width;
        f.cell_height = height;
    }
}

QSizeF AssignmentBoard::contentSize(const Frame& f) const {
    return {(f.bands - 1) * f.band_step + stages_ * f.cell_width, f.band_rows * f.cell_height};
}

QRectF AssignmentBoard::cellRect(const Frame& f, int device, int replica) const {
    return {f.origin.x() + replica / f.band_rows * f.band_step + device * f.cell_width,
            f.origin.y() + replica % f.band_rows * f.cell_height, f.cell_width, f.cell_height};
}

QRectF AssignmentBoard::gpuRect(const Frame& f, int index) const {
    const int cell = index / block_;
    const int place = index % block_;
    const QRectF box = cellRect(f, cell / replicas_, cell % replicas_);
    if (f.gpu_side < least_side)
        return box;
    const int rows = (block_ + f.columns - 1) / f.columns;
    const double left = box.center().x() + (f.host_side - f.columns * f.gpu_side) / 2;
    const double top = box.top() + f.host_line + (box.height() - f.host_line - rows * f.gpu_side) / 2;
    return {left + place % f.columns * f.gpu_side, top + place / f.columns * f.gpu_side, f.gpu_side,
            f.gpu_side};
}

QRectF AssignmentBoard::spareRect(const Frame& f, int index) const {
    const int columns = std::max(static_cast<int>(f.tray.width() / f.spare_side), 1);
    const double top = f.tray.top() + QFontMetricsF(smallFont(font())).height() + 4;
    const QRectF rect(f.tray.left() + index % columns * f.spare_side, top + index / columns * f.spare_side,
                      f.spare_side, f.spare_side);
    return rect.bottom() <= f.tray.bottom() + 2 ? rect : QRectF();
}

Spot AssignmentBoard::spotAt(const QPointF& point) const {
    const Frame f = frame(size());
    for (std::size_t i = 0; i < spares_.size() && f.tray.contains(point); ++i)
        if (spareRect(f, static_cast<int>(i)).contains(point))
            return spotOfGpu(spares_[i]);
    int band =
        std::clamp(static_cast<int>(std::floor((point.x() - f.origin.x()) / f.band_step)), 0, f.bands - 1);
    const double across = point.x() - f.origin.x() - band * f.band_step;
    const auto device = static_cast<int>(std::floor(across / f.cell_width));
    const bool on_label = point.x() < f.cells.left() || (device >= stages_ && band + 1 < f.bands);
    band += point.x() >= f.cells.left() && on_label; // names of replicas stand left of their band
    const auto row = static_cast<int>(std::floor((point.y() - f.origin.y()) / f.cell_height));
    const int replica = band * f.band_rows + row;
    const bool on_device = point.x() >= f.cells.left() && across >= 0 && device < stages_;
    const bool on_replica = point.y() >= f.cells.top() && row >= 0 && row < f.band_rows &&
                            replica < replicas_ && point.y() < f.cells.bottom();
    if (on_device && point.y() < f.cells.top() && point.y() >= f.heads)
        return {Spot::Kind::stage, -1, -1, device, -1};
    if (on_replica && on_label)
        return {Spot::Kind::replica, -1, -1, -1, replica};
    if (!on_device || !on_replica)
        return {};
    for (int place = 0; place < block_ && f.gpu_side >= least_side; ++place) {
        const int index = (device * replicas_ + replica) * block_ + place;
        if (gpuRect(f, index).contains(point))
            return spotOfGpu(cell_gpus_[static_cast<std::size_t>(index)]);
    }
    return {Spot::Kind::cell, -1, -1, device, replica};
}

QRectF AssignmentBoard::rectOf(const Spot& spot) const {
    const Frame f = frame(size());
    switch (spot.kind) {
    case Spot::Kind::gpu: {
        const int index = index_of_gpu_[static_cast<std::size_t>(spot.gpu)];
        return index < 0 ? spareRect(f, -1 - index) : gpuRect(f, index);
    }
    case Spot::Kind::cell:
        return cellRect(f, spot.device, spot.replica).adjusted(2, 2, -2, -2);
    case Spot::Kind::stage:
        return cellRect(f, spot.device, 0) | cellRect(f, spot.device, std::min(replicas_, f.band_rows) - 1);
    case Spot::Kind::replica:
        return cellRect(f, 0, spot.replica) | cellRect(f, stages_ - 1, spot.replica);
    case Spot::Kind::node:
        return rectOf(spotOfGpu(shown().cluster->first_gpu(spot.node)));
    case Spot::Kind::group:
    case Spot::Kind::box:
    case Spot::Kind::none:
        break;
    }
    return {};
}

void AssignmentBoard::zoomAt(const QPointF& point, double factor) {
    const Frame before = frame(size());
    const int band =
        std::clamp(static_cast<int>((point.x() - before.origin.x()) / before.band_step), 0, before.bands - 1);
    const QPointF at((point.x() - before.origin.x() - band * before.band_step) / before.cell_width,
                     (point.y() - before.origin.y()) / before.cell_height);
    zoom_ = std::clamp(zoom_ * factor, 1.0, 24.0);
    const Frame after = frame(size());
    scroll_ = point -
              QPointF(band * after.band_step + at.x() * after.cell_width, at.y() * after.cell_height) -
              after.cells.topLeft();
    scroll_ = frame(size()).origin - after.cells.topLeft();
}

void AssignmentBoard::panBy(const QPointF& delta) {
    scroll_ += delta;
    const Frame f = frame(size());
    scroll_ = f.origin - f.cells.topLeft();
}

void AssignmentBoard::fitAll() {
    zoom_ = 1;
    scroll_ = {};
}

} // namespace pipette
