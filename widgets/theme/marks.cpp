// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/marks.h"

#include "widgets/theme/plain_text.h"

#include <QPainter>
#include <QPainterPath>
#include <QPixmap>
#include <QPolygonF>

#include <algorithm>

namespace pipette {
namespace {

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
    case Mark::assumed:
        return theme.assumed;
    case Mark::tie:
        return theme.accent;
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
    QPen line(colour, 1.7 * unit, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    const auto at = [unit](double x, double y) { return QPointF(x, y) * unit; };
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(square.topLeft());
    painter.setPen(line);
    painter.setBrush(Qt::NoBrush);
    const QRectF circle(1.2 * unit, 1.2 * unit, 13.6 * unit, 13.6 * unit);
    switch (mark) {
    case Mark::good:
        painter.drawEllipse(circle);
        painter.drawPolyline(QPolygonF{at(4.8, 8.3), at(7.1, 10.6), at(11.3, 5.8)});
        break;
    case Mark::warning:
        painter.drawPolygon(QPolygonF{at(8, 1.6), at(15, 14.2), at(1, 14.2)});
        painter.drawLine(at(8, 6.2), at(8, 9.4));
        painter.drawPoint(at(8, 11.8));
        break;
    case Mark::error:
        painter.drawEllipse(circle);
        painter.drawLine(at(5.4, 5.4), at(10.6, 10.6));
        painter.drawLine(at(10.6, 5.4), at(5.4, 10.6));
        break;
    case Mark::assumed: {
        QPainterPath question(at(5.9, 6.3));
        question.cubicTo(at(6, 3.6), at(10.2, 3.7), at(10.1, 6.2));
        question.cubicTo(at(10, 7.7), at(8, 7.7), at(8, 9.2));
        painter.drawPath(question);
        painter.drawPoint(at(8, 11.6));
        line.setDashPattern({1.9, 2.1});
        line.setCapStyle(Qt::FlatCap);
        painter.setPen(line);
        painter.drawEllipse(circle);
        break;
    }
    case Mark::tie:
        painter.drawEllipse(circle);
        painter.drawLine(at(8, 7.4), at(8, 11.2));
        painter.drawPoint(at(8, 4.8));
        break;
    case Mark::pinned:
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        paintPin(painter, unit);
        break;
    case Mark::excluded:
        painter.drawEllipse(circle);
        painter.drawLine(at(4, 12), at(12, 4));
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
    return wordText(name_of(verdict));
}

} // namespace pipette
