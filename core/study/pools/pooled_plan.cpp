// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/pools/pooled_plan.h"

#include "core/base/index.h"
#include "core/base/input_error.h"
#include "core/cost/iteration_time.h"
#include "core/schedule/schedule_family.h"
#include "core/search/rounds/evaluate.h"
#include "core/study/pools/batch_split.h"
#include "core/study/pools/between_pools.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace pipette {
namespace {

constexpr std::size_t layouts_tried = 8; ///< of each search, the fastest
constexpr double no_step_s = 1e30;       ///< of a layout that does not fit: never chosen
constexpr int most_rounds = 4;
constexpr int most_splits = 64; ///< until all times of the best one are known

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

/// Layouts of one pool, and what their steps take.
class PoolLayouts {
public:
    PoolLayouts(const PlanInputs& inputs, const Links& links, Pool pool, const Knowledge& knowledge)
        : inputs_(inputs), links_(links), pool_(std::move(pool)), knowledge_(knowledge) {}

    const Pool& pool() const { return pool_; }
    const std::string& failed() const { return failed_; } ///< why the pool has no layout
    const std::vector<StepTimes>& times() const { return times_; }

    /// Adds the fastest layouts of a plan with so many sequences. Returns whether any is new.
    bool search(int sequences, const SearchSinks& sinks, std::stop_token stop) {
        bool is_new = false;
        try {
            Plan found = plan(inputs_on(inputs_, pool_, sequences), knowledge_, sinks, stop);
            for (const Candidate& candidate : found.candidates)
                is_new |= times_.size() < searches_ + layouts_tried && add(candidate);
            searches_ = times_.size();
            if (times_.empty())
                failed_ = found.rejected.empty()
                              ? "no layout divides the model and the GPUs"
                              : "no layout fits in memory: " + found.rejected.front().reason;
        } catch (const InputError& error) {
            failed_ = error.what();
        }
        return is_new;
    }

    /// What a layout takes with so many sequences; known from then on.
    Candidate evaluated(const BatchShare& share) {
        Candidate candidate = candidates_[index(share.layout)];
        candidate.config.global_batch = share.sequences;
        const PlanInputs alone = inputs_on(inputs_, pool_, share.sequences);
        candidate = proposed_as(candidate,
                                inputs_.cluster->history.snapshots.empty()
                                    ? evaluate(alone, links_, candidate.config, candidate.mapping, knowledge_)
                                    : evaluate(alone, candidate.config, candidate.mapping, knowledge_));
        times_[index(share.layout)].add(
            share.sequences, verdict_of(candidate) == Verdict::over ? no_step_s : candidate.iteration_time_s);
        return candidate;
    }

private:
    bool add(const Candidate& candidate) {
        const int grain = grain_of(candidate.config);
        ParallelConfig shape = candidate.config;
        shape.global_batch = grain;
        if (grain == 0 || !known_.insert(short_name(shape)).second)
            return false;
        candidates_.push_back(candidate);
        times_.emplace_back(grain);
        const int layout = int(times_.size()) - 1;
        for (const int rounds : {1, 2, candidate.config.global_batch / grain})
            evaluated({layout, std::max(1, rounds) * grain});
        return true;
    }

    const PlanInputs& inputs_;
    const Links& links_;
    Pool pool_;
    const Knowledge& knowledge_;
    std::vector<Candidate> candidates_;
    std::vector<StepTimes> times_;
    std::set<std::string> known_;
    std::size_t searches_ = 0; ///< layouts of the searches before
    std::string failed_;
};

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
    return std::clamp(int(wanted / grain + 0.5) * grain, 1, batch);
}

class PoolPlanner {
public:
    PoolPlanner(const PlanInputs& inputs, const std::vector<Pool>& pools, const Knowledge& knowledge,
                const ProgressSink& progress, std::stop_token stop)
        : inputs_(inputs),
          knowledge_(knowledge),
          progress_(progress),
          stop_(std::move(stop)),
          links_(links_of(inputs)),
          searches_(1 + int(pools.size()) * most_rounds) {
        for (const Pool& pool : pools)
            layouts_.emplace_back(inputs_, links_, pool, knowledge_);
    }

    PooledPlan run() {
        PooledPlan result;
        add_joint(result);
        // Sequences; a pool that is left out keeps what it had.
        std::vector<double> wanted(layouts_.size());
        double peak = 0;
        for (const PoolLayouts& layouts : layouts_)
            peak += peak_of(inputs_, layouts.pool());
        for (std::size_t i = 0; i < wanted.size(); ++i)
            wanted[i] = inputs_.job.global_batch * peak_of(inputs_, layouts_[i].pool()) / peak;
        std::optional<Step> best;
        for (int round = 0; round < most_rounds && search(wanted) && !stop_.stop_requested(); ++round) {
            best = best_step();
            if (!best)
                break;
            for (std::size_t i = 0; i < best->pools.size(); ++i)
                wanted[best->pools[i]] = best->shares[i].sequences;
        }
        finish(result, best ? best : best_step());
        return result;
    }

private:
    SearchSinks sinks(const std::string& of_what) {
        const int done = searched_++;
        SearchSinks sinks;
        sinks.progress = [this, done, of_what](const Progress& part) {
            if (progress_)
                progress_({of_what + ": " + part.step, std::min(1.0, (done + part.fraction) / searches_), 0});
        };
        return sinks;
    }

    void add_joint(PooledPlan& result) {
        try {
            Plan joint = plan(inputs_, knowledge_, sinks("All GPUs"), stop_);
            result.assumptions = std::move(joint.assumptions);
            if (!joint.candidates.empty())
                result.joint = std::move(joint.candidates.front());
        } catch (const InputError&) {
            // Some pool may have a plan where the whole cluster has none.
        }
    }

    /// Searches the layouts of each pool with about so many sequences. Returns whether any layout is new.
    bool search(const std::vector<double>& wanted) {
        bool is_new = false;
        for (std::size_t i = 0; i < layouts_.size() && !stop_.stop_requested(); ++i)
            is_new |= layouts_[i].search(round_share(wanted[i], inputs_.job.global_batch),
                                         sinks(layouts_[i].pool().name), stop_);
        return is_new;
    }

    /// The fastest step of any set of pools.
    std::optional<Step> best_step() {
        std::optional<Step> best;
        for (unsigned set = 1; set < 1U << layouts_.size(); ++set) {
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

    std::optional<Step> step_of(std::vector<std::size_t> pools) {
        Step step;
        step.pools = std::move(pools);
        for (int i = 0; i < most_splits; ++i) {
            std::vector<std::vector<StepTimes>> times;
            for (const std::size_t pool : step.pools)
                times.push_back(layouts_[pool].times());
            const auto shares = split_batch(times, inputs_.job.global_batch);
            if (!shares)
                return std::nullopt;
            step.shares = *shares;
            bool is_known = true;
            for (std::size_t p = 0; p < times.size(); ++p)
                if (const BatchShare& share = step.shares[p];
                    !times[p][index(share.layout)].knows(share.sequences))
                    layouts_[step.pools[p]].evaluated(share), is_known = false;
            if (is_known)
                break;
        }
        std::vector<Candidate> candidates = candidates_of(step);
        std::vector<const Candidate*> of_pools;
        for (const Candidate& candidate : candidates) {
            step.pools_s = std::max(step.pools_s, candidate.iteration_time_s);
            of_pools.push_back(&candidate);
            if (verdict_of(candidate) == Verdict::over)
                return std::nullopt;
        }
        step.exchange_s = exchange_between_s(inputs_, links_, of_pools, knowledge_.calibration);
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
            for (std::size_t p = 0; p < candidates.size(); ++p) {
                used.insert(best->pools[p]);
                result.shares.push_back(
                    {layouts_[best->pools[p]].pool(), best->shares[p].sequences, std::move(candidates[p])});
            }
            const Candidate& slowest =
                std::max_element(result.shares.begin(), result.shares.end(),
                                 [](const PoolShare& a, const PoolShare& b) {
                                     return a.candidate.iteration_time_s < b.candidate.iteration_time_s;
                                 })
                    ->candidate;
            result.exchange_s = best->exchange_s, result.iteration_time_s = best->time_s();
            result.low_s = best->time_s() * slowest.low_s / slowest.iteration_time_s;
            result.high_s = best->time_s() * slowest.high_s / slowest.iteration_time_s;
            result.tokens_per_s =
                double(inputs_.job.global_batch) * inputs_.job.sequence_length / best->time_s();
        }
        for (std::size_t i = 0; i < layouts_.size(); ++i)
            if (!used.contains(i))
                result.left_out.push_back(
                    {layouts_[i].pool(), layouts_[i].failed().empty()
                                             ? "with this pool, a step would take longer"
                                             : layouts_[i].failed()});
    }

    const PlanInputs& inputs_;
    const Knowledge& knowledge_;
    const ProgressSink& progress_;
    const std::stop_token stop_;
    Links links_;
    std::vector<PoolLayouts> layouts_; ///< [pool]
    int searches_, searched_ = 0;
};

} // namespace

double PooledPlan::waits_s(const PoolShare& share) const {
    return iteration_time_s - exchange_s - share.candidate.iteration_time_s;
}

PooledPlan plan_pools(const PlanInputs& inputs, const std::vector<Pool>& pools, const Knowledge& knowledge,
                      const ProgressSink& progress, std::stop_token stop) {
    PlanInputs plain = inputs;
    plain.pinned_ranks.clear(), plain.start.reset(), plain.limits.world_sizes.clear();
    plain.budget.prefer = Preference::fastest;
    return PoolPlanner(plain, pools, knowledge, progress, std::move(stop)).run();
}

} // namespace pipette
