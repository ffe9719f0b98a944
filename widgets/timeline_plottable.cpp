// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline_plottable.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace pipette {
namespace {

constexpr double least_bar = 1.5; // pixels below which bars merge
constexpr double least_label = 9; // pixels of a bar that may have a text
constexpr double least_row = 6;   // pixels of a device below which its sends and the patterns are left out
constexpr double least_edge = 4;  // pixels of a bar with an edge
constexpr int most_steps = 12;    // heights of merged columns

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
    std::array<QList<QRectF>, operation_look_count> solid, waiting;
    QList<QRectF> critical, edges;
    std::vector<Label> labels;
};

TimelinePlottable::TimelinePlottable(QCPAxis* keyAxis, QCPAxis* valueAxis)
    : QCPAbstractPlottable(keyAxis, valueAxis) {
    setAntialiased(false);
    setAntialiasedFill(false);
    setSelectable(QCP::stNone);
}

void TimelinePlottable::setRows(std::vector<Row> rows) {
    rows_ = std::move(rows);
    arrows_.clear();
    double top = 0;
    for (Row& row : rows_) {
        row.centre = top + row.height() / 2;
        top += row.height();
        row.busy.clear();
        row.busy.reserve(row.bars.size() + 1);
        double sum = 0;
        for (const Bar& bar : row.bars) {
            row.busy.push_back(sum);
            sum += bar.end - bar.start;
        }
        row.busy.push_back(sum);
    }
}

void TimelinePlottable::drawRow(const Row& row, double top, double height, const QCPRange& times,
                                Batches& batches) const {
    const std::vector<Bar>& bars = row.bars;
    const QCPAxis* axis = mKeyAxis.data();
    const double pixel = times.size() / std::max(1, axis->axisRect()->width());
    const double left = axis->coordToPixel(times.lower);
    const auto x_of = [&](double time) { return left + (time - times.lower) / pixel; };
    // Time that bars fill up to `time`, when `i` is the first bar that ends after it.
    const auto filled = [&](std::size_t i, double time) {
        return row.busy[i] + (i < bars.size() && bars[i].start < time ? time - bars[i].start : 0);
    };

    const int coverage_steps = std::clamp(static_cast<int>(height), 1, most_steps); // what pixels can show
    double run_from = 0, run_to = 0; // columns that look alike become one rectangle
    int run_height = 0;
    bool run_waits = false;
    OperationLook run_look = OperationLook::forward;
    const auto flush = [&] {
        if (run_height > 0 && run_to > run_from) {
            const double part = height * run_height / coverage_steps;
            (run_waits ? batches.waiting : batches.solid)[static_cast<std::size_t>(run_look)]
                << QRectF(run_from, top + height - part, run_to - run_from, part);
        }
        run_height = 0;
    };
    for (std::size_t i = gallop(bars, 0, times.lower); i < bars.size() && bars[i].start < times.upper;) {
        const Bar& bar = bars[i];
        const double width = (bar.end - bar.start) / pixel;
        const bool waits = play_time_ && bar.start >= *play_time_;
        if (width >= least_bar) {
            flush();
            const double from = std::max(x_of(bar.start), left - 4);
            const double to = std::min(x_of(bar.end), left + times.size() / pixel + 4);
            const QRectF rect(from, top, to - from, height);
            (waits ? batches.waiting : batches.solid)[static_cast<std::size_t>(bar.look)] << rect;
            if (bar.critical && critical_shown_ && !waits)
                batches.critical << rect;
            if (rect.width() >= least_edge && height >= 3)
                batches.edges << rect;
            if (rect.width() >= least_label && height >= 9)
                batches.labels.push_back({rect, &row, &bar});
            ++i;
            continue;
        }
        // One column of pixels: as high as it is busy.
        const double column = std::floor((bar.start - times.lower) / pixel);
        const double begin = times.lower + column * pixel, end = begin + pixel;
        const std::size_t next = std::max(gallop(bars, i, end), i);
        // A wide bar that begins in this column is drawn on its own.
        const double busy =
            (filled(next, end) - (bars[i].start < begin ? filled(i, begin) : row.busy[i])) / pixel;
        const bool alone = row.thin && next <= i + 1; // one short send is a tick, whatever its share
        const int level =
            alone ? coverage_steps
                  : std::clamp(static_cast<int>(std::lround(busy * coverage_steps)), 1, coverage_steps);
        const OperationLook look = bars[(i + std::min(next, bars.size() - 1)) / 2].look;
        const double x = left + column;
        if (level != run_height || look != run_look || waits != run_waits || x > run_to + 0.01) {
            flush();
            run_from = x, run_height = level, run_look = look, run_waits = waits;
        }
        run_to = x + 1;
        i = next > i ? next : i + 1;
    }
    flush();
}

void TimelinePlottable::draw(QCPPainter* painter) {
    if (!mKeyAxis || !mValueAxis || rows_.empty())
        return;
    const QCPRange times = mKeyAxis->range();
    const double row_pixels = std::abs(mValueAxis->coordToPixel(1) - mValueAxis->coordToPixel(0));
    const QCPRange shown = mValueAxis->range();
    const std::size_t last = rowAt(shown.upper);
    Batches batches;
    for (std::size_t r = rowAt(shown.lower); r <= last; ++r) {
        const Row& row = rows_[r];
        if (!row.heading.isEmpty()) {
            drawHeading(painter, row);
            continue;
        }
        if (row.thin && row_pixels < least_row)
            continue;
        const double slot = row_pixels * row.height();
        const double middle = mValueAxis->coordToPixel(row.centre);
        const double height = std::max(1.0, slot * (row.thin ? 0.6 : 0.86));
        const double top = row.thin ? middle - slot / 2 : middle - height / 2; // sends hang on their device
        if (row.device >= 0 && row.device == highlighted_device_) {
            QColor accent = theme_->accent;
            accent.setAlpha(50);
            painter->fillRect(
                QRectF(mKeyAxis->axisRect()->left(), middle - slot / 2, mKeyAxis->axisRect()->width(), slot),
                accent);
        }
        drawRow(row, top, height, times, batches);
    }
    painter->setPen(Qt::NoPen);
    for (std::size_t look = 0; look < operation_look_count; ++look) {
        const QBrush brush = operationBrush(static_cast<OperationLook>(look), *theme_);
        painter->setBrush(row_pixels < least_row ? QBrush(brush.color()) : brush);
        painter->drawRects(batches.solid[look]);
        QColor faint = brush.color();
        faint.setAlpha(45);
        painter->setBrush(faint);
        painter->drawRects(batches.waiting[look]);
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
    QFont smaller = small;
    smaller.setPointSizeF(small.pointSizeF() * 0.82);
    for (const auto& label : batches.labels) {
        const QColor background = operationBrush(label.bar->look, *theme_).color();
        const bool waits = play_time_ && label.bar->start >= *play_time_;
        painter->setPen(waits ? theme_->muted : textOn(background));
        const QString text = labeller_(*label.row, *label.bar);
        for (const QFont& font : {small, smaller})
            if (QFontMetricsF(font).horizontalAdvance(text) <= label.rect.width() - 1) {
                painter->setFont(font);
                painter->drawText(label.rect, Qt::AlignCenter, text);
                break;
            }
    }
}

void TimelinePlottable::drawHeading(QCPPainter* painter, const Row& row) const {
    painter->setFont(strongFont(mKeyAxis->tickLabelFont()));
    painter->setPen(theme_->text);
    const QRect area = mKeyAxis->axisRect()->rect();
    const double middle = mValueAxis->coordToPixel(row.centre), half = painter->fontMetrics().height() / 2.0;
    painter->drawText(QRectF(area.left() + 4, middle - half, area.width() - 8, 2 * half),
                      Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(row.heading, Qt::ElideRight, area.width() - 8));
}

void TimelinePlottable::drawArrows(QCPPainter* painter) const {
    painter->setPen(QPen(theme_->text, 1.4));
    painter->setBrush(theme_->text);
    painter->setAntialiasing(true);
    for (const Arrow& arrow : arrows_) {
        const QPointF from(mKeyAxis->coordToPixel(arrow.from_time),
                           mValueAxis->coordToPixel(rows_[static_cast<std::size_t>(arrow.from_row)].centre));
        const QPointF to(mKeyAxis->coordToPixel(arrow.to_time),
                         mValueAxis->coordToPixel(rows_[static_cast<std::size_t>(arrow.to_row)].centre));
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

std::size_t TimelinePlottable::rowAt(double value) const {
    const auto after = std::partition_point(
        rows_.begin(), rows_.end(), [&](const Row& row) { return row.centre + row.height() / 2 < value; });
    return static_cast<std::size_t>(std::min(after, std::prev(rows_.end())) - rows_.begin());
}

std::optional<std::pair<int, int>> TimelinePlottable::barAt(const QPointF& position) const {
    if (!mKeyAxis || !mValueAxis || !mKeyAxis->axisRect()->rect().contains(position.toPoint()))
        return std::nullopt;
    if (rows_.empty())
        return std::nullopt;
    const std::size_t r = rowAt(mValueAxis->pixelToCoord(position.y()));
    const auto& bars = rows_[r].bars;
    const double time = mKeyAxis->pixelToCoord(position.x());
    const auto bar =
        std::partition_point(bars.begin(), bars.end(), [&](const Bar& b) { return b.end < time; });
    if (bar == bars.end() || bar->start > time)
        return std::nullopt;
    return std::pair(static_cast<int>(r), static_cast<int>(bar - bars.begin()));
}

double TimelinePlottable::selectTest(const QPointF& position, bool, QVariant*) const {
    return barAt(position) ? 0 : -1;
}

QCPRange TimelinePlottable::getKeyRange(bool& found, QCP::SignDomain) const {
    QCPRange range(0, 0);
    found = false;
    for (const Row& row : rows_)
        if (!row.bars.empty()) {
            range.upper = std::max(range.upper, row.bars.back().end);
            found = true;
        }
    return range;
}

QCPRange TimelinePlottable::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const {
    found = !rows_.empty();
    return found ? QCPRange(-0.1, rows_.back().centre + rows_.back().height() / 2 + 0.1) : QCPRange(0, 1);
}

void TimelinePlottable::drawLegendIcon(QCPPainter* painter, const QRectF& rect) const {
    painter->fillRect(rect, operationBrush(OperationLook::forward, *theme_));
}

} // namespace pipette
