// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plans/annealing_curve.h"

#include "widgets/charts/axis_ticks.h"
#include "widgets/charts/split_text.h"
#include "widgets/theme/fitting_text.h"
#include "widgets/theme/legend.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/units_text.h"

#include <QKeyEvent>
#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace pipette {
namespace {
constexpr double curve_margin = 8;
}

AnnealingCurve::AnnealingCurve(QWidget* parent) : ChartView(parent) {
    setAccessibleName(tr("Annealing: iteration time against moves"));
    refreshTable();
}

void AnnealingCurve::begin() {
    runs_.clear();
    live_ = true, chosen_ = false;
    draw(-1);
}

void AnnealingCurve::end() {
    live_ = false;
    settle();
}

void AnnealingCurve::takeUp(const AnnealingCurve& other) {
    runs_ = other.runs_;
    live_ = other.live_, chosen_ = false;
    live_ ? draw(other.drawn_) : settle();
}

void AnnealingCurve::setShown(const Shown& shown) {
    const std::optional<ParallelConfig> wanted =
        shown.candidate ? std::optional(shown.candidate->config) : std::nullopt;
    if (wanted == wanted_)
        return;
    wanted_ = wanted;
    if (!live_)
        settle();
}

void AnnealingCurve::settle() {
    int next = -1;
    double least = 0;
    for (const auto& [candidate, run] : runs_) {
        if (wanted_ == run.config)
            return draw(candidate);
        for (const auto& [number, chain] : run.chains)
            for (const Sample& sample : chain.samples)
                if (next < 0 || sample.best_s < least)
                    next = candidate, least = sample.best_s;
    }
    draw(next);
}

void AnnealingCurve::setAgainst(Against against) {
    against_ = against;
    setAccessibleName(against == Against::moves ? tr("Annealing: iteration time against moves")
                                                : tr("Annealing: iteration time against seconds"));
    update();
}

void AnnealingCurve::draw(int candidate) {
    drawn_ = candidate;
    cursor_ = -1;
    refreshTable();
    update();
}

void AnnealingCurve::addPoints(std::span<const AnnealingPoint> points, double seconds) {
    if (points.empty())
        return;
    for (const AnnealingPoint& point : points) {
        if (!std::isfinite(point.cost_s) || !std::isfinite(point.best_s))
            continue;
        const auto [run, is_new] = runs_.try_emplace(point.candidate);
        if (is_new)
            run->second.config = point.config;
        Chain& chain = run->second.chains[point.chain];
        if (!chosen_)
            drawn_ = point.candidate;
        const Sample sample{static_cast<double>(point.moves), seconds, point.cost_s, point.best_s};
        if (chain.seen++ % chain.stride != 0 && chain.samples.size() > 1) {
            chain.samples.back() = sample; // the end of a live curve is always its newest point
            continue;
        }
        chain.samples.push_back(sample);
        if (chain.samples.size() > most_points) { // halve: every second one, and the end
            std::size_t kept = 0;
            for (std::size_t i = 0; i < chain.samples.size(); i += 2)
                chain.samples[kept++] = chain.samples[i];
            chain.samples.resize(kept);
            chain.stride *= 2;
        }
    }
    refreshTable();
    update();
}

const AnnealingCurve::Chains* AnnealingCurve::chains() const {
    const auto found = runs_.find(drawn_);
    return found == runs_.end() ? nullptr : &found->second.chains;
}

QString AnnealingCurve::name() const {
    return splitLine(short_name(runs_.at(drawn_).config));
}

std::vector<AnnealingCurve::Sample> AnnealingCurve::bestOfAll(const Chains& chains) const {
    std::vector<Sample> all;
    for (const auto& [number, chain] : chains)
        all.insert(all.end(), chain.samples.begin(), chain.samples.end());
    std::stable_sort(all.begin(), all.end(),
                     [this](const Sample& a, const Sample& b) { return xOf(a) < xOf(b); });
    for (std::size_t i = 1; i < all.size(); ++i)
        all[i].best_s = std::min(all[i].best_s, all[i - 1].best_s);
    return all;
}

void AnnealingCurve::refreshTable() {
    ChartTable::Content content;
    content.columns = {tr("Chain"), tr("Moves"), tr("Seconds"), tr("Current"), tr("Best")};
    if (const Chains* all = chains())
        for (const auto& [number, chain] : *all)
            content.rows += static_cast<int>(chain.samples.size());
    content.cell = [this](int row,
                          int column) { // reads the live curves: a search reports often, tables are rare
        auto at = chains()->begin();
        auto index = static_cast<std::size_t>(row);
        for (; index >= at->second.samples.size(); ++at)
            index -= at->second.samples.size();
        const int chain = at->first;
        const Sample& sample = at->second.samples[index];
        switch (column) {
        case 0:
            return ChartTable::Cell{QString::number(chain), chain};
        case 1:
            return ChartTable::Cell{numberText(sample.moves, 'f', 0), sample.moves};
        case 2:
            return ChartTable::Cell{timeText(sample.seconds), sample.seconds};
        case 3:
            return ChartTable::Cell{timeText(sample.cost_s), sample.cost_s};
        default:
            return ChartTable::Cell{timeText(sample.best_s), sample.best_s};
        }
    };
    chartTable()->setContent(std::move(content));
}

AnnealingCurve::Range AnnealingCurve::range(const Chains& chains) const {
    Range range{0, 1e300, 0};
    for (const auto& [number, chain] : chains)
        for (const Sample& sample : chain.samples) {
            range.x_high = std::max(range.x_high, xOf(sample));
            range.low = std::min(range.low, sample.best_s);
            range.high = std::max(range.high, sample.cost_s);
        }
    const double room = std::max((range.high - range.low) * 0.06, range.high * 1e-4);
    return {range.x_high > 0 ? range.x_high : 1, range.low - room, range.high + room};
}

QRectF AnnealingCurve::plotArea(QSize size) const {
    const QFontMetricsF small(smallFont(font()));
    const double left = curve_margin + small.horizontalAdvance(QStringLiteral("0000 ms")) + 6;
    const double top = curve_margin + small.height() * 2 + 8;
    const double bottom = curve_margin + 2 * small.height() + 4;
    return {left, top, std::max(size.width() - left - 2 * curve_margin, 40.0),
            std::max(size.height() - top - bottom, 20.0)};
}

void AnnealingCurve::paintAxes(QPainter& painter, const QRectF& area, const Range& range) const {
    const Theme& theme = themeOf(this);
    painter.setFont(smallFont(font()));
    const QFontMetricsF small(painter.font());
    const double unit = range.high < 1 ? 1e-3 : 1;
    const QString unitName = range.high < 1 ? tr(" ms") : tr(" s");
    const std::vector<double> ys =
        linearTicks(range.low / unit, range.high / unit,
                    std::max(2, static_cast<int>(area.height() / (small.height() * 2.2))));
    const QStringList texts = tickTexts(ys);
    for (std::size_t i = 0; i < ys.size(); ++i) {
        const double tick = ys[i];
        const double y = area.bottom() - (tick * unit - range.low) / (range.high - range.low) * area.height();
        painter.setPen(QPen(theme.grid, 1));
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(theme.muted);
        painter.drawText(QRectF(0, y - small.height() / 2, area.left() - 6, small.height()),
                         Qt::AlignRight | Qt::AlignVCenter, texts[static_cast<qsizetype>(i)] + unitName);
    }
    for (const double tick : linearTicks(0, range.x_high, std::max(2, static_cast<int>(area.width() / 80)))) {
        const double x = area.left() + tick / range.x_high * area.width();
        painter.setPen(QPen(theme.grid, 1));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        painter.setPen(theme.muted);
        QString label = numberText(tick, 'g', 6);
        if (against_ == Against::moves && tick >= 1e6)
            label = numberText(tick / 1e6) + QStringLiteral(" M");
        else if (against_ == Against::moves && tick >= 1e3)
            label = numberText(tick / 1e3) + QStringLiteral(" k");
        painter.drawText(QRectF(x - 40, area.bottom() + 2, 80, small.height()), Qt::AlignCenter, label);
    }
    painter.drawText(QRectF(area.left(), area.bottom() + 2 + small.height(), area.width(), small.height()),
                     Qt::AlignRight,
                     longestFit(against_ == Against::moves
                                    ? QStringList{tr("moves of a chain (cost: the quick bound of the time "
                                                     "per step)"),
                                                  tr("moves of a chain")}
                                    : QStringList{tr("seconds since the search began")},
                                small, area.width()));
    painter.setPen(QPen(theme.outline, 1));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.drawLine(area.topLeft(), area.bottomLeft());
}

/// Seconds against moves or time, in pixels.
struct AnnealingCurve::Scale {
    QRectF area;
    Range reach;
    QPointF operator()(double x, double seconds) const {
        return {area.left() + x / reach.x_high * area.width(),
                area.bottom() - (seconds - reach.low) / (reach.high - reach.low) * area.height()};
    }
};

std::vector<LegendEntry> AnnealingCurve::paintChains(QPainter& painter, const Chains& all,
                                                     const Scale& at) const {
    const Theme& theme = themeOf(this);
    std::vector<LegendEntry> legend;
    constexpr std::array<Qt::PenStyle, 4> dashes{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};
    for (const auto& [number, chain] : all) {
        QPolygonF line;
        line.reserve(static_cast<qsizetype>(chain.samples.size()));
        for (const Sample& sample : chain.samples)
            line << at(xOf(sample), sample.cost_s);
        painter.setPen(
            QPen(strokeColour(number, theme), 1.2, dashes[static_cast<std::size_t>(number) % dashes.size()]));
        painter.drawPolyline(line);
        if (legend.size() < 8)
            legend.push_back({{}, tr("chain %1").arg(legend.size() + 1), painter.pen()});
    }
    return legend;
}

QPolygonF AnnealingCurve::stepsOf(const std::vector<Sample>& best, const Scale& at) const {
    QPolygonF steps;
    for (std::size_t i = 0; i < best.size(); ++i) {
        if (i > 0 && best[i].best_s == best[i - 1].best_s && i + 1 < best.size())
            continue;
        if (i > 0)
            steps << at(xOf(best[i]), best[i - 1].best_s);
        steps << at(xOf(best[i]), best[i].best_s);
    }
    return steps;
}

void AnnealingCurve::renderTo(QPainter* painter, QSize size) {
    const Theme& theme = themeOf(this);
    painter->fillRect(QRect(QPoint(), size), theme.base);
    const Chains* all = chains();
    if (!all || all->empty())
        return paintEmpty(*painter, size,
                          tr("Nothing annealed yet. While a plan is searched, its cost shows here live. "
                             "Where placements are few, all "
                             "of them are looked at instead."));
    const std::vector<Sample> best = bestOfAll(*all);
    const auto is_short = [](const auto& chain) { return chain.second.samples.size() < 3; }; // no curve
    if (std::all_of(all->begin(), all->end(), is_short))
        return paintEmpty(*painter, size,
                          filled(tr("%1 was annealed for so few moves that there is no curve. Its lowest "
                                    "cost is %2."),
                                 name(), timeText(best.back().best_s)));
    const QRectF area = plotArea(size);
    const Range reach = range(*all);
    paintAxes(*painter, area, reach);
    const Scale at{area, reach};
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(Qt::NoBrush);
    std::vector<LegendEntry> legend = paintChains(*painter, *all, at);
    const QPolygonF steps = stepsOf(best, at);
    painter->setPen(QPen(theme.base, 5));
    painter->drawPolyline(steps);
    const QPen thick(theme.text, 2.5);
    painter->setPen(thick);
    painter->drawPolyline(steps);
    if (cursor_ >= 0 && cursor_ < static_cast<int>(best.size())) {
        const Sample& sample = best[static_cast<std::size_t>(cursor_)];
        painter->setPen(QPen(theme.base, 2));
        painter->setBrush(theme.accent);
        painter->drawEllipse(at(xOf(sample), sample.best_s), 5, 5);
    }
    painter->restore();
    painter->setFont(strongFont(font()));
    painter->setPen(theme.text);
    const QString head = tr("%1: lowest cost %2").arg(name(), timeText(best.back().best_s));
    painter->drawText(QPointF(curve_margin, curve_margin + painter->fontMetrics().ascent() - 2),
                      painter->fontMetrics().elidedText(head, Qt::ElideMiddle, size.width() - 16));
    painter->setFont(smallFont(font()));
    legend.insert(legend.begin(), {{}, tr("best of all"), thick});
    const double top = curve_margin + QFontMetricsF(font()).height() - 2;
    const double line = legendHeight(painter->fontMetrics(), area.width(), {legend.front()});
    while (legend.size() > 1 && legendHeight(painter->fontMetrics(), area.width(), legend) > line)
        legend.pop_back(); // one line: the table names every chain
    paintLegend(*painter, QRectF(area.left(), top, area.width(), 0), legend, theme);
}

QString AnnealingCurve::tipAt(const QPoint& point) const {
    const Chains* all = chains();
    const QRectF area = plotArea(size());
    if (!all || !area.contains(point))
        return {};
    const double x = (point.x() - area.left()) / area.width() * range(*all).x_high;
    const std::vector<Sample> best = bestOfAll(*all);
    const auto after =
        std::upper_bound(best.begin(), best.end(), x,
                         [this](double value, const Sample& sample) { return value < xOf(sample); });
    const Sample& sample = after == best.begin() ? best.front() : *std::prev(after);
    return tr("best %1 after %2 moves, %3")
        .arg(timeText(sample.best_s), numberText(sample.moves, 'f', 0), timeText(sample.seconds));
}

void AnnealingCurve::keyPressEvent(QKeyEvent* event) {
    const Chains* all = chains();
    if (!all)
        return ChartView::keyPressEvent(event);
    const std::vector<Sample> best = bestOfAll(*all);
    const int last = static_cast<int>(best.size()) - 1;
    const int step = std::max(1, last / 100);
    switch (event->key()) {
    case Qt::Key_Left:
        cursor_ = std::max((cursor_ < 0 ? last : cursor_) - step, 0);
        break;
    case Qt::Key_Right:
        cursor_ = std::min(cursor_ + step, last);
        break;
    case Qt::Key_Up:
    case Qt::Key_Down: {
        const auto found = runs_.find(drawn_);
        chosen_ = true;
        if (event->key() == Qt::Key_Up && found != runs_.begin())
            draw(std::prev(found)->first);
        else if (event->key() == Qt::Key_Down && std::next(found) != runs_.end())
            draw(std::next(found)->first);
        announce(name());
        return;
    }
    case Qt::Key_X:
        setAgainst(against_ == Against::moves ? Against::time : Against::moves);
        return;
    default:
        return ChartView::keyPressEvent(event);
    }
    if (last >= 0) {
        const Sample& sample = best[static_cast<std::size_t>(cursor_)];
        announce(tr("best %1 after %2 moves").arg(timeText(sample.best_s), numberText(sample.moves, 'f', 0)));
    }
    update();
}

} // namespace pipette
