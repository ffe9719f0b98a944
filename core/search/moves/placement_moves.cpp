// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/moves/placement_moves.h"

#include <algorithm>

namespace pipette {

PlacementMoves::PlacementMoves(const PlacementProblem& problem, MoveKinds kinds)
    : problem_(problem),
      kinds_(kinds),
      in_groups_(problem.exchange.form == ExchangeForm::groups && !problem.exchange.one_ring) {
    for (std::uint32_t block = 0; block < std::uint32_t(problem.blocks()); ++block)
        if (!is_fixed(block))
            movable_.push_back(block);
    changes_.reserve(std::max({2 * std::size_t(problem.devices), 2 * std::size_t(problem.replicas),
                               2 * std::size_t(problem.most_local), std::size_t(longest_segment)}));
    if (problem.units.empty())
        return;
    changes_.reserve(2 * std::size_t(problem.places()));
    leaving_.reserve(std::size_t(std::max(problem.devices, problem.replicas)));
    coming_.reserve(leaving_.capacity());
}

std::uint32_t PlacementMoves::draw_block(std::uint32_t favoured, Random& random) const {
    if (random.next() & (1u << 20)) {
        const auto devices = std::uint32_t(problem_.devices);
        const std::uint32_t block = favoured * devices + random.below(devices);
        if (!is_fixed(block))
            return block;
    }
    return movable_[random.below(static_cast<std::uint32_t>(movable_.size()))];
}

std::span<const Change> PlacementMoves::propose(const PlacementCost& placement, std::uint32_t favoured,
                                                Random& random) {
    changes_.clear();
    const std::uint32_t block = draw_block(favoured, random);
    const std::uint32_t kind = random.below(16);
    if (kinds_ == MoveKinds::whole_nodes) {
        swap_nodes(placement, block, random);
        return changes_;
    }
    if (kind == 0 && problem_.replicas > 1)
        swap_replicas(placement, problem_.replica_of_block[block], random);
    else if (kind == 1 && problem_.devices > 2)
        rearrange(placement, line_of(block, BlockLine::replica), random);
    else if (kind == 2 && problem_.replicas > 2)
        rearrange(placement, line_of(block, BlockLine::stage), random);
    else if (kind <= 5 && problem_.nodes_movable)
        swap_nodes(placement, block, random);
    else if (kind >= 14 && !problem_.units.empty())
        swap_across(placement, block, random);
    else if (kind == 9 && in_groups_ && problem_.devices > 2)
        swap_stages(placement, block % std::uint32_t(problem_.devices), random);
    else if (kind >= 10 && in_groups_)
        swap_in_stage(placement, block, random);
    else
        swap_with_slot(placement, block, random.below(std::uint32_t(problem_.places())));
    return changes_;
}

void PlacementMoves::swap_with_slot(const PlacementCost& placement, std::uint32_t block, std::uint32_t slot) {
    const std::int32_t other = placement.block_of_slot()[slot];
    if (other == static_cast<std::int32_t>(block) || (other >= 0 && is_fixed(std::uint32_t(other))))
        return;
    add(block, slot);
    if (other >= 0)
        add(std::uint32_t(other), placement.slot_of_block()[block]);
}

void PlacementMoves::swap_stages(const PlacementCost& placement, std::uint32_t stage, Random& random) {
    const auto devices = std::uint32_t(problem_.devices);
    const std::uint32_t other = random.below(devices);
    for (std::uint32_t replica = 0; other != stage && replica < std::uint32_t(problem_.replicas); ++replica) {
        add(replica * devices + stage, placement.slot_of_block()[replica * devices + other]);
        add(replica * devices + other, placement.slot_of_block()[replica * devices + stage]);
    }
    drop_if_fixed();
}

/// Two blocks of one stage change places: the groups of the stage get other members, and the stage keeps its
/// slots.
void PlacementMoves::swap_in_stage(const PlacementCost& placement, std::uint32_t block, Random& random) {
    const Line stage = line_of(block, BlockLine::stage);
    const std::uint32_t other = stage.first + random.below(stage.length) * stage.stride;
    swap_with_slot(placement, block, placement.slot_of_block()[other]);
}

void PlacementMoves::swap_nodes(const PlacementCost& placement, std::uint32_t block, Random& random) {
    const auto size = std::uint32_t(problem_.most_local);
    const std::uint32_t first = placement.slot_of_block()[block] / size * size;
    const std::uint32_t second = random.below(std::uint32_t(problem_.places()) / size) * size;
    if (first == second)
        return;
    for (std::uint32_t i = 0; i < size; ++i)
        for (const auto& [from, to] : {std::pair{first + i, second + i}, std::pair{second + i, first + i}}) {
            const std::int32_t moved = placement.block_of_slot()[from];
            if (moved < 0)
                continue;
            if (is_fixed(std::uint32_t(moved))) {
                changes_.clear();
                return;
            }
            add(std::uint32_t(moved), to);
        }
}

/// Reverses a segment of a line of blocks (the stages of a replica, or the replicas of a stage), or takes one
/// block's slot out and inserts it elsewhere.
void PlacementMoves::rearrange(const PlacementCost& placement, const Line& line, Random& random) {
    std::uint32_t from = random.below(line.length);
    const std::uint32_t reach = std::min(line.length, longest_segment);
    std::uint32_t to = random.below(reach);
    if (line.length > reach) // a window of the line around `from`
        to = (from + line.length - reach / 2 + to) % line.length;
    const bool reverse = (random.next() & (1u << 20)) != 0;
    if (from == to || std::max(from, to) - std::min(from, to) >= longest_segment)
        return;
    if (reverse && from > to)
        std::swap(from, to);
    const auto block = [&](std::uint32_t i) { return line.first + i * line.stride; };
    const std::uint32_t low = std::min(from, to), high = std::max(from, to);
    for (std::uint32_t i = low; i <= high; ++i) {
        if (is_fixed(block(i))) {
            changes_.clear();
            return;
        }
        std::uint32_t source; // whose slot the block gets
        if (reverse)
            source = low + high - i;
        else if (i == to)
            source = from;
        else
            source = from < to ? i + 1 : i - 1;
        if (source != i)
            add(block(i), placement.slot_of_block()[block(source)]);
    }
}

/// Swaps two replicas as they are: pipelines stay, the rings run in another order.
void PlacementMoves::swap_replicas(const PlacementCost& placement, std::uint32_t replica, Random& random) {
    const auto devices = std::uint32_t(problem_.devices);
    const std::uint32_t other = random.below(std::uint32_t(problem_.replicas));
    if (other == replica)
        return;
    for (std::uint32_t stage = 0; stage < devices; ++stage) {
        const std::uint32_t a = replica * devices + stage, b = other * devices + stage;
        if (is_fixed(a) || is_fixed(b)) {
            changes_.clear();
            return;
        }
        add(a, placement.slot_of_block()[b]);
        add(b, placement.slot_of_block()[a]);
    }
}

PlacementMoves::Line PlacementMoves::line_of(std::uint32_t block, BlockLine kind) const {
    const auto devices = std::uint32_t(problem_.devices);
    if (kind == BlockLine::stage)
        return {block % devices, devices, std::uint32_t(problem_.replicas)};
    return {block / devices * devices, 1, devices};
}

/// A ring with few members in a domain is slower than one with none there and than one with many, so single
/// blocks do not get there.
void PlacementMoves::swap_across(const PlacementCost& placement, std::uint32_t block, Random& random) {
    const SlotUnits& units = problem_.units[random.below(std::uint32_t(problem_.units.size()))];
    const std::uint32_t slot = random.below(std::uint32_t(problem_.places())),
                        a = units.unit_of_slot[placement.slot_of_block()[block]],
                        b = units.unit_of_slot[slot];
    const std::uint32_t kind = random.below(4);
    if (a == b)
        return;
    if (kind == 0)
        return swap_units(placement, units, a, b);
    const BlockLine lines = kind == 1 ? BlockLine::replica : BlockLine::stage;
    const auto find = [&](std::uint32_t one, std::uint32_t unit, std::vector<std::uint32_t>& found) {
        found.clear();
        const Line line = line_of(one, lines);
        for (std::uint32_t i = 0; i < line.length; ++i)
            if (const std::uint32_t member = line.first + i * line.stride;
                units.unit_of_slot[placement.slot_of_block()[member]] == unit)
                found.push_back(member);
    };
    const auto move_to_spare = [&](std::span<const std::uint32_t> blocks, std::uint32_t unit) {
        auto next = blocks.begin();
        for (const std::uint32_t to : units.slots[unit])
            if (next != blocks.end() && placement.block_of_slot()[to] < 0)
                add(*next++, to);
    };
    find(block, a, leaving_);
    coming_.clear();
    if (const std::int32_t other = placement.block_of_slot()[slot];
        other >= 0 && line_of(std::uint32_t(other), lines).first != line_of(block, lines).first)
        find(std::uint32_t(other), b, coming_);
    const std::size_t both = std::min(leaving_.size(), coming_.size());
    for (std::size_t i = 0; i < both; ++i) {
        add(leaving_[i], placement.slot_of_block()[coming_[i]]);
        add(coming_[i], placement.slot_of_block()[leaving_[i]]);
    }
    move_to_spare(std::span(leaving_).subspan(both), b);
    move_to_spare(std::span(coming_).subspan(both), a);
    drop_if_fixed();
}

/// Slot by slot, as far as both have slots.
void PlacementMoves::swap_units(const PlacementCost& placement, const SlotUnits& units, std::uint32_t a,
                                std::uint32_t b) {
    const std::vector<std::uint32_t>&of_a = units.slots[a], &of_b = units.slots[b];
    for (std::size_t i = 0; i < std::min(of_a.size(), of_b.size()); ++i)
        for (const auto& [from, to] : {std::pair{of_a[i], of_b[i]}, std::pair{of_b[i], of_a[i]}})
            if (const std::int32_t moved = placement.block_of_slot()[from]; moved >= 0)
                add(std::uint32_t(moved), to);
    drop_if_fixed();
}

void PlacementMoves::drop_if_fixed() {
    if (std::any_of(changes_.begin(), changes_.end(),
                    [&](const Change& change) { return is_fixed(change.block); }))
        changes_.clear();
}

} // namespace pipette
