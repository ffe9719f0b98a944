// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/edits/mapping_edit.h"

#include "core/base/index.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

/// A mapping seen as blocks of tp*cp consecutive ranks.
struct Blocks {
    const Cluster& cluster;
    const RankMapping& mapping;
    int size;
    std::vector<int> rank_of;

    std::vector<int> gpus(int block) const {
        const auto first = mapping.gpu_of_rank.begin() + static_cast<std::ptrdiff_t>(block) * size;
        return {first, first + size};
    }
    bool spans_nodes(int block) const {
        const std::vector<int> members = gpus(block);
        return std::any_of(members.begin(), members.end(),
                           [&](int gpu) { return cluster.node_of(gpu) != cluster.node_of(members.front()); });
    }
    std::string name(int block) const {
        std::vector<int> members = gpus(block);
        std::sort(members.begin(), members.end());
        return gpu_list_name(cluster, members);
    }
};

/// `count` spare GPUs of the spare's node that may be used, the aligned group around it first; empty when too
/// few.
std::vector<int> spare_slot(const Blocks& blocks, int spare, const MappingRules& rules) {
    const int node = blocks.cluster.node_of(spare), first = blocks.cluster.first_gpu(node);
    const int last = blocks.cluster.first_gpu(node + 1);
    const auto free = [&](int gpu) {
        return blocks.rank_of[index(gpu)] < 0 && !rules.excludes(gpu) && !rules.pins(gpu);
    };
    const int aligned = first + (spare - first) / blocks.size * blocks.size;
    std::vector<int> slot;
    for (int gpu = aligned; gpu < std::min(last, aligned + blocks.size); ++gpu)
        if (free(gpu))
            slot.push_back(gpu);
    for (int gpu = first; gpu < last && static_cast<int>(slot.size()) < blocks.size; ++gpu)
        if (free(gpu) && std::find(slot.begin(), slot.end(), gpu) == slot.end())
            slot.push_back(gpu);
    if (static_cast<int>(slot.size()) < blocks.size)
        return {};
    std::sort(slot.begin(), slot.end());
    return slot;
}

MappingEdit bring_in_spare(const Blocks& blocks, int used, int spare, const MappingRules& rules) {
    const Cluster& cluster = blocks.cluster;
    if (rules.excludes(spare))
        return refused(fmt::format("{} is excluded", cluster.gpu_name(spare)));
    const int rank = blocks.rank_of[index(used)], block = rank / blocks.size;
    const bool single =
        blocks.size == 1 || blocks.spans_nodes(block) || cluster.node_of(used) == cluster.node_of(spare);
    if (single)
        return judged(cluster, rules, {{rank, used, spare}},
                      fmt::format("moves rank {} from {} to the spare {}", rank, cluster.gpu_name(used),
                                  cluster.gpu_name(spare)));
    const std::vector<int> slot = spare_slot(blocks, spare, rules);
    if (slot.empty())
        return refused(fmt::format("{} has too few spare GPUs for a block of {}, which stays inside a node",
                                   cluster.nodes[index(cluster.node_of(spare))].host, blocks.size));
    std::vector<RankMove> moves;
    for (int i = 0; i < blocks.size; ++i)
        moves.push_back({block * blocks.size + i, blocks.mapping.gpu_of_rank[index(block * blocks.size + i)],
                         slot[index(i)]});
    return judged(
        cluster, rules, std::move(moves),
        fmt::format("moves the block {} to the spares {}", blocks.name(block), gpu_list_name(cluster, slot)));
}

} // namespace

MappingEdit refused(std::string why) {
    return {false, std::move(why), {}};
}

MappingEdit judged(const Cluster& cluster, const MappingRules& rules, std::vector<RankMove> moves,
                   std::string text) {
    for (const RankMove& move : moves) {
        if (rules.pins(move.from_gpu))
            return refused(fmt::format("{} is pinned", cluster.gpu_name(move.from_gpu)));
        if (rules.pins(move.to_gpu))
            return refused(fmt::format("{} is pinned", cluster.gpu_name(move.to_gpu)));
        if (rules.excludes(move.to_gpu))
            return refused(fmt::format("{} is excluded", cluster.gpu_name(move.to_gpu)));
    }
    if (moves.empty())
        return refused("nothing would change");
    std::sort(moves.begin(), moves.end(),
              [](const RankMove& a, const RankMove& b) { return a.rank < b.rank; });
    return {true, std::move(text), std::move(moves)};
}

bool MappingRules::pins(int gpu) const {
    return std::binary_search(pinned.begin(), pinned.end(), gpu);
}

bool MappingRules::excludes(int gpu) const {
    return std::binary_search(excluded.begin(), excluded.end(), gpu);
}

MappingEdit swap_gpus(const Cluster& cluster, const ParallelConfig& config, const RankMapping& mapping,
                      int from_gpu, int to_gpu, const MappingRules& rules) {
    if (from_gpu == to_gpu)
        return refused("nothing would change");
    const Blocks blocks{cluster, mapping, config.peers(), rank_of_gpu(mapping, cluster.gpu_count())};
    const int from = blocks.rank_of[index(from_gpu)], to = blocks.rank_of[index(to_gpu)];
    if (from < 0 && to < 0)
        return refused("both GPUs are spare: nothing would change");
    if (from < 0)
        return bring_in_spare(blocks, to_gpu, from_gpu, rules);
    if (to < 0)
        return bring_in_spare(blocks, from_gpu, to_gpu, rules);
    const int a = from / blocks.size, b = to / blocks.size;
    if (a == b)
        return judged(cluster, rules, {{from, from_gpu, to_gpu}, {to, to_gpu, from_gpu}},
                      fmt::format("swaps {} and {} inside their block", cluster.gpu_name(from_gpu),
                                  cluster.gpu_name(to_gpu)));
    std::vector<RankMove> moves;
    for (int i = 0; i < blocks.size; ++i) {
        const int rank_a = a * blocks.size + i, rank_b = b * blocks.size + i;
        const int gpu_a = mapping.gpu_of_rank[index(rank_a)], gpu_b = mapping.gpu_of_rank[index(rank_b)];
        moves.push_back({rank_a, gpu_a, gpu_b});
        moves.push_back({rank_b, gpu_b, gpu_a});
    }
    return judged(cluster, rules, std::move(moves),
                  blocks.size == 1
                      ? fmt::format("swaps {} and {}", cluster.gpu_name(from_gpu), cluster.gpu_name(to_gpu))
                      : fmt::format("swaps the blocks {} and {}", blocks.name(a), blocks.name(b)));
}

MappingEdit swap_nodes(const Cluster& cluster, const RankMapping& mapping, int node_a, int node_b,
                       const MappingRules& rules) {
    const std::string &host_a = cluster.nodes[index(node_a)].host,
                      &host_b = cluster.nodes[index(node_b)].host;
    const int count = cluster.kind_of_node(node_a).gpus;
    if (node_a == node_b)
        return refused("nothing would change");
    if (count != cluster.kind_of_node(node_b).gpus)
        return refused(fmt::format("{} has {} GPUs, {} has {}", host_a, count, host_b,
                                   cluster.kind_of_node(node_b).gpus));
    const std::vector<int> rank_of = rank_of_gpu(mapping, cluster.gpu_count());
    std::vector<RankMove> moves;
    for (int i = 0; i < count; ++i) {
        const int gpu_a = cluster.first_gpu(node_a) + i, gpu_b = cluster.first_gpu(node_b) + i;
        if (rank_of[index(gpu_a)] >= 0)
            moves.push_back({rank_of[index(gpu_a)], gpu_a, gpu_b});
        if (rank_of[index(gpu_b)] >= 0)
            moves.push_back({rank_of[index(gpu_b)], gpu_b, gpu_a});
    }
    return judged(cluster, rules, std::move(moves), fmt::format("swaps the nodes {} and {}", host_a, host_b));
}

std::vector<RankMove> moves_between(const RankMapping& from, const RankMapping& to) {
    std::vector<RankMove> moves;
    for (std::size_t rank = 0; rank < from.gpu_of_rank.size(); ++rank)
        if (from.gpu_of_rank[rank] != to.gpu_of_rank[rank])
            moves.push_back({static_cast<int>(rank), from.gpu_of_rank[rank], to.gpu_of_rank[rank]});
    return moves;
}

RankMapping moved(RankMapping mapping, const std::vector<RankMove>& moves) {
    for (const RankMove& move : moves)
        mapping.gpu_of_rank[index(move.rank)] = move.to_gpu;
    return mapping;
}

RankMapping moved_back(RankMapping mapping, const std::vector<RankMove>& moves) {
    for (const RankMove& move : moves)
        mapping.gpu_of_rank[index(move.rank)] = move.from_gpu;
    return mapping;
}

std::vector<int> rank_of_gpu(const RankMapping& mapping, int gpu_count) {
    std::vector<int> ranks(index(gpu_count), -1);
    for (std::size_t rank = 0; rank < mapping.gpu_of_rank.size(); ++rank)
        ranks[index(mapping.gpu_of_rank[rank])] = static_cast<int>(rank);
    return ranks;
}

std::string gpu_list_name(const Cluster& cluster, const std::vector<int>& gpus) {
    std::string text;
    int node = -1;
    for (std::size_t i = 0; i < gpus.size();) {
        std::size_t end = i + 1;
        while (end < gpus.size() && gpus[end] == gpus[end - 1] + 1 &&
               cluster.node_of(gpus[end]) == cluster.node_of(gpus[i]))
            ++end;
        const GpuPlace first = cluster.place_of(gpus[i]);
        if (first.node != node)
            text += fmt::format("{}{}:", text.empty() ? "" : " ", cluster.nodes[index(first.node)].host);
        else
            text += ",";
        node = first.node;
        text += end - i > 1 ? fmt::format("{}-{}", first.local, first.local + static_cast<int>(end - i) - 1)
                            : fmt::format("{}", first.local);
        i = end;
    }
    return text;
}

} // namespace pipette
