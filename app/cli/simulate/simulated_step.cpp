// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/simulate/simulated_step.h"

#include "core/base/readable.h"
#include "core/base/units.h"
#include "core/schedule/hand_order.h"
#include "core/schedule/idle_share.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string>

namespace pipette {
namespace {

nlohmann::ordered_json devices_json(const SimulatedStep& step) {
    nlohmann::ordered_json devices = nlohmann::ordered_json::array();
    for (std::size_t d = 0; d < step.timeline.devices.size(); ++d) {
        const DeviceUse& device = step.timeline.devices[d];
        devices.push_back({{"busy", device.busy},
                           {"start", device.start},
                           {"end", device.end},
                           {"peak_activations", device.peak_activations}});
        if (!step.budget.bytes.empty())
            devices.back()["peak_bytes"] = step.held[d].bytes;
    }
    return devices;
}

/// Members that stand there only where they were asked for: ",\"over_limit\":..."
std::string more_json(const SimulatedStep& step) {
    std::string more;
    if (step.budget.limit_bytes > 0) {
        nlohmann::ordered_json over;
        if (step.overrun)
            over = {{"device", step.overrun->device},
                    {"time", step.overrun->time},
                    {"bytes", step.overrun->bytes}};
        more += fmt::format(",\"over_limit\":{}", over.dump());
    }
    if (step.published) {
        const nlohmann::ordered_json published{{"schedule", step.published->schedule->name()},
                                               {"makespan", step.published->makespan},
                                               {"bubble_fraction", step.published->bubble_fraction()}};
        more += fmt::format(",\"published\":{}", published.dump());
    }
    return more;
}

} // namespace

void print_json(const SimulatedStep& step, const ByteSink& sink) {
    const Timeline& timeline = step.timeline;
    const Schedule& schedule = *timeline.schedule;
    sink(fmt::format(
        "{{\"schedule\":{},\"p2p\":\"{}\",\"stages\":{},\"microbatches\":{},\"chunks\":{},\"slices\":{},"
        "\"makespan\":{},\"bubble_fraction\":{}{},\"devices\":{},\"operations\":[",
        nlohmann::json(schedule.name()).dump(), name_of(timeline.p2p), schedule.devices(),
        schedule.size().microbatches, schedule.size().chunks, schedule.size().slices, timeline.makespan,
        timeline.bubble_fraction(), more_json(step), devices_json(step).dump()));
    const char* separator = "\n";
    for (int d = 0; d < schedule.devices(); ++d)
        for (const std::int32_t i : schedule.order(d)) {
            const Operation& o = schedule.operation(i);
            const auto k = static_cast<std::size_t>(i);
            if (o.kind == OperationKind::recompute && timeline.end[k] <= timeline.start[k])
                continue;
            std::string more = schedule.pipelines() > 1 ? fmt::format(",\"pipeline\":{}", o.pipeline) : "";
            if (schedule.size().slices > 1)
                more += fmt::format(",\"slice\":{}", o.slice);
            if (o.kind == OperationKind::overlapped)
                more += fmt::format(",\"backward_microbatch\":{},\"backward_stage\":{}",
                                    o.backward_microbatch, o.backward_stage);
            sink(fmt::format(
                "{}{{\"device\":{},\"kind\":\"{}\",\"microbatch\":{},\"chunk\":{},\"stage\":{},\"start\":{},"
                "\"end\":{}{}}}",
                separator, d, letter_of(o.kind), o.microbatch, schedule.chunk_of(o), o.stage,
                timeline.start[k], timeline.end[k], more));
            separator = ",\n";
        }
    for (const TimelineSend& send : timeline.sends) {
        if (send.end <= send.start)
            continue;
        const Operation& o = schedule.operation(send.from);
        sink(fmt::format("{}{{\"device\":{},\"kind\":\"S\",\"microbatch\":{},\"chunk\":{},\"stage\":{},"
                         "\"start\":{},\"end\":{},"
                         "\"to\":{},\"gradient\":{}}}",
                         separator, o.device, send.gradient ? backward_microbatch(o) : o.microbatch,
                         schedule.chunk_of(o), send.gradient ? backward_stage(o) : o.stage, send.start,
                         send.end, schedule.operation(send.to).device, send.gradient));
        separator = ",\n";
    }
    sink("]}\n");
}

void print_summary(const SimulatedStep& step) {
    const Timeline& timeline = step.timeline;
    const Schedule& schedule = *timeline.schedule;
    const bool bytes = !step.budget.bytes.empty();
    fmt::print("{}: {} devices x {} microbatches, {} transfers\n", readable(schedule.name()),
               schedule.devices(), schedule.size().microbatches, name_of(timeline.p2p));
    fmt::print(
        "makespan {:.6g}, idle {:.2f} % of all device time, {:.2f} % between a device's first and last "
        "operation\n",
        timeline.makespan, 100 * idle_share(timeline), 100 * timeline.bubble_fraction());
    if (step.published)
        fmt::print("against {}: {}\n", step.published->schedule->name(),
                   text_of(compare_orders(timeline, *step.published)));
    if (step.overrun)
        fmt::print("device {} holds {:.4g} GiB at {:.6g}, above the limit of {:.4g} GiB\n",
                   step.overrun->device, step.overrun->bytes / bytes_per_gib, step.overrun->time,
                   step.budget.limit_bytes / bytes_per_gib);
    fmt::print("\n{:>6} {:>12} {:>12} {:>12} {:>12} {:>6}{}\n", "device", "start", "end", "busy", "bubble",
               "peak", bytes ? "      GiB" : "");
    for (std::size_t d = 0; d < timeline.devices.size(); ++d) {
        const DeviceUse& use = timeline.devices[d];
        fmt::print("{:>6} {:>12.6g} {:>12.6g} {:>12.6g} {:>12.6g} {:>6.4g}{}\n", d, use.start, use.end,
                   use.busy, use.bubble(), use.peak_activations,
                   bytes ? fmt::format(" {:>8.4g}", step.held[d].bytes / bytes_per_gib) : "");
    }
}

} // namespace pipette
