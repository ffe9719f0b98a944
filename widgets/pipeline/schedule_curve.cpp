// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pipeline/schedule_curve.h"

#include "core/schedule/use_curves.h"
#include "widgets/charts/copy_table.h"
#include "widgets/charts/plot_legend.h"
#include "widgets/charts/unit_ticker.h"
#include "widgets/charts/view_menu.h"
#include "widgets/pipeline/gantt_plot.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/plot_style.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"
#include "widgets/theme/units_text.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <qcustomplot.h>

namespace pipette {
namespace {

constexpr int least_height = 60; // pixels of a curve with its name and its axis

int fullest_device(const Timeline& timeline) {
    int best = 0;
    for (int d = 1; d < timeline.schedule->devices(); ++d)
        if (timeline.most_microbatches(d) > timeline.most_microbatches(best))
            best = d;
    return best;
}

} // namespace

ScheduleCurve::ScheduleCurve(CurveOf what, QWidget* parent)
    : QWidget(parent),
      what_(what),
      plot_(new QCustomPlot(this)),
      cursor_(new QCPItemStraightLine(plot_)),
      legend_(new PlotLegend(plot_)),
      names_(*plot_) {
    setAccessibleName(what == CurveOf::held   ? tr("Activations over time")
                      : what == CurveOf::idle ? tr("Idle devices over time")
                                              : tr("Links in use over time"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(plot_);
    setMinimumHeight(least_height);
    plot_->axisRect()->setMinimumMargins({GanttPlot::left_margin, 6, 15, 4});
    plot_->plotLayout()->insertRow(0);
    plot_->plotLayout()->addElement(0, 0, legend_);
    plot_->plotLayout()->setRowSpacing(0);
    connect(plot_, &QCustomPlot::afterLayout, this, [this] { names_.place(); });
    cursor_->setVisible(false);
    addCopyActions(*this, table_);
    auto* picture = new QAction(tr("Save the &picture…"), this);
    picture->setObjectName(QStringLiteral("save-picture"));
    connect(picture, &QAction::triggered, this, &ScheduleCurve::pictureRequested);
    addAction(picture);
    applyTheme();
}

void ScheduleCurve::contextMenuEvent(QContextMenuEvent* event) {
    openViewMenu(*this, {longTitle(), accessibleDescription(), nullptr, -1}, menuPoint(*this, *event, {}));
}

void ScheduleCurve::refreshTable() {
    ChartTable::Content content;
    content.columns = {tr("Schedule"), tr("From"), longTitle()};
    std::vector<std::array<double, 3>> steps; // curve, time and value
    for (int k = 0; k < plot_->graphCount(); ++k)
        for (const QCPGraphData& step : *plot_->graph(k)->data())
            steps.push_back({static_cast<double>(k), step.key, step.value});
    content.rows = static_cast<int>(steps.size());
    content.cell = [steps = std::move(steps), entries = entries_](int row, int column) {
        const auto& [curve, time, value] = steps[static_cast<std::size_t>(row)];
        return column == 0   ? ChartTable::Cell{entries[static_cast<qsizetype>(curve)].title, {}}
               : column == 1 ? ChartTable::Cell{timeText(time), time}
                             : ChartTable::Cell{numberText(value, 'g', 3), value};
    };
    table_.setContent(std::move(content));
}

void ScheduleCurve::setTimelines(const QList<GanttEntry>& entries) {
    entries_ = entries;
    rebuild();
}

void ScheduleCurve::setDevice(int device) {
    device_ = device;
    rebuild();
}

void ScheduleCurve::setTimeRange(double from, double to) {
    plot_->xAxis->setRange(from, to);
    replot();
}

void ScheduleCurve::setPlayTime(std::optional<double> time) {
    cursor_->setVisible(time.has_value());
    cursor_->point1->setCoords(time.value_or(0), 0);
    cursor_->point2->setCoords(time.value_or(0), 1);
    replot();
}

void ScheduleCurve::replot() {
    if (isVisible()) // a hidden one has no size to draw in, and draws when it is shown
        plot_->replot(QCustomPlot::rpQueuedReplot);
}

void ScheduleCurve::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    replot();
}

void ScheduleCurve::rebuild() {
    plot_->clearGraphs();
    highest_ = 1;
    short_names_.clear();
    QStringList spoken;
    for (const GanttEntry& entry : entries_) {
        QCPGraph* graph = plot_->addGraph();
        graph->setLineStyle(QCPGraph::lsStepLeft);
        const auto [highest, words] = fill(*graph, *entry.timeline);
        highest_ = std::max(highest_, highest);
        graph->setName(filled(tr("%1, %2"), entry.title, words));
        short_names_ << filled(tr("%1: %2"), entry.title, numberText(highest, 'g', 3));
        spoken << graph->name();
    }
    const QSharedPointer<QCPAxisTickerFixed> ticks(new QCPAxisTickerFixed);
    // Whole microbatches, where there are some; devices and links are whole.
    ticks->setTickStep(what_ == CurveOf::held && highest_ < 4 ? 0.5 : 1);
    ticks->setScaleStrategy(QCPAxisTickerFixed::ssMultiples);
    ticks->setTickCount(4);
    plot_->yAxis->setTicker(ticks);
    placeCurves(this->size());
    setAccessibleDescription(spoken.join(QStringLiteral("; ")));
    refreshTable();
    applyTheme();
}

std::pair<double, QString> ScheduleCurve::fill(QCPGraph& graph, const Timeline& timeline) const {
    if (what_ == CurveOf::held) {
        const int device =
            device_ >= 0 ? std::min(device_, timeline.schedule->devices() - 1) : fullest_device(timeline);
        const double chunks = timeline.schedule->size().chunks, most = timeline.most_microbatches(device);
        graph.addData(0, 0);
        for (const ActivationStep& step : timeline.activations(device))
            graph.addData(step.time, step.held / chunks);
        return {most, filled(tr("device %1: at most %2"), device, numberText(most, 'g', 3))};
    }
    const UseCurve curve = what_ == CurveOf::idle ? devices_idle(timeline) : links_busy(timeline);
    double highest = 0, sum = 0;
    for (std::size_t k = 0; k < curve.steps.size(); ++k) {
        const UseStep& step = curve.steps[k];
        graph.addData(step.time, step.count);
        highest = std::max<double>(highest, step.count);
        if (k + 1 < curve.steps.size())
            sum += step.count * (curve.steps[k + 1].time - step.time);
    }
    const double all = curve.of * timeline.makespan, mean = all > 0 ? sum / all : 0;
    return {highest, what_ == CurveOf::idle ? filled(tr("%1 idle"), shareText(mean))
                     : curve.of == 0        ? tr("no link is used")
                                            : filled(tr("%1 links, %2 used"), curve.of, shareText(mean))};
}

QString ScheduleCurve::longTitle() const {
    return what_ == CurveOf::held   ? tr("microbatches held")
           : what_ == CurveOf::idle ? tr("idle devices")
                                    : tr("links in use");
}

double ScheduleCurve::latestEnd() const {
    double end = 0;
    for (const GanttEntry& entry : entries_)
        end = std::max(end, entry.timeline->total());
    return end;
}

bool ScheduleCurve::namedAtCurves() const {
    constexpr qsizetype most = 3;
    return what_ == CurveOf::held && entries_.size() <= most;
}

/// Names at the curves or, with their looks, above them.
void ScheduleCurve::showNames() {
    const Theme& theme = themeOf(this);
    std::vector<CurveNames::Name> names;
    std::vector<LegendEntry> entries;
    for (int k = 0; k < plot_->graphCount(); ++k) {
        if (namedAtCurves())
            names.push_back({short_names_[k], nameColour(k, theme)});
        else
            entries.push_back({{}, plot_->graph(k)->name(), plot_->graph(k)->pen()});
    }
    names_.setNames(names, strongFont(smallFont(font())));
    legend_->setEntries(std::move(entries));
    legend_->setTitle(entries_.isEmpty() ? QString() : longTitle());
    legend_->setTheme(&theme);
}

void ScheduleCurve::placeCurves(QSize size) {
    constexpr double edges = 40, most_share = 0.4; // pixels; of the height
    const double height = namedAtCurves() ? QFontMetricsF(smallFont(font())).height() + 4 : 4;
    const double share = std::min(height / std::max(size.height() - edges, 1.0), most_share);
    plot_->yAxis->setRange(0, 1.02 * highest_ / (1 - share));
    constexpr double apart = 26; // pixels from one number to the next
    plot_->yAxis->ticker()->setTickCount(std::clamp(static_cast<int>((size.height() - edges) / apart), 2, 4));
}

void ScheduleCurve::setTimeNumbers(TimeNumbers numbers) {
    time_numbers_ = numbers;
    applyTheme();
}

void ScheduleCurve::resizeEvent(QResizeEvent* event) {
    placeCurves(this->size());
    QWidget::resizeEvent(event);
}

void ScheduleCurve::renderTo(QPainter* painter, QSize size) {
    placeCurves(size);
    paintPlot(*plot_, *painter, size);
    placeCurves(this->size());
}

void ScheduleCurve::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyTheme();
    QWidget::changeEvent(event);
}

void ScheduleCurve::applyTheme() {
    const Theme& theme = themeOf(this);
    stylePlot(*plot_, theme, font());
    plot_->axisRect()->setMinimumMargins({tokens::scaled(GanttPlot::left_margin), 6, tokens::scaled(15), 4});
    constexpr std::array dashes{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};
    for (int k = 0; k < plot_->graphCount(); ++k) { // apart by hue, dash and fill
        QColor fill = stageColour(k);
        plot_->graph(k)->setPen(
            QPen(strokeColour(k, theme), 2, dashes[static_cast<std::size_t>(k) % dashes.size()]));
        fill.setAlpha(k == 0 ? 60 : 0);
        plot_->graph(k)->setBrush(fill);
    }
    const bool numbers = time_numbers_ == TimeNumbers::shown;
    const double end = latestEnd();
    plot_->xAxis->setTicker(QSharedPointer<QCPAxisTicker>(new UnitTicker(end < 1 ? 1e3 : 1)));
    plot_->xAxis->setTickLabels(numbers);
    plot_->xAxis->setLabel(!numbers ? QString() : end < 1 ? tr("time (ms)") : tr("time (s)"));
    plot_->xAxis->grid()->setVisible(false);
    showNames();
    cursor_->setPen(QPen(theme.accent, 1.5));
    replot();
}

} // namespace pipette
