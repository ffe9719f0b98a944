// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/config_work.h"
#include "core/search/problem/block_nodes.h"
#include "core/search/problem/search_tables.h"

namespace pipette {

/// The best of all kinds: no GPU uses its links better.
LinkUse best_of(const std::vector<LinkUse>& uses);

/// Of which groups of a stage a time is: of those of some replica, or of the slowest of all.
enum class Groups { any, slowest };

/// What one collective of a configuration takes at least, whatever the mapping. Keeps references to all that
/// it is made of.
class FastestCollective {
public:
    FastestCollective(const SearchTables& tables, const ConfigWork& work, const SlotShape& shape,
                      const Collective& collective);

    /// Seconds of a reduction and a gather, in rings.
    double ring_s(int device, Groups groups, const LinkUse& use) const;
    /// Seconds of a call in the layers that compute does not hide by a share of it.
    double call_s(int device, Groups groups) const;

    const Collective& collective() const { return collective_; }
    /// Whether every replica waits for the slowest group.
    bool in_every_replica() const;
    /// Whether its times differ from stage to stage.
    bool differs_by_stage() const { return collective_.bytes.size() > 1 || collective_.gathered.size() > 1; }

private:
    double all_to_all_s(Groups groups) const;
    /// GPUs on a network card that a group needs with `here` members in a node, at least.
    int on_card(int here) const;
    /// Nodes of which the slowest counts, for groups over `nodes` nodes.
    int counted_nodes(int nodes, Groups groups) const;
    /// Of seconds a byte by slot, that of the slowest slot of a group or of the stage.
    double of_slots(const std::vector<double>& sorted, Groups groups) const;
    bool never_inside_node() const { return members_ > most_; }

    const SearchTables& tables_;
    const ConfigWork& work_;
    const Collective& collective_;
    int members_;          ///< of a group
    int least_ = 1, most_; ///< members that a node has
    int together_;         ///< GPUs of other groups, and it, that come with each member into its node
    int gpus_of_stage_;
    int nodes_of_stage_; ///< at least
    int blocks_of_group_ = 1;
    InnerLinks inner_;    ///< empty where groups may lie in nodes in any way
    int inner_nodes_ = 1; ///< of a group in a block, of those
    int streams_on_card_; ///< GPUs that send through a network card of a group between nodes, at least
};

} // namespace pipette
