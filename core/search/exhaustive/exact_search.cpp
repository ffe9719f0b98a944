// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/exhaustive/exact_search.h"

#include "core/base/index.h"
#include "core/cost/iteration_time.h"
#include "core/search/time/placement_cost.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace pipette {
namespace {

/// All placements one after another, and the order in which to look at them.
class ByCost {
public:
    /// `looked`: is told what share of them is listed; may be empty.
    ByCost(const PlacementProblem& problem, const DistinctPlacements& all,
           const std::function<void(double)>& looked = {})
        : blocks_(index(problem.blocks())) {
        std::size_t count = 0;
        if (looked)
            all.each([&](std::span<const std::uint32_t>) { return ++count > 0; });
        PlacementCost cost(problem, problem.layout.slot_of_block);
        all.each([&](std::span<const std::uint32_t> placement) {
            cost.reset(placement);
            order_.push_back({cost.broken_hops(), cost.cost(), order_.size()});
            slots_.insert(slots_.end(), placement.begin(), placement.end());
            if (looked)
                looked(double(order_.size()) / double(count));
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
    std::size_t size() const { return order_.size(); }
    std::span<const std::uint32_t> placement(const Entry& entry) const {
        return std::span(slots_).subspan(entry.number * blocks_, blocks_);
    }

private:
    std::size_t blocks_;
    std::vector<Entry> order_;
    std::vector<std::uint32_t> slots_;
};

/// A block and a slot of another or of none, whose contents change places.
struct Exchange {
    std::uint32_t block, slot;
    double cost_s = 0; ///< of what it leads to, where the order asks for it

    /// Each exchange of two blocks once.
    bool possible(const PlacementProblem& problem, const PlacementCost& at) const {
        const std::int32_t other = at.block_of_slot()[slot];
        return !problem.layout.fixed[block] &&
               (other < 0 || (static_cast<std::uint32_t>(other) > block &&
                              !problem.layout.fixed[static_cast<std::size_t>(other)]));
    }
    /// Returns the exchange that takes it back.
    Exchange put(PlacementCost& cost) const {
        const std::int32_t other = cost.block_of_slot()[slot];
        const std::uint32_t before = cost.slot_of_block()[block];
        const Change changes[2]{{block, slot}, {static_cast<std::uint32_t>(std::max(other, 0)), before}};
        cost.attempt(std::span(changes, other >= 0 ? 2 : 1));
        cost.keep();
        return {block, before};
    }
};

/// In the order in which to try them: any where a bound says which are worth it, else by cost.
std::vector<Exchange> exchanges_of(const PlacementProblem& problem,
                                   const std::vector<std::uint32_t>& placement,
                                   const std::function<void(double)>& looked) {
    std::vector<Exchange> all;
    for (std::uint32_t block = 0; block < static_cast<std::uint32_t>(problem.blocks()); ++block)
        for (std::uint32_t slot = 0; slot < static_cast<std::uint32_t>(problem.places()); ++slot)
            all.push_back({block, slot});
    if (problem.cost_is_bound)
        return all;
    PlacementCost cost(problem, placement);
    std::erase_if(all, [&](const Exchange& exchange) { return !exchange.possible(problem, cost); });
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Exchange back = all[i].put(cost);
        all[i].cost_s = cost.cost();
        back.put(cost);
        looked(double(i) / double(all.size()));
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const Exchange& a, const Exchange& b) { return a.cost_s < b.cost_s; });
    return all;
}

} // namespace

ExactSearch::ExactSearch(const SearchTables& tables, const ParallelConfig& config,
                         const PlacementProblem& problem, std::function<void(double)> looked)
    : tables_(tables),
      problem_(problem),
      work_(config_work(tables, config)),
      timer_(timer_of(config)),
      looked_(looked ? std::move(looked) : [](double) {}) {}

double ExactSearch::time_s(std::span<const std::uint32_t> placement) {
    const RankMapping mapping = mapping_of(problem_.layout, work_.config, placement);
    return exact_iteration(pipeline_costs(tables_.links, work_, mapping), work_.config, timer_).time_s;
}

ProvenPlacement ExactSearch::best_of(const DistinctPlacements& all, long simulations) {
    ByCost by_cost(problem_, all, looked_);
    std::vector<std::uint32_t> best;
    double least = std::numeric_limits<double>::infinity();
    long broken_hops = 0;
    const auto cheapest = by_cost.first(index(static_cast<int>(simulations)));
    bool proven = cheapest.size() == by_cost.size();
    for (const ByCost::Entry& entry : cheapest) {
        looked_(double(&entry - cheapest.data()) / double(cheapest.size()));
        if (best.empty())
            broken_hops = entry.broken_hops;
        if (entry.broken_hops > broken_hops || !may_be_below(least, entry.cost_s)) {
            proven = true;
            break;
        }
        const std::span<const std::uint32_t> placement = by_cost.placement(entry);
        if (const double time = time_s(placement); time < least) {
            least = time;
            best.assign(placement.begin(), placement.end());
        }
    }
    const double others_s = problem_.cost_is_bound ? cheapest.back().cost_s : 0;
    return {std::move(best), proven ? least : std::min(least, others_s)};
}

std::vector<std::uint32_t> ExactSearch::descend(std::vector<std::uint32_t> placement, long simulations) {
    PlacementCost cost(problem_, placement);
    double least = time_s(placement);
    for (bool better = true; better && simulations > 0;) {
        better = false;
        for (const Exchange& exchange : exchanges_of(problem_, placement, looked_)) {
            if (simulations <= 0)
                break;
            if (!exchange.possible(problem_, cost))
                continue;
            const long broken_hops = cost.broken_hops();
            const Exchange back = exchange.put(cost);
            if (cost.broken_hops() <= broken_hops && may_be_below(least, cost.cost())) {
                --simulations;
                if (const double time = time_s(cost.slot_of_block()); time < least) {
                    least = time, better = true, placement = cost.slot_of_block();
                    continue;
                }
            }
            back.put(cost);
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
