// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/rounds/plan_search.h"

#include "core/cost/iteration_time.h"
#include "core/plan/reliance_text.h"
#include "core/plan/stages/stage_tp.h"
#include "core/search/rounds/baselines.h"
#include "core/search/rounds/mending.h"
#include "core/search/rounds/polishing.h"
#include "core/search/rounds/recipe.h"
#include "core/search/rounds/stages_by_kind.h"
#include "core/search/space/enumeration.h"
#include "core/search/space/stage_changes.h"
#include "core/search/time/fastest_costs.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

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
    : state_(inputs, knowledge, sinks, std::move(stop), peers) {}

Plan PlanSearch::run() {
    state_.log.begin("filter");
    state_.progress.begin("Listing configurations", progress_share::listing, 0);
    plan_.inputs = state_.inputs;
    plan_.assumptions =
        assumptions_of(state_.inputs, state_.tables.links, state_.tables.knowledge.calibration);
    plan_.calibration = std::make_shared<const Calibration>(
        used_of(state_.tables.knowledge.calibration, *state_.inputs.cluster, state_.inputs.job.framework));
    ConfigSpace space = enumerate(state_.inputs);
    plan_.enumerated = space.enumerated, plan_.indivisible = space.indivisible;
    for (const ParallelConfig& config : space.configs)
        for (const int tp : stage_tp_choices(state_.inputs, config)) { // stages may all take a smaller one
            ParallelConfig of_tp = config;
            of_tp.tp = tp;
            state_.tables.shape(of_tp.peers());
        }
    reject_parted(space.parted);
    std::vector<ParallelConfig> configs = space.configs;
    const std::vector<ParallelConfig> uneven = split_by_kind(state_.tables, configs, state_.threads);
    plan_.enumerated += long(uneven.size());
    configs.insert(configs.end(), uneven.begin(), uneven.end());
    filter(configs);
    balance_stages();
    if (state_.waiting.empty() && state_.inputs.limits.offloads.empty()) {
        const std::vector<ParallelConfig> on_hosts = offloaded(space.configs);
        plan_.enumerated += long(on_hosts.size());
        filter(on_hosts);
    }
    state_.log.begin("explore");
    explore();
    state_.log.begin("polish");
    for (const std::ptrdiff_t i : explored_)
        if (state_.may_be_shown(*state_.waiting[std::size_t(i)].best))
            shown_.push_back(i);
    plan_.feasible = long(shown_.size());
    shown_ = Polishing(state_).run(std::move(shown_));
    state_.log.begin("baselines");
    state_.progress.begin("Comparing with other planners", progress_share::baselines, 3);
    std::vector<BoundedConfig> by_bound;
    for (const ConfigSearch& search : state_.waiting)
        by_bound.push_back({&search.config, search.lower_bound_s});
    std::stable_sort(by_bound.begin(), by_bound.end(), [](const BoundedConfig& a, const BoundedConfig& b) {
        return a.lower_bound_s < b.lower_bound_s;
    });
    if (std::optional<Candidate> best = best_in_host_order(state_.tables, by_bound, state_.stop))
        plan_.baselines.push_back(state_.judged(std::move(*best)));
    state_.progress.done();
    for (Baseline& baseline : baselines(state_.tables, space.configs, Ranked::fitting, state_.stop))
        if (baseline.best) {
            plan_.baselines.push_back(state_.judged(std::move(*baseline.best)));
        }
    state_.progress.done();
    if (std::optional<Candidate> published = best_recipe(state_.tables, state_.stop))
        plan_.baselines.push_back(state_.judged(std::move(*published)));
    state_.progress.done();
    finish();
    return std::move(plan_);
}

void PlanSearch::sort_by_bound() {
    std::stable_sort(
        state_.waiting.begin(), state_.waiting.end(),
        [](const ConfigSearch& a, const ConfigSearch& b) { return a.lower_bound_s < b.lower_bound_s; });
}

double PlanSearch::least_time() const {
    if (plan_.candidates.empty() || !all_bounded_ || state_.judging)
        return 0;
    double least_s = std::numeric_limits<double>::max();
    for (const Candidate& candidate : plan_.candidates)
        least_s = std::min(least_s, candidate.iteration_time_s);
    for (const ConfigSearch& search : state_.waiting)
        least_s = std::min(least_s, search.lower_bound_s);
    return least_s;
}

void PlanSearch::reject_over_memory(const ParallelConfig& config, const FilledMemory& fullest) {
    rejections_.add(config, RejectionCode::out_of_memory, fullest.share(),
                    [&] { return over_memory_text(fullest); });
}

void PlanSearch::reject(const ConfigSearch& search) {
    const Candidate& best = *search.best;
    if (verdict_of(best) == Verdict::over)
        return reject_over_memory(search.config, fullest_of(best.memory));
    const Cluster& cluster = *state_.inputs.cluster;
    rejections_.add(search.config, RejectionCode::crosses_fault, double(best.faults.size()), [&] {
        return fmt::format("every placement tried crosses {}",
                           fault_text(cluster, cluster.faults[std::size_t(best.faults.front())]));
    });
}

void PlanSearch::reject_parted(const std::vector<ParallelConfig>& configs) {
    if (configs.empty())
        return;
    const std::vector<Fault>& faults = state_.inputs.cluster->faults;
    const Fault& link =
        *std::find_if(faults.begin(), faults.end(), [](const Fault& f) { return f.is_link(); });
    const double gpu_bytes = state_.tables.gpu_memory_bytes.front();
    for (const ParallelConfig& config : configs) {
        const MemoryCheck memory = check_memory(state_.inputs, state_.tables.knowledge, config, gpu_bytes);
        if (!memory.fits()) {
            reject_over_memory(config, memory.fullest);
            continue;
        }
        // Farther off than any that has a placement: those miss by the faults that they cross.
        rejections_.add(config, RejectionCode::crosses_fault, double(faults.size() + 1), [&] {
            return fmt::format("its {} GPUs do not reach each other in blocks of {} without {}{}",
                               config.world(), config.peers(), fault_text(*state_.inputs.cluster, link),
                               faults.size() > 1 ? " or what else is broken" : "");
        });
    }
}

void PlanSearch::keep_shown() {
    std::stable_sort(shown_.begin(), shown_.end(), [&](std::ptrdiff_t a, std::ptrdiff_t b) {
        return comes_before(*state_.waiting[std::size_t(a)].best, *state_.waiting[std::size_t(b)].best);
    });
    if (state_.inputs.top <= 0 || shown_.empty())
        return;
    std::vector<const Candidate*> all;
    for (const std::ptrdiff_t i : shown_)
        all.push_back(&*state_.waiting[std::size_t(i)].best);
    const std::ptrdiff_t preferred = shown_[order_of(all, state_.inputs.budget.prefer).front()];
    shown_ = state_.kept_first(shown_, std::size_t(state_.inputs.top));
    // As many layouts may be as fast as the fastest as are kept.
    if (std::find(shown_.begin(), shown_.end(), preferred) == shown_.end())
        shown_.back() = preferred;
}

void PlanSearch::finish() {
    for (const std::ptrdiff_t i : explored_)
        if (const ConfigSearch& search = state_.waiting[std::size_t(i)]; !state_.may_be_shown(*search.best))
            reject(search);
    rejections_.move_into(plan_);
    if (!state_.stop.stop_requested())
        tell_what_mends(state_.tables, plan_.rejected, state_.threads);
    keep_shown();
    for (const std::ptrdiff_t i : shown_)
        plan_.candidates.push_back(std::move(*state_.waiting[std::size_t(i)].best));
    put_in_order(plan_.candidates, state_.inputs.budget.prefer);
    plan_.least_time_s = least_time();
    if (plan_.candidates.empty() && state_.stop.stop_requested() && seen_ahead_) {
        plan_.candidates.push_back(state_.judged(std::move(*seen_ahead_)));
        plan_.feasible = 1;
    }
    if (!plan_.candidates.empty())
        for (std::string& line : assumed_hosts(*state_.inputs.cluster, plan_.candidates.front().config))
            plan_.assumptions.push_back(std::move(line));
    if (std::any_of(plan_.candidates.begin(), plan_.candidates.end(),
                    [](const Candidate& c) { return has_stage_tp(c.config); }))
        plan_.assumptions.emplace_back(stage_tp_assumption);
    mark_ties(plan_.candidates, plan_.baselines);
    plan_.phases = state_.log.phases(state_.peers);
    plan_.stopped_early = state_.stopped || state_.stop.stop_requested();
}

} // namespace pipette
