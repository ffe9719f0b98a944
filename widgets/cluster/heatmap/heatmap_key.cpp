// SPDX-License-Identifier: GPL-3.0-or-later
// The key beside the cells: what colours mean, and how the links spread over them.
#include "widgets/cluster/heatmap/heatmap_painter.h"

#include "widgets/charts/axis_ticks.h"
#include "widgets/theme/marks.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/tokens.h"
#include "widgets/theme/units_text.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace pipette {
namespace {

constexpr double least_spread = 110; // width in which the spread of the links can be read

struct KeyWords {
    Q_DECLARE_TR_FUNCTIONS(pipette::HeatmapView)
};

bool isAlike(const HeatmapPicture& picture) {
    return picture.pool.low() > 0 && picture.pool.low() >= HeatmapScale::alike * picture.pool.high();
}

/// Where the slowest link lies on the scale of the colours: the key begins there, for nothing lies below.
double firstPosition(const HeatmapPicture& picture) {
    constexpr double most = 0.9; // links that are all alike still need a scale
    const double slowest = picture.pool.low();
    return slowest > 0 ? std::clamp(picture.scale.position(slowest), 0.0, most) : 0;
}

/// The height of a bandwidth on the key.
double heightOf(const HeatmapPicture& picture, const QRectF& bar, double gb_per_s) {
    const double first = firstPosition(picture);
    return bar.bottom() - (picture.scale.position(gb_per_s) - first) / (1 - first) * bar.height();
}

/// The bandwidth that the key begins with, GB/s.
double firstBandwidth(const HeatmapPicture& picture) {
    return picture.scale.low() * std::pow(picture.scale.high() / picture.scale.low(), firstPosition(picture));
}

QRectF barArea(const HeatmapPicture& picture) {
    const QRectF& plot = picture.zoom.plot();
    const QFontMetricsF small(picture.small);
    const double line = small.height() + 4;
    const double hatch = ((picture.cells.betweenNodes() ? 2 : 1) + (picture.cells.faults().empty() ? 0 : 1) +
                          (picture.slow.empty() ? 0 : 1)) *
                             line +
                         small.height() / 2 + 3; // below the lowest number
    return {picture.zoom.drawnRight() + 12, plot.top(), heatmap_bar_width,
            std::max(plot.height() - hatch, 10.0)};
}

void paintBar(QPainter& painter, const HeatmapPicture& picture, const Theme& theme, const QRectF& bar) {
    painter.setFont(picture.small);
    const QFontMetricsF small(painter.font());
    const double line = small.height() + 4;
    const int steps = std::max(static_cast<int>(bar.height()), 1);
    const double first = firstPosition(picture);
    const bool alike = isAlike(picture);
    for (int i = 0; i < steps; ++i)
        painter.fillRect(QRectF(bar.left(), bar.bottom() - (i + 1.0) * bar.height() / steps, bar.width(),
                                bar.height() / steps + 0.5),
                         bandwidthColour(alike ? first : first + (1 - first) * (i + 0.5) / steps));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.outline, 1));
    painter.drawRect(bar);
    const int most = std::clamp(static_cast<int>(bar.height() / (small.height() * 1.8)), 2, 10);
    for (const double tick : alike ? std::vector{picture.pool.low()}
                                   : logTicks(firstBandwidth(picture), picture.scale.high(), most)) {
        const double y = alike ? bar.center().y() : heightOf(picture, bar, tick);
        painter.setPen(QPen(theme.outline, 1));
        painter.drawLine(QPointF(bar.right(), y), QPointF(bar.right() + 3, y));
        painter.setPen(theme.text);
        painter.drawText(QRectF(bar.right() + 5, y - small.height() / 2, 80, small.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, numberText(tick, 'g', 3));
    }
    painter.setPen(theme.text);
    painter.drawText(QRectF(bar.left() - 8, heatmap_margin - 4, 80, small.height()), Qt::AlignLeft,
                     alike ? KeyWords::tr("GB/s") : KeyWords::tr("GB/s, log"));
    const QRectF swatch(bar.left(), bar.bottom() + small.height() / 2 + 5, bar.width(), small.height() - 2);
    painter.fillRect(swatch, theme.alternate);
    painter.fillRect(swatch, QBrush(theme.missing, Qt::BDiagPattern));
    painter.setPen(theme.muted);
    painter.drawText(QPointF(swatch.right() + 5, swatch.top() + small.ascent() - 1), KeyWords::tr("no data"));
    double below = swatch.top();
    const auto next = [&](const QString& word) { // the swatch of one more look
        below += line;
        painter.setPen(theme.muted);
        painter.drawText(QPointF(swatch.right() + 5, below + small.ascent() - 1), word);
        return QRectF(QPointF(swatch.left(), below), swatch.size());
    };
    if (!picture.slow.empty()) {
        painter.setBrush(Qt::NoBrush);
        const QRectF frame = next(KeyWords::tr("slowest"));
        painter.setPen(QPen(theme.error, tokens::threshold));
        painter.drawRect(frame);
    }
    if (!picture.cells.faults().empty())
        paintBroken(painter, next(KeyWords::tr("broken")), theme);
    if (picture.cells.betweenNodes())
        painter.fillRect(next(KeyWords::tr("in a node")), theme.grid);
}

/// The one bandwidth that all links have.
void paintAlike(QPainter& painter, const HeatmapPicture& picture, const Theme& theme, const QRectF& head) {
    painter.setFont(picture.small);
    painter.setPen(theme.text);
    painter.drawText(head, Qt::AlignLeft,
                     picture.cells.betweenNodes() ? KeyWords::tr("every link between nodes")
                                                  : KeyWords::tr("every link"));
    painter.setPen(theme.muted);
    painter.drawText(head.translated(0, head.height() + 2), Qt::AlignLeft, bandwidthText(picture.pool.low()));
}

/// How many links have which bandwidth, beside the key of the colours, where a wide view leaves room.
void paintSpread(QPainter& painter, const HeatmapPicture& picture, const Theme& theme, const QRectF& bar,
                 double right) {
    const QFontMetricsF small(picture.small);
    const double left =
        bar.right() + small.horizontalAdvance(KeyWords::tr("in a node")) + 24; // the key's own words
    const QRectF room(left, bar.top(), std::min(right - left, least_spread + bar.height()), bar.height());
    if (room.width() < least_spread || !(picture.pool.low() > 0))
        return;
    const QRectF head(room.left(), heatmap_margin - 4, room.width(), small.height());
    if (isAlike(picture)) { // one bar of all links would tell nothing
        paintAlike(painter, picture, theme, head);
        return;
    }
    const std::vector<std::uint32_t> counts =
        picture.pool.spread(firstBandwidth(picture), picture.scale.high(),
                            std::clamp(static_cast<int>(room.height() / 8), 4, 48));
    const double first = firstPosition(picture);
    const double most = *std::max_element(counts.begin(), counts.end());
    painter.setFont(picture.small);
    for (const double tick : linearTicks(0, most, static_cast<int>(room.width() / 40))) {
        const double x = room.left() + tick / most * room.width();
        painter.setPen(QPen(theme.grid, 1));
        painter.drawLine(QPointF(x, room.top()), QPointF(x, room.bottom()));
        painter.setPen(theme.muted);
        if (tick == std::floor(tick))
            painter.drawText(QRectF(x - 40, room.bottom() + 3, 80, small.height()), Qt::AlignCenter,
                             numberText(tick));
    }
    const double step = room.height() / static_cast<double>(counts.size());
    for (std::size_t bin = 0; bin < counts.size(); ++bin) {
        if (counts[bin] == 0)
            continue;
        const QRectF box(room.left(), room.bottom() - (static_cast<double>(bin) + 1) * step,
                         std::max(counts[bin] / most * room.width(), 2.0), step); // one slow link is seen
        painter.fillRect(box, theme.outline);
        const double middle = (static_cast<double>(bin) + 0.5) / static_cast<double>(counts.size());
        painter.fillRect(box.adjusted(0, 0.5, -1, -0.5), bandwidthColour(first + (1 - first) * middle));
    }
    const double median = picture.pool.median();
    const double y = heightOf(picture, room, median);
    painter.setPen(theme.muted);
    painter.drawText(QRectF(room.left(), room.bottom() + small.height() + 3, room.width(), small.height()),
                     Qt::AlignRight | Qt::AlignVCenter, KeyWords::tr("number of links"));
    painter.setPen(QPen(theme.text, 1, Qt::DashLine));
    painter.drawLine(QPointF(room.left() - 4, y), QPointF(room.right(), y));
    painter.setPen(theme.text);
    painter.drawText(head, Qt::AlignLeft,
                     picture.cells.betweenNodes() ? KeyWords::tr("links between nodes")
                                                  : KeyWords::tr("links between GPUs"));
    painter.setPen(theme.muted);
    QString figures = filled(KeyWords::tr("- - median %1"), bandwidthText(median));
    const QString more = filled(KeyWords::tr(", slowest %1"), bandwidthText(picture.pool.low()));
    if (small.horizontalAdvance(figures + more) <= room.width())
        figures += more;
    painter.drawText(head.translated(0, small.height() + 2), Qt::AlignLeft, figures);
}

} // namespace

void paintHeatmapKey(QPainter& painter, const HeatmapPicture& picture, const Theme& theme, double right) {
    const QRectF bar = barArea(picture);
    paintBar(painter, picture, theme, bar);
    paintSpread(painter, picture, theme, bar, right);
}

} // namespace pipette
