// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/problem/placement_problem.h"
#include "core/search/time/change.h"

#include <cstdint>
#include <span>
#include <vector>

namespace pipette {

/// How many hops of a placement go over links that are known to be broken, kept up to date move by move:
/// those of every pipeline, tied embeddings with them, and those of every ring of the gradient exchange, in
/// rank order and node after node. None exactly where each_hop() meets none. A move looks at whole rings and
/// pipelines: O(replicas + devices). No allocation after construction; no work where no link is broken.
class BrokenHops {
public:
    explicit BrokenHops(const PlacementProblem& problem);

    bool any_broken() const { return problem_.broken != nullptr; }
    long count() const { return count_; }
    void reset(std::span<const std::uint32_t> slot_of_block);

    /// By how much `changes` change the number; the placement holds them already. It stays so unless undo()
    /// takes it back.
    long attempt(std::span<const Change> changes, std::span<const std::uint32_t> slot_of_block);
    void undo();

private:
    struct Saved {
        std::uint32_t part; // replicas first, then devices
        std::int32_t count;
    };
    int gpu(std::uint32_t slot, int place) const {
        return problem_.layout.gpus[slot * std::size_t(problem_.layout.block_size) + std::size_t(place)];
    }
    /// Whether a hop from GPU to GPU is broken; inside a domain it passes no network link.
    bool is_broken(int from, int to) const {
        const Links& links = *problem_.links;
        return !links.same_node(from, to) && problem_.broken->between(links.host_of_gpu[std::size_t(from)],
                                                                      links.host_of_gpu[std::size_t(to)]);
    }
    int between(std::uint32_t a, std::uint32_t b) const;
    int in_pipeline(std::uint32_t replica, std::span<const std::uint32_t> slot_of_block) const;
    int in_rings(std::uint32_t device, std::span<const std::uint32_t> slot_of_block);
    int in_ring(const RankGroups& groups, int group, std::uint32_t device,
                std::span<const std::uint32_t> slot_of_block);
    int in_ring_of_nodes();
    long count_again(std::uint32_t part, std::span<const std::uint32_t> slot_of_block);

    const PlacementProblem& problem_;
    std::vector<std::int32_t> inside_; // [slot] broken pairs of nodes within it
    std::vector<std::int32_t> counts_; // [replica, then device]
    // Of the ring under way.
    std::vector<int> members_;       // GPUs
    std::vector<int> next_;          // [member] the next on its node; -1: none
    std::vector<int> first_, last_;  // [node in the order in which members touch them] members
    std::vector<int> place_of_node_; // [node] in that order; -1: no member is there
    long count_ = 0;

    std::vector<Saved> saved_; // of the move under way
    std::vector<char> is_saved_;
    long before_ = 0;
};

} // namespace pipette
