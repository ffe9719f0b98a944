// SPDX-License-Identifier: GPL-3.0-or-later
// The bars of GanttView as items for assistive technology, and the keyboard's way from bar to bar.
#include "core/base/index.h"
#include "widgets/pipeline/gantt_view.h"
#include "widgets/pipeline/timeline_plottable.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <algorithm>
#include <qcustomplot.h>

namespace pipette {

void GanttView::numberItems() {
    firsts_.assign(1, 0);
    for (const TimelinePlottable::Row& row : bars_->rows())
        firsts_.push_back(firsts_.back() + static_cast<int>(row.bars.size()));
    tellItemsChanged(*this);
}

int GanttView::itemOf(std::pair<int, int> bar) const {
    return bar.first < 0 ? -1 : firsts_[index(bar.first)] + bar.second;
}

std::pair<int, int> GanttView::barOf(int item) const {
    const auto after = std::upper_bound(firsts_.begin(), firsts_.end(), item);
    const auto row = static_cast<int>(after - firsts_.begin()) - 1;
    return {row, item - firsts_[index(row)]};
}

DrawnItem GanttView::drawnItem(int item) const {
    const auto [row, bar] = barOf(item);
    const TimelinePlottable::Row& of = bars_->rows()[index(row)];
    const TimelinePlottable::Bar& drawn = of.bars[index(bar)];
    DrawnItem told;
    told.name = describe(row, bar).replace(QLatin1Char('\n'), QLatin1String("; "));
    if (entries_.size() > 1)
        told.name = filled(tr("%1: %2"), entries_[of.timeline].title, told.name);
    told.value = tr("%1 to %2").arg(timeText(drawn.start), timeText(drawn.end));
    told.place = bars_->placeOf(row, bar).translated(plot_->pos());
    told.selected = of.device >= 0 && of.device == selection_.device;
    return told;
}

int GanttView::drawnItemAt(const QPointF& point) const {
    const auto hit = bars_->barAt(point - plot_->pos());
    return hit ? itemOf(*hit) : -1;
}

void GanttView::chooseDrawn(int item) {
    const auto bar = barOf(item);
    pointAt(bar);
    choose(bars_->rows()[index(bar.first)].device);
    tellChosen(bar);
}

void GanttView::tellChosen(std::pair<int, int> bar) {
    const TimelinePlottable::Row& row = bars_->rows()[index(bar.first)];
    const std::int32_t operation = row.bars[index(bar.second)].operation;
    if (!row.thin && operation >= 0)
        emit operationChosen({row.timeline, operation});
}

int GanttView::drawnRow(int item) const {
    const TimelinePlottable::Row& of = bars_->rows()[index(barOf(item).first)];
    std::size_t before = 0; // rows of the timelines above
    for (int k = 0; k < of.timeline; ++k)
        before += entries_[k].timeline->devices.size();
    return static_cast<int>(before) + of.device;
}

void GanttView::stepBar(int step) {
    const std::vector<TimelinePlottable::Row>& rows = bars_->rows();
    const auto of_device = std::find_if(rows.begin(), rows.end(), [&](const TimelinePlottable::Row& row) {
        return !row.thin && !row.bars.empty() && row.device == std::max(selection_.device, 0);
    });
    if (of_device == rows.end())
        return;
    std::pair<int, int> bar{static_cast<int>(of_device - rows.begin()), 0};
    if (hovered_.first >= 0 && rows[index(hovered_.first)].device == of_device->device) {
        const auto count = static_cast<int>(rows[index(hovered_.first)].bars.size());
        bar = {hovered_.first, std::clamp(hovered_.second + step, 0, count - 1)};
    }
    pointAt(bar);
    const TimelinePlottable::Bar& at = rows[index(bar.first)].bars[index(bar.second)];
    QCPRange range = plot_->xAxis->range();
    if (at.start < range.lower || at.end > range.upper) // follow it
        plot_->xAxis->moveRange((at.start + at.end) / 2 - range.center());
    const QRectF place = bars_->placeOf(bar.first, bar.second);
    showPlainTip(plot_->mapToGlobal(place.bottomLeft().toPoint()), describe(bar.first, bar.second), plot_);
    setAccessibleDescription(drawnItem(itemOf(bar)).name);
    tellItemFocused(*this, itemOf(bar));
    tellChosen(bar);
}

} // namespace pipette
