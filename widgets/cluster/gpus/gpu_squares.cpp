// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/gpus/gpu_squares.h"

#include "core/base/index.h"
#include "widgets/cluster/gpus/shown_gpus.h"
#include "widgets/theme/marks.h"
#include "widgets/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <span>

namespace pipette {
namespace {

/// Takes as many corners off a square, but for the one that marks stand on.
void cutCorners(QPainter& painter, const QRectF& square, int corners, const QColor& behind,
                const QColor& edge) {
    const double side = std::clamp(square.width() * 0.25, 3.0, 10.0);
    const std::pair<QPointF, QPointF> inward[]{{square.bottomLeft(), {side, -side}},
                                               {square.topLeft(), {side, side}},
                                               {square.bottomRight(), {-side, -side}}};
    for (const auto& [corner, to] : std::span(inward).first(std::min(index(corners), std::size(inward)))) {
        const QPointF across(corner.x() + to.x(), corner.y()), along(corner.x(), corner.y() + to.y());
        painter.setPen(Qt::NoPen);
        painter.setBrush(behind);
        painter.drawPolygon(QPolygonF{corner, across, along});
        painter.setPen(edge);
        painter.drawLine(across, along);
    }
}

} // namespace

void paintSquare(QPainter& painter, const QRectF& square, const QBrush& fill, const QColor& edge) {
    painter.fillRect(square, edge);
    fillRect(painter, square.adjusted(1, 1, -1, -1), fill);
}

void paintGpuMarks(QPainter& painter, const QRectF& square, const ShownGpus& gpus, int gpu,
                   const QColor& behind, const Theme& theme) {
    const GpuRole& at = gpus.role(gpu);
    cutCorners(painter, square, gpus.kindNumber(gpu), behind, theme.outline);
    if (gpus.faults().breaksGpu(gpu))
        paintBroken(painter, square, theme);
    if (!at.pinned && !at.excluded)
        return;
    const double side = std::clamp(square.width() * 0.4, 5.0, 16.0);
    const QRectF corner(square.right() - side, square.top(), side, side);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.base);
    painter.drawRoundedRect(corner.adjusted(-1, 0, 0, 1), 2, 2);
    paintMark(painter, corner, at.excluded ? Mark::excluded : Mark::pinned, theme);
}

void NumberTexts::paint(QPainter& painter, const QRectF& square, int number) {
    if (font_ != painter.font()) {
        texts_.clear();
        font_ = painter.font();
    }
    while (static_cast<int>(texts_.size()) <= number) {
        QStaticText text(QString::number(texts_.size()));
        text.setTextFormat(Qt::PlainText);
        text.prepare({}, painter.font());
        texts_.push_back(text);
    }
    const QStaticText& text = texts_[index(number)];
    const QSizeF size = text.size();
    if (size.width() <= square.width())
        painter.drawStaticText(square.center() - QPointF(size.width() / 2, size.height() / 2), text);
}

void NumberTexts::paintOn(QPainter& painter, const QRectF& square, int number, const QBrush& under) {
    if (under.style() == Qt::TexturePattern) {
        const double wide =
            painter.fontMetrics().averageCharWidth() * static_cast<double>(QString::number(number).size());
        const QSizeF plate(std::min(wide + 4, square.width() - 2), painter.fontMetrics().height() - 2.0);
        painter.fillRect(QRectF(square.center() - QPointF(plate.width() / 2, plate.height() / 2), plate),
                         under.color());
    }
    painter.setPen(textOn(under.color()));
    paint(painter, square, number);
}

} // namespace pipette
