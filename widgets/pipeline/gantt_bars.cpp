// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pipeline/gantt_bars.h"

#include "core/base/index.h"
#include "core/cost/candidate_timeline.h"
#include "widgets/pipeline/gantt_rows.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace pipette {
namespace {

using Arrow = TimelineArrow;
using Bar = TimelineBar;
using Row = TimelineRow;

struct BarWords {
    Q_DECLARE_TR_FUNCTIONS(pipette::GanttBars)
};

} // namespace

void GanttBars::number() {
    firsts_.assign(1, 0);
    for (const Row& row : rows_)
        firsts_.push_back(firsts_.back() + static_cast<int>(row.bars.size()));
}

int GanttBars::itemOf(GanttBar bar) const {
    return bar.first < 0 ? -1 : firsts_[index(bar.first)] + bar.second;
}

GanttBar GanttBars::barOf(int item) const {
    const auto after = std::upper_bound(firsts_.begin(), firsts_.end(), item);
    const auto row = static_cast<int>(after - firsts_.begin()) - 1;
    return {row, item - firsts_[index(row)]};
}

GanttBar GanttBars::next(GanttBar from, int device, int step) const {
    if (from.first >= 0 && row(from).device == device) {
        const auto count = static_cast<int>(row(from).bars.size());
        return {from.first, std::clamp(from.second + step, 0, count - 1)};
    }
    const auto of_device = std::find_if(rows_.begin(), rows_.end(), [&](const Row& row) {
        return !row.thin && !row.bars.empty() && row.device == device;
    });
    return of_device == rows_.end() ? GanttBar(-1, -1)
                                    : GanttBar(static_cast<int>(of_device - rows_.begin()), 0);
}

const Row& GanttBars::row(GanttBar bar) const {
    return rows_[index(bar.first)];
}

const Bar& GanttBars::at(GanttBar bar) const {
    return row(bar).bars[index(bar.second)];
}

std::optional<GanttOperation> GanttBars::operationOf(GanttBar bar) const {
    if (row(bar).thin || at(bar).operation < 0)
        return std::nullopt;
    return GanttOperation{row(bar).timeline, at(bar).operation};
}

int GanttBars::rankOfDevice(GanttBar bar) const {
    std::size_t before = 0; // devices of the timelines above
    for (int k = 0; k < row(bar).timeline; ++k)
        before += entries_[k].timeline->devices.size();
    return static_cast<int>(before) + row(bar).device;
}

QString GanttBars::textOf(GanttBar bar) const {
    const Row& r = row(bar);
    const Bar& b = at(bar);
    const QString when =
        filled(BarWords::tr("%1 to %2 (%3)"), timeText(b.start), timeText(b.end), timeText(b.end - b.start));
    const Timeline& timeline = *entries_[r.timeline].timeline;
    if (b.operation < 0) {
        const bool waits = std::any_of(timeline.tails.begin(), timeline.tails.end(), [&](const auto& tail) {
            return tail.device == r.device && tail.start == b.start && tail.name == waits_for_last;
        });
        return filled(waits
                          ? BarWords::tr("device %1 waits for the one that ends last on other snapshots\n%2")
                          : BarWords::tr("device %1, gradient exchange and optimizer\n%2"),
                      r.device, when);
    }
    const Operation& o = timeline.schedule->operation(b.operation);
    if (r.thin)
        return filled(BarWords::tr("device %1 sends the output of %2\n%3"), r.device, name_of_operation(o),
                      when);
    if (b.start >= r.stuck_from)
        return filled(BarWords::tr("device %1, %2, stage %3\nnever runs: the devices wait for each other"),
                      r.device, name_of_operation(o), o.stage);
    const int before = timeline.schedule->before(b.operation);
    const double idle = b.start - (before < timeline.schedule->count() ? timeline.end[index(before)] : 0);
    return filled(BarWords::tr("device %1, %2, stage %3\n%4%5\nidle before: %6%7"), r.device,
                  name_of_operation(o), o.stage, when, sharesText(timeline, o.stage),
                  timeText(std::max(0.0, idle)),
                  b.critical ? BarWords::tr("\non the critical path") : QString());
}

std::vector<Arrow> GanttBars::arrowsOf(GanttBar bar) const {
    if (bar.first < 0)
        return {};
    return arrows_of(rows_, row(bar), at(bar), *entries_[row(bar).timeline].timeline);
}

std::vector<Arrow> GanttBars::arrowsAt(int device, double time) const {
    std::vector<Arrow> arrows;
    for (const Row& row : rows_) {
        if (row.device != device || row.thin)
            continue;
        const auto bar = std::partition_point(row.bars.begin(), row.bars.end(),
                                              [&](const Bar& b) { return b.end <= time; });
        if (bar == row.bars.end() || bar->start > time)
            continue;
        const auto more = arrows_of(rows_, row, *bar, *entries_[row.timeline].timeline);
        arrows.insert(arrows.end(), more.begin(), more.end());
    }
    return arrows;
}

} // namespace pipette
