// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/median.h"
#include "core/base/time_text.h"
#include "core/cost/candidate_timeline.h"
#include "core/formats/reports/chart_axes.h"
#include "core/formats/reports/step_charts.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace pipette {
namespace {

constexpr int shown_devices = 64;
constexpr double row_step = 20, row_height = 16;
/// Narrower blocks, or more of them, are not drawn one by one: moments are drawn instead.
constexpr double narrowest_block = 7, most_blocks = 1500;
constexpr double narrowest_moment = 4, widest_moment = 14;

Ink ink_of(const TimelineTail& tail) {
    if (tail.name == waits_for_last)
        return Ink::idle;
    for (const Ink ink : {Ink::optimizer, Ink::offload})
        if (tail.name == name_of(ink))
            return ink;
    return Ink::gradient_exchange;
}

/// Times as a chart of seconds shows them, in milliseconds.
double scale_of(StepUnit unit) {
    return unit == StepUnit::seconds ? 1000 : 1;
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
    add(Ink::idle);
    return items;
}

/// The median length of an operation as a share of the step; 0: there is none.
double median_share(const Timeline& timeline) {
    std::vector<double> lengths;
    for (std::size_t i = 0; i < timeline.start.size(); ++i)
        if (timeline.end[i] > timeline.start[i])
            lengths.push_back(timeline.end[i] - timeline.start[i]);
    return lengths.empty() ? 0 : median(lengths) / timeline.total();
}

struct GanttRow {
    ReportChart& chart;
    const Timeline& timeline;
    const PlotFrame& frame;
    StepUnit unit;
    int device;
    double y;

    ChartBar bar(double from, double to, Ink ink, const std::string& what) const {
        return {frame.across(from),
                y,
                std::max(frame.across(to) - frame.across(from) - 0.3, 0.2),
                row_height,
                ink,
                fmt::format("{}, {:.4g} to {:.4g}{}", what, scale_of(unit) * from, scale_of(unit) * to,
                            unit == StepUnit::seconds ? " ms" : "")};
    }
    void add_idle() const {
        chart.shapes.emplace_back(
            ChartBar{frame.left, y, frame.right - frame.left, row_height, Ink::idle, {}});
    }
    void add_blocks() const {
        for (const std::int32_t number : timeline.schedule->order(device)) {
            const Operation& operation = timeline.schedule->operation(number);
            const auto i = static_cast<std::size_t>(number);
            if (timeline.end[i] > timeline.start[i])
                chart.shapes.emplace_back(
                    bar(timeline.start[i], timeline.end[i], ink_of(operation.kind),
                        fmt::format("{} of microbatch {}", name_of(ink_of(operation.kind)),
                                    operation.microbatch)));
        }
    }
    /// The share of each moment that the device spends on each kind of work, as heights above each other.
    void add_moments(double wanted_width) const {
        const double width = frame.right - frame.left;
        const auto moments = static_cast<std::size_t>(width / wanted_width);
        const double moment = width / static_cast<double>(moments);
        const double each = timeline.total() / static_cast<double>(moments);
        std::map<OperationKind, std::vector<double>> shares;
        for (const std::int32_t number : timeline.schedule->order(device)) {
            const auto i = static_cast<std::size_t>(number);
            auto& share = shares[timeline.schedule->operation(number).kind];
            share.resize(moments, 0);
            const auto last = std::min(moments - 1, static_cast<std::size_t>(timeline.end[i] / each));
            for (auto k = static_cast<std::size_t>(timeline.start[i] / each); k <= last; ++k) {
                const double from = static_cast<double>(k) * each;
                share[k] += std::max(0.0, std::min(timeline.end[i], from + each) -
                                              std::max(timeline.start[i], from)) /
                            each;
            }
        }
        std::vector<double> below(moments, 0);
        std::vector<ChartArea> areas; // backward below, forward on top
        for (auto kind = shares.rbegin(); kind != shares.rend(); ++kind) {
            ChartArea area{{{frame.left, y + row_height}}, ink_of(kind->first)};
            for (std::size_t k = 0; k < moments; ++k) {
                below[k] = std::min(1.0, below[k] + kind->second[k]);
                area.outline.push_back(
                    {frame.left + (static_cast<double>(k) + 0.5) * moment, y + row_height * (1 - below[k])});
            }
            area.outline.push_back({frame.left + static_cast<double>(moments) * moment, y + row_height});
            areas.push_back(std::move(area));
        }
        for (auto area = areas.rbegin(); area != areas.rend(); ++area) // each stands before the ones above it
            chart.shapes.emplace_back(std::move(*area));
    }
    void add_tails() const {
        for (const TimelineTail& tail : timeline.tails)
            if (tail.device == device)
                chart.shapes.emplace_back(bar(tail.start, tail.end, ink_of(tail), tail.name));
    }
};

} // namespace

ReportChart gantt_chart(const ReportStep& step) {
    const Timeline& timeline = *step.timeline;
    const StepUnit unit = step.unit;
    ReportChart chart;
    const int devices = timeline.schedule->devices(), shown = std::min(devices, shown_devices);
    const std::string& word = step.row;
    const double top = add_legend(chart, gantt_legend(timeline)) + 6;
    const PlotFrame frame{70, chart.width - 16, top, top + row_step * shown, {0, timeline.total()}, {}};
    const double block = median_share(timeline) * (frame.right - frame.left); // width of an ordinary one
    const bool blocks = block >= narrowest_block && timeline.schedule->count() <= most_blocks;
    chart.title = fmt::format("One step on every {}{}", word,
                              blocks ? "" : ": height shows how busy it is in each moment");
    const std::string whole =
        unit == StepUnit::seconds ? time_text(timeline.total(), 4) : fmt::format("{:.6g}", timeline.total());
    chart.told = fmt::format("Gantt chart of {} pipeline {}s over {}; {:.1f} % of the {}s' time is idle",
                             devices, word, whole, 100 * timeline.bubble_fraction(), word);
    chart.height = frame.bottom + 34;
    for (int device = 0; device < shown; ++device) {
        const double y = top + row_step * device + 2;
        add_label(chart,
                  {frame.left - 8, y + 12, fmt::format("{} {}", word, device), ChartLabel::Anchor::end}, 62);
        const GanttRow row{chart, timeline, frame, unit, device, y};
        row.add_idle();
        if (blocks)
            row.add_blocks();
        else if (timeline.total() > 0)
            row.add_moments(std::clamp(3 * block, narrowest_moment, widest_moment));
        row.add_tails();
    }
    PlotFrame in_unit = frame;
    in_unit.across_range.second *= scale_of(unit);
    in_unit.top = frame.bottom; // no lines through the rows
    add_bottom_axis(chart, in_unit, unit == StepUnit::seconds ? "ms" : "time");
    if (shown < devices)
        chart.told += fmt::format("; the first {} are shown", shown);
    return chart;
}

} // namespace pipette
