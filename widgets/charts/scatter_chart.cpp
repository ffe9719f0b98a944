// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/scatter_chart.h"

#include "core/base/units.h"
#include "widgets/charts/axis_ticks.h"
#include "widgets/theme/legend.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/units_text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pipette {
namespace {

constexpr double chart_margin = 8;
constexpr double error_band = 0.2, near_band = 0.1;
constexpr int marker_count = 5;

QPolygonF markerOf(int group, double radius) {
    const double r = radius;
    switch (group % marker_count) {
    case 0: { // round enough
        QPolygonF circle;
        for (int i = 0; i < 20; ++i)
            circle << QPointF(r * std::cos(i * M_PI / 10), r * std::sin(i * M_PI / 10));
        return circle;
    }
    case 1:
        return QPolygonF(QRectF(-0.9 * r, -0.9 * r, 1.8 * r, 1.8 * r));
    case 2:
        return {QPointF(0, -1.1 * r), QPointF(r, 0.8 * r), QPointF(-r, 0.8 * r)};
    case 3:
        return {QPointF(0, -1.2 * r), QPointF(1.2 * r, 0), QPointF(0, 1.2 * r), QPointF(-1.2 * r, 0)};
    default:
        return {QPointF(0, 1.1 * r), QPointF(r, -0.8 * r), QPointF(-r, -0.8 * r)};
    }
}

/// Of a group, with a contrast that small marks need.
QColor groupColour(int group, const Theme& theme) {
    return strokeColour(group, theme);
}

double errorOf(const ScatterPoint& point) {
    return point.predicted / point.measured - 1;
}

} // namespace

ScatterAxes predictedAxes(ScatterAxes::Quantity quantity) {
    const bool time = quantity == ScatterAxes::Quantity::time;
    return {quantity,
            ScatterChart::tr("Measured"),
            ScatterChart::tr("Predicted"),
            ScatterChart::tr("Error"),
            ScatterChart::tr("Run"),
            time ? ScatterChart::tr("estimate too slow") : ScatterChart::tr("estimate too high"),
            time ? ScatterChart::tr("estimate too fast") : ScatterChart::tr("estimate too low")};
}

ScatterChart::ScatterChart(QWidget* parent) : ChartView(parent) {
    setMinimumSize(200, 130);
    setPoints({}, {}, predictedAxes(ScatterAxes::Quantity::time));
}

void ScatterChart::setEmptyText(const QString& text) {
    empty_ = text;
    update();
}

void ScatterChart::setPoints(std::vector<ScatterPoint> points, QStringList groups, ScatterAxes axes) {
    points_ = std::move(points);
    groups_ = std::move(groups);
    named_ = std::move(axes);
    setAccessibleName(tr("%1 against %2").arg(named_.up, named_.across));
    chosen_ = -1;
    by_error_.resize(points_.size());
    std::iota(by_error_.begin(), by_error_.end(), 0);
    std::stable_sort(by_error_.begin(), by_error_.end(), [this](int a, int b) {
        return std::abs(errorOf(points_[static_cast<std::size_t>(a)])) >
               std::abs(errorOf(points_[static_cast<std::size_t>(b)]));
    });
    refreshTable();
    update();
}

void ScatterChart::setChosen(int point) {
    chosen_ = point;
    update();
}

QString ScatterChart::valueText(double value) const {
    return named_.quantity == ScatterAxes::Quantity::time ? timeText(value) : memoryText(value);
}

QString ScatterChart::pointText(int point) const {
    const ScatterPoint& at = points_[static_cast<std::size_t>(point)];
    return tr("%1: %2 %3, %4 %5 (%6)")
        .arg(at.label, named_.across, valueText(at.measured), named_.up, valueText(at.predicted),
             signedShareText(errorOf(at)));
}

void ScatterChart::refreshTable() {
    ChartTable::Content content;
    content.columns = {named_.difference, named_.across, named_.up, tr("Group"), named_.point};
    content.rows = static_cast<int>(points_.size());
    content.cell = [this](int row, int column) {
        const ScatterPoint& point =
            points_[static_cast<std::size_t>(by_error_[static_cast<std::size_t>(row)])];
        switch (column) {
        case 0:
            return ChartTable::Cell{signedShareText(errorOf(point)), errorOf(point)};
        case 1:
            return ChartTable::Cell{valueText(point.measured), point.measured};
        case 2:
            return ChartTable::Cell{valueText(point.predicted), point.predicted};
        case 3:
            return ChartTable::Cell{groups_.value(point.group), {}};
        default:
            return ChartTable::Cell{point.label, {}};
        }
    };
    chartTable()->setContent(std::move(content));
}

QPointF ScatterChart::Axes::at(double measured, double predicted) const {
    return {area.left() + logPosition(measured, low, high) * area.width(),
            area.bottom() - logPosition(predicted, low, high) * area.height()};
}

ScatterChart::Axes ScatterChart::axes(QSize size) const {
    const QFontMetricsF small(smallFont(font()));
    Axes axes;
    axes.low = 1e300, axes.high = 0;
    for (const ScatterPoint& point : points_) {
        axes.low = std::min({axes.low, point.measured, point.predicted});
        axes.high = std::max({axes.high, point.measured, point.predicted});
    }
    axes.low /= 1.15;
    axes.high *= 1.15;
    const double left = chart_margin + small.horizontalAdvance(QStringLiteral("00.00")) + 6;
    const double top = chart_margin + legendHeight(small, size.width() - 2 * chart_margin, legendIn(size)) +
                       small.height() + 6; // below the title of the axis
    const double bottom = chart_margin + 2 * small.height() + 4;
    axes.area = {left, top, std::max(size.width() - left - 2 * chart_margin, 40.0),
                 std::max(size.height() - top - bottom, 40.0)};
    return axes;
}

std::vector<LegendEntry> ScatterChart::legendIn(QSize size) const {
    constexpr double most_share = 0.4; // of the height
    const QFontMetricsF small(smallFont(font()));
    const Theme& theme = themeOf(this);
    std::vector<LegendEntry> legend{{theme.accent_soft, tr("within 10 %")},
                                    {{}, tr("20 % off"), QPen(theme.muted, 1, Qt::DashLine)}};
    for (int group = 0; group < static_cast<int>(groups_.size()); ++group) {
        LegendEntry& entry = legend.emplace_back();
        entry.brush = groupColour(group, theme), entry.text = groups_[group];
        entry.marker = markerOf(group, 4);
        if (std::any_of(points_.begin(), points_.end(),
                        [group](const ScatterPoint& point) { return point.group == group && point.tested; }))
            entry.line = QPen(groupColour(group, theme), 1.5), entry.brush = theme.base;
    }
    while (legend.size() > 2 &&
           legendHeight(small, size.width() - 2 * chart_margin, legend) > most_share * size.height())
        legend.pop_back(); // the table names every group
    return legend;
}

void ScatterChart::paintAxes(QPainter& painter, const Axes& axes) const {
    const Theme& theme = themeOf(this);
    painter.setFont(smallFont(font()));
    const QFontMetricsF small(painter.font());
    const QRectF& area = axes.area;
    const double unit = named_.quantity == ScatterAxes::Quantity::memory ? bytes_per_gib : 1;
    const auto ticks = [&](double length, double apart) {
        const int most = std::clamp(static_cast<int>(length / apart), 2, 9);
        return logTicks(axes.low / unit, axes.high / unit, most);
    };
    const auto number = [](double tick) { return numberText(tick, 'g', 4); };
    for (const double tick : ticks(area.width(), 48)) {
        const double x = axes.at(tick * unit, tick * unit).x();
        painter.setPen(QPen(theme.grid, 1));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        painter.setPen(theme.muted);
        painter.drawText(QRectF(x - 45, area.bottom() + 3, 90, small.height()), Qt::AlignCenter,
                         number(tick));
    }
    for (const double tick : ticks(area.height(), 1.6 * small.height())) {
        const double y = axes.at(tick * unit, tick * unit).y();
        painter.setPen(QPen(theme.grid, 1));
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(theme.muted);
        painter.drawText(QRectF(0, y - small.height() / 2, area.left() - 6, small.height()),
                         Qt::AlignRight | Qt::AlignVCenter, number(tick));
    }
    const QString unit_name =
        named_.quantity == ScatterAxes::Quantity::memory ? QStringLiteral("GiB") : QStringLiteral("s");
    painter.drawText(QRectF(chart_margin, area.top() - small.height() - 4, area.width(), small.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, filled(tr("%1, %2"), named_.up, unit_name));
    painter.drawText(QRectF(area.left(), area.bottom() + small.height() + 4, area.width(), small.height()),
                     Qt::AlignRight | Qt::AlignVCenter, filled(tr("%1, %2"), named_.across, unit_name));
    painter.save();
    painter.setClipRect(area);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto diagonal = [&](double factor) { // beyond both ends: the clip cuts it
        const QPointF shift(0, std::log(factor) / std::log(axes.high / axes.low) * area.height());
        return QLineF(area.bottomLeft() - shift, area.topRight() - shift);
    };
    const QLineF low = diagonal(1 - near_band), high = diagonal(1 + near_band);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.accent_soft);
    painter.drawPolygon(QPolygonF({low.p1(), low.p2(), high.p2(), high.p1()}));
    for (const double factor : {1 - error_band, 1.0, 1 + error_band}) {
        painter.setPen(QPen(factor == 1.0 ? theme.text : theme.muted, factor == 1.0 ? 1.5 : 1,
                            factor == 1.0 ? Qt::SolidLine : Qt::DashLine));
        painter.drawLine(diagonal(factor));
    }
    painter.setPen(theme.muted);
    const QRectF words = area.adjusted(8, 4, -8, -4);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignTop, named_.above);
    painter.drawText(words, Qt::AlignRight | Qt::AlignBottom, named_.below);
    painter.restore();
}

void ScatterChart::renderTo(QPainter* painter, QSize size) {
    const Theme& theme = themeOf(this);
    painter->fillRect(QRect(QPoint(), size), theme.base);
    if (points_.empty())
        return paintEmpty(*painter, size, empty_);
    const Axes all = axes(size);
    paintAxes(*painter, all);
    painter->setFont(smallFont(font()));
    const double width = size.width() - 2 * chart_margin;
    paintLegend(*painter, QRectF(chart_margin, chart_margin - 4, width, 0), legendIn(size), theme);

    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const double radius = points_.size() > 400 ? 2.5 : 4;
    std::vector<QPolygonF> markers;
    for (int group = 0; group < std::max(static_cast<int>(groups_.size()), 1); ++group)
        markers.push_back(markerOf(group, radius));
    for (const ScatterPoint& point : points_) {
        const auto group = static_cast<std::size_t>(point.group);
        const QColor colour = groupColour(point.group, theme);
        painter->setBrush(point.tested ? QBrush(theme.base) : QBrush(colour));
        painter->setPen(point.tested           ? QPen(colour, 1.5)
                        : points_.size() > 400 ? QPen(Qt::NoPen)
                                               : QPen(theme.base, 0.8));
        painter->drawConvexPolygon(
            markers[std::min(group, markers.size() - 1)].translated(all.at(point.measured, point.predicted)));
    }
    if (chosen_ >= 0 && chosen_ < static_cast<int>(points_.size())) {
        const ScatterPoint& point = points_[static_cast<std::size_t>(chosen_)];
        painter->setBrush(Qt::NoBrush);
        for (const QPen& pen : {QPen(theme.base, 4.5), QPen(theme.accent, 2.5)}) {
            painter->setPen(pen);
            painter->drawEllipse(all.at(point.measured, point.predicted), radius + 4, radius + 4);
        }
    }
    painter->restore();
}

int ScatterChart::pointAt(const QPointF& where) const {
    const Axes all = axes(size());
    int best = -1;
    double nearest = 9;
    for (std::size_t i = 0; i < points_.size(); ++i) {
        const QPointF away = all.at(points_[i].measured, points_[i].predicted) - where;
        if (const double distance = std::hypot(away.x(), away.y()); distance < nearest) {
            nearest = distance;
            best = static_cast<int>(i);
        }
    }
    return best;
}

QString ScatterChart::tipAt(const QPoint& where) const {
    const int point = pointAt(where);
    return point < 0 ? QString() : pointText(point);
}

void ScatterChart::mousePressEvent(QMouseEvent* event) {
    const int point = event->button() == Qt::LeftButton ? pointAt(event->position()) : -1;
    if (point < 0)
        return;
    setChosen(point);
    emit pointChosen(point);
}

void ScatterChart::keyPressEvent(QKeyEvent* event) {
    const bool back = event->key() == Qt::Key_Left, on = event->key() == Qt::Key_Right;
    const bool choose = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (points_.empty() || !(back || on || (choose && chosen_ >= 0)))
        return ChartView::keyPressEvent(event);
    if (choose)
        return emit pointChosen(chosen_);
    const auto found = std::find(by_error_.begin(), by_error_.end(), chosen_);
    const auto last = static_cast<std::ptrdiff_t>(by_error_.size()) - 1;
    const std::ptrdiff_t place =
        found == by_error_.end()
            ? 0
            : std::clamp(found - by_error_.begin() + (on ? 1 : -1), std::ptrdiff_t{0}, last);
    setChosen(by_error_[static_cast<std::size_t>(place)]);
    announce(pointText(chosen_));
}

} // namespace pipette
