// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/enumeration/config_search.h"

#include "core/cost/config_work.h"
#include "core/search/placement/placement_cost.h"
#include "core/search/placement/ring_placement.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace pipette {
namespace {

/// A block on GPUs too small for it: so slow that no placement keeps it there.
constexpr double too_small = 1e3;

PlacementProblem problem_of(const SearchTables& tables, const SlotShape& shape, const ConfigSearch& search,
                            const RankMapping* start) {
    const PlanInputs& inputs = tables.inputs;
    const ConfigWork work =
        config_work(inputs.cluster, inputs.model, inputs.job, search.config, tables.knowledge.calibration);
    SlotLayout layout =
        start ? layout_from(inputs.cluster, tables.kept_off, search.config, *start, inputs.pinned_ranks)
              : host_order_layout(shape.layout, search.config);
    const SlotGroups own = start ? group_slots(inputs.cluster, tables.links, layout) : SlotGroups{};
    const SlotGroups& groups = start ? own : shape.groups;
    ClassTimes times = class_times(tables.links, work, layout, groups);
    for (int c = 0; c < times.classes; ++c)
        for (int chunk = 0; chunk < work.chunks(); ++chunk) {
            const std::size_t device = std::size_t(work.device_of_chunk[std::size_t(chunk)]),
                              at = std::size_t(c * work.chunks() + chunk);
            if (device < search.device_bytes.size() &&
                search.device_bytes[device] > groups.memory_bytes[std::size_t(c)])
                times.forward[at] *= too_small, times.backward[at] *= too_small;
        }
    PlacementProblem problem =
        placement_problem(tables.links, tables.nodes, work, std::move(layout), groups, times);
    if (tables.kept_off.links.any())
        problem.broken = &tables.kept_off.links;
    return problem;
}

} // namespace

PlacementSearch::PlacementSearch(const SearchTables& tables, const SlotShape& shape,
                                 const ConfigSearch& search, const RankMapping* start)
    : tables_(tables),
      search_(search),
      problem_(problem_of(tables, shape, search, start)),
      started_(start != nullptr) {}

RankMapping PlacementSearch::mapping(const std::vector<std::uint32_t>& placement) const {
    return mapping_of(problem_.layout, search_.config, placement);
}

std::size_t PlacementSearch::cheapest(const std::vector<std::vector<std::uint32_t>>& placements) const {
    PlacementCost cost(problem_, placements.front());
    const auto rank = [&] { return std::pair(cost.broken_hops(), cost.cost()); };
    std::size_t best = 0;
    auto least = rank();
    for (std::size_t i = 1; i < placements.size(); ++i) {
        cost.reset(placements[i]);
        if (rank() < least)
            least = rank(), best = i;
    }
    return best;
}

double PlacementSearch::blur_s() const {
    const double spread = tables_.links.inter_spread;
    if (spread <= 0)
        return 0;
    const std::vector<std::uint32_t>& start = problem_.layout.slot_of_block;
    const double usual_s = PlacementCost(problem_, start).cost();
    PlacementProblem slower = problem_;
    slower.sends.activation_bytes *= 1 + spread;
    const double pipeline_s = PlacementCost(slower, start).cost() - usual_s;
    slower.sends.activation_bytes = problem_.sends.activation_bytes;
    for (double& part : slower.exchange.ring_part_bytes)
        part *= 1 + spread;
    for (StageExchange& exchange : slower.exchange.collectives)
        for (std::vector<double>* bytes : {&exchange.collective.bytes, &exchange.collective.gathered})
            for (double& of_device : *bytes)
                of_device *= 1 + spread;
    const double exchange_s = PlacementCost(slower, start).cost() - usual_s;
    const double independent = double(std::max<std::size_t>(1, problem_.sends.links.size()));
    return std::sqrt(6 * (exchange_s * exchange_s + pipeline_s * pipeline_s / independent)) /
           std::numbers::pi;
}

ChainResult PlacementSearch::run_chain(int chain, ChainBudget budget, const std::vector<std::uint32_t>* warm,
                                       SearchProgress& progress, const std::stop_token& stop) const {
    std::vector<std::uint32_t> start = warm ? *warm : problem_.layout.slot_of_block;
    budget.seed = tables_.inputs.budget.seed * 0x9e3779b97f4a7c15u +
                  std::uint64_t(search_.number) * 1'000'003u + std::uint64_t(chain);
    if (!warm && !started_ && chain % 2 == 1) {
        RingPlacement rings(problem_);
        Random random(~budget.seed);
        if (rings.possible())
            rings.draw(random, start);
        else
            std::iota(start.begin(), start.end(), 0u);
    }
    ChainSink sink;
    if (progress.wants_curve())
        sink = [&](const ChainPoint& point) {
            progress.annealing(
                {search_.number, chain, point.moves, point.cost_s, point.best_s, search_.config});
        };
    return anneal(problem_, start, budget, sink, stop);
}

} // namespace pipette
