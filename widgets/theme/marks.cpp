// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/marks.h"

#include <QPainter>
#include <QPainterPath>
#include <QPixmap>
#include <QPolygonF>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pipette {
namespace {

QPolygonF octagon(const QRectF& square) {
    QPolygonF points;
    for (int i = 0; i < 8; ++i) {
        const double angle = (i + 0.5) * std::numbers::pi / 4;
        points << square.center() + QPointF(std::cos(angle), std::sin(angle)) * square.width() * 0.52;
    }
    return points;
}

void paintPin(QPainter& painter, double unit) {
    painter.drawEllipse(QPointF(8, 5) * unit, 3.6 * unit, 3.6 * unit);
    QPainterPath needle;
    needle.moveTo(QPointF(7, 8) * unit);
    needle.lineTo(QPointF(9, 8) * unit);
    needle.lineTo(QPointF(8, 15) * unit);
    painter.drawPath(needle);
}

} // namespace

QColor markColour(Mark mark, const Theme& theme) {
    switch (mark) {
    case Mark::good:
        return theme.good;
    case Mark::warning:
        return theme.warning;
    case Mark::error:
        return theme.error;
    case Mark::pinned:
        return theme.text;
    case Mark::excluded:
        return theme.muted;
    }
    return theme.text;
}

void paintMark(QPainter& painter, const QRectF& square, Mark mark, const Theme& theme) {
    const double unit = square.width() / 16;
    const QColor colour = markColour(mark, theme);
    const QPen sign(textOn(colour), 2 * unit, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(square.topLeft());
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    const QRectF box(0, 0, square.width(), square.width());
    switch (mark) {
    case Mark::good:
        painter.drawEllipse(box.adjusted(unit, unit, -unit, -unit));
        painter.setPen(sign);
        painter.drawPolyline(
            QPolygonF{QPointF(4.8, 8.2) * unit, QPointF(7, 10.6) * unit, QPointF(11.3, 5.6) * unit});
        break;
    case Mark::warning:
        painter.drawPolygon(
            QPolygonF{QPointF(8, 0.8) * unit, QPointF(15.6, 14.8) * unit, QPointF(0.4, 14.8) * unit});
        painter.setPen(sign);
        painter.drawLine(QPointF(8, 5.8) * unit, QPointF(8, 9.4) * unit);
        painter.drawPoint(QPointF(8, 12.4) * unit);
        break;
    case Mark::error:
        painter.drawPolygon(octagon(box));
        painter.setPen(sign);
        painter.drawLine(QPointF(5.2, 5.2) * unit, QPointF(10.8, 10.8) * unit);
        painter.drawLine(QPointF(10.8, 5.2) * unit, QPointF(5.2, 10.8) * unit);
        break;
    case Mark::pinned:
        paintPin(painter, unit);
        break;
    case Mark::excluded:
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colour, 2 * unit));
        painter.drawEllipse(box.adjusted(2 * unit, 2 * unit, -2 * unit, -2 * unit));
        painter.drawLine(QPointF(4, 12) * unit, QPointF(12, 4) * unit);
        break;
    }
    painter.restore();
}

void paintBroken(QPainter& painter, const QRectF& box, const Theme& theme) {
    const double width = std::clamp(std::min(box.width(), box.height()) / 9, 1.4, 3.0);
    const QRectF inner = box.adjusted(width, width, -width, -width);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const QPen& pen : {QPen(theme.base, width + 2.4, Qt::SolidLine, Qt::RoundCap),
                            QPen(theme.error, width, Qt::SolidLine, Qt::RoundCap)}) {
        painter.setPen(pen);
        painter.drawLine(inner.topLeft(), inner.bottomRight());
        painter.drawLine(inner.topRight(), inner.bottomLeft());
    }
    painter.restore();
}

QIcon markIcon(Mark mark, const Theme& theme) {
    QIcon icon;
    for (const int size : {16, 24, 32, 64}) {
        QPixmap pixmap(size, size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paintMark(painter, QRectF(0, 0, size, size), mark, theme);
        painter.end();
        icon.addPixmap(pixmap);
    }
    return icon;
}

Mark markOf(Verdict verdict) {
    switch (verdict) {
    case Verdict::safe:
        return Mark::good;
    case Verdict::tight:
        return Mark::warning;
    case Verdict::over:
        return Mark::error;
    }
    return Mark::error;
}

QString wordOf(Verdict verdict) {
    const std::string_view name = name_of(verdict);
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

} // namespace pipette
