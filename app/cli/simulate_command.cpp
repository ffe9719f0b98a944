// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/idle_options.h"
#include "app/cli/option_checks.h"
#include "app/cli/output.h"
#include "app/cli/planning_options.h"
#include "app/cli/row_list.h"
#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/formats/documents/schedule_file.h"
#include "core/formats/launchers/chrome_trace.h"
#include "core/formats/reports/schedule_report.h"
#include "core/formats/text/atomic_file.h"
#include "core/schedule/idle_share.h"
#include "core/schedule/schedule_family.h"
#include "core/schedule/simulator.h"
#include "core/schedule/stage_times.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fmt/ranges.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

namespace pipette {
namespace {

/// The options as they were typed.
struct SimulateArguments {
    int stages = 0, microbatches = 0, slices = 1;
    std::optional<int> chunks;
    std::string schedule{name_of(ScheduleKind())}, file, p2p = "overlapped", trace, page, json;
    DeviceTimes times;
};

std::shared_ptr<const Schedule> chosen_schedule(const SimulateArguments& arguments) {
    if (!arguments.file.empty())
        return std::make_shared<const Schedule>(read_schedule_file(arguments.file));
    const auto kind = schedule_named(arguments.schedule);
    if (!kind)
        throw InputError("--schedule", "",
                         fmt::format("there is no schedule \"{}\"; there are {}", arguments.schedule,
                                     Registry<ScheduleFamily>::names()));
    if (arguments.stages < 1 || arguments.microbatches < 1)
        throw InputError("--stages, --microbatches", "", "both are needed, 1 or more");
    const ScheduleSize size{arguments.stages, arguments.microbatches,
                            arguments.chunks.value_or(family_of(*kind).default_chunks), arguments.slices};
    if (!allows(*kind, size))
        throw InputError("--schedule", arguments.schedule, refusal(*kind, size));
    return make_schedule(*kind, size);
}

void print_json(const Timeline& timeline, const ByteSink& sink) {
    const Schedule& schedule = *timeline.schedule;
    nlohmann::ordered_json devices = nlohmann::ordered_json::array();
    for (const DeviceUse& device : timeline.devices)
        devices.push_back({{"busy", device.busy},
                           {"start", device.start},
                           {"end", device.end},
                           {"peak_activations", device.peak_activations}});
    sink(fmt::format(
        "{{\"schedule\":{},\"p2p\":\"{}\",\"stages\":{},\"microbatches\":{},\"chunks\":{},\"slices\":{},"
        "\"makespan\":{},\"bubble_fraction\":{},\"devices\":{},\"operations\":[",
        nlohmann::json(schedule.name()).dump(), name_of(timeline.p2p), schedule.devices(),
        schedule.size().microbatches, schedule.size().chunks, schedule.size().slices, timeline.makespan,
        timeline.bubble_fraction(), devices.dump()));
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

void print_summary(const Timeline& timeline) {
    const Schedule& schedule = *timeline.schedule;
    fmt::print("{}: {} devices x {} microbatches, {} transfers\n", readable(schedule.name()),
               schedule.devices(), schedule.size().microbatches, name_of(timeline.p2p));
    fmt::print(
        "makespan {:.6g}, idle {:.2f} % of all device time, {:.2f} % between a device's first and last "
        "operation\n\n",
        timeline.makespan, 100 * idle_share(timeline), 100 * timeline.bubble_fraction());
    fmt::print("{:>6} {:>12} {:>12} {:>12} {:>12} {:>6}\n", "device", "start", "end", "busy", "bubble",
               "peak");
    for (std::size_t d = 0; d < timeline.devices.size(); ++d) {
        const DeviceUse& use = timeline.devices[d];
        fmt::print("{:>6} {:>12.6g} {:>12.6g} {:>12.6g} {:>12.6g} {:>6.4g}\n", d, use.start, use.end,
                   use.busy, use.bubble(), use.peak_activations);
    }
}

void write_page(const std::string& file, const Timeline& timeline) {
    const std::string& name = timeline.schedule->name();
    const ScheduleFamily* family = Registry<ScheduleFamily>::find(name);
    write_atomically(file, report_to_html(schedule_report(
                               {schedule_step(family != nullptr ? std::string(family->title) : name,
                                              std::make_shared<const Timeline>(timeline), StepUnit::any)})));
}

void run(Simulator& simulator, const DeviceTimes& times, P2p p2p) {
    try {
        simulator.run(StageTimes(times, simulator.schedule()).view(), p2p);
    } catch (const InputError& error) { // the field is the option of that name
        throw InputError("--" + error.place(), "", error.reason());
    }
}

void simulate(const SimulateArguments& arguments, const CLI::App& command) {
    const auto p2p = named_or_refuse<P2p>("--p2p", arguments.p2p, p2p_named, all_p2ps());
    const auto schedule = chosen_schedule(arguments);
    check_idle_options(command, *schedule,
                       arguments.file.empty() ? ScheduleFrom::family : ScheduleFrom::file);
    Simulator simulator(schedule);
    run(simulator, arguments.times, p2p);
    const Timeline timeline = simulator.timeline();
    check_output(arguments.json); // all files or none
    check_output(arguments.page);
    if (!arguments.trace.empty())
        write_chrome_trace(arguments.trace, timeline);
    if (!arguments.page.empty())
        write_page(arguments.page, timeline);
    if (arguments.json == "-") {
        print_json(timeline, [](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); });
        return;
    }
    if (!arguments.json.empty()) {
        std::string text;
        print_json(timeline, [&](std::string_view part) { text += part; });
        write_atomically(arguments.json, text);
    }
    print_summary(timeline);
}

} // namespace

void add_simulate_command(CLI::App& app) {
    auto arguments = std::make_shared<SimulateArguments>();
    CLI::App* command = app.add_subcommand("simulate", "Simulate a pipeline schedule exactly");
    command->footer(row_list<ScheduleFamily>("Schedules", [](const ScheduleFamily& family) {
        return fmt::format("{} ({})", family.title, family.citation);
    }));
    command->add_option("--stages", arguments->stages, "Devices of the pipeline");
    command->add_option("--microbatches", arguments->microbatches, "Microbatches an iteration");
    command->add_option("--schedule", arguments->schedule, "Schedule by name, see below")
        ->capture_default_str();
    command->add_option("--schedule-file", arguments->file, "Your own schedule instead, JSON or CSV");
    command->add_option("--chunks", arguments->chunks, "Model chunks a device");
    command->add_option("--slices", arguments->slices, "Token slices of a microbatch")->capture_default_str();
    command
        ->add_option("--forward", arguments->times.forward,
                     "Forward time of a microbatch: one number, or one for each device")
        ->delimiter(',');
    command
        ->add_option("--backward", arguments->times.backward,
                     "Whole backward time: one number, or one for each device")
        ->delimiter(',');
    command
        ->add_option("--weight-fraction", arguments->times.weight_share,
                     "Share of the backward pass that is the weight gradient, in schedules that split it")
        ->capture_default_str();
    command
        ->add_option(
            "--recompute", arguments->times.recompute,
            "Time of the forward pass that is repeated before each backward pass (default: none; Varuna: "
            "the time of a forward pass)")
        ->check(number_within(bounds::schedule_time));
    command
        ->add_option("--overlapped-time", arguments->times.overlapped,
                     "Time of C, a forward and a backward pass that overlap (default: their sum)")
        ->check(number_within(bounds::schedule_time));
    command
        ->add_option("--link", arguments->times.link,
                     "Transfer time: one number, or one for each boundary between neighbours")
        ->delimiter(',');
    command
        ->add_option("--wrap-link", arguments->times.wrap_link,
                     "Transfer time from the last device to the first, for schedules whose chunks wrap "
                     "(default: that of "
                     "the slowest link)")
        ->check(number_within(bounds::schedule_time));
    command->add_option("--p2p", arguments->p2p, "overlapped, blocking or in-turn")->capture_default_str();
    command->add_option("--trace", arguments->trace, "Write a Chrome trace (Perfetto) to this file");
    command->add_option("--page", arguments->page,
                        "Write a page that plays the schedule in any browser to this file (HTML)");
    command->add_option("--json", arguments->json,
                        "Write the result as JSON to this file, or - for standard output");
    command->callback([arguments, command] { simulate(*arguments, *command); });
}

} // namespace pipette
