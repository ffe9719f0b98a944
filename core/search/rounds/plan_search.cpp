// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/rounds/plan_search.h"
#include "core/search/rounds/evaluate.h"

#include "core/base/parallel_for.h"
#include "core/cost/iteration_time.h"
#include "core/plan/reliance_text.h"
#include "core/search/rounds/baselines.h"
#include "core/search/rounds/mending.h"
#include "core/search/rounds/recipe.h"
#include "core/search/rounds/stages_by_kind.h"
#include "core/search/space/enumeration.h"
#include "core/search/time/fastest_costs.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <numeric>
#include <set>

namespace pipette {
namespace {

/// Marks the candidates whose range reaches down to the time of the best, and then the best itself; baselines
/// too.
void mark_ties(std::vector<Candidate>& candidates, std::vector<Candidate>& baselines) {
    if (candidates.empty())
        return;
    Candidate& best = candidates.front();
    const auto mark = [&best](Candidate& other) {
        if (other.low_s <= best.iteration_time_s)
            best.tie = other.tie = true;
    };
    std::for_each(candidates.begin() + 1, candidates.end(), mark);
    std::for_each(baselines.begin(), baselines.end(), mark);
}

} // namespace

PlanSearch::PlanSearch(const PlanInputs& inputs, const Knowledge& knowledge, const SearchSinks& sinks,
                       std::stop_token stop, const Peers& peers)
    : inputs_(inputs),
      peers_(peers),
      tables_(inputs, knowledge),
      progress_(sinks),
      stop_(std::move(stop)),
      threads_(thread_count(inputs.budget.threads)) {}

Plan PlanSearch::run() {
    log_.begin("filter");
    progress_.begin("Listing configurations", progress_share::listing, 0);
    plan_.inputs = inputs_;
    plan_.assumptions = assumptions_of(inputs_, tables_.links, tables_.knowledge.calibration);
    plan_.calibration = std::make_shared<const Calibration>(
        used_of(tables_.knowledge.calibration, *inputs_.cluster, inputs_.job.framework));
    ConfigSpace space = enumerate(inputs_);
    largest_world_ = allowed_worlds(inputs_).front();
    plan_.enumerated = space.enumerated, plan_.indivisible = space.indivisible;
    for (const ParallelConfig& config : space.configs)
        tables_.shape(config.peers());
    reject_parted(space.parted);
    std::vector<ParallelConfig> configs = space.configs;
    const std::vector<ParallelConfig> uneven = split_by_kind(tables_, configs, threads_);
    plan_.enumerated += long(uneven.size());
    configs.insert(configs.end(), uneven.begin(), uneven.end());
    filter(configs);
    balance_stages();
    if (waiting_.empty() && inputs_.limits.offloads.empty())
        filter(offloaded(space.configs));
    log_.begin("explore");
    explore();
    log_.begin("polish");
    polish();
    log_.begin("baselines");
    progress_.begin("Comparing with other planners", progress_share::baselines, 3);
    std::vector<BoundedConfig> by_bound;
    for (const ConfigSearch& search : waiting_)
        by_bound.push_back({&search.config, search.lower_bound_s});
    std::stable_sort(by_bound.begin(), by_bound.end(), [](const BoundedConfig& a, const BoundedConfig& b) {
        return a.lower_bound_s < b.lower_bound_s;
    });
    if (std::optional<Candidate> best = best_in_host_order(tables_, by_bound, stop_))
        plan_.baselines.push_back(judged(std::move(*best)));
    progress_.done();
    for (Baseline& baseline : baselines(tables_, space.configs, Ranked::fitting, stop_))
        if (baseline.best) {
            plan_.baselines.push_back(judged(std::move(*baseline.best)));
        }
    progress_.done();
    if (std::optional<Candidate> published = best_recipe(tables_, stop_))
        plan_.baselines.push_back(judged(std::move(*published)));
    progress_.done();
    finish();
    return std::move(plan_);
}

void PlanSearch::sort_by_bound() {
    std::stable_sort(waiting_.begin(), waiting_.end(), [](const ConfigSearch& a, const ConfigSearch& b) {
        return a.lower_bound_s < b.lower_bound_s;
    });
}

double PlanSearch::least_time() const {
    if (plan_.candidates.empty() || !all_bounded_ || judging_)
        return 0;
    double least_s = std::numeric_limits<double>::max();
    for (const Candidate& candidate : plan_.candidates)
        least_s = std::min(least_s, candidate.iteration_time_s);
    for (const ConfigSearch& search : waiting_)
        least_s = std::min(least_s, search.lower_bound_s);
    return least_s;
}

Candidate PlanSearch::in_first_placement(const ConfigSearch& search) const {
    const PlacementSearch placements = placements_of(search);
    return evaluate(inputs_, tables_.links, search.config,
                    placements.mapping(placements.layout().slot_of_block), tables_.knowledge);
}

void PlanSearch::take(ConfigSearch& search, const PlacementSearch& placements,
                      const std::vector<std::uint32_t>& placement) {
    if (search.best && (placement == search.placement || !placements.is_expressible(placement)))
        return;
    const RankMapping mapping = placements.mapping(placement);
    Candidate candidate = judging_
                              ? evaluate(inputs_, search.config, mapping, tables_.knowledge)
                              : evaluate(inputs_, tables_.links, search.config, mapping, tables_.knowledge);
    const bool fits = may_be_shown(candidate);
    const bool fitted = search.best && may_be_shown(*search.best);
    if (search.best && (fitted > fits || (fitted == fits && !faster(candidate, *search.best))))
        return;
    search.placement = placement;
    search.best = std::move(candidate);
    if (fits)
        progress_.found(*search.best);
}

Candidate PlanSearch::judged(Candidate candidate) const {
    if (inputs_.cluster->history.snapshots.empty())
        return candidate;
    return proposed_as(candidate, evaluate(inputs_, candidate.config, candidate.mapping, tables_.knowledge));
}

std::optional<RankMapping> PlanSearch::start_for(const ParallelConfig& config) const {
    if (!inputs_.start)
        return std::nullopt;
    return fitted_start(inputs_, config.world());
}

PlacementSearch PlanSearch::placements_of(const ConfigSearch& search) const {
    const std::optional<RankMapping> start = start_for(search.config);
    return {tables_, tables_.known_shape(search.config.peers()), search, start ? &*start : nullptr};
}

void PlanSearch::sort_by_time(std::vector<std::ptrdiff_t>& order) const {
    std::stable_sort(order.begin(), order.end(), [&](std::ptrdiff_t a, std::ptrdiff_t b) {
        return faster(*waiting_[std::size_t(a)].best, *waiting_[std::size_t(b)].best);
    });
}

bool PlanSearch::may_be_shown(const Candidate& candidate) const {
    return verdict_of(candidate) != Verdict::over && keeps_off_faults(candidate, inputs_.limits);
}

void PlanSearch::reject_over_memory(const ParallelConfig& config, const FilledMemory& fullest) {
    rejections_.add(config, RejectionCode::out_of_memory, fullest.share(),
                    [&] { return over_memory_text(fullest); });
}

void PlanSearch::reject(const ConfigSearch& search) {
    const Candidate& best = *search.best;
    if (verdict_of(best) == Verdict::over)
        return reject_over_memory(search.config, fullest_of(best.memory));
    const Cluster& cluster = *inputs_.cluster;
    rejections_.add(search.config, RejectionCode::crosses_fault, double(best.faults.size()), [&] {
        return fmt::format("every placement tried crosses {}",
                           fault_text(cluster, cluster.faults[std::size_t(best.faults.front())]));
    });
}

std::vector<std::ptrdiff_t> PlanSearch::kept_first(const std::vector<std::ptrdiff_t>& order,
                                                   std::size_t count) const {
    // Where there is room for one alone it is the fastest, not the best of all GPUs.
    const bool of_worlds = count > 1 || !inputs_.limits.world_sizes.empty();
    std::set<int> worlds;
    std::vector<char> is_best(order.size(), 0);
    for (std::size_t i = 0; i < order.size(); ++i) {
        const int world = waiting_[std::size_t(order[i])].config.world();
        const bool of_world = of_worlds && keeps_best_of(world) && worlds.insert(world).second;
        is_best[i] = i == 0 || of_world;
    }
    std::vector<std::ptrdiff_t> first;
    const auto kept = static_cast<std::size_t>(std::count(is_best.begin(), is_best.end(), 1));
    std::size_t room = count - std::min(count, kept);
    for (std::size_t i = 0; i < order.size(); ++i)
        if (is_best[i] || room > 0) {
            room -= is_best[i] ? 0 : 1;
            first.push_back(order[i]);
        }
    return first;
}

void PlanSearch::reject_parted(const std::vector<ParallelConfig>& configs) {
    if (configs.empty())
        return;
    const std::vector<Fault>& faults = inputs_.cluster->faults;
    const Fault& link =
        *std::find_if(faults.begin(), faults.end(), [](const Fault& f) { return f.is_link(); });
    const double gpu_bytes = tables_.gpu_memory_bytes.front();
    for (const ParallelConfig& config : configs) {
        const MemoryCheck memory = check_memory(inputs_, tables_.knowledge, config, gpu_bytes);
        if (!memory.fits()) {
            reject_over_memory(config, memory.fullest);
            continue;
        }
        // Farther off than any that has a placement: those miss by the faults that they cross.
        rejections_.add(config, RejectionCode::crosses_fault, double(faults.size() + 1), [&] {
            return fmt::format("its {} GPUs do not reach each other in blocks of {} without {}{}",
                               config.world(), config.peers(), fault_text(*inputs_.cluster, link),
                               faults.size() > 1 ? " or what else is broken" : "");
        });
    }
}

void PlanSearch::keep_shown() {
    std::stable_sort(shown_.begin(), shown_.end(), [&](std::ptrdiff_t a, std::ptrdiff_t b) {
        return comes_before(*waiting_[std::size_t(a)].best, *waiting_[std::size_t(b)].best);
    });
    if (inputs_.top <= 0 || shown_.empty())
        return;
    std::vector<const Candidate*> all;
    for (const std::ptrdiff_t i : shown_)
        all.push_back(&*waiting_[std::size_t(i)].best);
    const std::ptrdiff_t preferred = shown_[order_of(all, inputs_.budget.prefer).front()];
    shown_ = kept_first(shown_, std::size_t(inputs_.top));
    // As many layouts may be as fast as the fastest as are kept.
    if (std::find(shown_.begin(), shown_.end(), preferred) == shown_.end())
        shown_.back() = preferred;
}

void PlanSearch::finish() {
    for (const std::ptrdiff_t i : explored_)
        if (const ConfigSearch& search = waiting_[std::size_t(i)]; !may_be_shown(*search.best))
            reject(search);
    rejections_.move_into(plan_);
    if (!stop_.stop_requested())
        tell_what_mends(tables_, plan_.rejected, threads_);
    keep_shown();
    for (const std::ptrdiff_t i : shown_)
        plan_.candidates.push_back(std::move(*waiting_[std::size_t(i)].best));
    put_in_order(plan_.candidates, inputs_.budget.prefer);
    plan_.least_time_s = least_time();
    if (plan_.candidates.empty() && stop_.stop_requested() && seen_ahead_) {
        plan_.candidates.push_back(judged(std::move(*seen_ahead_)));
        plan_.feasible = 1;
    }
    if (!plan_.candidates.empty())
        for (std::string& line : assumed_hosts(*inputs_.cluster, plan_.candidates.front().config))
            plan_.assumptions.push_back(std::move(line));
    mark_ties(plan_.candidates, plan_.baselines);
    plan_.phases = log_.phases(peers_);
    plan_.stopped_early = stopped_ || stop_.stop_requested();
}

} // namespace pipette
