// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/order_judge.h"

#include "core/base/index.h"
#include "core/base/input_error.h"
#include "core/schedule/idle_share.h"
#include "core/schedule/schedule_graph.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <tuple>
#include <utility>

namespace pipette {
namespace {

constexpr double rounding = 1e-12; // of sums of bytes

/// Number of a device's stages, in both directions.
int chunks_on(const Schedule& schedule, int device) {
    int chunks = 0;
    for (int pipeline = 0; pipeline < schedule.pipelines(); ++pipeline)
        for (int stage = 0; stage < schedule.stages(); ++stage)
            chunks += schedule.device_of(pipeline, stage) == device;
    return chunks;
}

/// [stage] bytes of one microbatch on the device.
std::vector<double> bytes_of_stage(const Schedule& schedule, const ActivationBudget& budget, int device) {
    const double whole = budget.bytes.size() == 1 ? budget.bytes.front() : budget.bytes[index(device)];
    const int chunks = std::max(chunks_on(schedule, device) / schedule.pipelines(), 1);
    return std::vector<double>(index(schedule.stages()), whole / chunks);
}

void check(const Schedule& schedule, const ActivationBudget& budget) {
    if (budget.bytes.size() > 1 && budget.bytes.size() != index(schedule.devices()))
        throw InputError(
            "", "activation-gib",
            fmt::format("has {} numbers, expected 1 or {}", budget.bytes.size(), schedule.devices()));
}

auto key_of(const Operation& o) {
    return std::tuple(o.kind, o.pipeline, o.stage, o.slice, o.microbatch);
}

/// What a device does until it is stuck after `count` operations.
DeviceUse use_until(const Timeline& timeline, int device, int count) {
    const Schedule& schedule = *timeline.schedule;
    DeviceUse use;
    double held = 0;
    for (const std::int32_t i : schedule.order(device).first(index(count))) {
        const Operation& operation = schedule.operation(i);
        held += has_forward(operation) ? 1.0 / schedule.size().slices : 0;
        use.peak_activations = std::max(use.peak_activations, held);
        held -= has_weight_gradient(operation) ? 1.0 / schedule.size().slices : 0;
        use.start = use.busy > 0 ? use.start : timeline.start[index(i)];
        use.busy += timeline.end[index(i)] - timeline.start[index(i)], use.end = timeline.end[index(i)];
    }
    return use;
}

/// Of an order that runs to its end because what never runs was put right, makes what a person sees: the
/// operations that do run at their times, and the others behind them in the person's order.
Timeline until_deadlock(Timeline timeline, const ScheduleGraph& graph) {
    const Schedule& schedule = *timeline.schedule;
    const std::vector<int> run = graph.operations_run();
    std::vector<bool> runs(index(schedule.count()), false);
    double end = 0;
    for (int d = 0; d < schedule.devices(); ++d)
        for (int k = 0; k < run[index(d)]; ++k) {
            const auto i = index(schedule.order(d)[index(k)]);
            runs[i] = true, end = std::max(end, timeline.end[i]);
        }
    for (int d = 0; d < schedule.devices(); ++d) {
        timeline.devices[index(d)] = use_until(timeline, d, run[index(d)]);
        std::map<decltype(key_of({})), std::size_t> number;
        for (const std::int32_t i : schedule.order(d).subspan(index(run[index(d)])))
            number[key_of(schedule.operation(i))] = index(i);
        double at = end;
        for (std::int32_t k = graph.order_offset[index(d)] + run[index(d)];
             k < graph.order_offset[index(d) + 1]; ++k) {
            const std::size_t i = number.at(key_of(graph.operations[index(k)]));
            const double takes = timeline.end[i] - timeline.start[i];
            timeline.start[i] = at, timeline.end[i] = at += takes;
        }
    }
    std::erase_if(timeline.sends, [&](const TimelineSend& send) { return !runs[index(send.from)]; });
    timeline.critical_path.clear();
    timeline.makespan = end;
    return timeline;
}

} // namespace

std::vector<HeldAtMost> held_at_most(const Schedule& schedule, const ActivationBudget& budget) {
    check(schedule, budget);
    std::vector<HeldAtMost> held;
    for (int d = 0; d < schedule.devices(); ++d) {
        HeldAtMost& most = held.emplace_back();
        most.microbatches = schedule.peak_activations(d) / schedule.size().chunks;
        if (!budget.bytes.empty())
            most.bytes = schedule.peak_activations(d, bytes_of_stage(schedule, budget, d));
    }
    return held;
}

std::optional<Overrun> first_overrun(const Timeline& timeline, const ActivationBudget& budget) {
    std::optional<Overrun> first;
    if (budget.bytes.empty() || budget.limit_bytes <= 0)
        return first;
    check(*timeline.schedule, budget);
    for (int d = 0; d < timeline.schedule->devices(); ++d)
        for (const ActivationStep& step :
             timeline.activations(d, bytes_of_stage(*timeline.schedule, budget, d))) {
            if (step.held <= budget.limit_bytes * (1 + rounding))
                continue;
            if (!first || step.time < first->time)
                first = {d, step.time, step.held};
            break;
        }
    return first;
}

OrderVerdict judge_order(const ScheduleDraft& draft, const DeviceTimes& times, P2p p2p,
                         const ActivationBudget& budget) {
    OrderVerdict verdict;
    ScheduleGraph graph(draft, &verdict.faults);
    if (!verdict.faults.empty())
        return verdict;
    if (graph.sort()) {
        auto schedule = std::make_shared<const Schedule>(draft);
        verdict.timeline = std::make_shared<const Timeline>(simulated(schedule, times, p2p));
        verdict.idle = idle_share(*verdict.timeline);
        verdict.held = held_at_most(*schedule, budget);
        verdict.overrun = first_overrun(*verdict.timeline, budget);
        return verdict;
    }
    ScheduleDraft repaired = draft;
    repaired.order = graph.repaired_order();
    auto schedule = std::make_shared<const Schedule>(std::move(repaired));
    verdict.timeline =
        std::make_shared<const Timeline>(until_deadlock(simulated(schedule, times, p2p), graph));
    verdict.deadlock = Deadlock{verdict.timeline->makespan, graph.cycle()};
    return verdict;
}

} // namespace pipette
