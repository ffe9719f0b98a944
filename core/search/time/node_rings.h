// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/time/exchange_kernel.h"

#include <optional>

namespace pipette {

/// The rings over nodes of the gradient exchange of every stage where blocks share nodes, kept up to date by
/// what a move touches: a ring runs through the nodes in the order of the first replica that each of them
/// holds, so a block that comes or goes changes a few hops at most. No allocation after construction.
class NodeRings final : public StageExchangeKernel {
public:
    explicit NodeRings(const PlacementProblem& problem);

    void reset(std::span<const std::uint32_t> slot_of_block) override;
    /// All of it where NICs are shared: there replicas cost more than rings.
    FirstLook attempt_first(const Move& move) override;
    double attempt_last(const Move& move, double limit) override;

private:
    struct Members { ///< of a stage on a node
        std::uint32_t first = 0, count = 0;
        bool operator==(const Members&) const = default;
    };
    struct OldMembers {
        std::uint32_t device, node;
        Members members;
    };
    struct OldHop {
        std::uint32_t device, replica;
        double s_per_byte;
    };
    struct OldSlowest {
        std::uint32_t device;
        double s_per_byte;
    };

    /// Seconds of the exchange of a stage if its slowest hop took so long (s/byte), over as many nodes with
    /// as many replicas each as now.
    double exchange_s(int device, double slowest_hop) const;
    void take(const Move& move) override;
    void take_back() override;
    double stage_s(int device) override {
        return exchange_s(device, slowest_[static_cast<std::size_t>(device)]);
    }

    /// Place in with_count_ of a stage and a class of nodes. What follows, [count], is how many nodes of the
    /// class hold `count` replicas of the stage.
    std::size_t counts_of(std::size_t device, std::size_t node_class) const {
        return (device * inside_.size() + node_class) * counts_;
    }
    Members& members(std::uint32_t device, std::uint32_t node) { return members_[device * nodes_ + node]; }
    Members count(std::uint32_t device, std::uint32_t node,
                  std::span<const std::int32_t> block_of_slot) const;
    /// Adds a node to with_count_ and spanned_ (sign 1), by the replicas of a stage that the node holds now,
    /// or takes the node off them (-1). A node without replicas of the stage does not count.
    void count_node(std::uint32_t device, std::uint32_t node, int sign);
    void change_members(std::uint32_t device, std::uint32_t node, const Members& now);
    void remember_slowest(std::uint32_t device);
    void take_swap(const Move& move, const NodeSwap& swap);
    void swap_members(std::uint32_t device, const NodeSwap& swap);
    void set_first(std::uint32_t device, std::uint32_t replica, bool is_first);
    std::uint32_t first_after(std::uint32_t device, std::uint32_t replica) const;
    std::uint32_t first_before(std::uint32_t device, std::uint32_t replica) const;
    void put_hop(std::uint32_t device, std::uint32_t replica, double s_per_byte);
    void find_hop(std::uint32_t device, std::uint32_t replica);
    void find_slowest(std::uint32_t device);

    const StageExchange& exchange_;
    double streams_ = 1; ///< on every NIC
    std::uint32_t replicas_ = 0, nodes_ = 0, row_ = 0, words_ = 0, counts_ = 0;
    std::vector<InsideNode> inside_;                ///< links inside nodes, each once: the classes of nodes
    std::vector<std::uint32_t> class_of_node_;      ///< place in inside_
    std::vector<std::uint32_t> kind_of_node_;       ///< index into ExchangeProblem::use
    std::vector<std::uint32_t> slots_, first_slot_; ///< slots of a node: slots_[first_slot_[node]...]
    std::vector<Members> members_;                  ///< [device * nodes + node]
    std::vector<std::uint64_t> is_first_;           ///< [device * words]: bits of the replicas
    std::vector<std::uint32_t> node_of_first_;      ///< [device * row + replica]
    std::vector<double> hops_;                      ///< [device * row + replica] s/byte; 0 where not a first
    std::vector<double> slowest_;                   ///< [device]
    std::vector<std::uint32_t> spanned_;            ///< [device] nodes in the ring
    std::vector<std::uint32_t> with_count_;         ///< see counts_of()

    // The move under way.
    std::uint32_t move_ = 0;
    std::vector<std::uint32_t> move_of_members_, move_of_device_;
    std::vector<OldMembers> old_members_;
    std::vector<OldHop> old_hops_;
    std::vector<OldSlowest> old_slowest_;
    std::optional<NodeSwap> swap_;
};

} // namespace pipette
