// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/legend.h"

#include "widgets/theme.h"

#include <QFontMetricsF>
#include <QPainter>

namespace pipette {
namespace {

/// Calls `put(entry, top left)` for each entry in lines as wide as `width`; returns the height of all lines.
template <class Put>
double layOut(const QFontMetricsF& metrics, double width, const std::vector<LegendEntry>& entries,
              const Put& put) {
    const double line = metrics.height() + 3;
    double x = 0;
    double y = 0;
    for (const LegendEntry& entry : entries) {
        const double wide = line + 4 + metrics.horizontalAdvance(entry.text);
        if (x > 0 && x + wide > width) {
            x = 0;
            y += line;
        }
        put(entry, QPointF(x, y));
        x += wide + 12;
    }
    return entries.empty() ? 0 : y + line;
}

} // namespace

double legendHeight(const QPainter& painter, double width, const std::vector<LegendEntry>& entries) {
    return layOut(QFontMetricsF(painter.font()), width, entries, [](const LegendEntry&, const QPointF&) {});
}

void paintLegend(QPainter& painter, const QRectF& area, const std::vector<LegendEntry>& entries,
                 const Theme& theme) {
    const QFontMetricsF metrics(painter.font());
    const double side = metrics.height() - 3;
    layOut(metrics, area.width(), entries, [&](const LegendEntry& entry, const QPointF& at) {
        const QRectF swatch(area.topLeft() + at + QPointF(0.5, 2.5), QSizeF(side, side));
        fillRect(painter, swatch, entry.brush);
        painter.setPen(QPen(theme.outline, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(swatch);
        painter.setPen(theme.text);
        painter.drawText(QPointF(swatch.right() + 5, area.top() + at.y() + 1 + metrics.ascent()), entry.text);
    });
}

} // namespace pipette
