// SPDX-License-Identifier: GPL-3.0-or-later
// What GanttView offers to who changes the order of its bars.
#include "core/base/index.h"
#include "widgets/pipeline/gantt_view.h"
#include "widgets/pipeline/timeline_marks.h"
#include "widgets/pipeline/timeline_plottable.h"

#include <qcustomplot.h>
#include <utility>

namespace pipette {

void GanttView::setMarks(GanttMarks marks) {
    marks_->setMarks(std::move(marks));
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

bool GanttView::showsAll() const {
    const QCPRange shown = plot_->xAxis->range();
    return shown.lower == all_.first && shown.upper == all_.second;
}

QWidget* GanttView::canvas() const {
    return plot_;
}

std::optional<GanttOperation> GanttView::operationAt(const QPointF& point) const {
    const auto hit = bars_->barAt(point);
    if (!hit)
        return std::nullopt;
    const TimelinePlottable::Row& row = bars_->rows()[index(hit->first)];
    const std::int32_t operation = row.bars[index(hit->second)].operation;
    if (row.thin || operation < 0)
        return std::nullopt;
    return GanttOperation{row.timeline, operation};
}

double GanttView::timeAt(double x) const {
    return plot_->xAxis->pixelToCoord(x);
}

QRectF GanttView::placeOf(const GanttOperation& operation) const {
    return marks_->placeOf(operation);
}

void GanttView::setBarCursor(const GanttOperation& operation) {
    const auto bar = bars_->barOf(operation.timeline, operation.operation);
    if (!bar)
        return;
    hovered_ = *bar;
    tellItemFocused(*this, itemOf(*bar));
}

} // namespace pipette
