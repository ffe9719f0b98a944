// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/pipeline_timer.h"

#include "core/base/input_error.h"
#include "core/schedule/schedule_family.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace pipette {
namespace {

/// Operations of the longest beginning of a pipeline that is simulated in the hope that it becomes periodic.
constexpr long most_simulated = 4'000'000;

} // namespace

PipelineTimer::PipelineTimer(ScheduleKind kind, const ScheduleSize& size, long most_whole)
    : kind_(kind), size_(size), round_(family_of(kind).round ? family_of(kind).round(size) : 0) {
    if (!allows(kind, size))
        throw InputError("", fmt::format("schedule {}", name_of(kind)), refusal(kind, size));
    whole_ = round_ == 0 || operation_count(size) <= most_whole;
}

PipelineTimer::Length& PipelineTimer::of(int microbatches) {
    if (const auto known = lengths_.find(microbatches); known != lengths_.end())
        return known->second;
    ScheduleSize size = size_;
    size.microbatches = microbatches;
    const auto schedule = make_schedule(kind_, size);
    return lengths_
        .emplace(microbatches,
                 Length{Simulator(schedule), whole_ ? std::nullopt : steady_rounds(*schedule, round_)})
        .first->second;
}

/// The fewest rounds after which all that later operations can need ends one constant later.
std::optional<PipelineTimer::Period> PipelineTimer::period_of(const Length& length) {
    if (!length.steady)
        return std::nullopt;
    constexpr double rounding = 1e-10; // of the period
    const SteadyRounds& steady = *length.steady;
    const Schedule& schedule = length.simulator.schedule();
    const int begin = steady.end - steady.reach;
    for (int rounds = 1; begin - rounds >= steady.first; ++rounds) {
        double least = HUGE_VAL, most = 0;
        for (int device = 0; device < schedule.devices() && most <= least * (1 + rounding); ++device) {
            const auto order = schedule.order(device);
            const int back = steady.begin(device, rounds) - steady.begin(device, 0);
            for (int place = steady.begin(device, begin); place < steady.begin(device, steady.end); ++place) {
                const double later = length.simulator.end(order[static_cast<std::size_t>(place)]) -
                                     length.simulator.end(order[static_cast<std::size_t>(place - back)]);
                least = std::min(least, later), most = std::max(most, later);
            }
        }
        if (most <= least * (1 + rounding))
            return Period{rounds, (least + most) / 2};
    }
    return std::nullopt;
}

double PipelineTimer::run(const PipelineTimes& times, P2p p2p) {
    left_out_s_ = 0;
    const int n = size_.microbatches;
    ScheduleSize beginning = size_;
    if (!whole_) {
        // What fills and empties the pipeline, some rounds between, and what the rounds leave over.
        const int enough = 32 + 4 * size_.devices;
        beginning.microbatches = n % round_ + (enough + round_ - 1) / round_ * round_;
    }
    for (; !whole_ && beginning.microbatches < n && operation_count(beginning) <= most_simulated;
         beginning.microbatches += beginning.microbatches / round_ * round_) {
        last_ = &of(beginning.microbatches);
        const double end = last_->simulator.run(times, p2p);
        const auto period = period_of(*last_);
        if (!period)
            continue;
        const int left = (n - beginning.microbatches) / round_, more = left % period->rounds;
        left_out_s_ = period->seconds * (left / period->rounds);
        if (more == 0)
            return end + left_out_s_;
        last_ = &of(beginning.microbatches + more * round_);
        return last_->simulator.run(times, p2p) + left_out_s_;
    }
    if (!whole_ && operation_count(size_) > most_simulated)
        throw InputError("", fmt::format("schedule {}", name_of(kind_)),
                         fmt::format("{} microbatches on {} devices do not become periodic within what is "
                                     "simulated, {} operations, and all of them are up to {}",
                                     n, size_.devices, most_simulated, operation_count(size_)));
    last_ = &of(n);
    return last_->simulator.run(times, p2p);
}

} // namespace pipette
