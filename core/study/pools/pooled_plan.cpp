// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/pools/pooled_plan.h"

#include "core/base/index.h"
#include "core/base/input_error.h"
#include "core/cost/iteration_time.h"
#include "core/study/pools/between_pools.h"
#include "core/study/pools/pool_layouts.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <fmt/format.h>
#include <set>

namespace pipette {
namespace {

constexpr int most_rounds = 4;
constexpr int most_splits = 64; ///< until all times of the best one are known

/// A step of some of the pools.
struct Step {
    std::vector<std::size_t> pools;
    std::vector<BatchShare> shares;
    double pools_s = 0, exchange_s = 0;
    double time_s() const { return pools_s + exchange_s; }
};

/// Floating point operations that a pool's GPUs reach at most.
double peak_of(const PlanInputs& inputs, const Pool& pool) {
    double peak = 0;
    for (const int gpu : pool.gpus)
        peak += inputs.cluster->kind_of_gpu(gpu).gpu.peak_flops(inputs.job.precision);
    return peak;
}

/// About `wanted` of `batch` sequences, a number that many layouts divide.
int round_share(double wanted, int batch) {
    int grain = 1;
    while (2 * grain <= wanted / 8)
        grain *= 2;
    return std::clamp(int(std::lround(wanted / grain)) * grain, 1, batch);
}

/// The inputs without what does not count for pools.
PlanInputs for_pools(PlanInputs inputs) {
    inputs.pinned_ranks.clear(), inputs.start.reset(), inputs.limits.world_sizes.clear();
    inputs.budget.prefer = Preference::fastest;
    return inputs;
}

class PoolPlanner {
public:
    PoolPlanner(PlanInputs inputs, const std::vector<Pool>& pools, const Knowledge& knowledge,
                const ProgressSink& progress, std::stop_token stop)
        : inputs_(std::move(inputs)),
          knowledge_(knowledge),
          progress_(progress),
          stop_(std::move(stop)),
          links_(links_of(inputs_)),
          exchange_(inputs_, knowledge.calibration),
          searches_(1 + int(pools.size()) * (1 + most_rounds)) {
        for (const Pool& pool : pools)
            layouts_.emplace_back(inputs_, links_, pool, knowledge_);
    }

    PooledPlan run() {
        PooledPlan result;
        result.calibration = std::make_shared<const Calibration>(
            used_of(knowledge_.calibration, *inputs_.cluster, inputs_.job.framework));
        const std::exception_ptr refused = add_joint(result);
        std::vector<double> wanted(layouts_.size(), inputs_.job.global_batch);
        search(wanted);
        if (refused && std::all_of(layouts_.begin(), layouts_.end(),
                                   [](const PoolLayouts& pool) { return pool.is_refused(); }))
            std::rethrow_exception(refused);
        share_by_peak(wanted);
        std::optional<Step> best;
        for (int round = 0; round < most_rounds && !stop_.stop_requested(); ++round) {
            const bool is_new = search(wanted);
            if (round == 0 || is_new)
                best = best_step();
            if (!is_new || !best)
                break;
            for (std::size_t i = 0; i < best->pools.size(); ++i)
                wanted[best->pools[i]] = best->shares[i].sequences;
        }
        finish(result, best);
        return result;
    }

private:
    SearchSinks sinks(const std::string& of_what) {
        const int done = searched_++;
        SearchSinks sinks;
        sinks.progress = [this, done, of_what](const Progress& part) {
            if (progress_)
                progress_({of_what + part.step, std::min(1.0, (done + part.fraction) / searches_), 0});
        };
        return sinks;
    }

    /// Returns why the whole cluster cannot be planned; null: it can, though perhaps nothing fits.
    std::exception_ptr add_joint(PooledPlan& result) {
        try {
            Plan joint = plan(inputs_, knowledge_, sinks({}), stop_);
            result.assumptions = std::move(joint.assumptions);
            if (!joint.candidates.empty())
                result.joint = std::move(joint.candidates.front());
        } catch (const InputError&) { // some pool may have a plan where the whole cluster has none
            result.assumptions = assumptions_of(inputs_, links_, knowledge_.calibration);
            return std::current_exception();
        }
        return nullptr;
    }

    /// Parts of the batch by the peak rates of the pools that have a plan.
    void share_by_peak(std::vector<double>& wanted) const {
        double all = 0;
        for (const PoolLayouts& pool : layouts_)
            all += peak_of(inputs_, pool.pool());
        for (std::size_t i = 0; i < wanted.size() && all > 0; ++i)
            wanted[i] = inputs_.job.global_batch * peak_of(inputs_, layouts_[i].pool()) / all;
    }

    /// Searches the layouts of each pool with about so many sequences. Returns whether any layout is new.
    bool search(const std::vector<double>& wanted) {
        bool is_new = false;
        for (std::size_t i = 0; i < layouts_.size() && !stop_.stop_requested(); ++i)
            is_new |= layouts_[i].search(round_share(wanted[i], inputs_.job.global_batch),
                                         sinks(layouts_[i].pool().name + ": "), stop_);
        return is_new;
    }

    /// The fastest step of any set of pools.
    std::optional<Step> best_step() {
        std::optional<Step> best;
        for (unsigned set = 1; set < 1U << layouts_.size() && !stop_.stop_requested(); ++set) {
            std::vector<std::size_t> pools;
            for (std::size_t i = 0; i < layouts_.size(); ++i)
                if (set >> i & 1U)
                    pools.push_back(i);
            if (std::optional<Step> step = step_of(std::move(pools));
                step && (!best || step->time_s() < best->time_s()))
                best = std::move(step);
        }
        return best;
    }

    /// Splits until the times of the best split are simulated, not on lines between others.
    std::optional<Step> step_of(std::vector<std::size_t> pools) {
        Step step;
        step.pools = std::move(pools);
        bool is_known = false;
        for (int i = 0; i < most_splits && !is_known && !stop_.stop_requested(); ++i) {
            std::vector<std::vector<StepTimes>> times;
            for (const std::size_t pool : step.pools)
                times.push_back(layouts_[pool].times());
            const auto shares = split_batch(times, inputs_.job.global_batch);
            if (!shares)
                return std::nullopt;
            step.shares = *shares;
            is_known = true;
            for (std::size_t p = 0; p < times.size(); ++p)
                if (const BatchShare& share = step.shares[p];
                    !times[p][index(share.layout)].knows(share.sequences))
                    layouts_[step.pools[p]].evaluated(share), is_known = false;
        }
        if (!is_known)
            return std::nullopt;
        const std::vector<Candidate> candidates = candidates_of(step);
        std::vector<const Candidate*> of_pools;
        for (const Candidate& candidate : candidates) {
            step.pools_s = std::max(step.pools_s, candidate.iteration_time_s);
            of_pools.push_back(&candidate);
        }
        const std::optional<double> exchange_s = exchange_.seconds(of_pools);
        if (!exchange_s) {
            blocked_.insert(step.pools.begin(), step.pools.end());
            return std::nullopt;
        }
        step.exchange_s = *exchange_s;
        return step;
    }

    std::vector<Candidate> candidates_of(const Step& step) {
        std::vector<Candidate> candidates;
        for (std::size_t p = 0; p < step.pools.size(); ++p)
            candidates.push_back(layouts_[step.pools[p]].evaluated(step.shares[p]));
        return candidates;
    }

    void finish(PooledPlan& result, const std::optional<Step>& best) {
        result.stopped_early = stop_.stop_requested();
        std::set<std::size_t> used;
        if (best) {
            std::vector<Candidate> candidates = candidates_of(*best);
            add_times(result, *best, candidates);
            add_transfers(result, candidates);
            for (std::size_t p = 0; p < candidates.size(); ++p) {
                used.insert(best->pools[p]);
                result.shares.push_back(
                    {layouts_[best->pools[p]].pool(), best->shares[p].sequences, std::move(candidates[p])});
            }
        }
        for (std::size_t i = 0; i < layouts_.size(); ++i)
            if (!used.contains(i)) {
                const bool has_plan = !layouts_[i].times().empty();
                result.left_out.push_back({layouts_[i].pool(), has_plan,
                                           !has_plan           ? layouts_[i].failed()
                                           : blocked_.count(i) ? "gradients would cross a broken link"
                                                               : "with this pool, no step is shorter"});
            }
    }

    void add_transfers(PooledPlan& result, const std::vector<Candidate>& candidates) const {
        std::vector<const Candidate*> of_pools;
        for (const Candidate& candidate : candidates) {
            of_pools.push_back(&candidate);
            result.transfers.bytes += candidate.transfer_bytes;
            result.transfers.usd += candidate.transfer_usd;
        }
        const Transfers between = exchange_.transfers(of_pools);
        result.transfers.bytes += between.bytes, result.transfers.usd += between.usd;
    }

    void add_times(PooledPlan& result, const Step& step, const std::vector<Candidate>& candidates) const {
        double slowest_low_s = 0, slowest_high_s = 0, wider = 1, narrower = 1;
        for (const Candidate& candidate : candidates) {
            slowest_low_s = std::max(slowest_low_s, candidate.low_s);
            slowest_high_s = std::max(slowest_high_s, candidate.high_s);
            narrower = std::min(narrower, candidate.low_s / candidate.iteration_time_s);
            wider = std::max(wider, candidate.high_s / candidate.iteration_time_s);
        }
        result.exchange_s = step.exchange_s, result.iteration_time_s = step.time_s();
        result.low_s = slowest_low_s + step.exchange_s * narrower;
        result.high_s = slowest_high_s + step.exchange_s * wider;
        result.tokens_per_s = double(inputs_.job.global_batch) * inputs_.job.sequence_length / step.time_s();
    }

    const PlanInputs inputs_;
    const Knowledge& knowledge_;
    const ProgressSink& progress_;
    const std::stop_token stop_;
    Links links_;
    PoolExchange exchange_;
    std::vector<PoolLayouts> layouts_; ///< [pool]
    std::set<std::size_t> blocked_;    ///< pools of sets whose gradients would cross a broken link
    int searches_, searched_ = 0;
};

} // namespace

double PooledPlan::waits_s(const PoolShare& share) const {
    return iteration_time_s - exchange_s - share.candidate.iteration_time_s;
}

PooledPlan plan_pools(const PlanInputs& inputs, const std::vector<Pool>& pools, const Knowledge& knowledge,
                      const ProgressSink& progress, std::stop_token stop) {
    return PoolPlanner(for_pools(inputs), pools, knowledge, progress, std::move(stop)).run();
}

Plan plan_of_share(const PlanInputs& inputs, const PooledPlan& plan, const PoolShare& share) {
    Plan alone;
    alone.inputs = inputs_on(for_pools(inputs), share.pool, share.sequences);
    alone.candidates = {share.candidate};
    alone.enumerated = alone.feasible = 1;
    alone.assumptions = plan.assumptions;
    alone.calibration = plan.calibration;
    if (plan.shares.size() > 1)
        alone.assumptions.push_back(
            fmt::format("one of {} pools of a step, with {} of its {} sequences: the exchange of gradients "
                        "with the other pools comes on top",
                        plan.shares.size(), share.sequences, inputs.job.global_batch));
    return alone;
}

} // namespace pipette
