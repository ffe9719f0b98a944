// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/pools/pool_layouts.h"

#include "core/base/index.h"
#include "core/base/input_error.h"
#include "core/schedule/schedule_family.h"
#include "core/search/rounds/evaluate.h"

#include <algorithm>

namespace pipette {
namespace {

constexpr int most_new_layouts = 8; ///< of each search

/// Sequences that the layout takes at least, and multiples of which it takes: as many microbatches as its
/// schedule runs in a round. 0: not known.
int grain_of(const ParallelConfig& config) {
    const int of_a_microbatch = config.global_batch / config.microbatches(); // of all replicas
    const auto runs = [&](int microbatches) {
        ParallelConfig some = config;
        some.global_batch = microbatches * of_a_microbatch;
        return allows(some.schedule, schedule_size(some));
    };
    for (const int microbatches : {1, config.pp, 2 * config.pp})
        if (runs(microbatches) && runs(2 * microbatches) && runs(3 * microbatches))
            return microbatches * of_a_microbatch;
    return 0;
}

std::string why_nothing(const Plan& plan) {
    if (plan.rejected_counts.of(RejectionCode::crosses_fault) > 0)
        return "no layout fits in memory without what is broken";
    const auto over =
        std::find_if(plan.rejected.begin(), plan.rejected.end(), [](const Rejection& rejection) {
            return rejection.code == RejectionCode::out_of_memory;
        });
    return over == plan.rejected.end() ? "no layout divides the model and the GPUs"
                                       : "no layout fits in memory: " + over->reason;
}

} // namespace

PoolLayouts::PoolLayouts(const PlanInputs& inputs, const Links& links, Pool pool, const Knowledge& knowledge)
    : inputs_(inputs), links_(links), pool_(std::move(pool)), knowledge_(knowledge) {}

bool PoolLayouts::search(int sequences, const SearchSinks& sinks, const std::stop_token& stop) {
    int added = 0;
    try {
        const Plan found = plan(inputs_on(inputs_, pool_, sequences), knowledge_, sinks, stop);
        is_refused_ = false;
        for (const Candidate& candidate : found.candidates)
            added += int(added < most_new_layouts && add(candidate));
        failed_ = why_nothing(found);
    } catch (const InputError& error) {
        is_refused_ = true;
        failed_ = error.what();
    }
    return added > 0;
}

Candidate PoolLayouts::evaluated(const BatchShare& share) {
    Candidate candidate = candidates_[index(share.layout)];
    candidate.config.global_batch = share.sequences;
    const PlanInputs alone = inputs_on(inputs_, pool_, share.sequences);
    candidate =
        proposed_as(candidate, inputs_.cluster->history.snapshots.empty()
                                   ? evaluate(alone, links_, candidate.config, candidate.mapping, knowledge_)
                                   : evaluate(alone, candidate.config, candidate.mapping, knowledge_));
    StepTimes& times = times_[index(share.layout)];
    if (verdict_of(candidate) == Verdict::over)
        times.end_before(share.sequences);
    else
        times.add(share.sequences, candidate.iteration_time_s);
    return candidate;
}

bool PoolLayouts::add(const Candidate& candidate) {
    const int grain = grain_of(candidate.config);
    ParallelConfig shape = candidate.config;
    shape.global_batch = grain;
    if (grain == 0 || !known_.insert(short_name(shape)).second)
        return false;
    candidates_.push_back(candidate);
    times_.emplace_back(grain);
    times_.back().add(candidate.config.global_batch, candidate.iteration_time_s);
    const int layout = int(times_.size()) - 1;
    for (const int rounds : {1, 2})
        evaluated({layout, rounds * grain});
    return true;
}

} // namespace pipette
