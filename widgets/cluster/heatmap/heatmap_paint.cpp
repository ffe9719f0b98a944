// SPDX-License-Identifier: GPL-3.0-or-later
// How HeatmapView draws: pixels straight from the pooled pyramid, then axes, colour bar and selection.
#include "widgets/cluster/heatmap/heatmap_view.h"

#include "widgets/charts/axis_ticks.h"
#include "widgets/theme/marks.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"
#include "widgets/theme/units_text.h"

#include <QPainter>
#include <QSlider>

#include <algorithm>
#include <cmath>
#include <set>

namespace pipette {
namespace {

constexpr double heatmap_margin = 8;
constexpr double bar_width = 14;
constexpr double least_spread = 110; // width in which the spread of the links can be read
constexpr double ruler = 4;          // of the selection, between an axis and its names
constexpr double least_seen = 3;     // pixels of a broken cell below which it is a dot
constexpr double least_crossed = 9;  // pixels of a cell from which it is crossed out itself
constexpr double small_cross = 12;   // pixels between the crosses of smaller cells

double bottomSpace(const QFontMetricsF& small) {
    return heatmap_margin + small.height() + 4;
}

} // namespace

QRectF HeatmapView::plotArea(QSize size) const {
    const QFontMetricsF small(smallFont(font()));
    const double name = shown_.cluster && pool_ ? small.horizontalAdvance(nameOf(pool_->size() - 1)) : 30;
    const double left = heatmap_margin + small.height() + std::clamp(name, 20.0, 120.0) + ruler + 6;
    const double top = heatmap_margin + 2 * small.height() + ruler + 4;
    const double right =
        heatmap_margin + bar_width + small.horizontalAdvance(QStringLiteral("0000 GB/s")) + 18;
    return {left, top, std::max(size.width() - left - right, 30.0),
            std::max(size.height() - top - bottomSpace(small), 30.0)};
}

double HeatmapView::drawnRight(const QRectF& plot) const {
    return std::min(plot.right(), plot.left() + (pool_->size() - origin_.x()) * pixelsPerCell(plot));
}

bool HeatmapView::betweenNodes() const {
    return shown_.cluster->inter_node.between == MatrixBetween::nodes;
}

void HeatmapView::fitScale(const QRectF& plot) {
    const int level = drawnLevel(plot), side = pool_->sizeOf(level);
    const double across = 1 / (pixelsPerCell(plot) * (1 << level)); // cells a pixel
    const QPointF first = origin_ / (1 << level);
    const QRect cells(QPoint(static_cast<int>(first.x()), static_cast<int>(first.y())),
                      QPoint(static_cast<int>(first.x() + plot.width() * across),
                             static_cast<int>(first.y() + plot.height() * across)));
    auto [low, high] = shown_.cluster->history.snapshots.empty()
                           ? pool_->rangeOf(level, cells & QRect(0, 0, side, side))
                           : std::pair(whole_low_, whole_high_);
    if (!(low > 0)) // links inside a node alone
        low = whole_low_, high = whole_high_;
    if (!(low > 0)) // nothing is measured
        low = 1, high = 10;
    low = std::min(low, high / 2); // noise of a few per cent must not look like a slow link
    if (low != low_ || high != high_)
        colours_.clear();
    low_ = low, high_ = high;
}

void HeatmapView::makeColours() {
    const Theme& theme = themeOf(this);
    const bool dark = theme.kind == ThemeKind::dark;
    if (!colours_.empty() && coloured_dark_ == dark)
        return;
    coloured_dark_ = dark;
    colours_.resize(65536);
    const int first = HeatmapPool::codeOf(low_);
    const int last = HeatmapPool::codeOf(high_);
    const QRgb slow = bandwidthColour(0).rgb();
    const QRgb fast = bandwidthColour(1).rgb();
    for (int code = 0; code < 65536; ++code)
        colours_[static_cast<std::size_t>(code)] =
            code <= first ? slow
            : code >= last
                ? fast
                : bandwidthColour(
                      logPosition(HeatmapPool::valueOf(static_cast<HeatmapPool::Code>(code)), low_, high_))
                      .rgb();
    colours_[HeatmapPool::unmeasured] = theme.alternate.rgb();
}

void HeatmapView::paintCells(QPainter& painter, const QRectF& plot) {
    makeColours();
    const QRect box = plot.toRect();
    if (picture_.size() != box.size())
        picture_ = QImage(box.size(), QImage::Format_RGB32);
    const double pixels = pixelsPerCell(plot);
    const int level = drawnLevel(plot);
    const int side = pool_->sizeOf(level);
    const double step = 1 / (pixels * (1 << level));
    const QRgb background = themeOf(this).base.rgb();
    const QRgb ink = themeOf(this).missing.rgb();
    const QRgb inside = themeOf(this).grid.rgb(); // links inside a node are another matter than those between
    const QRgb broken = (pixels * (1 << level) < least_seen ? themeOf(this).error : themeOf(this).base).rgb();
    const bool marks_inside = level == 0 && betweenNodes();
    std::vector<int> column(static_cast<std::size_t>(box.width()));
    for (int x = 0; x < box.width(); ++x)
        column[static_cast<std::size_t>(x)] = static_cast<int>(origin_.x() / (1 << level) + (x + 0.5) * step);
    for (int y = 0; y < box.height(); ++y) {
        auto* line = reinterpret_cast<QRgb*>(picture_.scanLine(y));
        const auto from = static_cast<int>(origin_.y() / (1 << level) + (y + 0.5) * step);
        if (from >= side) {
            std::fill(line, line + box.width(), background);
            continue;
        }
        const HeatmapPool::Code* row = pool_->row(level, from);
        for (int x = 0; x < box.width(); ++x) {
            const int to = column[static_cast<std::size_t>(x)];
            if (to >= side) {
                line[x] = background;
                continue;
            }
            const HeatmapPool::Code code = row[to];
            line[x] = code == HeatmapPool::broken                          ? broken
                      : marks_inside && to == from                         ? inside
                      : code == HeatmapPool::unmeasured && (x + y) % 6 < 2 ? ink
                                                                           : colours_[code];
        }
    }
    painter.drawImage(box.topLeft(), picture_);
}

/// The finest whose cells are at least a pixel: every link is inside some drawn cell.
int HeatmapView::drawnLevel(const QRectF& plot) const {
    int level = 0;
    while (level + 1 < pool_->levels() && pixelsPerCell(plot) * (1 << level) < 1)
        ++level;
    return level;
}

/// Crosses out what is broken, at any zoom: where cells are small, with crosses that can still be seen, as
/// many as have room beside each other.
void HeatmapView::paintFaults(QPainter& painter, const QRectF& plot) const {
    if (faults_.empty())
        return;
    const int level = drawnLevel(plot);
    const double pixels = pixelsPerCell(plot) * (1 << level);
    const QPointF origin = origin_ / (1 << level);
    const int side = pool_->sizeOf(level);
    const auto last = [&](double first, double length) {
        return std::min(side, static_cast<int>(std::ceil(first + length / pixels)));
    };
    const int stride = std::max(static_cast<int>(std::ceil(small_cross / pixels)), 1);
    std::set<std::pair<int, int>> taken; // squares of `stride` cells that have their small cross
    painter.save();
    painter.setClipRect(plot);
    for (int from = static_cast<int>(origin.y()); from < last(origin.y(), plot.height()); ++from) {
        const HeatmapPool::Code* row = pool_->row(level, from);
        for (int to = static_cast<int>(origin.x()); to < last(origin.x(), plot.width()); ++to) {
            if (row[to] != HeatmapPool::broken)
                continue;
            QRectF cell(plot.left() + (to - origin.x()) * pixels, plot.top() + (from - origin.y()) * pixels,
                        pixels, pixels);
            if (pixels < least_crossed) {
                const QPointF centre = cell.center();
                if (!taken.emplace(from / stride, to / stride).second)
                    continue;
                cell = QRectF(centre - QPointF(least_crossed, least_crossed) / 2,
                              QSizeF(least_crossed, least_crossed));
            }
            paintBroken(painter, cell, themeOf(this));
        }
    }
    painter.restore();
}

void HeatmapView::paintValues(QPainter& painter, const QRectF& plot) const {
    const double pixels = pixelsPerCell(plot);
    painter.setFont(smallFont(font()));
    const QFontMetricsF small(painter.font());
    if (pixels < small.horizontalAdvance(QStringLiteral("000.0")) + 4)
        return;
    for (int from = static_cast<int>(origin_.y()); from < pool_->size(); ++from)
        for (int to = static_cast<int>(origin_.x()); to < pool_->size(); ++to) {
            const QRectF cell = cellRect(plot, {from, to});
            if (cell.left() > plot.right() || cell.top() > plot.bottom())
                break;
            const double value = matrixBandwidth(*shown_.cluster, snapshot_, from, to);
            if (std::isnan(value) || pool_->row(0, from)[to] == HeatmapPool::broken)
                continue;
            painter.setPen(betweenNodes() && from == to
                               ? themeOf(this).text
                               : textOn(bandwidthColour(logPosition(value, low_, high_))));
            painter.drawText(cell, Qt::AlignCenter, significant(value));
        }
}

void HeatmapView::paintAxes(QPainter& painter, const QRectF& plot) const {
    const Theme& theme = themeOf(this);
    painter.setFont(smallFont(font()));
    const QFontMetricsF small(painter.font());
    const double pixels = pixelsPerCell(plot);
    const double wide = small.horizontalAdvance(nameOf(pool_->size() - 1)) + 10;
    const int across = std::max(1, static_cast<int>(std::ceil(wide / pixels)));
    const int down = std::max(1, static_cast<int>(std::ceil((small.height() + 2) / pixels)));
    painter.setPen(theme.muted);
    for (int i = static_cast<int>(origin_.x()) / across * across; i < pool_->size(); i += across) {
        const double x = cellRect(plot, {0, i}).center().x();
        if (x >= plot.left() && x <= plot.right())
            painter.drawText(
                QRectF(x - wide / 2, plot.top() - small.height() - ruler - 1, wide, small.height()),
                Qt::AlignCenter, nameOf(i));
    }
    for (int i = static_cast<int>(origin_.y()) / down * down; i < pool_->size(); i += down) {
        const double y = cellRect(plot, {i, 0}).center().y();
        if (y >= plot.top() && y <= plot.bottom())
            painter.drawText(QRectF(0, y - small.height() / 2, plot.left() - ruler - 3, small.height()),
                             Qt::AlignRight | Qt::AlignVCenter, nameOf(i));
    }
    painter.setPen(theme.text);
    painter.drawText(QRectF(plot.left(), heatmap_margin - 4, drawnRight(plot) - plot.left(), small.height()),
                     Qt::AlignCenter, tr("receiver"));
    painter.save();
    painter.translate(heatmap_margin, plot.center().y());
    painter.rotate(-90);
    painter.drawText(QRectF(-80, -2, 160, small.height()), Qt::AlignCenter, tr("sender"));
    painter.restore();
    const QString note =
        (cursor_.from >= 0 ? cellText(cursor_) : QString()).replace(QLatin1Char('\n'), QLatin1String("; "));
    painter.drawText(QRectF(plot.left(), plot.bottom() + 3, plot.width(), small.height()),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(note, Qt::ElideRight, static_cast<int>(plot.width())));
}

QRectF HeatmapView::barArea(const QRectF& plot) const {
    const QFontMetricsF small(smallFont(font()));
    const double line = small.height() + 4;
    const double hatch = ((betweenNodes() ? 2 : 1) + (faults_.empty() ? 0 : 1)) * line + small.height() / 2 +
                         3; // below the lowest number
    return {drawnRight(plot) + 12, plot.top(), bar_width, std::max(plot.height() - hatch, 10.0)};
}

void HeatmapView::paintBar(QPainter& painter, const QRectF& bar) const {
    const Theme& theme = themeOf(this);
    painter.setFont(smallFont(font()));
    const QFontMetricsF small(painter.font());
    const double line = small.height() + 4;
    const int steps = std::max(static_cast<int>(bar.height()), 1);
    for (int i = 0; i < steps; ++i)
        painter.fillRect(QRectF(bar.left(), bar.bottom() - (i + 1.0) * bar.height() / steps, bar.width(),
                                bar.height() / steps + 0.5),
                         bandwidthColour((i + 0.5) / steps));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.outline, 1));
    painter.drawRect(bar);
    const int most = std::clamp(static_cast<int>(bar.height() / (small.height() * 1.8)), 2, 10);
    for (const double tick : logTicks(low_, high_, most)) {
        const double y = bar.bottom() - logPosition(tick, low_, high_) * bar.height();
        painter.setPen(QPen(theme.outline, 1));
        painter.drawLine(QPointF(bar.right(), y), QPointF(bar.right() + 3, y));
        painter.setPen(theme.text);
        painter.drawText(QRectF(bar.right() + 5, y - small.height() / 2, 80, small.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, QString::number(tick, 'g', 3));
    }
    painter.setPen(theme.text);
    painter.drawText(QRectF(bar.left() - 8, heatmap_margin - 4, 80, small.height()), Qt::AlignLeft,
                     tr("GB/s, log"));
    const QRectF swatch(bar.left(), bar.bottom() + small.height() / 2 + 5, bar.width(), small.height() - 2);
    painter.fillRect(swatch, theme.alternate);
    painter.fillRect(swatch, QBrush(theme.missing, Qt::BDiagPattern));
    painter.setPen(theme.muted);
    painter.drawText(QPointF(swatch.right() + 5, swatch.top() + small.ascent() - 1), tr("no data"));
    double below = swatch.top();
    const auto next = [&](const QString& word) { // the swatch of one more look
        below += line;
        painter.setPen(theme.muted);
        painter.drawText(QPointF(swatch.right() + 5, below + small.ascent() - 1), word);
        return QRectF(QPointF(swatch.left(), below), swatch.size());
    };
    if (!faults_.empty())
        paintBroken(painter, next(tr("broken")), theme);
    if (betweenNodes())
        painter.fillRect(next(tr("in a node")), theme.grid);
}

/// How many links have which bandwidth, beside the key of the colours, where a wide view leaves room.
void HeatmapView::paintSpread(QPainter& painter, const QRectF& bar, double right) const {
    const Theme& theme = themeOf(this);
    const QFontMetricsF small(smallFont(font()));
    const double left = bar.right() + small.horizontalAdvance(tr("in a node")) + 24; // the key's own words
    const QRectF room(left, bar.top(), std::min(right - left, least_spread + bar.height()), bar.height());
    if (room.width() < least_spread || !(pool_->low() > 0))
        return;
    const std::vector<std::uint32_t> counts =
        pool_->spread(low_, high_, std::clamp(static_cast<int>(room.height() / 8), 4, 48));
    const double most = *std::max_element(counts.begin(), counts.end());
    painter.setFont(smallFont(font()));
    for (const double tick : linearTicks(0, most, static_cast<int>(room.width() / 40))) {
        const double x = room.left() + tick / most * room.width();
        painter.setPen(QPen(theme.grid, 1));
        painter.drawLine(QPointF(x, room.top()), QPointF(x, room.bottom()));
        painter.setPen(theme.muted);
        if (tick == std::floor(tick))
            painter.drawText(QRectF(x - 40, room.bottom() + 3, 80, small.height()), Qt::AlignCenter,
                             QString::number(tick));
    }
    const double step = room.height() / static_cast<double>(counts.size());
    for (std::size_t bin = 0; bin < counts.size(); ++bin) {
        if (counts[bin] == 0)
            continue;
        const QRectF box(room.left(), room.bottom() - (static_cast<double>(bin) + 1) * step,
                         std::max(counts[bin] / most * room.width(), 2.0), step); // one slow link is seen
        painter.fillRect(box, theme.outline);
        painter.fillRect(box.adjusted(0, 0.5, -1, -0.5), bandwidthColour((static_cast<double>(bin) + 0.5) /
                                                                         static_cast<double>(counts.size())));
    }
    const double median = pool_->median();
    const double y = room.bottom() - logPosition(median, low_, high_) * room.height();
    painter.setPen(QPen(theme.text, 1, Qt::DashLine));
    painter.drawLine(QPointF(room.left() - 4, y), QPointF(room.right(), y));
    painter.setPen(theme.text);
    const QRectF head(room.left(), heatmap_margin - 4, room.width(), small.height());
    painter.drawText(head, Qt::AlignLeft,
                     betweenNodes() ? tr("links between nodes") : tr("links between GPUs"));
    painter.setPen(theme.muted);
    QString figures = tr("- - median %1").arg(bandwidthText(median));
    const QString more = tr(", slowest %1").arg(bandwidthText(pool_->low()));
    if (small.horizontalAdvance(figures + more) <= room.width())
        figures += more;
    painter.drawText(head.translated(0, small.height() + 2), Qt::AlignLeft, figures);
}

void HeatmapView::paintSelection(QPainter& painter, const QRectF& plot) const {
    const Theme& theme = themeOf(this);
    const bool nodes = betweenNodes();
    std::vector<int> chosen;
    for (const int gpu : selection_.gpus)
        if (gpu >= 0 && gpu < shown_.cluster->gpu_count()) {
            const int index = nodes ? shown_.cluster->node_of(gpu) : gpu;
            if (chosen.empty() || chosen.back() != index)
                chosen.push_back(index);
        }
    painter.save();
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.accent);
    for (const int index : chosen) { // rulers on both axes
        const QRectF cell = cellRect(plot, {index, index});
        const double length = std::max(cell.width(), 2.0);
        if (cell.right() >= plot.left() && cell.left() <= plot.right())
            painter.drawRect(QRectF(cell.left(), plot.top() - ruler, length, ruler) &
                             plot.adjusted(0, -ruler, 0, 0));
        if (cell.bottom() >= plot.top() && cell.top() <= plot.bottom())
            painter.drawRect(QRectF(plot.left() - ruler, cell.top(), ruler, length) &
                             plot.adjusted(-ruler, 0, 0, 0));
    }
    painter.setClipRect(plot.adjusted(-1, -1, 1, 1));
    painter.setBrush(Qt::NoBrush);
    if (chosen.size() == 2)
        for (const Cell cell : {Cell{chosen[0], chosen[1]}, Cell{chosen[1], chosen[0]}}) {
            painter.setPen(QPen(theme.base, 4));
            painter.drawRect(cellRect(plot, cell));
            painter.setPen(QPen(theme.accent, tokens::selection));
            painter.drawRect(cellRect(plot, cell));
        }
    if (hasFocus() && cursor_.from >= 0) {
        const QRectF cell = cellRect(plot, cursor_).adjusted(-1, -1, 1, 1);
        painter.setPen(QPen(theme.base, 3));
        painter.drawRect(cell);
        painter.setPen(QPen(theme.text, 1, Qt::DotLine));
        painter.drawRect(cell);
    }
    painter.restore();
}

void HeatmapView::renderTo(QPainter* painter, QSize size) {
    painter->fillRect(QRect(QPoint(), size), themeOf(this).base);
    if (shown_.cluster && !pool_ && !isVisible())
        pooling_.finish(); // a picture for a file cannot wait
    if (!pool_ || pool_->size() == 0)
        return paintEmpty(*painter, size,
                          shown_.cluster ? tr("Reading the bandwidth...")
                                         : tr("No cluster yet. Open one to see its measured bandwidth."));
    const QRectF plot = plotArea(size);
    fitScale(plot);
    paintCells(*painter, plot);
    paintValues(*painter, plot);
    paintFaults(*painter, plot);
    paintAxes(*painter, plot);
    const QRectF bar = barArea(plot);
    paintBar(*painter, bar);
    paintSpread(*painter, bar, size.width() - heatmap_margin);
    paintSelection(*painter, plot);
}

void HeatmapView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), themeOf(this).base);
    renderTo(&painter, chartSize());
    if (hasFocus()) {
        painter.setPen(QPen(themeOf(this).accent, 1));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

} // namespace pipette
