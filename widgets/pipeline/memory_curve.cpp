// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pipeline/memory_curve.h"

#include "widgets/theme/plain_text.h"
#include "widgets/theme/plot_style.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/units_text.h"

#include <QVBoxLayout>

#include <algorithm>
#include <qcustomplot.h>

namespace pipette {
namespace {

int fullest_device(const Timeline& timeline) {
    int best = 0;
    for (int d = 1; d < timeline.schedule->devices(); ++d)
        if (peak_share(timeline, d) > peak_share(timeline, best))
            best = d;
    return best;
}

} // namespace

double peak_share(const Timeline& timeline, int device) {
    return timeline.devices[static_cast<std::size_t>(device)].peak_activations /
           timeline.schedule->size().chunks;
}

MemoryCurve::MemoryCurve(QWidget* parent)
    : QWidget(parent), plot_(new QCustomPlot(this)), cursor_(new QCPItemStraightLine(plot_)) {
    setAccessibleName(tr("Activations over time"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(plot_);
    plot_->axisRect()->setMinimumMargins({GanttView::left_margin, 6, 15, 4});
    plot_->axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignTop | Qt::AlignRight);
    plot_->xAxis->setTickLabels(false);
    cursor_->setVisible(false);
    applyTheme();
}

void MemoryCurve::setTimelines(const QList<GanttEntry>& entries) {
    entries_ = entries;
    rebuild();
}

void MemoryCurve::setDevice(int device) {
    device_ = device;
    rebuild();
}

void MemoryCurve::setTimeRange(double from, double to) {
    plot_->xAxis->setRange(from, to);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void MemoryCurve::setPlayTime(std::optional<double> time) {
    cursor_->setVisible(time.has_value());
    cursor_->point1->setCoords(time.value_or(0), 0);
    cursor_->point2->setCoords(time.value_or(0), 1);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void MemoryCurve::rebuild() {
    plot_->clearGraphs();
    highest_ = 1;
    QStringList spoken;
    for (int k = 0; k < entries_.size(); ++k) {
        const Timeline& timeline = *entries_[k].timeline;
        const int device =
            device_ >= 0 ? std::min(device_, timeline.schedule->devices() - 1) : fullest_device(timeline);
        const double chunks = timeline.schedule->size().chunks;
        QCPGraph* graph = plot_->addGraph();
        graph->setLineStyle(QCPGraph::lsStepLeft);
        graph->addData(0, 0);
        for (const ActivationStep& step : timeline.activations(device))
            graph->addData(step.time, step.held / chunks);
        highest_ = std::max(highest_, peak_share(timeline, device));
        graph->setName(filled(tr("%1, device %2: at most %3"), entries_[k].title, device,
                              QString::number(peak_share(timeline, device), 'g', 3)));
        spoken << graph->name();
    }
    const QSharedPointer<QCPAxisTickerFixed> ticks(new QCPAxisTickerFixed);
    ticks->setTickStep(highest_ < 4 ? 0.5 : 1); // whole microbatches, where there are some
    ticks->setScaleStrategy(QCPAxisTickerFixed::ssMultiples);
    ticks->setTickCount(4);
    plot_->yAxis->setTicker(ticks);
    plot_->legend->setVisible(!entries_.isEmpty());
    placeCurves(height());
    setAccessibleDescription(spoken.join(QStringLiteral("; ")));
    applyTheme();
}

void MemoryCurve::placeCurves(int height) {
    constexpr double line_gap = 7, edges = 40, most_share = 0.6; // pixels; of the height
    const double line = QFontMetricsF(smallFont(plot_->font())).height() + line_gap;
    const double names = line * static_cast<double>(entries_.size()) + line_gap;
    const double share = std::clamp(names / std::max(height - edges, 1.0), 0.05, most_share);
    plot_->yAxis->setRange(0, 1.05 * highest_ / (1 - share));
}

void MemoryCurve::resizeEvent(QResizeEvent* event) {
    placeCurves(height());
    QWidget::resizeEvent(event);
}

void MemoryCurve::renderTo(QPainter* painter, QSize size) {
    placeCurves(size.height());
    paintPlot(*plot_, *painter, size);
    placeCurves(height());
}

void MemoryCurve::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange)
        applyTheme();
    QWidget::changeEvent(event);
}

void MemoryCurve::applyTheme() {
    const Theme& theme = themeOf(this);
    stylePlot(*plot_, theme);
    plot_->yAxis->setLabel(tr("microbatches held"));
    for (int k = 0; k < plot_->graphCount(); ++k) { // apart by hue, dash and fill
        QColor fill = stageColour(k);
        plot_->graph(k)->setPen(QPen(strokeColour(k, theme), 2, k == 0 ? Qt::SolidLine : Qt::DashLine));
        fill.setAlpha(k == 0 ? 60 : 0);
        plot_->graph(k)->setBrush(fill);
    }
    plot_->legend->setFont(smallFont(plot_->font()));
    plot_->legend->setTextColor(theme.text);
    plot_->legend->setBrush(theme.base);
    plot_->legend->setBorderPen(Qt::NoPen);
    cursor_->setPen(QPen(theme.accent, 1.5));
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

} // namespace pipette
