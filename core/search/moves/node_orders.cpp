// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/moves/node_orders.h"

#include "core/base/random.h"
#include "core/search/moves/node_rows.h"
#include "core/search/moves/order_chain.h"
#include "core/search/time/node_swap.h"

#include <algorithm>
#include <cmath>

namespace pipette {
namespace {

constexpr std::size_t most_times = 1'000'000;              // of links from node to node that are kept
constexpr long most_work = 400'000L * nodes_ordered_fully; // exchanges times nodes

/// Whether nodes are alike but for the links between them, and blocks may meet where they exchange.
bool nodes_are_alike(const PlacementProblem& problem) {
    const ExchangeForm form = problem.exchange.form;
    return ((problem.nics_shared && form == ExchangeForm::nodes) || form == ExchangeForm::groups) &&
           !problem.broken && problem.pipeline.classes == 1 && nodes_alike_inside(problem) &&
           std::none_of(problem.layout.fixed.begin(), problem.layout.fixed.end(),
                        [](char fixed) { return fixed != 0; });
}

/// Anneals in cycles of falling temperature: every other one from the best so far, the others from any order.
class OrderAnnealing {
public:
    OrderAnnealing(const PlacementProblem& problem, const NodeRows& rows, RowTimes& times,
                   const NodeHops& hops)
        : chain_(rows, times, hops, problem.devices), best_(chain_.nodes()), least_s_(chain_.cost_s()) {}

    std::vector<std::uint32_t> run(long moves) {
        const double scale_s = best_.size() > 1 && moves > 0 ? typical_change() : 0;
        int idle = 0; // cycles since the last that found a better order
        for (int cycle = 0; scale_s > 0 && moves > 0 && idle < most_idle_cycles; ++cycle) {
            const bool elsewhere = cycle % 2 == 1;
            if (elsewhere)
                draw();
            else
                chain_.take(best_);
            const double before_s = least_s_;
            const long length = std::min(moves, moves_of_cycle * long(best_.size() * best_.size()));
            cool(scale_s * (elsewhere ? hot : warm), scale_s * cold, length);
            moves -= length;
            idle = least_s_ < before_s ? 0 : idle + 1;
        }
        return best_;
    }

private:
    static constexpr long moves_of_cycle = 40; // times the square of the nodes
    static constexpr int most_idle_cycles = 12;
    static constexpr int steps_of_cycle = 100;                 // of the temperature
    static constexpr double hot = 1, warm = 0.3, cold = 0.003; // of a typical change

    /// Mean change of the cost by an exchange, on a random walk from the start.
    double typical_change() {
        constexpr int walk = 128;
        double sum_s = 0;
        for (int i = 0; i < walk; ++i) {
            const double before_s = chain_.cost_s();
            const auto [a, b] = two();
            chain_.exchange(a, b);
            keep_best();
            sum_s += std::abs(chain_.cost_s() - before_s);
        }
        return sum_s / walk;
    }
    std::pair<std::size_t, std::size_t> two() {
        const auto count = std::uint32_t(best_.size());
        const std::uint32_t a = random_.below(count), b = (a + 1 + random_.below(count - 1)) % count;
        return {a, b};
    }
    void draw() {
        std::vector<std::uint32_t> nodes = best_;
        for (auto left = std::uint32_t(nodes.size()); left > 1; --left)
            std::swap(nodes[left - 1], nodes[random_.below(left)]);
        chain_.take(nodes);
    }
    void keep_best() {
        if (chain_.cost_s() < least_s_)
            best_ = chain_.nodes(), least_s_ = chain_.cost_s();
    }
    void cool(double from_s, double to_s, long moves) {
        const double cooling = std::pow(to_s / from_s, 1.0 / steps_of_cycle);
        double heat_s = from_s;
        for (int step = 0; step < steps_of_cycle; ++step, heat_s *= cooling) {
            chain_.soften(heat_s);
            for (long i = 0; i < moves / steps_of_cycle; ++i) {
                const double limit_s = chain_.energy_s() - heat_s * std::log(1 - random_.uniform());
                const auto [a, b] = two();
                if (chain_.exchange_within(a, b, limit_s))
                    keep_best();
            }
        }
    }

    OrderChain chain_;
    std::vector<std::uint32_t> best_;
    double least_s_;
    Random random_{1};
};

} // namespace

std::vector<std::uint32_t> best_node_order(const PlacementProblem& problem,
                                           std::span<const std::uint32_t> slot_of_block, long moves) {
    if (!nodes_are_alike(problem))
        return {};
    const std::size_t nodes = index(problem.nodes),
                      links = problem.sends.links.size() + problem.sends.ends.size();
    if (links * nodes * nodes > most_times)
        return {};
    const NodeRows rows(problem, slot_of_block);
    if (!rows.fit())
        return {};
    moves = std::min(moves, most_work / problem.nodes);
    RowTimes times(problem, rows, slot_of_block, 2 * std::size_t(moves) + rows.count());
    const NodeHops hops(problem, rows, slot_of_block);
    if (!times.known() || !hops.known())
        return {};
    const std::vector<std::uint32_t> best = OrderAnnealing(problem, rows, times, hops).run(moves);
    std::vector<std::uint32_t> new_node(best.size()), ordered;
    for (std::size_t at = 0; at < best.size(); ++at)
        new_node[rows.nodes()[at]] = best[at];
    const auto local = std::uint32_t(problem.most_local);
    for (const std::uint32_t slot : slot_of_block)
        ordered.push_back(new_node[problem.slots[slot].node] * local + slot % local);
    return ordered;
}

} // namespace pipette
