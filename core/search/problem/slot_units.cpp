// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/problem/slot_units.h"

#include "core/base/index.h"

#include <algorithm>
#include <map>
#include <string>

namespace pipette {
namespace {

/// Units in the order of their first slots.
template <class UnitOfNode>
SlotUnits units_of(const SlotLayout& layout, const UnitOfNode& unit_of_node) {
    SlotUnits units;
    std::map<int, std::uint32_t> known;
    for (const int node : layout.node_of_slot) {
        const auto [at, is_new] = known.try_emplace(unit_of_node(node), std::uint32_t(known.size()));
        if (is_new)
            units.slots.emplace_back();
        units.slots[at->second].push_back(std::uint32_t(units.unit_of_slot.size()));
        units.unit_of_slot.push_back(at->second);
    }
    return units;
}

} // namespace

std::vector<SlotUnits> slot_units(const Cluster& cluster, const SlotLayout& layout, int blocks) {
    const std::vector<int> domains = cluster.domain_of_node();
    const bool has_domains = !domains.empty() && *std::max_element(domains.begin(), domains.end()) + 1 <
                                                     static_cast<int>(domains.size());
    std::vector<SlotUnits> all;
    if (layout.size() == blocks && !has_domains)
        return all;
    const auto add = [&](SlotUnits units) {
        if (units.count() > 1 && units.count() < index(layout.size()) &&
            std::none_of(all.begin(), all.end(),
                         [&](const SlotUnits& finer) { return finer.unit_of_slot == units.unit_of_slot; }))
            all.push_back(std::move(units));
    };
    add(units_of(layout, [](int node) { return node; }));
    add(units_of(layout, [&](int node) { return domains[index(node)]; }));
    for (const std::vector<int>& groups : groups_of_levels(cluster))
        add(units_of(layout, [&](int node) { return groups[index(node)]; }));
    return all;
}

std::vector<std::uint32_t> with_units_swapped(std::vector<std::uint32_t> placement, const SlotUnits& units,
                                              std::uint32_t a, std::uint32_t b) {
    for (std::uint32_t& slot : placement) {
        const std::uint32_t from = units.unit_of_slot[slot];
        if (from != a && from != b)
            continue;
        const std::vector<std::uint32_t>&own = units.slots[from], &other = units.slots[from == a ? b : a];
        const auto place = index(std::lower_bound(own.begin(), own.end(), slot) - own.begin());
        if (place < other.size())
            slot = other[place];
    }
    return placement;
}

} // namespace pipette
