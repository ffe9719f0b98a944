// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/config_work.h"
#include "core/cost/links.h"

#include <span>
#include <vector>

namespace pipette {

/// GPUs of one communication group in ascending rank order, which is the order of its ring (frameworks sort
/// the group): gpus[0], gpus[stride], ... of `size` members.
struct GroupMembers {
    const int* gpus = nullptr;
    int size = 0;
    int stride = 1;
    int operator[](int i) const { return gpus[static_cast<std::ptrdiff_t>(i) * stride]; }
};

/// Bytes that one of `members` of an all-to-all sends to another node that has `there` of them, of `bytes` in
/// all: the more are there, the less goes to each.
double bytes_to_node(const Collective& collective, double bytes, int members, int there);
/// Bytes that it sends to the others of its own node, which has `here` of them; what came to the node once is
/// handed on there, to each GPU that has some of a token's experts once.
double bytes_inside(const Collective& collective, double bytes, int members, int here);

/// What a collective takes: `rest_s` and `steps` times the slowest of `hops_s`.
struct CollectiveHops {
    double rest_s = 0;
    int steps = 1;
    std::vector<double> hops_s; ///< of a ring between nodes; of an all-to-all, all that each member sends

    double of_hop_s(double hop_s) const { return rest_s + steps * hop_s; }
};

/// Times of collectives; keeps its working memory between calls. One per thread.
///
/// A group inside one node is a ring. A group over k nodes is hierarchical: a ring of the members inside each
/// node, then a ring over the nodes in the order in which the ranks first touch them, where each member
/// carries its share (1/members) of the data through its own NIC; `nic_load` [nic] says how many GPUs use
/// each NIC meanwhile. The slowest hop sets the pace of a ring, the node with the fewest members carries the
/// largest shares.
class GroupTime {
public:
    explicit GroupTime(const Links& links);

    /// Reduce-scatter of `reduce_bytes` followed by all-gather of `gather_bytes` in seconds; equal bytes are
    /// an all-reduce. 0 for a group of one.
    double exchange_s(const GroupMembers& members, double reduce_bytes, double gather_bytes,
                      const std::vector<int>& nic_load, const LinkUse& use);

    /// One call of a collective on a device, by its kind.
    double collective_s(const Collective& collective, int device, const GroupMembers& members,
                        const std::vector<int>& nic_load, const LinkUse& use);

    /// Every member sends every other one its part of the bytes (its own stays) at the same time: the one
    /// that takes longest, one message after another, those inside the node beside those to others. With
    /// Collective::choices what goes to a node goes there once, and is handed on inside it, once to a GPU: of
    /// a token that goes to k of E experts a node with m of g members gets a copy with probability
    /// 1 - C(E-Em/g, k)/C(E, k), and a GPU as one with m = 1.
    double all_to_all_s(const GroupMembers& members, const Collective& collective, double bytes,
                        const std::vector<int>& nic_load, const LinkUse& use);

    /// Every member sends `bytes` to the next of the ring at the same time (ring attention): the slowest hop.
    double ring_step_s(const GroupMembers& members, double bytes, const std::vector<int>& nic_load);

    /// The hops of the time that was asked for last; valid until the next time is asked for.
    const CollectiveHops& last() const { return hops_of_last_; }
    /// The nodes that the group of last() lies on, in the order of the group's ring; as long valid as last().
    /// For groups of two members or more, where Links::nodes_decide().
    std::span<const int> nodes_of_last() const { return {node_.data(), static_cast<std::size_t>(slots_)}; }

private:
    /// What one member sends to each other member, by the node where that one is. [node slot]
    struct Part {
        double from_inside = 0, from_outside = 0; ///< bytes
    };
    void find_parts(const Collective& collective, double bytes, int members);
    double all_to_all_of_counts_s(const LinkUse& use);
    double all_to_all_of_hosts_s(const LinkUse& use);
    double all_to_all_of_pairs_s(const GroupMembers& members, const std::vector<int>& nic_load,
                                 const LinkUse& use);
    bool sort_by_host(const GroupMembers& members, const std::vector<int>& nic_load);
    void sort_by_node(const GroupMembers& members);
    void count_by_node(const GroupMembers& members, const std::vector<int>& nic_load);
    double exchange_of_counts_s(double bytes, const LinkUse& use);
    void begin_hops(double rest_s, int steps);
    double add_hop(double hop_s, double slowest_s);
    const Links& links_;
    int stamp_ = 0;
    std::vector<int> stamp_of_node_, slot_of_node_; // [node]
    std::vector<int> first_, last_, count_;         // [node slot] list of its members
    std::vector<int> next_;                         // [member] next on the same node; -1 at the end
    int slots_ = 0;
    /// A group is known by how many members it has on each node and by the busiest of their NICs.
    std::vector<int> node_, busiest_; // [node slot]
    std::vector<Part> parts_;         // [node slot]
    /// Where hosts decide, members of one host with as busy NICs.
    struct HostMembers {
        int count = 0, slot = 0, load = 1; ///< slot: of their node
        int first = 0, second = 0;         ///< GPUs
    };
    std::vector<HostMembers> hosts_;                 // of the members
    std::vector<int> stamp_of_host_, entry_of_host_; // [host]
    int host_stamp_ = 0;
    CollectiveHops hops_of_last_;
};

} // namespace pipette
