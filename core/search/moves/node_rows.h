// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/index.h"
#include "core/search/problem/placement_problem.h"
#include "core/search/time/nic_sharing.h"
#include "core/search/time/replica_time.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace pipette {

/// The nodes of a placement as rows: every replica lies on the nodes of one row, stage by stage like the
/// others there, and all rows are laid out alike.
class NodeRows {
public:
    NodeRows(const PlacementProblem& problem, std::span<const std::uint32_t> slot_of_block);

    bool fit() const { return fit_; }
    std::size_t length() const { return length_; } ///< nodes of a row
    std::size_t count() const { return nodes_.size() / length_; }
    std::size_t place_of(int device) const { return place_of_device_[index(device)]; } ///< in its row
    std::uint32_t node(std::size_t row, std::size_t place) const { return nodes_[row * length_ + place]; }
    const std::vector<std::uint32_t>& nodes() const { return nodes_; }             ///< [row * length + place]
    std::uint32_t slot(int device) const { return slot_of_block_[index(device)]; } ///< of the first replica

private:
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

    std::uint32_t node_of(int replica, int device) const;
    void take(int replica, std::vector<std::size_t>& row_of_node);
    void add(std::uint32_t node, std::size_t row, std::vector<std::size_t>& row_of_node,
             std::vector<std::size_t>& places);
    bool is_laid_like_first(int replica) const;

    const PlacementProblem& problem_;
    std::span<const std::uint32_t> slot_of_block_;
    std::vector<std::uint32_t> nodes_;
    std::vector<std::size_t> place_of_device_; // [device]
    std::size_t length_ = 0;
    bool fit_ = true;
};

/// The times of the pipelines of a placement, for any order of its nodes: the nodes of a row decide the times
/// of the row's pipelines. Keeps references to its arguments.
class RowTimes {
public:
    /// `looks`: about how often ends_s() will be called, for the size of its table.
    RowTimes(const PlacementProblem& problem, const NodeRows& rows,
             std::span<const std::uint32_t> slot_of_block, std::size_t looks);

    /// Whether the nodes in a place send as much in all rows, and rows are short enough to have a name: else
    /// nothing here holds.
    bool known() const { return known_; }

    /// When the stages on `nodes` [place] end, without their exchange but for what every exchange waits:
    /// [device], valid until the next call. Rows are remembered, but any may be forgotten for another.
    const double* ends_s(const std::uint32_t* nodes);

private:
    struct Ends {
        std::size_t from, to;             ///< places
        std::uint32_t from_slot, to_slot; ///< in their nodes
    };
    /// Rows of different nodes that there are, at most a million.
    std::size_t different_rows() const;
    /// Whether the nodes in a place send as much in all rows.
    bool rows_send_alike(std::span<const std::uint32_t> slot_of_block);
    void add_link(const DeviceLink& link);
    BothWays link_s(std::size_t link, const std::uint32_t* nodes) {
        const std::uint32_t from = nodes[ends_[link].from], to = nodes[ends_[link].to];
        BothWays& both_s = links_s_[(link * nodes_ + from) * nodes_ + to];
        if (std::isnan(both_s.forward))
            both_s = find_link_s(link, from, to);
        return both_s;
    }
    BothWays find_link_s(std::size_t link, std::uint32_t from, std::uint32_t to);
    void work_out(const std::uint32_t* nodes, double* ends_s);

    const PlacementProblem& problem_;
    const NodeRows& rows_;
    std::size_t nodes_, devices_;
    int bits_of_node_;
    bool known_ = false;
    LinkTimes link_times_;
    std::vector<NicStreams> streams_of_place_;
    std::vector<Ends> ends_;
    // What is not a number yet was not asked for.
    std::vector<BothWays> links_s_; // [link, from, to] those of activations first, then exchanges of stages
    std::unique_ptr<ReplicaTime> time_;
    std::uint32_t no_slot_ = 0; // all are of one class
    std::vector<BothWays> link_s_;
    std::vector<double> after_;
    // Rows by a hash of their name; one that comes to the same place takes it over.
    std::vector<std::uint64_t> row_at_;
    std::vector<double> row_ends_s_; // [place * devices + device]
};

} // namespace pipette
