// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pipeline/gantt_plot.h"

#include "core/base/index.h"
#include "core/base/inks.h"
#include "widgets/charts/plot_legend.h"
#include "widgets/charts/unit_ticker.h"
#include "widgets/pipeline/gantt_rows.h"
#include "widgets/pipeline/timeline_marks.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/plot_style.h"
#include "widgets/theme/tokens.h"
#include "widgets/theme/units_text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace pipette {
namespace {

// Numbers of devices, as many as there is room for.
class DeviceTicker : public QCPAxisTickerText {
public:
    explicit DeviceTicker(const QCPAxis& axis) : axis_(axis) {}

protected:
    QVector<double> createTickVector(double step, const QCPRange& range) override {
        QVector<double> ticks = QCPAxisTickerText::createTickVector(step, range);
        // The first picture is drawn before its axes are laid out; they get more than half of the height.
        const int height = std::max(axis_.axisRect()->height(), axis_.parentPlot()->viewport().height() / 2);
        const double pixels = height / range.size();
        int apart = 1; // devices from one number to the next
        while (apart * pixels < least_number && apart < most_apart)
            apart *= 2;
        const auto left_out = [&](double tick) { return this->ticks().value(tick).toInt() % apart != 0; };
        ticks.erase(std::remove_if(ticks.begin(), ticks.end(), left_out), ticks.end());
        return ticks;
    }

private:
    static constexpr double least_number = 13; // pixels
    static constexpr int most_apart = 4096;
    const QCPAxis& axis_;
};

} // namespace

GanttPlot::GanttPlot(QWidget* parent)
    : QCustomPlot(parent),
      bars_(new TimelinePlottable(xAxis, yAxis)),
      marks_(new TimelineMarks(*this, *bars_)),
      legend_(new PlotLegend(this)),
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
    yAxis->setLabel(tr("device"));
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
    const int around = 70 + shares_->minimumOuterSizeHint().height();
    bars_->placeRows(QFontMetricsF(font()).height() + 4, std::max(height - around, 1));
    const QSharedPointer<DeviceTicker> ticks(new DeviceTicker(*yAxis));
    for (const TimelinePlottable::Row& row : bars_->rows())
        if (!row.thin && row.heading.isEmpty())
            ticks->addTick(row.centre, QString::number(row.device));
    yAxis->setTicker(ticks);
    bool found = false;
    yAxis->setRange(bars_->getValueRange(found));
}

void GanttPlot::showLegend() {
    std::vector<LegendEntry> entries = legend_of(styles_, bars_->palette(), colours_);
    if (!entries.empty())
        entries.push_back({operationColour(OperationLook::bubble, *theme_), wordText(name_of(Ink::idle))});
    if (bars_->criticalShown() && !entries.empty())
        entries.push_back({{}, tr("critical path"), QPen(theme_->accent, 2)});
    legend_->setEntries(std::move(entries));
}

void GanttPlot::showAll() {
    bool found = false;
    const QCPRange times = bars_->getKeyRange(found);
    all_ = {0, found ? times.upper * 1.01 : 1};
    xAxis->setRange(all_.first, all_.second);
    const bool short_times = found && times.upper < 1;
    xAxis->setTicker(QSharedPointer<QCPAxisTicker>(new UnitTicker(short_times ? 1e3 : 1)));
    xAxis->setLabel(short_times ? tr("time (ms)") : tr("time (s)"));
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
