// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pipeline/timeline_plottable.h"

#include "widgets/pipeline/busy_bands.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/tokens.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace pipette {
namespace {

constexpr double least_bar = 1.5;   // pixels below which bars merge
constexpr double least_label = 9;   // pixels of a bar that may have a text
constexpr double least_row = 6;     // pixels of a device below which its sends and the patterns are left out
constexpr double least_edge = 4;    // pixels of a bar with an edge
constexpr double paper_columns = 3; // columns a pixel where the picture is for paper
constexpr double least_block = 7;   // pixels of a median block below which busy shares are drawn
constexpr double least_band = 4;    // pixels of a device that has room for them
constexpr double band_window = 5;   // median blocks that a share is taken over
constexpr int samples = 5;          // times in a crowded column whose colours are mixed
constexpr double golden_ratio = 0.61803398874989485;
constexpr std::size_t crowded = 16; // bars a column from which columns are jumped from one to the next
constexpr int waiting_alpha = 45;

// The first bar at or after `from` that ends after `time`, found by doubling steps: near jumps are cheap.
std::size_t gallop(const std::vector<TimelinePlottable::Bar>& bars, std::size_t from, double time) {
    std::size_t step = 1, low = from;
    while (low + step < bars.size() && bars[low + step].end <= time)
        low += step, step *= 2;
    const auto begin = bars.begin() + static_cast<std::ptrdiff_t>(low);
    const auto end = bars.begin() + static_cast<std::ptrdiff_t>(std::min(low + step + 1, bars.size()));
    return static_cast<std::size_t>(
        std::partition_point(begin, end, [&](const auto& bar) { return bar.end <= time; }) - bars.begin());
}

} // namespace

// Rectangles gathered by brush, so that the painter changes it a few times a frame.
struct TimelinePlottable::Batches {
    struct Label {
        QRectF rect;
        const Row* row;
        const Bar* bar;
    };
    std::vector<QList<QRectF>> solid, waiting; // [style]
    QList<QRectF> critical, edges;
    std::vector<Label> labels;
    std::vector<const Bar*> underlined; // of a low row
};

// What stays the same for all rows of a frame.
struct TimelinePlottable::Frame {
    QCPRange times;
    QRectF area;      // of the bars
    double sharpness; // columns a pixel
    double column;    // seconds
    bool low;         // rows too low for rectangles
    bool bands;       // blocks too narrow: busy shares in their place
    double columnOf(double time) const { return (time - times.lower) / column; }
};

TimelinePlottable::TimelinePlottable(QCPAxis* keyAxis, QCPAxis* valueAxis)
    : QCPAbstractPlottable(keyAxis, valueAxis) {
    setAntialiased(false);
    setAntialiasedFill(false);
    setSelectable(QCP::stNone);
    setTheme(theme_);
}

void TimelinePlottable::setTheme(const Theme* theme) {
    theme_ = theme;
    palette_ = BarPalette(*theme);
    solid_.clear(), faint_.clear();
    for (std::size_t style = 0; style < palette_.count(); ++style) {
        const QColor colour = palette_.brush(static_cast<BarStyle>(style)).color();
        const auto mix = [](int from, int to) { return from + (to - from) * waiting_alpha / 255; };
        solid_.push_back(colour.rgb());
        faint_.push_back(qRgb(mix(theme->base.red(), colour.red()), mix(theme->base.green(), colour.green()),
                              mix(theme->base.blue(), colour.blue())));
    }
}

bool TimelinePlottable::showsBands() const {
    const double row_pixels = std::abs(mValueAxis->coordToPixel(1) - mValueAxis->coordToPixel(0));
    return rows_.medianBlock() > 0 && row_pixels >= least_band && !play_time_ && !rows_.someStuck() &&
           rows_.medianBlock() * mKeyAxis->axisRect()->width() / mKeyAxis->range().size() < least_block;
}

QRgb TimelinePlottable::colourOf(const Row& row, const Bar& bar) const {
    return (waits(row, bar) ? faint_ : solid_)[bar.style];
}

void TimelinePlottable::setRows(std::vector<Row> rows) {
    rows_ = TimelineRows(std::move(rows));
    arrows_.clear();
}

// Many bars a column: the share that is busy from the sums, the colour from a few of them.
void TimelinePlottable::fillCrowded(const Row& row, std::size_t first, std::size_t last, const Frame& frame) {
    const std::vector<Bar>& bars = row.bars;
    // Time that bars fill up to `time`, when `i` is the first bar that ends after it.
    const auto filled = [&](std::size_t i, double time) {
        return row.busy[i] + (i < bars.size() && bars[i].start < time ? time - bars[i].start : 0);
    };
    const int columns = static_cast<int>(std::ceil(frame.times.size() / frame.column));
    std::size_t i = first;
    for (int c = 0; c < columns && i < last; ++c) {
        c = std::max(c, static_cast<int>(frame.columnOf(bars[i].start))); // over idle time at once
        const double begin = frame.times.lower + c * frame.column, end = begin + frame.column;
        if (bars[i].start >= end) // rounding
            continue;
        const std::size_t next = gallop(bars, i, end);
        const double before = filled(i, begin), work = filled(next, end) - before;
        // Taken evenly from the work, not from the time, so that short bars count by their length; elsewhere
        // in each column, because a periodic schedule is in step with any fixed place.
        const double offset = std::fmod(golden_ratio * c, 1.0);
        for (int k = 0; k < samples; ++k) {
            const auto after = std::upper_bound(row.busy.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                                row.busy.begin() + static_cast<std::ptrdiff_t>(next) + 1,
                                                before + (k + offset) * work / samples);
            const auto bar = static_cast<std::size_t>(after - row.busy.begin()) - 1;
            columns_.fillColumn(c, work / frame.column / samples,
                                colourOf(row, bars[std::min(bar, last - 1)]));
        }
        i = next;
    }
}

void TimelinePlottable::drawGround(QCPPainter& painter, const Row& row, const QRectF& place,
                                   const Frame& frame) const {
    const double seconds = frame.times.size() / frame.area.width();
    const auto x = [&](double time) {
        return std::clamp(place.left() + (time - frame.times.lower) / seconds, place.left(), place.right());
    };
    const double begin = x(0);
    painter.fillRect(QRectF(begin, place.top(), x(row.span) - begin, place.height()),
                     operationColour(OperationLook::bubble, *theme_));
}

/// Backward work from the row's foot, forward work upon it, idle time as the grey behind; the tails as they
/// are.
void TimelinePlottable::drawBands(QCPPainter& painter, const Row& row, const QRectF& place,
                                  const Frame& frame) const {
    if (row.bars.empty())
        return;
    constexpr int step = 2; // pixels that one share stands for
    const double seconds = frame.times.size() / frame.area.width();
    const int count = static_cast<int>(frame.area.width() / step) + 2;
    const auto shares = busy_shares(row.bars, *row.work, frame.times.lower, step * seconds, count,
                                    std::max(band_window * rows_.medianBlock(), 3 * step * seconds));
    const auto x = [&](double time) {
        return std::clamp(place.left() + (time - frame.times.lower) / seconds, place.left(), place.right());
    };
    const double begin = x(0), end = x(row.bars.back().end);
    painter.setPen(Qt::NoPen);
    // Steps of whole pixels: an outline with smooth edges costs ten times as much.
    const double grain = 1 / (painter.modes().testFlag(QCPPainter::pmVectorized) ? 1.0 : frame.sharpness);
    const auto rounded = [grain](double pixels) { return grain * std::round(pixels / grain); };
    const auto top_of = [&](const BusyShare& share, OperationLook look) {
        const double filled = share.backward + (look == OperationLook::forward ? share.forward : 0);
        return rounded(place.bottom() - place.height() * std::clamp(filled, 0.0, 1.0));
    };
    for (const OperationLook look : {OperationLook::forward, OperationLook::backward}) {
        QList<QRectF> steps;
        for (int k = 0; k < count;) {
            const double top = top_of(shares[static_cast<std::size_t>(k)], look);
            int next = k + 1;
            while (next < count && top_of(shares[static_cast<std::size_t>(next)], look) == top)
                ++next;
            const double left = std::max(place.left() + (k - 0.5) * step, begin);
            const double right = std::min(place.left() + (next - 0.5) * step, end);
            if (top < place.bottom() && right > left)
                steps << QRectF(left, top, right - left, place.bottom() - top);
            k = next;
        }
        painter.setBrush(operationColour(look, *theme_));
        painter.drawRects(steps);
    }
    for (auto bar = row.bars.rbegin(); bar != row.bars.rend() && bar->operation < 0; ++bar)
        painter.fillRect(QRectF(QPointF(x(bar->start), place.top()), QPointF(x(bar->end), place.bottom())),
                         palette_.brush(bar->style));
}

void TimelinePlottable::drawRow(const Row& row, double top, double height, const Frame& frame,
                                Batches& batches) {
    const std::vector<Bar>& bars = row.bars;
    const std::size_t first = gallop(bars, 0, frame.times.lower);
    const std::size_t last = static_cast<std::size_t>(
        std::partition_point(bars.begin() + static_cast<std::ptrdiff_t>(first), bars.end(),
                             [&](const Bar& bar) { return bar.start < frame.times.upper; }) -
        bars.begin());
    columns_.beginRow();
    batches.underlined.clear();
    const double least = least_bar * frame.sharpness;
    if (last - first > crowded * static_cast<std::size_t>(frame.area.width() * frame.sharpness)) {
        fillCrowded(row, first, last, frame);
    } else {
        for (std::size_t i = first; i < last; ++i) {
            const Bar& bar = bars[i];
            const double from = frame.columnOf(bar.start), to = frame.columnOf(bar.end);
            const bool critical = bar.critical && critical_shown_ && !waits(row, bar);
            if (frame.low || to - from < least) {
                columns_.fill(from, to, colourOf(row, bar));
                if (critical && to - from >= least)
                    batches.underlined.push_back(&bar);
                continue;
            }
            const double left = std::max(frame.area.left() + from / frame.sharpness, frame.area.left() - 4);
            const double right = std::min(frame.area.left() + to / frame.sharpness, frame.area.right() + 4);
            const QRectF rect(left, top, right - left, height);
            (waits(row, bar) ? batches.waiting : batches.solid)[bar.style] << rect;
            if (critical)
                batches.critical << rect;
            if (rect.width() >= least_edge && height >= 3)
                batches.edges << rect;
            if (rect.width() >= least_label && height >= 9)
                batches.labels.push_back({rect, &row, &bar});
        }
    }
    const double upper = (top - frame.area.top()) * frame.sharpness, lower = upper + height * frame.sharpness;
    // A single short send is a tick that can be seen, whatever its share of the pixel.
    columns_.endRow(upper, lower, row.thin ? 0.5 : 0);
    for (const Bar* bar : batches.underlined)
        columns_.underline(frame.columnOf(bar->start), frame.columnOf(bar->end), lower, theme_->accent.rgb());
}

void TimelinePlottable::drawBatches(QCPPainter* painter, const Batches& batches, const Frame& frame) const {
    if (!columns_.empty())
        painter->drawImage(frame.area, columns_.image());
    painter->setPen(Qt::NoPen);
    for (std::size_t style = 0; style < palette_.count(); ++style) {
        painter->setBrush(palette_.brush(static_cast<BarStyle>(style)));
        painter->drawRects(batches.solid[style]);
        QColor faint = painter->brush().color();
        faint.setAlpha(waiting_alpha);
        painter->setBrush(faint);
        painter->drawRects(batches.waiting[style]);
    }
    // Edges keep neighbours of one colour apart; on paper and screen alike only where there is room.
    painter->setBrush(Qt::NoBrush);
    QColor edge = theme_->base;
    edge.setAlpha(200);
    painter->setPen(QPen(edge, 1));
    painter->drawRects(batches.edges);
    painter->setPen(QPen(theme_->accent, 2));
    for (const QRectF& rect : batches.critical)
        painter->drawLine(QLineF(rect.left(), rect.bottom() - 1, rect.right(), rect.bottom() - 1));
    drawLabels(painter, batches);
}

void TimelinePlottable::draw(QCPPainter* painter) {
    if (!mKeyAxis || !mValueAxis || rows().empty())
        return;
    if (mKeyAxis->axisRect()->width() <= 0)
        return; // large type on a view that is not laid out yet: the axes take all of it
    const double row_pixels = std::abs(mValueAxis->coordToPixel(1) - mValueAxis->coordToPixel(0));
    const QCPRange shown = mValueAxis->range();
    const std::size_t last = rows_.at(shown.upper);
    const bool paper = painter->modes().testFlag(QCPPainter::pmVectorized);
    Frame frame{mKeyAxis->range(),
                QRectF(mKeyAxis->axisRect()->rect()),
                paper ? paper_columns : mParentPlot->bufferDevicePixelRatio(),
                0,
                row_pixels < least_row,
                false};
    frame.column = frame.times.size() / std::max(1.0, frame.area.width() * frame.sharpness);
    frame.bands = showsBands();
    columns_.begin((frame.area.size() * frame.sharpness).toSize());
    Batches batches;
    std::vector<QRectF> chosen; // of the selected device
    batches.solid.resize(palette_.count()), batches.waiting.resize(palette_.count());
    for (std::size_t r = rows_.at(shown.lower); r <= last; ++r) {
        const Row& row = rows()[r];
        if (!row.heading.isEmpty()) {
            drawHeading(painter, row);
            continue;
        }
        if (row.thin && (frame.low || frame.bands))
            continue;
        const double slot = row_pixels * row.height;
        const double middle = mValueAxis->coordToPixel(row.centre);
        const double height = std::max(1.0, slot * (row.thin ? 0.6 : 0.86));
        const double top = row.thin ? middle - slot / 2 : middle - height / 2; // sends hang on their device
        QRectF place(frame.area.left(), top, frame.area.width(), height);
        if (frame.bands) {
            const double sends = r + 1 < rows().size() && rows()[r + 1].thin ? rows()[r + 1].height : 0;
            place.setHeight(height + sends * row_pixels / 2);
            drawGround(*painter, row, place, frame);
            drawBands(*painter, row, place, frame);
        } else {
            if (!row.thin && !frame.low)
                drawGround(*painter, row, place, frame);
            drawRow(row, top, height, frame, batches);
        }
        if (!row.thin && row.device >= 0 && row.device == highlighted_device_)
            chosen.push_back(place);
    }
    drawBatches(painter, batches, frame);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(theme_->accent, tokens::selection));
    for (const QRectF& place : chosen)
        painter->drawRect(place.adjusted(1, 0, -1, 0));
    drawArrows(painter);
    if (play_time_) {
        painter->setPen(QPen(theme_->accent, 1.5));
        const double x = mKeyAxis->coordToPixel(*play_time_);
        painter->drawLine(QLineF(x, mKeyAxis->axisRect()->top(), x, mKeyAxis->axisRect()->bottom()));
    }
}

void TimelinePlottable::drawLabels(QCPPainter* painter, const Batches& batches) const {
    if (!labeller_)
        return;
    const QFont small = smallFont(mKeyAxis->tickLabelFont());
    const QFont smaller = sizedFont(small, tokens::chip_text);
    // All blocks of one look that are as wide have their numbers, or none has.
    std::map<BarStyle, QString> widest;
    const QFontMetricsF metrics(small);
    for (const auto& label : batches.labels) {
        QString& most = widest[label.bar->style];
        if (const QString text = labeller_(*label.row, *label.bar);
            metrics.horizontalAdvance(text) > metrics.horizontalAdvance(most))
            most = text;
    }
    for (const auto& label : batches.labels) {
        const QColor background = palette_.brush(label.bar->style).color();
        painter->setPen(waits(*label.row, *label.bar) ? theme_->muted : textOn(background));
        for (const QFont& font : {small, smaller})
            if (QFontMetricsF(font).horizontalAdvance(widest[label.bar->style]) <= label.rect.width() - 1) {
                painter->setFont(font);
                painter->drawText(label.rect, Qt::AlignCenter, labeller_(*label.row, *label.bar));
                break;
            }
    }
}

void TimelinePlottable::drawHeading(QCPPainter* painter, const Row& row) const {
    painter->setFont(strongFont(mParentPlot->font()));
    painter->setPen(theme_->text);
    const QRect area = mKeyAxis->axisRect()->rect();
    const double middle = mValueAxis->coordToPixel(row.centre), half = painter->fontMetrics().height() / 2.0;
    painter->drawText(QRectF(area.left() + 4, middle - half, area.width() - 8, 2 * half),
                      Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(row.heading, Qt::ElideMiddle, area.width() - 8));
}

void TimelinePlottable::drawArrows(QCPPainter* painter) const {
    painter->setPen(QPen(theme_->text, 1.4));
    painter->setBrush(theme_->text);
    painter->setAntialiasing(true);
    for (const Arrow& arrow : arrows_) {
        const QPointF from(mKeyAxis->coordToPixel(arrow.from_time),
                           mValueAxis->coordToPixel(rows()[static_cast<std::size_t>(arrow.from_row)].centre));
        const QPointF to(mKeyAxis->coordToPixel(arrow.to_time),
                         mValueAxis->coordToPixel(rows()[static_cast<std::size_t>(arrow.to_row)].centre));
        painter->drawLine(from, to);
        const QLineF line(from, to);
        if (line.length() < 4)
            continue;
        const QPointF along = (to - from) / line.length(), across(-along.y(), along.x());
        const std::array<QPointF, 3> head{to, to - 7 * along + 3.5 * across, to - 7 * along - 3.5 * across};
        painter->drawPolygon(head.data(), 3);
    }
    painter->setAntialiasing(false);
}

std::optional<std::pair<int, int>> TimelinePlottable::barAt(const QPointF& position) const {
    if (!mKeyAxis || !mValueAxis || !mKeyAxis->axisRect()->rect().contains(position.toPoint()))
        return std::nullopt;
    return rows_.barAt(mKeyAxis->pixelToCoord(position.x()), mValueAxis->pixelToCoord(position.y()));
}

QRectF TimelinePlottable::placeOf(int row, int bar) const {
    const Row& of = rows()[static_cast<std::size_t>(row)];
    const Bar& drawn = of.bars[static_cast<std::size_t>(bar)];
    const QRectF place(
        QPointF(mKeyAxis->coordToPixel(drawn.start), mValueAxis->coordToPixel(of.centre - of.height / 2)),
        QPointF(mKeyAxis->coordToPixel(drawn.end), mValueAxis->coordToPixel(of.centre + of.height / 2)));
    return place & QRectF(mKeyAxis->axisRect()->rect());
}

double TimelinePlottable::selectTest(const QPointF& position, bool, QVariant*) const {
    return barAt(position) ? 0 : -1;
}

QCPRange TimelinePlottable::getKeyRange(bool& found, QCP::SignDomain) const {
    QCPRange range(0, 0);
    found = false;
    for (const Row& row : rows())
        if (!row.bars.empty()) {
            range.upper = std::max(range.upper, row.bars.back().end);
            found = true;
        }
    return range;
}

QCPRange TimelinePlottable::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const {
    found = !rows().empty();
    return found ? QCPRange(-TimelineRows::margin, rows_.bottom() + TimelineRows::margin) : QCPRange(0, 1);
}

void TimelinePlottable::drawLegendIcon(QCPPainter* painter, const QRectF& rect) const {
    painter->fillRect(rect, operationBrush(OperationLook::forward, *theme_));
}

} // namespace pipette
