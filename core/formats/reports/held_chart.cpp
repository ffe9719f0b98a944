// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units.h"
#include "core/formats/reports/chart_axes.h"
#include "core/formats/reports/step_charts.h"
#include "core/plan/candidate.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

/// Bytes at most where memory is known, else microbatches of a device's whole share.
double most_held(const ReportStep& step, int device) {
    const auto d = static_cast<std::size_t>(device);
    return step.memory.empty() ? step.timeline->most_microbatches(device)
                               : step.memory[d].stays + step.memory[d].comes;
}

/// The fullest: of unlike GPUs, in proportion to their own.
int fullest_device(const ReportStep& step) {
    const auto fullness = [&](int device) {
        const double limit = step.memory.empty() ? 1 : step.memory[static_cast<std::size_t>(device)].limit;
        return most_held(step, device) / limit;
    };
    int fullest = 0;
    for (int device = 1; device < step.timeline->schedule->devices(); ++device)
        if (fullness(device) > fullness(fullest))
            fullest = device;
    return fullest;
}

/// Where the curve of a device goes: time and what it holds there.
std::vector<ActivationStep> curve(const ReportStep& step, int device) {
    const auto d = static_cast<std::size_t>(device);
    const double most = step.timeline->devices[d].peak_activations;
    const double stays = step.memory.empty() ? 0 : step.memory[d].stays / bytes_per_gib;
    const double comes =
        step.memory.empty() ? step.timeline->most_microbatches(device) : step.memory[d].comes / bytes_per_gib;
    std::vector<ActivationStep> points{{0, stays}};
    for (const ActivationStep& at : step.timeline->activations(device))
        points.push_back({at.time, stays + comes * at.held / most});
    points.push_back({step.timeline->total(), points.back().held});
    return points;
}

} // namespace

ReportChart held_chart(const ReportStep& step) {
    const int device = fullest_device(step);
    const bool bytes = !step.memory.empty();
    const bool seconds = step.unit == StepUnit::seconds;
    const double per = bytes ? bytes_per_gib : 1, scale = seconds ? 1000 : 1;
    const double most = most_held(step, device) / per;
    const double limit = bytes ? step.memory[static_cast<std::size_t>(device)].limit / per : 0;
    ReportChart chart;
    const std::string name = fmt::format("{} {}", step.row, device);
    chart.title =
        bytes ? fmt::format("Memory of {} over the step, the fullest: at most {:.1f} of {:.0f} GiB", name,
                            most, limit)
              : fmt::format("Activations that {} holds, the most: {:.4g} microbatches of its whole share",
                            name, most);
    chart.told = chart.title;
    chart.height = 190;
    const PlotFrame frame{70,
                          chart.width - 16,
                          24,
                          chart.height - 36,
                          {0, scale * step.timeline->total()},
                          {0, 1.08 * std::max(most, limit)}};
    add_left_axis(chart, frame, bytes ? "GiB, upper estimate" : "microbatches");
    PlotFrame below = frame;
    below.top = frame.bottom;
    add_bottom_axis(chart, below, seconds ? "ms" : "time");
    ChartArea area{{{frame.left, frame.bottom}}, bytes ? Ink::activations : Ink::series_0};
    constexpr double narrow = 0.5; // steps that nobody could tell apart show the most of them
    double before = 0, stands = -1;
    for (const ActivationStep& at : curve(step, device)) {
        const double x = frame.across(scale * at.time);
        if (x - stands < narrow) {
            area.outline.back().y = std::min(area.outline.back().y, frame.up(at.held));
        } else {
            if (stands >= 0)
                area.outline.push_back({x, frame.up(before)});
            area.outline.push_back({x, frame.up(at.held)});
            stands = x;
        }
        before = at.held;
    }
    area.outline.push_back({frame.right, frame.bottom});
    chart.shapes.emplace_back(std::move(area));
    if (bytes) {
        const double stays = step.memory[static_cast<std::size_t>(device)].stays / per;
        chart.shapes.emplace_back(ChartBar{frame.left, frame.up(stays), frame.right - frame.left,
                                           frame.bottom - frame.up(stays), Ink::parameters,
                                           fmt::format("stays all along: {:.1f} GiB", stays)});
        chart.shapes.emplace_back(ChartPath{
            {{frame.left, frame.up(limit)}, {frame.right, frame.up(limit)}}, Ink::limit, 1.5, false});
        chart.shapes.emplace_back(ChartLabel{frame.right, frame.up(limit) - 4,
                                             fmt::format("full: {:.0f} GiB", limit), ChartLabel::Anchor::end,
                                             11, false, Ink::limit});
    }
    return chart;
}

ReportTable step_table(const ReportStep& step) {
    const Timeline& timeline = *step.timeline;
    const bool seconds = step.unit == StepUnit::seconds;
    const auto time = [&](double value) {
        return seconds ? fmt::format("{:.1f} ms", 1000 * value) : fmt::format("{:.6g}", value);
    };
    ReportTable table{{step.row, "begins", "ends", "computes", "idle between", "holds at most"}, {}, {}};
    if (!step.memory.empty())
        table.titles.insert(table.titles.end(), {"memory at most", "of", "verdict"}), table.words = {8};
    for (std::size_t d = 0; d < timeline.devices.size(); ++d) {
        const DeviceUse& use = timeline.devices[d];
        std::vector<std::string> row{
            std::to_string(d),  time(use.start),
            time(use.end),      time(use.busy),
            time(use.bubble()), fmt::format("{:.4g} microbatches", timeline.most_microbatches(int(d)))};
        if (!step.memory.empty()) {
            const StepMemory& memory = step.memory[d];
            const double most = memory.stays + memory.comes;
            row.push_back(fmt::format("{:.1f} GiB", most / bytes_per_gib));
            row.push_back(fmt::format("{:.0f} GiB", memory.limit / bytes_per_gib));
            row.emplace_back(name_of(verdict_of(most, memory.limit)));
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace pipette
