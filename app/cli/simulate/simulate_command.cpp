// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/idle_options.h"
#include "app/cli/option_checks.h"
#include "app/cli/output.h"
#include "app/cli/planning_options.h"
#include "app/cli/row_list.h"
#include "app/cli/simulate/simulated_step.h"
#include "core/base/input_error.h"
#include "core/base/units.h"
#include "core/formats/documents/schedule_file.h"
#include "core/formats/launchers/chrome_trace.h"
#include "core/formats/reports/schedule_report.h"
#include "core/formats/text/atomic_file.h"
#include "core/schedule/hand_order.h"
#include "core/schedule/order_judge.h"
#include "core/schedule/schedule_family.h"
#include "core/schedule/stage_times.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fmt/ranges.h>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace pipette {
namespace {

/// The options as they were typed.
struct SimulateArguments {
    int stages = 0, microbatches = 0, slices = 1;
    std::optional<int> chunks;
    std::string schedule{name_of(ScheduleKind())}, file, p2p = "overlapped", trace, page, json;
    std::vector<double> activation_gib; ///< [device] or one value; empty: not known
    double limit_gib = 0;               ///< 0: none
    DeviceTimes times;

    ActivationBudget budget() const {
        ActivationBudget budget;
        for (const double gib : activation_gib)
            budget.bytes.push_back(gib * bytes_per_gib);
        budget.limit_bytes = limit_gib * bytes_per_gib;
        return budget;
    }
};

/// What is simulated, and what of.
struct Simulated {
    std::shared_ptr<const Schedule> schedule;
    std::shared_ptr<const Schedule> published; ///< that an order by hand came from; null: none
};

std::shared_ptr<const Schedule> schedule_of_kind(const SimulateArguments& arguments) {
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

Simulated chosen_schedule(const SimulateArguments& arguments) {
    if (arguments.file.empty())
        return {schedule_of_kind(arguments), nullptr};
    const HandOrder hand = read_hand_order_file(arguments.file);
    return {checked_schedule(hand, arguments.file), published_of(hand)};
}

void write_page(const std::string& file, const Timeline& timeline) {
    const std::string& name = timeline.schedule->name();
    const ScheduleFamily* family = Registry<ScheduleFamily>::find(name);
    write_atomically(file, report_to_html(schedule_report(
                               {schedule_step(family != nullptr ? std::string(family->title) : name,
                                              std::make_shared<const Timeline>(timeline), StepUnit::any)})));
}

/// What is wrong with a field is told of the option of that name.
template <class Call>
auto in_options(const Call& call) {
    try {
        return call();
    } catch (const InputError& error) {
        throw InputError("--" + error.place(), "", error.reason());
    }
}

SimulatedStep step_of(const Simulated& chosen, const SimulateArguments& arguments, P2p p2p) {
    const auto run = [&](const std::shared_ptr<const Schedule>& schedule) {
        return in_options([&] { return simulated(schedule, arguments.times, p2p); });
    };
    SimulatedStep step;
    step.timeline = run(chosen.schedule);
    step.budget = arguments.budget();
    step.held = in_options([&] { return held_at_most(*chosen.schedule, step.budget); });
    step.overrun = first_overrun(step.timeline, step.budget);
    if (chosen.published)
        step.published = run(chosen.published);
    return step;
}

void simulate(const SimulateArguments& arguments, const CLI::App& command) {
    const auto p2p = named_or_refuse<P2p>("--p2p", arguments.p2p, p2p_named, all_p2ps());
    if (arguments.limit_gib > 0 && arguments.activation_gib.empty())
        throw InputError("--limit-gib", "", "stands without --activation-gib, the size of a microbatch");
    const Simulated chosen = chosen_schedule(arguments);
    check_idle_options(command, *chosen.schedule,
                       arguments.file.empty() ? ScheduleFrom::family : ScheduleFrom::file);
    const SimulatedStep step = step_of(chosen, arguments, p2p);
    check_output(arguments.json); // all files or none
    check_output(arguments.page);
    if (!arguments.trace.empty())
        write_chrome_trace(arguments.trace, step.timeline);
    if (!arguments.page.empty())
        write_page(arguments.page, step.timeline);
    if (arguments.json == "-") {
        print_json(step, [](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); });
        return;
    }
    if (!arguments.json.empty()) {
        std::string text;
        print_json(step, [&](std::string_view part) { text += part; });
        write_atomically(arguments.json, text);
    }
    print_summary(step);
}

void add_time_options(CLI::App& command, DeviceTimes& times) {
    command
        .add_option("--forward", times.forward,
                    "Forward time of a microbatch: one number, or one for each device")
        ->delimiter(',');
    command
        .add_option("--backward", times.backward, "Whole backward time: one number, or one for each device")
        ->delimiter(',');
    command
        .add_option("--weight-fraction", times.weight_share,
                    "Share of the backward pass that is the weight gradient, in schedules that split it")
        ->capture_default_str();
    command
        .add_option("--recompute", times.recompute,
                    "Time of the forward pass that is repeated before each backward pass (default: none; "
                    "Varuna: the time of a forward pass)")
        ->check(number_within(bounds::schedule_time));
    command
        .add_option("--overlapped-time", times.overlapped,
                    "Time of C, a forward and a backward pass that overlap (default: their sum)")
        ->check(number_within(bounds::schedule_time));
    command
        .add_option("--link", times.link,
                    "Transfer time: one number, or one for each boundary between neighbours")
        ->delimiter(',');
    command
        .add_option("--wrap-link", times.wrap_link,
                    "Transfer time from the last device to the first, for schedules whose chunks wrap "
                    "(default: that of the slowest link)")
        ->check(number_within(bounds::schedule_time));
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
    add_time_options(*command, arguments->times);
    command
        ->add_option("--activation-gib", arguments->activation_gib,
                     "Activations of a microbatch on a device, GiB: one number, or one for each device")
        ->delimiter(',')
        ->check(number_within(bounds::memory));
    command
        ->add_option("--limit-gib", arguments->limit_gib,
                     "Memory for activations on a device, GiB: tells which device needs more, and when")
        ->check(number_within(bounds::memory));
    command->add_option("--p2p", arguments->p2p, "overlapped, blocking or in-turn")->capture_default_str();
    command->add_option("--trace", arguments->trace, "Write a Chrome trace (Perfetto) to this file");
    command->add_option("--page", arguments->page,
                        "Write a page that plays the schedule in any browser to this file (HTML)");
    command->add_option("--json", arguments->json,
                        "Write the result as JSON to this file, or - for standard output");
    command->callback([arguments, command] { simulate(*arguments, *command); });
}

} // namespace pipette
