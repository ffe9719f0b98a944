// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/groups/group_edit.h"

#include "core/base/index.h"
#include "core/plan/groups/parallel_groups.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

namespace pipette {
namespace {

/// GPUs that take one block: those of a block of the mapping, or spare ones.
struct Seat {
    int block = -1; ///< -1: spare
    std::vector<int> gpus;
};

class GroupMover {
public:
    GroupMover(const Cluster& cluster, const ParallelConfig& config, const RankMapping& mapping,
               const MappingRules& rules)
        : cluster_(cluster),
          mapping_(mapping),
          rules_(rules),
          peers_(config.peers()),
          rank_of_(rank_of_gpu(mapping, cluster.gpu_count())) {}

    int rank_of(int gpu) const { return rank_of_[index(gpu)]; }

    /// Sorted ranks of the blocks that some ranks lie in.
    std::vector<int> with_blocks(const std::vector<int>& ranks) const {
        std::set<int> all;
        for (const int rank : ranks)
            for (int peer = 0; peer < peers_; ++peer)
                all.insert(rank / peers_ * peers_ + peer);
        return {all.begin(), all.end()};
    }

    std::vector<RankMove> exchange(const std::vector<int>& a, const std::vector<int>& b) const {
        std::vector<RankMove> moves;
        for (std::size_t i = 0; i < a.size(); ++i) {
            const int gpu_a = mapping_.gpu_of_rank[index(a[i])], gpu_b = mapping_.gpu_of_rank[index(b[i])];
            moves.push_back({a[i], gpu_a, gpu_b});
            moves.push_back({b[i], gpu_b, gpu_a});
        }
        return moves;
    }

    /// Blocks of `ranks` (whole blocks) into seats from a node on; nothing where there are too few.
    std::optional<std::vector<RankMove>> seat(const std::vector<int>& ranks, int node) const {
        std::vector<Seat> carried;
        for (std::size_t i = 0; i < ranks.size(); i += index(peers_))
            carried.push_back(seat_of_block(ranks[i] / peers_));
        const auto is_carried = [&](int block) {
            return block >= 0 && std::any_of(carried.begin(), carried.end(),
                                             [&](const Seat& seat) { return seat.block == block; });
        };
        std::vector<Seat> wanted = seats_from(node, carried.size());
        if (wanted.size() < carried.size())
            return std::nullopt;
        // Who sits in one of them already stays.
        const auto stays = [&](const Seat& seat) {
            return std::any_of(wanted.begin(), wanted.end(),
                               [&](const Seat& other) { return other.block == seat.block; });
        };
        std::erase_if(carried, stays);
        std::erase_if(wanted, [&](const Seat& seat) { return is_carried(seat.block); });
        return into(carried, wanted);
    }

private:
    Seat seat_of_block(int block) const {
        const auto first = mapping_.gpu_of_rank.begin() + static_cast<std::ptrdiff_t>(block) * peers_;
        return {block, {first, first + peers_}};
    }

    /// Each carried block into a seat; who sits there takes its place.
    std::vector<RankMove> into(const std::vector<Seat>& carried, const std::vector<Seat>& seats) const {
        std::vector<RankMove> moves;
        for (std::size_t i = 0; i < carried.size(); ++i)
            for (int peer = 0; peer < peers_; ++peer) {
                const int from = carried[i].gpus[index(peer)], to = seats[i].gpus[index(peer)];
                moves.push_back({carried[i].block * peers_ + peer, from, to});
                if (seats[i].block >= 0)
                    moves.push_back({seats[i].block * peers_ + peer, to, from});
            }
        return moves;
    }

    bool usable(const Seat& seat) const {
        return std::none_of(seat.gpus.begin(), seat.gpus.end(),
                            [&](int gpu) { return rules_.pins(gpu) || rules_.excludes(gpu); });
    }

    std::vector<Seat> seats_from(int node, std::size_t count) const {
        std::vector<Seat> seats;
        for (const int next : nodes_from(node))
            for (Seat& seat : seats_on(next))
                if (seats.size() < count && usable(seat))
                    seats.push_back(std::move(seat));
        return seats;
    }

    /// Those of its domain from it on, then the others of its domain, then all others in the same order.
    std::vector<int> nodes_from(int node) const {
        const std::vector<int> domains = cluster_.domain_of_node();
        std::vector<int> nodes;
        for (int i = 0; i < cluster_.node_count(); ++i)
            nodes.push_back((node + i) % cluster_.node_count());
        std::stable_partition(nodes.begin(), nodes.end(),
                              [&](int other) { return domains[index(other)] == domains[index(node)]; });
        return nodes;
    }

    /// Blocks that begin on a node and as many as fit into its spare GPUs, by GPU.
    std::vector<Seat> seats_on(int node) const {
        std::vector<Seat> seats;
        Seat spare;
        for (int gpu = cluster_.first_gpu(node); gpu < cluster_.first_gpu(node + 1); ++gpu) {
            const int rank = rank_of(gpu);
            if (rank >= 0 && rank % peers_ == 0)
                seats.push_back(seat_of_block(rank / peers_));
            if (rank >= 0 || rules_.pins(gpu) || rules_.excludes(gpu))
                continue;
            spare.gpus.push_back(gpu);
            if (static_cast<int>(spare.gpus.size()) == peers_)
                seats.push_back(std::exchange(spare, {}));
        }
        return seats;
    }

    const Cluster& cluster_;
    const RankMapping& mapping_;
    const MappingRules& rules_;
    int peers_;
    std::vector<int> rank_of_;
};

std::vector<int> members(const GroupList& groups, int group) {
    const std::span<const int> ranks = groups.members(group);
    return {ranks.begin(), ranks.end()};
}

} // namespace

MappingEdit move_group(const Cluster& cluster, const ParallelConfig& config, const RankMapping& mapping,
                       const GroupMove& move, const MappingRules& rules) {
    const std::string title(group_title(move.axis));
    const GroupMover mover(cluster, config, mapping, rules);
    if (mover.rank_of(move.gpu) < 0)
        return refused(fmt::format("{} is spare: it is in no {}", cluster.gpu_name(move.gpu), title));
    const GroupList groups = groups_along(config, move.axis);
    const std::vector<int> number = group_of_rank(groups);
    const int from = number[index(mover.rank_of(move.gpu))];
    const std::vector<int> own = members(groups, from), blocks = mover.with_blocks(own);
    const int onto_rank = move.onto_gpu < 0 ? -1 : mover.rank_of(move.onto_gpu);
    if (onto_rank < 0) {
        const int node = move.onto_gpu < 0 ? move.onto_node : cluster.node_of(move.onto_gpu);
        const std::optional<std::vector<RankMove>> moves = mover.seat(blocks, node);
        if (!moves)
            return refused(fmt::format("too few GPUs may move to make room for {} {}", title, from));
        return judged(cluster, rules, *moves,
                      fmt::format("puts {} {} on the node {} and those after it", title, from,
                                  cluster.nodes[index(node)].host));
    }
    const int to = number[index(onto_rank)];
    if (from == to)
        return refused(fmt::format("both are in {} {}: nothing would change", title, from));
    const std::vector<int> other = members(groups, to), other_blocks = mover.with_blocks(other);
    if (blocks == other_blocks)
        return judged(cluster, rules, mover.exchange(own, other),
                      fmt::format("exchanges {}s {} and {} inside their blocks", title, from, to));
    std::vector<int> both;
    std::set_intersection(blocks.begin(), blocks.end(), other_blocks.begin(), other_blocks.end(),
                          std::back_inserter(both));
    if (!both.empty() || blocks.size() != other_blocks.size())
        return refused(fmt::format("{}s {} and {} share a block of {} GPUs, which stays together", title,
                                   from, to, config.peers()));
    return judged(cluster, rules, mover.exchange(blocks, other_blocks),
                  fmt::format("exchanges {}{}s {} and {}",
                              blocks.size() == own.size() ? "" : "the blocks of ", title, from, to));
}

} // namespace pipette
