// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/rounds/mending.h"
#include "core/search/rounds/plan_search.h"

#include "core/base/index.h"
#include "core/base/parallel_for.h"
#include "core/cost/iteration_time.h"
#include "core/search/space/offload_choice.h"
#include "core/search/time/fastest_costs.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <numeric>
#include <set>

namespace pipette {
namespace {

/// Stride for a walk round `count` places that visits each place once. Visits that follow each other lie far
/// apart: neighbours are alike, so the first visits see places of many kinds.
std::size_t far_stride(std::size_t count) {
    constexpr double golden = 0.618;
    std::size_t stride = std::max<std::size_t>(1, std::size_t(golden * double(count)));
    while (std::gcd(stride, count) > 1)
        ++stride;
    return stride;
}

/// Configurations that differ in their shards alone stand one after the other: the numbers of the first of
/// each such row, and at the end their whole count.
template <class ConfigAt>
std::vector<std::size_t> first_of_each_kind(std::size_t count, const ConfigAt& config_at) {
    std::vector<std::size_t> first;
    for (std::size_t i = 0; i < count; ++i)
        if (i == 0 || !alike_but_for_shards(config_at(i - 1), config_at(i)))
            first.push_back(i);
    first.push_back(count);
    return first;
}

} // namespace

PlanSearch::Examined PlanSearch::examine(const ParallelConfig& config, double gpu_bytes, Alike& alike) {
    const std::vector<Recompute> full_alone{Recompute::full};
    Examined result{config, alike.memory.of(config)};
    if (!result.memory.fits())
        return result;
    result.enough = safe_with_less(config, alike);
    if (result.enough)
        return result;
    // Who asks for full recomputation alone wants all layers, and inputs on the host are those of all.
    if (config.recompute == Recompute::full && state_.inputs.limits.recompute != full_alone &&
        config.offload.activations == 0) {
        result.config = with_fewest_layers(state_.inputs, state_.tables.knowledge, config,
                                           result.memory.verdict, gpu_bytes);
        if (result.config != config)
            result.memory = check_memory(state_.inputs, state_.tables.knowledge, result.config, gpu_bytes);
    }
    const PipelineCosts costs = fastest_computing(state_.tables, result.config);
    result.bound_s = bound_time(costs, result.config), result.even_s = evenly_spread_time(costs);
    ConfigSearch search;
    search.config = result.config, search.lower_bound_s = result.bound_s;
    look_ahead(search);
    return result;
}

void PlanSearch::mend(std::vector<Examined>& examined) {
    if (module_choices(state_.inputs).empty()) // whole layers are among what was examined
        return;
    const Recomputation least = recomputations(state_.inputs).front();
    std::vector<const ParallelConfig*> over;
    std::set<std::string> known;
    for (const Examined& one : examined)
        if (one.memory.fits())
            known.insert(short_name(one.config));
        else if (may_recompute_more(one.config, least))
            over.push_back(&one.config);
    std::vector<std::vector<RecomputeChoice>> found(over.size());
    parallel_for(int(over.size()), state_.threads, {}, [&](int i) {
        const ParallelConfig& config = *over[std::size_t(i)];
        if (bound_time(fastest_computing(state_.tables, config), config) <= first_s_ * (1 + told_apart))
            found[std::size_t(i)] = mended(state_.tables, config);
    });
    const std::size_t before = examined.size();
    for (std::vector<RecomputeChoice>& ways : found)
        for (auto& [config, memory, bound_s] : ways)
            if (known.insert(short_name(config)).second)
                examined.push_back({config, std::move(memory), bound_s});
    if (examined.size() == before)
        return;
    plan_.enumerated += long(examined.size() - before);
    first_s_ = first_time(examined);
}

void PlanSearch::repeat_more_on_small(const std::vector<ParallelConfig>& configs,
                                      std::vector<Examined>& examined) {
    const std::vector<double>& all = state_.tables.gpu_memory_bytes;
    for (std::size_t i = 0; i < configs.size(); ++i) {
        const double least = all[std::min(index(configs[i].world()), all.size()) - 1];
        if (examined[i].config == configs[i] || !examined[i].memory.fits() || least == all.front())
            continue;
        const MemoryCheck on_least = checks_on_the_least(configs[i].world()).of(configs[i]);
        if (!on_least.fits())
            continue;
        const ParallelConfig more =
            with_fewest_layers(state_.inputs, state_.tables.knowledge, configs[i], on_least.verdict, least);
        if (more == examined[i].config)
            continue;
        const PipelineCosts costs = fastest_computing(state_.tables, more);
        Examined& added = examined.emplace_back();
        added.config = more;
        added.memory = check_memory(state_.inputs, state_.tables.knowledge, more, all.front());
        added.bound_s = bound_time(costs, more), added.even_s = evenly_spread_time(costs);
    }
    plan_.enumerated += long(examined.size() - configs.size());
}

void PlanSearch::filter(const std::vector<ParallelConfig>& configs) {
    const double most = state_.tables.gpu_memory_bytes.front();
    std::vector<Examined> examined(configs.size());
    const std::vector<std::size_t> first = first_of_each_kind(
        configs.size(), [&](std::size_t i) -> const auto& { return configs[i]; });
    const std::size_t groups = first.size() - 1;
    const std::stop_token stop =
        state_.peers.size > 1 ? std::stop_token() : state_.stop; // all must know the same
    state_.progress.begin("Checking memory", progress_share::memory, long(configs.size()));
    const std::size_t stride = far_stride(groups);
    parallel_for(int(groups), state_.threads, stop, [&](int turn) {
        const std::size_t group = std::size_t(turn) * stride % groups;
        Alike alike{{state_.inputs, state_.tables.knowledge, most}};
        for (std::size_t i = first[group]; i < first[group + 1]; ++i) {
            examined[i] = examine(configs[i], most, alike);
            state_.progress.done();
        }
    });
    if (!stop.stop_requested()) {
        repeat_more_on_small(configs, examined);
        first_s_ = first_time(examined);
        mend(examined);
        bound(examined);
    }
    for (std::size_t i = 0; i < examined.size() && !stop.stop_requested(); ++i) {
        auto& [config, memory, bound_s, even_s, enough] = examined[i];
        if (!memory.fits()) {
            reject_over_memory(config, memory.fullest);
            continue;
        }
        if (enough) {
            rejections_.add(config, RejectionCode::slower_by_bound, std::numeric_limits<double>::infinity(),
                            [&repeated = config, &less = *enough] {
                                return fmt::format(
                                    "computes {} again though {} fits safely with less repeated",
                                    repeated.recompute == Recompute::full
                                        ? "all layers"
                                        : text_of(repeated.recompute_modules),
                                    short_name(less));
                            });
            continue;
        }
        ConfigSearch& search = state_.waiting.emplace_back();
        search.number = int(i), search.config = std::move(config);
        search.lower_bound_s = bound_s, search.even_s = even_s;
        search.device_bytes = std::move(memory.device_bytes), search.verdict = memory.verdict;
    }
    sort_by_bound();
    all_bounded_ = !stop.stop_requested();
}

double PlanSearch::first_time(const std::vector<Examined>& examined) const {
    constexpr std::size_t most_tried = 32;
    std::vector<const Examined*> order;
    for (const Examined& one : examined)
        if (one.bound_s > 0 && one.config.world() == state_.best.largest_world())
            order.push_back(&one);
    std::stable_sort(order.begin(), order.end(),
                     [](const Examined* a, const Examined* b) { return a->bound_s < b->bound_s; });
    std::set<Shape> seen;
    std::erase_if(order, [&](const Examined* one) { return !seen.insert(shape_of(one->config)).second; });
    order.resize(std::min(order.size(), most_tried));
    std::vector<double> times(order.size(), std::numeric_limits<double>::infinity());
    parallel_for(int(order.size()), state_.threads, {}, [&](int i) {
        ConfigSearch search;
        search.config = order[std::size_t(i)]->config;
        const Candidate candidate = state_.in_first_placement(search);
        if (state_.may_be_shown(candidate))
            times[std::size_t(i)] = candidate.iteration_time_s;
    });
    return times.empty() ? std::numeric_limits<double>::infinity()
                         : *std::min_element(times.begin(), times.end());
}

void PlanSearch::bound(std::vector<Examined>& examined) {
    const double may_win_s = first_s_ * (1 + told_apart);
    std::vector<Examined*> left;
    for (Examined& one : examined)
        if (one.bound_s > 0 &&
            (std::min(one.bound_s, one.even_s) <= may_win_s ||
             (one.config.world() != state_.best.largest_world() && state_.best.keeps(one.config.world()))))
            left.push_back(&one);
    const std::vector<std::size_t> first = first_of_each_kind(
        left.size(), [&](std::size_t i) -> const auto& { return left[i]->config; });
    state_.progress.begin("Bounding times", progress_share::bounding, long(left.size()));
    parallel_for(int(first.size()) - 1, state_.threads, {}, [&](int group) {
        std::optional<TimesOf> alike;
        for (std::size_t i = first[std::size_t(group)]; i < first[std::size_t(group) + 1]; ++i) {
            const PipelineCosts costs = fastest(left[i]->config, alike);
            left[i]->bound_s = bound_time(costs, left[i]->config);
            left[i]->even_s = evenly_spread_time(costs);
            state_.progress.done();
        }
    });
}

std::vector<ParallelConfig> PlanSearch::offloaded(const std::vector<ParallelConfig>& configs) const {
    std::vector<ParallelConfig> found;
    for (const ParallelConfig& config : configs) {
        if (state_.peers.size == 1 && state_.stop.stop_requested()) // several processes must know the same
            break;
        if (const auto fits =
                cheapest_offload(state_.inputs, state_.tables.knowledge, config,
                                 state_.tables.gpu_memory_bytes.front(), [&](const ParallelConfig& some) {
                                     return bound_time(fastest_costs(state_.tables, some), some);
                                 }))
            found.push_back(*fits);
    }
    return found;
}

MemoryChecks PlanSearch::checks_on_the_least(int world) const {
    const SearchTables& tables = state_.tables;
    const std::vector<double>&all = tables.gpu_memory_bytes, &fusing = tables.fusing_memory_bytes;
    const std::size_t last = std::min(index(world), all.size()) - 1;
    const double least = all[last];
    TrainingJob job = state_.inputs.job;
    job.flash_attention = last < fusing.size() && fusing[last] >= least;
    return {state_.inputs, tables.knowledge, least, std::move(job)};
}

std::optional<ParallelConfig> PlanSearch::safe_with_less(const ParallelConfig& config, Alike& alike) const {
    std::size_t way = 0;
    for (const ParallelConfig& lighter : lighter_ways(state_.inputs, config)) {
        if (way == alike.lighter.size())
            alike.lighter.push_back(checks_on_the_least(config.world()));
        if (alike.lighter[way++].of(lighter).verdict == Verdict::safe)
            return lighter;
    }
    return std::nullopt;
}

PipelineCosts PlanSearch::fastest(const ParallelConfig& config, std::optional<TimesOf>& alike) {
    const SlotShape& shape = state_.tables.known_shape(config.peers());
    const ConfigWork work = config_work(state_.tables, config);
    if (alike && alike_but_for_shards(alike->config, config))
        set_optimizer_times(alike->times, state_.tables.links, work, shape.layout, shape.groups);
    else
        alike = {config, class_times(state_.tables.links, work, shape.layout, shape.groups)};
    return fastest_costs(state_.tables, work, shape, alike->times);
}

void PlanSearch::look_ahead(const ConfigSearch& search) {
    constexpr auto pause = std::chrono::milliseconds(250); // what it costs is little beside the filter
    const std::unique_lock lock(looking_ahead_, std::try_to_lock);
    if (!lock.owns_lock() || !state_.progress.wanted() ||
        (seen_ahead_ && (search.lower_bound_s >= seen_ahead_->iteration_time_s ||
                         std::chrono::steady_clock::now() - looked_ahead_ < pause)))
        return;
    Candidate candidate = state_.in_first_placement(search);
    looked_ahead_ = std::chrono::steady_clock::now();
    if (!state_.may_be_shown(candidate) || (seen_ahead_ && !faster(candidate, *seen_ahead_)))
        return;
    state_.progress.found(candidate);
    seen_ahead_ = std::move(candidate);
}

} // namespace pipette
