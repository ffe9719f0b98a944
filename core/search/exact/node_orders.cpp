// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/exact/node_orders.h"

#include "core/base/random.h"
#include "core/search/exact/node_rows.h"
#include "core/search/placement/node_swap.h"
#include "core/search/placement/soft_maximum.h"

#include <algorithm>
#include <cmath>

namespace pipette {
namespace {

constexpr std::size_t most_times = 1'000'000; // of links and hops from node to node that are kept
constexpr long most_work = 100'000'000;       // ends of rows, and hops, that moves look at

/// Whether nodes are alike but for the links between them.
bool nodes_are_alike(const PlacementProblem& problem) {
    return problem.nics_shared && !problem.broken && problem.pipeline.classes == 1 &&
           problem.exchange.form == ExchangeForm::nodes && nodes_alike_inside(problem) &&
           std::none_of(problem.layout.fixed.begin(), problem.layout.fixed.end(),
                        [](char fixed) { return fixed != 0; });
}

/// Nodes in rows; an exchange of two works out the energy of all again, for rows are few.
class OrderChain {
public:
    OrderChain(const PlacementProblem& problem, const NodeRows& rows, RowTimes& times)
        : rows_(rows),
          times_(times),
          devices_(index(problem.devices)),
          ends_s_(rows.count() * devices_),
          hops_s_(ends_s_),
          latest_s_(devices_),
          slowest_s_(devices_) {
        for (int device = 0; device < problem.devices; ++device)
            places_.push_back(rows.place_of(device));
        take(rows.nodes());
    }

    double cost() const { return cost_s_; }
    const std::vector<std::uint32_t>& nodes() const { return nodes_; }

    void take(const std::vector<std::uint32_t>& nodes) {
        nodes_ = nodes;
        for (std::size_t row = 0; row < rows_.count(); ++row)
            load(row);
        find_cost();
    }
    void exchange(std::size_t a, std::size_t b) {
        std::swap(nodes_[a], nodes_[b]);
        load(a / rows_.length());
        if (a / rows_.length() != b / rows_.length())
            load(b / rows_.length());
        find_cost();
    }
    /// Sum of the SoftMaximum parts of every row and hop, each with the slowest of the others beside it.
    double energy(const SoftMaximum& soft) const {
        double sum = 0;
        for (std::size_t at = 0; at < ends_s_.size(); at += devices_)
            for (std::size_t device = 0; device < devices_; ++device)
                sum += soft.part(ends_s_[at + device] + slowest_s_[device]) +
                       soft.part(latest_s_[device] + hops_s_[at + device]);
        return sum;
    }

private:
    const std::uint32_t* row(std::size_t row) const { return &nodes_[row * rows_.length()]; }
    void load(std::size_t row) {
        std::copy_n(times_.ends_s(this->row(row)), devices_, &ends_s_[row * devices_]);
    }
    void find_cost() {
        std::fill(latest_s_.begin(), latest_s_.end(), 0.0);
        std::fill(slowest_s_.begin(), slowest_s_.end(), 0.0);
        for (std::size_t r = 0; r < rows_.count(); ++r) {
            const std::uint32_t *here = row(r), *next = row(r + 1 < rows_.count() ? r + 1 : 0);
            for (std::size_t device = 0; device < devices_; ++device) {
                double& hop_s = hops_s_[r * devices_ + device];
                hop_s = times_.hop_s(device, here[places_[device]], next[places_[device]]);
                slowest_s_[device] = std::max(slowest_s_[device], hop_s);
                latest_s_[device] = std::max(latest_s_[device], ends_s_[r * devices_ + device]);
            }
        }
        cost_s_ = 0;
        for (std::size_t device = 0; device < devices_; ++device)
            cost_s_ = std::max(cost_s_, latest_s_[device] + slowest_s_[device]);
    }

    const NodeRows& rows_;
    RowTimes& times_;
    std::size_t devices_;
    std::vector<std::size_t> places_; // [device]
    std::vector<std::uint32_t> nodes_;
    std::vector<double> ends_s_, hops_s_;      // [row * devices + device] the hop to the next row
    std::vector<double> latest_s_, slowest_s_; // [device] of the rows, of the hops
    double cost_s_ = 0;
};

/// Anneals in cycles of falling temperature: every other one from the best so far, the others from any order.
class OrderAnnealing {
public:
    OrderAnnealing(const PlacementProblem& problem, const NodeRows& rows, RowTimes& times)
        : chain_(problem, rows, times), best_(chain_.nodes()), least_s_(chain_.cost()) {}

    std::vector<std::uint32_t> run(long moves) {
        const double scale_s = best_.size() > 1 && moves > 0 ? typical_change() : 0;
        for (int cycle = 0; scale_s > 0 && moves > 0; ++cycle) {
            const bool elsewhere = cycle % 2 == 1;
            if (elsewhere)
                draw();
            else
                chain_.take(best_);
            const long length = std::min(moves, moves_of_cycle * long(best_.size() * best_.size()));
            cool(scale_s * (elsewhere ? hot : warm), scale_s * cold, length);
            moves -= length;
        }
        return best_;
    }

private:
    static constexpr long moves_of_cycle = 40;                 // times the square of the nodes
    static constexpr int steps_of_cycle = 100;                 // of the temperature
    static constexpr double hot = 1, warm = 0.3, cold = 0.003; // of a typical change

    /// Mean change of the cost by an exchange, on a random walk from the start.
    double typical_change() {
        constexpr int walk = 128;
        double sum_s = 0;
        for (int i = 0; i < walk; ++i) {
            const double before_s = chain_.cost();
            const auto [a, b] = two();
            chain_.exchange(a, b);
            keep_best();
            sum_s += std::abs(chain_.cost() - before_s);
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
        if (chain_.cost() < least_s_)
            best_ = chain_.nodes(), least_s_ = chain_.cost();
    }
    void cool(double from_s, double to_s, long moves) {
        const double cooling = std::pow(to_s / from_s, 1.0 / steps_of_cycle);
        double heat_s = from_s;
        for (int step = 0; step < steps_of_cycle; ++step, heat_s *= cooling) {
            const SoftMaximum soft(chain_.cost(), heat_s);
            double energy = chain_.energy(soft);
            for (long i = 0; i < moves / steps_of_cycle; ++i) {
                const double limit = energy - heat_s * std::log(1 - random_.uniform());
                const auto [a, b] = two();
                chain_.exchange(a, b);
                // What decides the cost is a part of the energy: most often it is too much by itself.
                const bool alone_too_much = soft.part(chain_.cost()) > limit;
                const double with = alone_too_much ? 0 : chain_.energy(soft);
                if (alone_too_much || with > limit) {
                    chain_.exchange(a, b);
                    continue;
                }
                energy = with;
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
    const std::size_t nodes = index(problem.nodes), devices = index(problem.devices),
                      links = problem.sends.links.size() + problem.sends.ends.size();
    if ((links + devices) * nodes * nodes > most_times)
        return {};
    const NodeRows rows(problem, slot_of_block);
    if (!rows.fit())
        return {};
    RowTimes times(problem, rows, slot_of_block);
    if (!times.known())
        return {};
    const std::vector<std::uint32_t> best =
        OrderAnnealing(problem, rows, times).run(std::min(moves, most_work / long(rows.count() * devices)));
    std::vector<std::uint32_t> new_node(best.size()), ordered;
    for (std::size_t at = 0; at < best.size(); ++at)
        new_node[rows.nodes()[at]] = best[at];
    const auto local = std::uint32_t(problem.most_local);
    for (const std::uint32_t slot : slot_of_block)
        ordered.push_back(new_node[problem.slots[slot].node] * local + slot % local);
    return ordered;
}

} // namespace pipette
