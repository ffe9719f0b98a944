// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pipeline/gantt_plot.h"

#include "core/base/index.h"
#include "core/base/inks.h"
#include "widgets/charts/plot_strip.h"
#include "widgets/charts/unit_ticker.h"
#include "widgets/pipeline/gantt_heads.h"
#include "widgets/pipeline/gantt_rows.h"
#include "widgets/pipeline/timeline_marks.h"
#include "widgets/theme/legend.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/plot_style.h"
#include "widgets/theme/tokens.h"
#include "widgets/theme/units_text.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace pipette {
namespace {

// Numbers of devices, as many as there is room for.
class DeviceTicker : public QCPAxisTickerText {
public:
    /// `height`: pixels of the rows in the picture that is drawn next.
    explicit DeviceTicker(std::function<int()> height) : height_(std::move(height)) {}

protected:
    QVector<double> createTickVector(double step, const QCPRange& range) override {
        QVector<double> ticks = QCPAxisTickerText::createTickVector(step, range);
        const double pixels = height_() / range.size();
        const auto devices = static_cast<double>(this->ticks().size());
        const double pitch = // of a device with its sends
            devices > 1 ? (this->ticks().lastKey() - this->ticks().firstKey()) / (devices - 1) * pixels
                        : pixels;
        int apart = 1; // devices from one number to the next
        while (apart * pitch < least_number && apart < most_apart)
            apart *= 2;
        const auto left_out = [&](double tick) { return this->ticks().value(tick).toInt() % apart != 0; };
        ticks.erase(std::remove_if(ticks.begin(), ticks.end(), left_out), ticks.end());
        return ticks;
    }

private:
    static constexpr double least_number = 11.5; // pixels
    static constexpr int most_apart = 4096;
    std::function<int()> height_;
};

} // namespace

// What the colours say, below the bars and in every picture of them, with the title of the time axis at the
// right.
class GanttLegend : public PlotStrip {
public:
    GanttLegend(QCustomPlot* plot, const TimelinePlottable& bars) : PlotStrip(plot), bars_(bars) {}
    // Of bars, and of the bands that are drawn in their place where they are too narrow.
    void setEntries(std::vector<LegendEntry> of_bars, std::vector<LegendEntry> of_bands) {
        of_bars_ = std::move(of_bars), of_bands_ = std::move(of_bands);
    }
    void setTitle(const QString& title) { title_ = title; }

    // As many lines as it takes, but no more than a quarter of the plot: the rest is told where the pointer
    // is.
    int height() const override { return 4 + static_cast<int>(std::ceil(linesHeight())); }

protected:
    void draw(QCPPainter* painter) override {
        painter->setFont(smallFont(parentPlot()->font()));
        const QRectF area = QRectF(rect()).adjusted(margin, 3, -margin, 0);
        const std::vector<LegendEntry> entries = fitting();
        paintLegend(*painter, area, entries, theme());
        painter->setPen(theme().muted);
        const double line = painter->fontMetrics().height() + 3;
        painter->drawText(QRectF(area.left(), area.top() + linesHeight() - line, area.width(), line),
                          Qt::AlignRight | Qt::AlignVCenter, entries.empty() ? QString() : title_);
    }

private:
    static constexpr int margin = 8;
    const std::vector<LegendEntry>& shown() const { return bars_.showsBands() ? of_bands_ : of_bars_; }
    QFontMetricsF metrics() const { return QFontMetricsF(smallFont(parentPlot()->font())); }
    double width() const { return std::max(parentPlot()->viewport().width() - 2 * margin, 1); }
    /// Entries that find room.
    std::vector<LegendEntry> fitting() const {
        const double line = metrics().height() + 3;
        return fittingLegend(metrics(), {width(), std::max(parentPlot()->viewport().height() / 4.0, line)},
                             shown());
    }
    /// The title takes what is left of the last line, else one of its own.
    double linesHeight() const {
        std::vector<LegendEntry> all = fitting();
        if (!all.empty())
            all.push_back({{}, title_});
        return legendHeight(metrics(), width(), all);
    }

    const TimelinePlottable& bars_;
    std::vector<LegendEntry> of_bars_, of_bands_;
    QString title_;
};

GanttPlot::GanttPlot(QWidget* parent)
    : QCustomPlot(parent),
      bars_(new TimelinePlottable(xAxis, yAxis)),
      marks_(new TimelineMarks(*this, *bars_)),
      legend_(new GanttLegend(this, *bars_)),
      heads_(new GanttHeads(*this, *bars_)),
      shares_(new GanttShares(this, *axisRect())) {
    plotLayout()->insertRow(0);
    plotLayout()->addElement(0, 0, shares_);
    plotLayout()->addElement(2, 0, legend_);
    plotLayout()->setRowSpacing(0);
    axisRect()->setMinimumMargins({left_margin, 4, 15, 4});
    yAxis->setRangeReversed(true);
    setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    axisRect()->setRangeDrag(Qt::Horizontal | Qt::Vertical);
    axisRect()->setRangeZoom(Qt::Horizontal);
    axisRect()->setVisible(false);
    setMouseTracking(true);
}

void GanttPlot::setRows(std::vector<TimelinePlottable::Row> rows, BarColours colours) {
    bars_->setRows(std::move(rows));
    colours_ = colours;
    styles_ = styles_of(bars_->rows(), bars_->palette().count());
    showLegend();
}

void GanttPlot::setMarks(GanttMarks marks) {
    marks_->setMarks(std::move(marks));
    replot(rpQueuedReplot);
}

void GanttPlot::setTheme(const Theme& theme) {
    theme_ = &theme;
    bars_->setTheme(&theme);
    marks_->setTheme(&theme);
    stylePlot(*this, theme, font());
    axisRect()->setMinimumMargins({tokens::scaled(left_margin), 4, tokens::scaled(15), 4});
    yAxis->grid()->setVisible(false);
    yAxis->setTickLabelPadding(tokens::scaled(GanttHeads::room));
    yAxis->setTickLabelFont(smallFont(font()));
    yAxis->setTickPen(Qt::NoPen);
    heads_->setTheme(&theme);
    legend_->setTheme(&theme);
    shares_->setTheme(&theme);
    showLegend();
    replot(rpQueuedReplot);
}

void GanttPlot::changeEvent(QEvent* event) {
    QCustomPlot::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        setTheme(*theme_);
}

void GanttPlot::placeRows(int height) {
    // Pixels of the bar of shares, of the legend, and of the numbers and the label of the time axis.
    const int around = 52 + shares_->minimumOuterSizeHint().height();
    bars_->placeRows(QFontMetricsF(font()).height() + 4, std::max(height - around, 1));
    const QSharedPointer<DeviceTicker> ticks(new DeviceTicker([this] { return rowsHeight(); }));
    for (const TimelinePlottable::Row& row : bars_->rows())
        if (!row.thin && row.heading.isEmpty())
            ticks->addTick(row.centre, QString::number(row.device));
    yAxis->setTicker(ticks);
    bool found = false;
    yAxis->setRange(bars_->getValueRange(found));
}

std::vector<LegendEntry> GanttPlot::legendOf(const std::vector<BarStyle>& styles) const {
    std::vector<LegendEntry> entries = legend_of(styles, bars_->palette(), colours_);
    if (entries.empty())
        return entries;
    for (const TimeShare& share : shares_->shares()) { // the bar above has parts that rows do not
        const auto same = [&share](const LegendEntry& entry) {
            return entry.brush.color() == share.brush.color();
        };
        if (share.ink != Ink::idle && std::none_of(entries.begin(), entries.end(), same))
            entries.push_back({share.brush, share.name});
    }
    entries.push_back({operationColour(OperationLook::bubble, *theme_), wordText(name_of(Ink::idle))});
    return entries;
}

void GanttPlot::showLegend() {
    std::vector<BarStyle> in_bands; // without the shades of chunks and without sends
    for (const BarStyle style : styles_)
        if (is_kind(style) && look_of(style) != OperationLook::communication)
            in_bands.push_back(style_of(look_of(style)));
    std::vector<LegendEntry> of_bars = legendOf(styles_);
    if (bars_->criticalShown() && !of_bars.empty())
        of_bars.push_back({{}, tr("critical path"), QPen(theme_->accent, 2)});
    legend_->setEntries(std::move(of_bars), legendOf(in_bands));
}

int GanttPlot::rowsHeight() const {
    const int axis = QFontMetrics(xAxis->tickLabelFont()).height() + 12;
    return std::max(viewport().height() - shares_->minimumOuterSizeHint().height() - legend_->height() - axis,
                    1);
}

void GanttPlot::showAll() {
    bool found = false;
    const QCPRange times = bars_->getKeyRange(found);
    all_ = {0, found ? times.upper * 1.01 : 1};
    xAxis->setRange(all_.first, all_.second);
    const bool short_times = found && times.upper < 1;
    xAxis->setTicker(QSharedPointer<QCPAxisTicker>(new UnitTicker(short_times ? 1e3 : 1)));
    legend_->setTitle(short_times ? tr("milliseconds") : tr("seconds"));
    yAxis->setRange(bars_->getValueRange(found));
    replot(QCustomPlot::rpQueuedReplot);
}

bool GanttPlot::showsAll() const {
    const QCPRange shown = xAxis->range();
    return shown.lower == all_.first && shown.upper == all_.second;
}

std::optional<GanttOperation> GanttPlot::operationAt(const QPointF& point) const {
    const auto hit = bars_->barAt(point);
    if (!hit)
        return std::nullopt;
    const TimelinePlottable::Row& row = bars_->rows()[index(hit->first)];
    const std::int32_t operation = row.bars[index(hit->second)].operation;
    if (row.thin || operation < 0)
        return std::nullopt;
    return GanttOperation{row.timeline, operation};
}

QRectF GanttPlot::placeOf(const GanttOperation& operation) const {
    return marks_->placeOf(operation);
}

} // namespace pipette
