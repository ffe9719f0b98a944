// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/problem/alike_groups.h"

#include "core/base/index.h"
#include "core/cost/links.h"
#include "core/search/space/slot_layout.h"

#include <algorithm>
#include <map>

namespace pipette {
namespace {

/// Numbers lists in the order in which they first come.
class ListNumbers {
public:
    int of(std::vector<int> list) {
        return numbers_.try_emplace(std::move(list), int(numbers_.size())).first->second;
    }

private:
    std::map<std::vector<int>, int> numbers_;
};

/// [peer] Peers with one number have one `fact` in each slot.
template <class Fact>
std::vector<int> peers_by(const SlotLayout& layout, const Fact& fact) {
    ListNumbers numbers;
    std::vector<int> of_peer;
    for (int peer = 0; peer < layout.block_size; ++peer) {
        std::vector<int> facts;
        for (int slot = 0; slot < layout.size(); ++slot)
            facts.push_back(fact(layout.gpus_of(slot)[index(peer)]));
        of_peer.push_back(numbers.of(std::move(facts)));
    }
    return of_peer;
}

/// [group] In groups with one number each member has the same seat.
template <class Seat>
std::vector<int> groups_by(const RankGroups& groups, const Seat& seat) {
    ListNumbers numbers;
    std::vector<int> of_group;
    for (int group = 0; group < groups.count(); ++group) {
        std::vector<int> seats;
        for (int member = 0; member < groups.size(); ++member)
            seats.push_back(seat(groups.rank(group, member)));
        of_group.push_back(numbers.of(std::move(seats)));
    }
    return of_group;
}

/// [peer] The first peer whose GPU of the slot is at the same place: on the same node, behind the same card.
std::vector<int> mates(std::span<const int> gpus, const std::vector<int>& place_of_gpu) {
    std::map<int, int> first_at;
    std::vector<int> first;
    for (const int gpu : gpus)
        first.push_back(first_at.try_emplace(place_of_gpu[index(gpu)], int(first.size())).first->second);
    return first;
}

/// Whether the peers that share a place in the first slot, and no others, share one in every slot.
bool meet_alike(const SlotLayout& layout, const std::vector<int>& place_of_gpu) {
    const std::vector<int> first = mates(layout.gpus_of(0), place_of_gpu);
    for (int slot = 1; slot < layout.size(); ++slot)
        if (mates(layout.gpus_of(slot), place_of_gpu) != first)
            return false;
    return true;
}

/// Whether each place is used by one slot at most.
bool are_apart(const SlotLayout& layout, const std::vector<int>& place_of_gpu) {
    std::map<int, int> slot_at;
    for (int slot = 0; slot < layout.size(); ++slot)
        for (const int gpu : layout.gpus_of(slot))
            if (slot_at.try_emplace(place_of_gpu[index(gpu)], slot).first->second != slot)
                return false;
    return true;
}

/// The first group of each number.
std::vector<int> first_of_each(const std::vector<int>& number_of_group) {
    std::vector<int> firsts;
    for (int group = 0; group < int(number_of_group.size()); ++group)
        if (number_of_group[index(group)] == int(firsts.size())) // numbers count up
            firsts.push_back(group);
    return firsts;
}

} // namespace

std::vector<std::vector<int>> unlike_groups(const Links& links, const SlotLayout& layout,
                                            std::span<const RankGroups* const> collectives) {
    const int peers = layout.block_size;
    const std::vector<int> node = peers_by(layout, [&](int gpu) { return links.node_of_gpu[index(gpu)]; });
    const bool alike = meet_alike(layout, links.nic_of_gpu);
    const std::vector<int> first_of_card = mates(layout.gpus_of(0), links.nic_of_gpu);

    // Groups with one number lie on the same nodes: all of them span nodes, or none does.
    std::vector<std::vector<int>> numbers_of_rank;
    const auto seat = [&](int rank) { return rank / peers * peers + node[index(rank % peers)]; };
    for (const RankGroups* groups : collectives) {
        const std::vector<int> numbers = groups_by(*groups, seat);
        for (int group = 0; group < groups->count(); ++group)
            for (int member = 0; member < groups->size(); ++member) {
                const std::size_t rank = index(groups->rank(group, member));
                numbers_of_rank.resize(std::max(numbers_of_rank.size(), rank + 1));
                numbers_of_rank[rank].push_back(numbers[index(group)]);
            }
    }
    // Cards whose ranks are in groups of the same numbers have as many users.
    ListNumbers kinds_of_rank, kinds_of_card, kinds_of_seat;
    std::vector<std::vector<int>> ranks_of_card(numbers_of_rank.size()); // [first rank] kinds of its ranks
    const auto card = [&](std::size_t rank) {
        return rank - rank % index(peers) + index(first_of_card[rank % index(peers)]);
    };
    for (std::size_t rank = 0; rank < numbers_of_rank.size(); ++rank)
        ranks_of_card[card(rank)].push_back(kinds_of_rank.of(std::move(numbers_of_rank[rank])));
    for (std::vector<int>& ranks : ranks_of_card)
        std::sort(ranks.begin(), ranks.end());
    std::vector<int> kind_of_seat;
    for (std::size_t rank = 0; rank < ranks_of_card.size(); ++rank)
        kind_of_seat.push_back(
            alike ? kinds_of_seat.of({seat(int(rank)), kinds_of_card.of(ranks_of_card[card(rank)])})
                  : int(rank));

    std::vector<std::vector<int>> unlike;
    for (const RankGroups* groups : collectives)
        unlike.push_back(
            first_of_each(groups_by(*groups, [&](int rank) { return kind_of_seat[index(rank)]; })));
    return unlike;
}

bool are_slots_alike(const Links& links, const SlotLayout& layout) {
    return are_apart(layout, links.node_of_gpu) && are_apart(layout, links.nic_of_gpu) &&
           meet_alike(layout, links.node_of_gpu) && meet_alike(layout, links.nic_of_gpu);
}

} // namespace pipette
