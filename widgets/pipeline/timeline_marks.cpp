// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pipeline/timeline_marks.h"

#include "widgets/pipeline/timeline_plottable.h"
#include "widgets/theme/tokens.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace pipette {
namespace {

constexpr double arrow_head = 8;   // pixels
constexpr double bend = 0.35;      // of the length of an arrow along its row, which it leaves
constexpr double least_bend = 24;  // pixels
constexpr double badge_radius = 8; // of an arrow's number, which stands on the operation that waits
constexpr double flag_gap = 4;     // pixels between a moment and its words

void drawHead(QCPPainter& painter, const QPointF& tip, const QPointF& from) {
    const QPointF way = tip - from;
    const double length = std::max(std::hypot(way.x(), way.y()), 1.0);
    const QPointF along = way / length, across(-along.y(), along.x());
    const std::array<QPointF, 3> head{tip, tip - arrow_head * along + arrow_head / 2 * across,
                                      tip - arrow_head * along - arrow_head / 2 * across};
    painter.drawPolygon(head.data(), 3);
}

} // namespace

TimelineMarks::TimelineMarks(QCustomPlot& plot, const TimelinePlottable& bars)
    : QCPLayerable(&plot, QStringLiteral("overlay")), bars_(bars) {}

QRect TimelineMarks::clipRect() const {
    constexpr int below = 8; // pixels: an arrow along the last row leaves it there
    return parentPlot()->axisRect()->rect().adjusted(0, 0, 0, below);
}

QRectF TimelineMarks::placeOf(const GanttOperation& operation) const {
    const auto bar = bars_.barOf(operation.timeline, operation.operation);
    return bar ? bars_.placeOf(bar->first, bar->second) : QRectF();
}

void TimelineMarks::draw(QCPPainter* painter) {
    for (const GanttMarks::Outline& outline : marks_.outlines) {
        const QRectF place = placeOf(outline.bar);
        if (place.isEmpty())
            continue;
        const bool stuck = outline.mark == BarMark::stuck;
        painter->setBrush(Qt::NoBrush);
        painter->setPen(
            QPen(theme_->base, 2.0 * tokens::selection + 1)); // a halo: the outline shows on any bar
        painter->drawRect(place);
        painter->setPen(QPen(stuck ? theme_->error : theme_->accent, tokens::selection,
                             stuck ? Qt::DashLine : Qt::SolidLine));
        painter->drawRect(place);
    }
    for (const GanttMarks::Wait& wait : marks_.waits)
        drawArrow(*painter, wait);
    for (const GanttMarks::Wait& wait : marks_.waits) // over all arrows
        drawNumber(*painter, wait);
    if (marks_.flag)
        drawFlag(*painter, *marks_.flag);
}

/// From number to number: each bar of a cycle waits once, so that numbers stay apart as the bars do. Between
/// rows an arrow is straight; along a row it leaves the row on the side where no other row of the cycle is.
std::optional<TimelineMarks::Way> TimelineMarks::wayOf(const GanttMarks::Wait& wait) const {
    const QRectF from = placeOf(wait.waiting), to = placeOf(wait.awaited);
    if (from.isEmpty() || to.isEmpty())
        return std::nullopt;
    const QPointF start = from.center(), end = to.center();
    QPointF control = (start + end) / 2;
    if (std::abs(start.y() - end.y()) < 1) {
        const auto other = [&](auto beyond) { // a row of the cycle that lies there
            return std::any_of(marks_.waits.begin(), marks_.waits.end(), [&](const GanttMarks::Wait& one) {
                const QRectF place = placeOf(one.waiting);
                return !place.isEmpty() && beyond(place.center().y());
            });
        };
        const bool above = other([&](double y) { return y < start.y() - 1; });
        const bool below = other([&](double y) { return y > start.y() + 1; });
        const bool up = above == below ? end.x() > start.x() : below;
        const double rise = std::max(bend * std::abs(end.x() - start.x()), least_bend);
        control.ry() += up ? -rise : rise;
    }
    const QPointF along = end - control;
    const double length = std::max(std::hypot(along.x(), along.y()), 1.0);
    Way way{QPainterPath(start), control, end - (badge_radius + 1) * along / length};
    way.path.quadTo(control, way.tip);
    return way;
}

void TimelineMarks::drawArrow(QCPPainter& painter, const GanttMarks::Wait& wait) const {
    const auto way = wayOf(wait);
    if (!way)
        return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme_->base, 4));
    painter.drawPath(way->path);
    painter.setPen(QPen(theme_->error, tokens::selection));
    painter.drawPath(way->path);
    painter.setBrush(theme_->error);
    drawHead(painter, way->tip, way->control);
}

void TimelineMarks::drawNumber(QCPPainter& painter, const GanttMarks::Wait& wait) const {
    const auto way = wayOf(wait);
    if (!way)
        return;
    const QPointF middle = way->path.pointAtPercent(0);
    painter.setBrush(theme_->error);
    painter.setPen(QPen(theme_->base, 1));
    painter.drawEllipse(middle, badge_radius, badge_radius);
    painter.setPen(textOn(theme_->error));
    painter.setFont(smallFont(parentPlot()->font()));
    painter.drawText(
        QRectF(middle.x() - badge_radius, middle.y() - badge_radius, 2 * badge_radius, 2 * badge_radius),
        Qt::AlignCenter, wait.number);
}

void TimelineMarks::drawFlag(QCPPainter& painter, const GanttMarks::Flag& flag) const {
    const auto& rows = bars_.rows();
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const auto& r) {
        return r.timeline == flag.timeline && r.device == flag.device && !r.thin && r.heading.isEmpty();
    });
    if (row == rows.end())
        return;
    const QCPAxis &keys = *bars_.keyAxis(), &values = *bars_.valueAxis();
    const double x = keys.coordToPixel(flag.time), top = values.coordToPixel(row->centre - row->height / 2),
                 bottom = values.coordToPixel(row->centre + row->height / 2);
    painter.setPen(QPen(theme_->error, tokens::selection));
    painter.drawLine(QLineF(x, top, x, bottom));
    painter.setFont(smallFont(parentPlot()->font()));
    const QSizeF words(QFontMetricsF(painter.font()).horizontalAdvance(flag.words) + 2 * flag_gap,
                       QFontMetricsF(painter.font()).height());
    const QRect area = clipRect();
    // At the foot of the row, beside the bars' numbers; below a low one.
    const bool tall = bottom - top >= 3 * words.height();
    const double left = std::min(x + flag_gap, area.right() - words.width()),
                 above = std::min(tall ? bottom - words.height() - flag_gap : bottom,
                                  area.bottom() - words.height());
    const QRectF ground(QPointF(left, above), words);
    painter.setPen(QPen(theme_->error, 1));
    painter.setBrush(theme_->error_soft);
    painter.drawRect(ground);
    painter.setPen(theme_->text);
    painter.drawText(ground, Qt::AlignCenter, flag.words);
}

} // namespace pipette
