// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/reports/report_charts.h"

#include "core/base/time_text.h"
#include "core/base/units.h"
#include "core/formats/reports/chart_axes.h"
#include "core/plan/time_parts.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace pipette {
namespace {

constexpr std::size_t most_rows = 64;
/// A bar cut into parts, from the left.
struct PartedBar {
    std::string name, total;
    std::vector<double> parts; ///< in the order of the legend
    double upper = 0;          ///< a whisker: the upper estimate; 0: none
    double most = 0;           ///< a mark: the memory of the GPU; 0: none
};

/// A line from the end of a bar to its upper estimate, with a stroke across its end.
void add_whisker(ReportChart& chart, double from, double to, double middle) {
    constexpr double half = 4;
    chart.shapes.emplace_back(ChartPath{{{from, middle}, {to, middle}}, Ink::text, 1.5, false});
    chart.shapes.emplace_back(ChartPath{{{to, middle - half}, {to, middle + half}}, Ink::text, 1.5, false});
}

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
        most = std::max({most, sum, bar.most, bar.upper});
    }
    const double top = add_legend(chart, parts) + 6;
    const PlotFrame frame{
        130, chart.width - 130, top, top + row * static_cast<double>(bars.size()), {0, most}, {}};
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
        if (bar.upper > sum)
            add_whisker(chart, frame.across(sum), frame.across(bar.upper), y + height / 2);
        if (bar.most > 0)
            chart.shapes.emplace_back(
                ChartPath{{{frame.across(bar.most), y - 4}, {frame.across(bar.most), y + height + 4}},
                          Ink::limit,
                          2,
                          false});
        add_label(chart, {frame.right + 8, y + 12, bar.total}, 120);
    }
    return chart;
}

} // namespace

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
                      fmt::format("{:.1f} GiB, {:.0f} % {}", device.upper / bytes_per_gib,
                                  100 * device.upper / device.limit, name_of(device.verdict)),
                      std::vector<double>(parts.size(), 0), device.upper / bytes_per_gib,
                      device.limit / bytes_per_gib};
        for (const MemoryPart& part : device.parts)
            if (shown(part))
                bar.parts[static_cast<std::size_t>(place_of(part) - parts.begin())] +=
                    part.bytes / bytes_per_gib;
        bars.push_back(std::move(bar));
    }
    ReportChart chart = parted_chart(bars, parts, "GiB");
    chart.title = "Memory of a GPU of each stage: bars are the estimate; whiskers and figures the upper "
                  "estimate, which "
                  "counts; the line is what the GPU has";
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
    const double scale =
        std::any_of(candidates.begin(), candidates.end(),
                    [](const ShownCandidate& shown) { return shown.candidate->iteration_time_s >= 1; })
            ? 1
            : 1000;
    for (const ShownCandidate& shown : candidates) {
        PartedBar bar{shown.name, time_text(shown.candidate->iteration_time_s, 4), {}};
        for (const TimePart* part : parts)
            bar.parts.push_back(scale * shown.candidate->breakdown.*(part->seconds));
        told += fmt::format(" {} {}.", shown.name, bar.total);
        bars.push_back(std::move(bar));
    }
    ReportChart chart = parted_chart(bars, legend, scale == 1 ? "s" : "ms");
    chart.title = "Where the time of an iteration goes";
    chart.told = told;
    return chart;
}

ReportChart idle_chart(const ReportStep& step) {
    const Timeline& timeline = *step.timeline;
    const double scale = step.unit == StepUnit::seconds ? 1000 : 1;
    const std::vector<LegendItem> legend{{std::string(name_of(Ink::compute)), Ink::compute},
                                         {"idle before its first operation", Ink::series_5},
                                         {"idle between", Ink::idle},
                                         {"idle after its last", Ink::missing}};
    std::vector<PartedBar> bars;
    std::string told = "Bars of what every " + step.row + " does until the last operation ends:";
    for (std::size_t d = 0; d < std::min(timeline.devices.size(), most_rows); ++d) {
        const DeviceUse& use = timeline.devices[d];
        const double idle = timeline.makespan > 0 ? 1 - use.busy / timeline.makespan : 0;
        bars.push_back({fmt::format("{} {}", step.row, d),
                        fmt::format("{:.1f} % idle", 100 * idle),
                        {scale * use.busy, scale * use.start, scale * use.bubble(),
                         scale * (timeline.makespan - use.end)}});
        told += fmt::format(" {} {}.", bars.back().name, bars.back().total);
    }
    ReportChart chart = parted_chart(bars, legend, step.unit == StepUnit::seconds ? "ms" : "time");
    chart.title = fmt::format("How every {} spends the step", step.row);
    chart.told = told;
    return chart;
}

} // namespace pipette
