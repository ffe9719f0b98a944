// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/exhaustive/distinct_placements.h"

#include "core/base/index.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace pipette {
namespace {

/// More blocks than anybody lists the placements of.
constexpr int most_blocks = 32;

/// Whether the links inside nodes and those of all GPUs of a node to others are the same for each GPU.
bool nodes_decide(const PlacementProblem& problem) {
    const Links& links = *problem.links;
    return links.rows == links.nodes && problem.table->sites == problem.nodes &&
           std::all_of(links.intra_s_per_byte.begin(), links.intra_s_per_byte.end(),
                       [&](double s) { return s == links.intra_s_per_byte.front(); }) &&
           std::all_of(links.intra_latency_s.begin(), links.intra_latency_s.end(),
                       [&](double s) { return s == links.intra_latency_s.front(); });
}

/// Whether all replicas exchange with each other, whatever they exchange.
bool exchanges_hold_all_replicas(const PlacementProblem& problem) {
    return std::all_of(problem.exchange.collectives.begin(), problem.exchange.collectives.end(),
                       [&](const StageExchange& exchange) {
                           std::set<int> replicas;
                           for (int member = 0; member < exchange.groups.size(); ++member)
                               replicas.insert(exchange.groups.rank(0, member) / problem.layout.block_size);
                           return static_cast<int>(replicas.size()) == problem.replicas;
                       });
}

/// What a slot has in common with those that can stand for it: its node, class, and GPUs on every NIC; NICs
/// that no other slot uses are alike.
std::vector<int> signature_of(const PlacementProblem& problem, int slot,
                              const std::vector<int>& slots_on_nic) {
    std::map<int, int> on_nic;
    for (const int gpu : problem.layout.gpus_of(slot))
        ++on_nic[problem.links->nic_of_gpu[index(gpu)]];
    std::vector<std::pair<int, int>> nics;
    for (const auto& [nic, gpus] : on_nic)
        nics.emplace_back(slots_on_nic[index(nic)] > 1 ? nic : -1, gpus);
    std::sort(nics.begin(), nics.end());
    std::vector<int> signature{problem.layout.node_of_slot[index(slot)],
                               static_cast<int>(problem.slots[index(slot)].kind)};
    for (const auto& [nic, gpus] : nics)
        signature.insert(signature.end(), {nic, gpus});
    return signature;
}

std::vector<int> slots_on_nics(const PlacementProblem& problem) {
    std::vector<int> slots(index(problem.links->nics), 0), last(slots.size(), -1);
    for (int slot = 0; slot < problem.places(); ++slot)
        for (const int gpu : problem.layout.gpus_of(slot)) {
            const std::size_t nic = index(problem.links->nic_of_gpu[index(gpu)]);
            if (last[nic] != slot)
                last[nic] = slot, ++slots[nic];
        }
    return slots;
}

} // namespace

DistinctPlacements::DistinctPlacements(const PlacementProblem& problem)
    : problem_(problem), fixed_(index(problem.blocks()), -1) {
    if (problem.blocks() > most_blocks)
        return;
    const bool by_node = nodes_decide(problem);
    const std::vector<int> slots_on_nic = slots_on_nics(problem);
    std::vector<char> taken(index(problem.places()), 0);
    for (std::size_t block = 0; block < fixed_.size(); ++block)
        if (problem.layout.fixed[block]) {
            const std::uint32_t slot = problem.layout.slot_of_block[block];
            taken[slot] = 1;
            fixed_[block] = static_cast<int>(alike_.size());
            alike_.push_back({slot});
        }
    const bool none_fixed = alike_.empty();
    std::map<std::vector<int>, std::size_t> known;
    std::vector<int> nodes;
    for (int slot = 0; slot < problem.places(); ++slot) {
        if (taken[index(slot)])
            continue;
        nodes.push_back(problem.layout.node_of_slot[index(slot)]);
        const std::vector<int> signature =
            by_node ? signature_of(problem, slot, slots_on_nic) : std::vector<int>{slot};
        const auto [at, is_new] = known.try_emplace(signature, alike_.size());
        if (is_new)
            alike_.emplace_back();
        alike_[at->second].push_back(static_cast<std::uint32_t>(slot));
    }
    std::sort(nodes.begin(), nodes.end());
    const auto node_count = std::unique(nodes.begin(), nodes.end()) - nodes.begin();
    replicas_alike_ = none_fixed && by_node && node_count <= 2 && exchanges_hold_all_replicas(problem);
    rings_turn_ = none_fixed && !replicas_alike_ && problem.exchange.form == ExchangeForm::hops;
}

/// Not above the number of placements: every order of the blocks over the sets of slots, were all replicas
/// that stand for each other different.
double DistinctPlacements::least_count() const {
    std::vector<double> ways(index(problem_.blocks()) + 1, 0); // [blocks placed] over the factorial
    ways[0] = 1;
    for (std::size_t set = 0; set < alike_.size(); ++set) {
        if (std::find(fixed_.begin(), fixed_.end(), static_cast<int>(set)) != fixed_.end())
            continue;
        for (std::size_t placed = ways.size(); placed-- > 0;) {
            double share = 1;
            for (std::size_t here = 1; here <= std::min(placed, alike_[set].size()); ++here) {
                share /= static_cast<double>(here);
                ways[placed] += ways[placed - here] * share;
            }
        }
    }
    const auto free = std::count(fixed_.begin(), fixed_.end(), -1);
    double count = ways[static_cast<std::size_t>(free)] * std::tgamma(static_cast<double>(free) + 1);
    if (replicas_alike_)
        count /= std::tgamma(problem_.replicas + 1.0);
    return rings_turn_ ? count / problem_.replicas : count;
}

bool DistinctPlacements::at_most(long most) const {
    if (problem_.blocks() > most_blocks || least_count() > 1.001 * static_cast<double>(most))
        return false;
    long count = 0;
    return each([&](std::span<const std::uint32_t>) { return ++count <= most; });
}

bool DistinctPlacements::each(const Visit& visit) const {
    const std::size_t blocks = index(problem_.blocks()), devices = index(problem_.devices);
    std::vector<std::uint32_t> slots(blocks);
    std::vector<int> set_of_block(blocks, 0);
    std::vector<std::size_t> used(alike_.size(), 0);
    // `level`: the block's replica is so far the same as the one before, which it must not come before.
    const auto place = [&](const auto& next, std::size_t block, bool level) -> bool {
        if (block == blocks)
            return visit(slots);
        if (block % devices == 0)
            level = replicas_alike_ && block > 0;
        int first = level ? set_of_block[block - devices] : 0, end = static_cast<int>(alike_.size());
        if (rings_turn_ && block > 0 && block % devices == 0)
            first = set_of_block[0] + 1;
        if (fixed_[block] >= 0)
            first = fixed_[block], end = first + 1;
        for (int set = first; set < end; ++set) {
            const std::vector<std::uint32_t>& choice = alike_[index(set)];
            std::size_t& taken = used[index(set)];
            if (taken == choice.size())
                continue;
            slots[block] = choice[taken++];
            set_of_block[block] = set;
            const bool go_on = next(next, block + 1, level && set == first);
            --taken;
            if (!go_on)
                return false;
        }
        return true;
    };
    return place(place, 0, false);
}

} // namespace pipette
