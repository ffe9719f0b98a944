// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/reports/report_charts.h"

#include "core/base/units.h"
#include "core/cost/candidate_timeline.h"
#include "core/formats/reports/chart_axes.h"
#include "core/plan/time_parts.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace pipette {
namespace {

constexpr double narrowest = 0.4; // of a bar that can be seen

Ink ink_of(const TimelineTail& tail) {
    if (tail.name == waits_for_last)
        return Ink::idle;
    for (const Ink ink : {Ink::optimizer, Ink::offload})
        if (tail.name == name_of(ink))
            return ink;
    return Ink::gradient_exchange;
}

/// One row of bars, neighbours of one kind joined where each alone would not be seen.
void add_row(ReportChart& chart, const Timeline& timeline, int device, const PlotFrame& frame, double y) {
    constexpr double height = 16;
    ChartBar last;
    OperationKind last_kind{};
    const auto push = [&] {
        if (last.width > 0)
            chart.shapes.emplace_back(last);
    };
    for (const std::int32_t number : timeline.schedule->order(device)) {
        const Operation& operation = timeline.schedule->operation(number);
        const auto i = static_cast<std::size_t>(number);
        const double from = frame.across(timeline.start[i]), to = frame.across(timeline.end[i]);
        const Ink ink = ink_of(operation.kind);
        const bool joins = last.width > 0 && last_kind == operation.kind &&
                           from - (last.x + last.width) < narrowest &&
                           (to - from < 2 * narrowest || last.width < narrowest);
        if (joins) {
            last.width = to - last.x;
            last.note = fmt::format("{}, several microbatches", name_of(ink));
            continue;
        }
        push();
        last = {from,
                y,
                std::max(to - from - 0.3, 0.2),
                height,
                ink,
                fmt::format("{} of microbatch {}, {:.2f} to {:.2f} ms", name_of(ink), operation.microbatch,
                            1000 * timeline.start[i], 1000 * timeline.end[i])};
        last_kind = operation.kind;
    }
    push();
    for (const TimelineTail& tail : timeline.tails)
        if (tail.device == device)
            chart.shapes.emplace_back(ChartBar{
                frame.across(tail.start), y, std::max(0.5, frame.across(tail.end) - frame.across(tail.start)),
                height, ink_of(tail),
                fmt::format("{}, {:.2f} to {:.2f} ms", tail.name, 1000 * tail.start, 1000 * tail.end)});
}

std::vector<LegendItem> gantt_legend(const Timeline& timeline) {
    std::vector<LegendItem> items;
    const auto add = [&](Ink ink) {
        if (std::none_of(items.begin(), items.end(), [&](const LegendItem& item) { return item.ink == ink; }))
            items.push_back({std::string(name_of(ink)), ink});
    };
    for (const Operation& operation : timeline.schedule->operations())
        add(ink_of(operation.kind));
    for (const TimelineTail& tail : timeline.tails)
        add(ink_of(tail));
    return items;
}

constexpr std::size_t most_rows = 64;
/// A bar cut into parts, from the left.
struct PartedBar {
    std::string name, total;
    std::vector<double> parts; ///< in the order of the legend
    double most = 0;           ///< a mark: the memory of the GPU; 0: none
};

/// `parts`: the legend, an entry for each part of the bars.
ReportChart parted_chart(const std::vector<PartedBar>& bars, const std::vector<LegendItem>& parts,
                         const std::string& unit) {
    constexpr double row = 24, height = 16;
    ReportChart chart;
    double most = 0;
    for (const PartedBar& bar : bars) {
        double sum = 0;
        for (const double part : bar.parts)
            sum += part;
        most = std::max({most, sum, bar.most});
    }
    const double top = add_legend(chart, parts) + 6;
    const PlotFrame frame{
        130, chart.width - 110, top, top + row * static_cast<double>(bars.size()), {0, most}, {}};
    chart.height = frame.bottom + 34;
    add_bottom_axis(chart, frame, unit);
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const PartedBar& bar = bars[i];
        const double y = top + row * static_cast<double>(i) + (row - height) / 2;
        add_label(chart, {frame.left - 8, y + 12, bar.name, ChartLabel::Anchor::end}, frame.left - 10);
        double sum = 0;
        for (std::size_t k = 0; k < bar.parts.size(); ++k) {
            const double x = frame.across(sum);
            sum += bar.parts[k];
            if (bar.parts[k] > 0)
                chart.shapes.emplace_back(
                    ChartBar{x, y, frame.across(sum) - x, height, parts[k].ink,
                             fmt::format("{} {:.4g} {}", parts[k].name, bar.parts[k], unit)});
        }
        if (bar.most > 0)
            chart.shapes.emplace_back(
                ChartPath{{{frame.across(bar.most), y - 4}, {frame.across(bar.most), y + height + 4}},
                          Ink::limit,
                          2,
                          false});
        add_label(chart, {frame.right + 8, y + 12, bar.total}, 100);
    }
    return chart;
}

} // namespace

ReportChart gantt_chart(const Timeline& timeline) {
    constexpr double row = 20;
    ReportChart chart;
    chart.title = "One iteration, device by device";
    const int devices = timeline.schedule->devices();
    const int shown = std::min<int>(devices, most_rows);
    chart.told = fmt::format(
        "Gantt chart of {} pipeline devices over {:.1f} ms; {:.1f} % of the devices' time is idle", devices,
        1000 * timeline.total(), 100 * timeline.bubble_fraction());
    const double top = add_legend(chart, gantt_legend(timeline)) + 6;
    const PlotFrame frame{70, chart.width - 16, top, top + row * shown, {0, timeline.total()}, {}};
    chart.height = frame.bottom + 34;
    PlotFrame in_ms = frame;
    in_ms.across_range.second *= 1000;
    add_bottom_axis(chart, in_ms, "ms");
    for (int device = 0; device < shown; ++device) {
        const double y = top + row * device + 2;
        add_label(chart, {frame.left - 8, y + 12, fmt::format("device {}", device), ChartLabel::Anchor::end},
                  62);
        add_row(chart, timeline, device, frame, y);
    }
    if (shown < devices)
        chart.told += fmt::format("; the first {} are shown", shown);
    return chart;
}

ReportChart memory_chart(const Candidate& candidate) {
    std::vector<LegendItem> parts;
    const auto place_of = [&](const MemoryPart& part) {
        return std::find_if(parts.begin(), parts.end(),
                            [&](const LegendItem& known) { return known.name == part.name; });
    };
    const auto shown = [](const MemoryPart& part) {
        return part.place == MemoryPlace::gpu && part.bytes > 0;
    };
    for (const DeviceMemory& device : candidate.memory)
        for (const MemoryPart& part : device.parts)
            if (shown(part) && place_of(part) == parts.end())
                parts.push_back({part.name, memory_ink(part.name)});
    std::vector<PartedBar> bars;
    for (std::size_t i = 0; i < std::min(candidate.memory.size(), most_rows); ++i) {
        const DeviceMemory& device = candidate.memory[i];
        PartedBar bar{fmt::format("stage {}", i),
                      fmt::format("{:.0f} % {}", 100 * device.upper / device.limit, name_of(device.verdict)),
                      std::vector<double>(parts.size(), 0), device.limit / bytes_per_gib};
        for (const MemoryPart& part : device.parts)
            if (shown(part))
                bar.parts[static_cast<std::size_t>(place_of(part) - parts.begin())] +=
                    part.bytes / bytes_per_gib;
        bars.push_back(std::move(bar));
    }
    ReportChart chart = parted_chart(bars, parts, "GiB");
    chart.title =
        "Memory of a GPU of each stage, estimated; the line is the GPU's, the share is the upper estimate's";
    chart.told = fmt::format("Bars of {} stages; the worst verdict is {}", candidate.memory.size(),
                             name_of(verdict_of(candidate)));
    return chart;
}

ReportChart breakdown_chart(const std::vector<ShownCandidate>& candidates) {
    std::vector<LegendItem> legend;
    std::vector<const TimePart*> parts;
    for (const TimePart& part : time_parts())
        if (std::any_of(candidates.begin(), candidates.end(), [&](const ShownCandidate& shown) {
                return shown.candidate->breakdown.*part.seconds > 0;
            })) {
            legend.push_back({std::string(part.name()), part.ink});
            parts.push_back(&part);
        }
    std::vector<PartedBar> bars;
    std::string told = "Bars of the parts of an iteration:";
    for (const ShownCandidate& shown : candidates) {
        PartedBar bar{shown.name, fmt::format("{:.1f} ms", 1000 * shown.candidate->iteration_time_s), {}, 0};
        for (const TimePart* part : parts)
            bar.parts.push_back(1000 * shown.candidate->breakdown.*(part->seconds));
        told += fmt::format(" {} {}.", shown.name, bar.total);
        bars.push_back(std::move(bar));
    }
    ReportChart chart = parted_chart(bars, legend, "ms");
    chart.title = "Where the time of an iteration goes";
    chart.told = told;
    return chart;
}

} // namespace pipette
