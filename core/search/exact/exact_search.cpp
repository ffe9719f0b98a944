// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/exact/exact_search.h"

#include "core/base/index.h"
#include "core/cost/iteration_time.h"
#include "core/search/placement/placement_cost.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace pipette {
namespace {

/// All placements one after another, and the order in which to look at them.
class ByCost {
public:
    ByCost(const PlacementProblem& problem, const DistinctPlacements& all)
        : blocks_(index(problem.blocks())) {
        PlacementCost cost(problem, problem.layout.slot_of_block);
        all.each([&](std::span<const std::uint32_t> placement) {
            cost.reset(placement);
            order_.push_back({cost.broken_hops(), cost.cost(), order_.size()});
            slots_.insert(slots_.end(), placement.begin(), placement.end());
            return true;
        });
    }
    struct Entry {
        long broken_hops;
        double cost_s;
        std::size_t number;
        bool operator<(const Entry& other) const {
            return std::tie(broken_hops, cost_s, number) <
                   std::tie(other.broken_hops, other.cost_s, other.number);
        }
    };
    /// The first `count` of them in order.
    std::span<const Entry> first(std::size_t count) {
        count = std::min(count, order_.size());
        std::partial_sort(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(count), order_.end());
        return std::span(order_).first(count);
    }
    std::span<const std::uint32_t> placement(const Entry& entry) const {
        return std::span(slots_).subspan(entry.number * blocks_, blocks_);
    }

private:
    std::size_t blocks_;
    std::vector<Entry> order_;
    std::vector<std::uint32_t> slots_;
};

} // namespace

ExactSearch::ExactSearch(const SearchTables& tables, const ParallelConfig& config,
                         const PlacementProblem& problem)
    : tables_(tables),
      problem_(problem),
      work_(config_work(tables.inputs.cluster, tables.inputs.model, tables.inputs.job, config,
                        tables.knowledge.calibration)),
      timer_(timer_of(config)) {}

double ExactSearch::time_s(std::span<const std::uint32_t> placement) {
    const RankMapping mapping = mapping_of(problem_.layout, work_.config, placement);
    return exact_iteration(pipeline_costs(tables_.links, work_, mapping), work_.config, timer_).time_s;
}

std::vector<std::uint32_t> ExactSearch::best_of(const DistinctPlacements& all, long simulations) {
    ByCost by_cost(problem_, all);
    std::vector<std::uint32_t> best;
    double least = std::numeric_limits<double>::infinity();
    long broken_hops = 0;
    for (const ByCost::Entry& entry : by_cost.first(index(static_cast<int>(simulations)))) {
        if (best.empty())
            broken_hops = entry.broken_hops;
        if (entry.broken_hops > broken_hops || entry.cost_s >= least)
            break;
        const std::span<const std::uint32_t> placement = by_cost.placement(entry);
        if (const double time = time_s(placement); time < least) {
            least = time;
            best.assign(placement.begin(), placement.end());
        }
    }
    return best;
}

std::vector<std::uint32_t> ExactSearch::descend(std::vector<std::uint32_t> placement, long simulations) {
    PlacementCost cost(problem_, placement);
    double least = time_s(placement);
    const auto blocks = static_cast<std::uint32_t>(problem_.blocks()),
               places = static_cast<std::uint32_t>(problem_.places());
    const auto may_gain = [&](std::span<const Change> changes) {
        const long broken_hops = cost.broken_hops();
        cost.attempt(changes);
        cost.keep();
        return cost.broken_hops() <= broken_hops && cost.cost() < least;
    };
    for (bool better = true; better && simulations > 0;) {
        better = false;
        for (std::uint32_t block = 0; block < blocks && simulations > 0; ++block)
            for (std::uint32_t slot = 0; slot < places && simulations > 0; ++slot) {
                const std::uint32_t from = cost.slot_of_block()[block];
                const std::int32_t other = cost.block_of_slot()[slot];
                const bool fixed = problem_.layout.fixed[block] ||
                                   (other >= 0 && problem_.layout.fixed[static_cast<std::size_t>(other)]);
                if (fixed || (other >= 0 && static_cast<std::uint32_t>(other) <= block))
                    continue;
                Change changes[2]{{block, slot}, {static_cast<std::uint32_t>(std::max(other, 0)), from}};
                const std::span<const Change> both(changes, other >= 0 ? 2 : 1);
                if (!may_gain(both)) {
                    cost.reset(placement);
                    continue;
                }
                --simulations;
                const double time = time_s(cost.slot_of_block());
                if (time < least)
                    least = time, better = true, placement = cost.slot_of_block();
                else
                    cost.reset(placement);
            }
    }
    return placement;
}

std::vector<std::vector<std::uint32_t>> cheapest_of(const PlacementProblem& problem,
                                                    const DistinctPlacements& all, std::size_t count) {
    ByCost by_cost(problem, all);
    std::vector<std::vector<std::uint32_t>> cheapest;
    for (const ByCost::Entry& entry : by_cost.first(count)) {
        const std::span<const std::uint32_t> placement = by_cost.placement(entry);
        cheapest.emplace_back(placement.begin(), placement.end());
    }
    return cheapest;
}

} // namespace pipette
