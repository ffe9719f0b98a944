// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/evidence/step_chart.h"

#include "widgets/charts/axis_ticks.h"
#include "widgets/evidence/log_content.h"
#include "widgets/theme/legend.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/units_text.h"

#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace pipette {
namespace {

constexpr double step_chart_margin = 8;

double unit_of(double high_s) {
    return high_s < 1 ? 1e-3 : 1;
}

/// Calm, so that the median and the plan stand out.
QColor step_colour(const Theme& theme) {
    return theme.muted;
}

} // namespace

StepChart::StepChart(QWidget* parent) : ChartView(parent) {
    setAccessibleName(tr("Time of each step, and the planned range"));
    setMinimumSize(220, 120);
    refreshTable();
}

void StepChart::setRun(const LoggedRunShown* run, HeldAgainst held) {
    run_ = run ? std::optional(*run) : std::nullopt;
    against_.reset();
    counts_.clear();
    if (run_) {
        if (const LogAgainstPlan* against = againstOf(*run_, held))
            against_ = *against;
        counts_.assign(run_->log->steps.size(), false);
        for (const std::size_t step : run_->steady.counted)
            counts_[step] = true;
        range_ = range();
    }
    refreshTable();
    update();
}

StepChart::Range StepChart::range() const {
    Range range{0, 1, 1e300, 0};
    const std::vector<LogStep>& steps = run_->log->steps;
    const auto hold = [&](double seconds) {
        range.low = std::min(range.low, seconds), range.high = std::max(range.high, seconds);
    };
    for (const std::size_t step : run_->steady.counted)
        hold(steps[step].seconds);
    if (against_)
        hold(against_->low_s), hold(against_->high_s);
    if (range.high <= 0)
        range.low = 0, range.high = 1;
    const auto [first, last] = std::minmax_element(
        steps.begin(), steps.end(), [](const LogStep& a, const LogStep& b) { return a.number < b.number; });
    range.first = static_cast<double>(first->number);
    range.last = std::max(static_cast<double>(last->number), range.first + 1);
    const double room = std::max((range.high - range.low) * 0.12, range.high * 0.01);
    range.low = std::max(0.0, range.low - room), range.high += room;
    return range;
}

void StepChart::refreshTable() {
    ChartTable::Content content;
    content.columns = {tr("Step"), tr("Time"), tr("Counts")};
    if (run_) {
        content.rows = static_cast<int>(run_->log->steps.size());
        content.cell = [log = run_->log, counts = counts_](int row, int column) {
            const LogStep& step = log->steps[static_cast<std::size_t>(row)];
            switch (column) {
            case 0:
                return ChartTable::Cell{QString::number(step.number), static_cast<qlonglong>(step.number)};
            case 1:
                return ChartTable::Cell{step.seconds > 0 ? timeText(step.seconds) : tr("not told"),
                                        step.seconds};
            default:
                return ChartTable::Cell{counts[static_cast<std::size_t>(row)] ? tr("yes") : tr("left out"),
                                        {}};
            }
        };
    }
    chartTable()->setContent(std::move(content));
}

QRectF StepChart::plotArea(QSize size) const {
    const QFontMetricsF small(smallFont(font()));
    const double left = step_chart_margin + small.horizontalAdvance(QStringLiteral("0000.0")) + 6;
    const double top = step_chart_margin + 2 * small.height() + 8;
    return {left, top, std::max(size.width() - left - 2 * step_chart_margin, 40.0),
            std::max(size.height() - top - 2 * small.height() - step_chart_margin - 4, 20.0)};
}

QPointF StepChart::at(const QRectF& area, double step, double seconds) const {
    return {area.left() + (step - range_.first) / (range_.last - range_.first) * area.width(),
            area.bottom() - (seconds - range_.low) / (range_.high - range_.low) * area.height()};
}

void StepChart::paintAxes(QPainter& painter, const QRectF& area) const {
    const Theme& theme = themeOf(this);
    const QFontMetricsF small(painter.font());
    const double unit = unit_of(range_.high);
    constexpr int fewest = 2, most = 7; // a single tick tells no scale
    int count = std::clamp(static_cast<int>(area.height() / (2.2 * small.height())), fewest, most);
    std::vector<double> ticks = linearTicks(range_.low / unit, range_.high / unit, count);
    while (std::ssize(ticks) < fewest && count < most)
        ticks = linearTicks(range_.low / unit, range_.high / unit, ++count);
    const QStringList texts = tickTexts(ticks);
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        const double y = at(area, range_.first, ticks[i] * unit).y();
        painter.setPen(QPen(theme.grid, 1));
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(theme.muted);
        painter.drawText(QRectF(0, y - small.height() / 2, area.left() - 4, small.height()),
                         Qt::AlignRight | Qt::AlignVCenter, texts[static_cast<qsizetype>(i)]);
    }
    const int across = std::clamp(static_cast<int>(area.width() / 80), 2, 7);
    for (const double tick : linearTicks(range_.first, range_.last, across)) {
        if (tick != std::round(tick)) // a step has no parts
            continue;
        painter.drawText(QRectF(at(area, tick, range_.low).x() - 40, area.bottom() + 3, 80, small.height()),
                         Qt::AlignCenter, numberText(tick, 'f', 0));
    }
    painter.drawText(QRectF(area.left(), area.bottom() + 3 + small.height(), area.width(), small.height()),
                     Qt::AlignRight, tr("step"));
    painter.drawText(QPointF(step_chart_margin, area.top() - 6),
                     unit < 1 ? tr("time of a step (ms)") : tr("time of a step (s)"));
}

void StepChart::paintPlan(QPainter& painter, const QRectF& area) const {
    if (!against_)
        return;
    const Theme& theme = themeOf(this);
    const double low = at(area, 0, against_->low_s).y(), high = at(area, 0, against_->high_s).y();
    painter.fillRect(QRectF(area.left(), high, area.width(), std::max(low - high, 1.0)), theme.accent_soft);
    const double y = at(area, 0, against_->planned_s).y();
    painter.setPen(QPen(theme.accent, 1.5));
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
}

void StepChart::paintSteps(QPainter& painter, const QRectF& area) const {
    const Theme& theme = themeOf(this);
    std::map<int, std::pair<double, double>> columns; // shortest and longest of each column of pixels
    painter.setPen(QPen(theme.faint, 1));
    int drawn_at = -1;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        const LogStep& step = run_->log->steps[i];
        if (step.seconds <= 0)
            continue;
        const QPointF point =
            at(area, static_cast<double>(step.number), std::clamp(step.seconds, range_.low, range_.high));
        const int x = static_cast<int>(point.x());
        if (!counts_[i]) {
            if (std::exchange(drawn_at, x) != x)
                painter.drawEllipse(point, 2.5, 2.5);
            continue;
        }
        const auto [column, is_new] = columns.try_emplace(x, point.y(), point.y());
        column->second.first = std::min(column->second.first, point.y());
        column->second.second = std::max(column->second.second, point.y());
    }
    // A line through the middles joins the columns, as steps are fewer than pixels or many to each.
    QPolygonF middles;
    for (const auto& [x, ends] : columns)
        middles << QPointF(x + 0.5, (ends.first + ends.second) / 2);
    painter.setPen(QPen(step_colour(theme), 1));
    painter.drawPolyline(middles);
    painter.setPen(QPen(step_colour(theme), 2, Qt::SolidLine, Qt::RoundCap));
    for (const auto& [x, ends] : columns)
        painter.drawLine(QPointF(x + 0.5, ends.first), QPointF(x + 0.5, ends.second + 0.01));
}

void StepChart::paintLevels(QPainter& painter, const QRectF& area) const {
    const Theme& theme = themeOf(this);
    painter.setPen(QPen(theme.text, 2));
    for (const StepLevel& level : run_->steady.levels)
        painter.drawLine(at(area, static_cast<double>(level.first_step), level.median_s),
                         at(area, static_cast<double>(level.last_step), level.median_s));
    if (!against_ || !against_->since)
        return;
    const double x = at(area, static_cast<double>(*against_->since), range_.low).x();
    painter.setPen(QPen(theme.error, 1.5, Qt::DashLine));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    const QString text = tr("since step %1").arg(*against_->since);
    const QFontMetricsF small(painter.font());
    const double width = small.horizontalAdvance(text) + 8;
    const double left = x + 4 + width <= area.right() ? x + 4 : x - 4 - width;
    const QRectF label(left, area.top() + 2, width, small.height() + 2);
    painter.fillRect(label, theme.base);
    painter.setPen(theme.error);
    painter.drawText(label, Qt::AlignCenter, text);
}

void StepChart::renderTo(QPainter* painter, QSize size) {
    const Theme& theme = themeOf(this);
    painter->fillRect(QRect(QPoint(), size), theme.base);
    if (!run_ || run_->steady.counted.empty())
        return paintEmpty(*painter, size, tr("The log tells no time of its steps."));
    painter->setFont(smallFont(font()));
    const QRectF area = plotArea(size);
    std::vector<LegendEntry> legend{
        {Qt::NoBrush, tr("step"), QPen(step_colour(theme), 2)},
        {Qt::NoBrush, tr("median: %1").arg(timeText(run_->steady.median_s)), QPen(theme.text, 2)}};
    if (against_) {
        legend.push_back(
            {Qt::NoBrush, tr("planned: %1").arg(timeText(against_->planned_s)), QPen(theme.accent, 1.5)});
        legend.push_back({theme.accent_soft, tr("planned range")});
    }
    paintLegend(*painter, QRectF(area.left(), step_chart_margin, area.width(), area.top()), legend, theme);
    paintPlan(*painter, area);
    paintAxes(*painter, area);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->save();
    painter->setClipRect(area.adjusted(-3, -3, 3, 3));
    paintSteps(*painter, area);
    paintLevels(*painter, area);
    painter->restore();
}

QString StepChart::tipAt(const QPoint& point) const {
    if (!run_ || run_->log->steps.empty())
        return {};
    const QRectF area = plotArea(size());
    const double number =
        range_.first + (point.x() - area.left()) / area.width() * (range_.last - range_.first);
    const std::vector<LogStep>& steps = run_->log->steps;
    const auto nearest =
        std::min_element(steps.begin(), steps.end(), [&](const LogStep& a, const LogStep& b) {
            return std::abs(static_cast<double>(a.number) - number) <
                   std::abs(static_cast<double>(b.number) - number);
        });
    const QString time = nearest->seconds > 0 ? timeText(nearest->seconds) : tr("no time is told");
    const bool counts = counts_[static_cast<std::size_t>(nearest - steps.begin())];
    return (counts ? tr("Step %1: %2") : tr("Step %1: %2, left out"))
        .arg(QString::number(nearest->number), time);
}

} // namespace pipette
