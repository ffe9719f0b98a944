// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/legend.h"

#include "widgets/theme/marks.h"
#include "widgets/theme/theme.h"

#include <QFontMetricsF>
#include <QPainter>

namespace pipette {
namespace {

constexpr double stroke_length = 18;            // of a line's sample: long enough for its dashes
constexpr double swatch_gap = 4, next_gap = 10; // from a sample to its word, and from that to the next

bool isWords(const LegendEntry& entry) {
    return entry.brush.style() == Qt::NoBrush && entry.line.style() == Qt::NoPen && entry.marker.isEmpty();
}

double sampleWidth(const QFontMetricsF& metrics, const LegendEntry& entry) {
    constexpr double more = 0.7; // of a swatch for each further look
    if (isWords(entry))
        return 0;
    return entry.line.style() == Qt::NoPen
               ? (metrics.height() - 4) * (1 + more * static_cast<double>(entry.further.size()))
               : stroke_length;
}

/// Calls `put(entry, top left)` for each entry in lines as wide as `width`; returns the height of all lines.
template <class Put>
double layOut(const QFontMetricsF& metrics, double width, const std::vector<LegendEntry>& entries,
              const Put& put) {
    const double line = metrics.height() + 3;
    double x = 0;
    double y = 0;
    for (const LegendEntry& entry : entries) {
        const double wide =
            sampleWidth(metrics, entry) + swatch_gap + 1 + metrics.horizontalAdvance(entry.text);
        if (x > 0 && x + wide > width) {
            x = 0;
            y += line;
        }
        put(entry, QPointF(x, y));
        x += wide + next_gap;
    }
    return entries.empty() ? 0 : y + line;
}

} // namespace

double legendHeight(const QFontMetricsF& metrics, double width, const std::vector<LegendEntry>& entries) {
    return layOut(metrics, width, entries, [](const LegendEntry&, const QPointF&) {});
}

std::vector<LegendEntry> fittingLegend(const QFontMetricsF& metrics, QSizeF room,
                                       std::vector<LegendEntry> entries) {
    if (legendHeight(metrics, room.width(), entries) <= room.height())
        return entries;
    const std::size_t all = entries.size();
    while (entries.size() > 1) {
        entries.pop_back();
        std::vector<LegendEntry> told = entries;
        told.push_back({{}, QStringLiteral("+ %1").arg(all - entries.size())});
        if (entries.size() == 1 || legendHeight(metrics, room.width(), told) <= room.height())
            return told;
    }
    return entries;
}

void paintLegend(QPainter& painter, const QRectF& area, const std::vector<LegendEntry>& entries,
                 const Theme& theme) {
    const QFontMetricsF metrics(painter.font());
    const double side = metrics.height() - 4;
    layOut(metrics, area.width(), entries, [&](const LegendEntry& entry, const QPointF& at) {
        const QRectF sample(area.topLeft() + at + QPointF(0.5, 2.5),
                            QSizeF(sampleWidth(metrics, entry), side));
        if (isWords(entry)) {
            painter.setPen(theme.muted);
            painter.drawText(area.topLeft() + at + QPointF(0, 1 + metrics.ascent()), entry.text);
            return;
        }
        if (!entry.marker.isEmpty()) {
            painter.save();
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(entry.line);
            painter.setBrush(entry.brush);
            painter.drawPolygon(entry.marker.translated(sample.center()));
            painter.restore();
        } else if (entry.line.style() == Qt::NoPen) {
            std::vector<QBrush> looks = entry.further;
            looks.insert(looks.begin(), entry.brush);
            const double part = sample.width() / static_cast<double>(looks.size());
            for (std::size_t k = 0; k < looks.size(); ++k)
                fillRect(painter,
                         QRectF(sample.left() + part * static_cast<double>(k), sample.top(), part,
                                sample.height()),
                         looks[k]);
            painter.setPen(QPen(theme.outline, 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(sample);
        } else {
            painter.setPen(entry.line);
            painter.drawLine(QPointF(sample.left(), sample.center().y()),
                             QPointF(sample.right(), sample.center().y()));
        }
        if (entry.crossed)
            paintBroken(painter, QRectF(sample.center() - QPointF(side, side) / 2, QSizeF(side, side)),
                        theme);
        painter.setPen(theme.muted);
        const double room = area.width() - at.x() - sample.width() - swatch_gap;
        painter.drawText(QPointF(sample.right() + swatch_gap, area.top() + at.y() + 1 + metrics.ascent()),
                         metrics.elidedText(entry.text, Qt::ElideRight, room));
    });
}

} // namespace pipette
