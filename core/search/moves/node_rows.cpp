// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/moves/node_rows.h"

#include <algorithm>
#include <bit>

namespace pipette {

NodeRows::NodeRows(const PlacementProblem& problem, std::span<const std::uint32_t> slot_of_block)
    : problem_(problem), slot_of_block_(slot_of_block) {
    std::vector<std::size_t> row_of_node(index(problem.nodes), none);
    for (int replica = 0; fit_ && replica < problem.replicas; ++replica)
        take(replica, row_of_node);
    fit_ = fit_ && nodes_.size() == row_of_node.size();
}

std::uint32_t NodeRows::node_of(int replica, int device) const {
    return problem_.slots[slot_of_block_[index(replica * problem_.devices + device)]].node;
}

void NodeRows::take(int replica, std::vector<std::size_t>& row_of_node) {
    std::size_t row = row_of_node[node_of(replica, 0)];
    if (row == none) {
        row = replica == 0 ? 0 : count();
        std::vector<std::size_t> places;
        for (int device = 0; device < problem_.devices; ++device)
            add(node_of(replica, device), row, row_of_node, places);
        if (replica == 0)
            place_of_device_ = places, length_ = nodes_.size();
        fit_ = fit_ && places == place_of_device_ && nodes_.size() == (row + 1) * length_;
    }
    for (int device = 0; fit_ && device < problem_.devices; ++device)
        fit_ = node_of(replica, device) == node(row, place_of(device));
    fit_ = fit_ && is_laid_like_first(replica);
}

void NodeRows::add(std::uint32_t node, std::size_t row, std::vector<std::size_t>& row_of_node,
                   std::vector<std::size_t>& places) {
    if (row_of_node[node] == none)
        row_of_node[node] = row, nodes_.push_back(node);
    fit_ = fit_ && row_of_node[node] == row;
    const auto first = nodes_.begin() + std::ptrdiff_t(row * length_);
    places.push_back(std::size_t(std::find(first, nodes_.end(), node) - first));
}

/// In what its links inside nodes take.
bool NodeRows::is_laid_like_first(int replica) const {
    const std::uint32_t *here = &slot_of_block_[index(replica * problem_.devices)],
                        *first = slot_of_block_.data();
    return std::all_of(problem_.sends.used.begin(), problem_.sends.used.end(), [&](const DeviceLink& link) {
        if (place_of(link.from) != place_of(link.to))
            return true;
        const auto inside = [&](const std::uint32_t* slots) {
            return problem_.inside_s(slots[link.from], slots[link.to]);
        };
        const BothWays a = inside(here), b = inside(first);
        return a.forward == b.forward && a.backward == b.backward;
    });
}

RowTimes::RowTimes(const PlacementProblem& problem, const NodeRows& rows,
                   std::span<const std::uint32_t> slot_of_block, std::size_t looks)
    : problem_(problem),
      rows_(rows),
      nodes_(index(problem.nodes)),
      devices_(index(problem.devices)),
      bits_of_node_(int(std::bit_width(nodes_ - 1))),
      link_times_(problem),
      time_(replica_time(problem)),
      link_s_(problem.sends.links.size()),
      after_(index(problem.padded), 0) {
    known_ = rows.length() * index(bits_of_node_) <= 64 && rows_send_alike(slot_of_block);
    if (!known_)
        return;
    for (const DeviceLink& link : problem.sends.links)
        add_link(link);
    for (const EndExchange& end : problem.sends.ends)
        add_link(end.link);
    constexpr double not_asked_for = std::numeric_limits<double>::quiet_NaN();
    links_s_.assign(ends_.size() * nodes_ * nodes_, {not_asked_for, 0});
    constexpr std::uint64_t no_row = std::numeric_limits<std::uint64_t>::max();
    constexpr std::size_t spare = 2, most_places = 131'072; // few rows share a place
    row_at_.assign(std::bit_ceil(std::min(spare * std::min(looks, different_rows()), most_places)), no_row);
    row_ends_s_.resize(row_at_.size() * devices_);
}

std::size_t RowTimes::different_rows() const {
    constexpr std::size_t many = 1'000'000;
    std::size_t rows = 1;
    for (std::size_t place = 0; place < rows_.length() && rows < many; ++place)
        rows *= nodes_ - place;
    return std::min(rows, many);
}

bool RowTimes::rows_send_alike(std::span<const std::uint32_t> slot_of_block) {
    if (!problem_.nics_shared)
        return true;
    NicSharing sharing(problem_, link_times_.streams());
    sharing.reset(slot_of_block);
    const auto streams_of = [&](std::size_t row, std::size_t place) {
        const std::uint32_t first_slot = rows_.node(row, place) * std::uint32_t(problem_.most_local);
        return link_times_.streams()[problem_.slots[first_slot].nic];
    };
    for (std::size_t place = 0; place < rows_.length(); ++place)
        streams_of_place_.push_back(streams_of(0, place));
    bool alike = sharing.swaps_with_nodes();
    for (std::size_t row = 1; row < rows_.count(); ++row)
        for (std::size_t place = 0; place < rows_.length(); ++place)
            alike = alike && streams_of(row, place) == streams_of_place_[place];
    return alike;
}

void RowTimes::add_link(const DeviceLink& link) {
    const auto local = std::uint32_t(problem_.most_local);
    ends_.push_back({rows_.place_of(link.from), rows_.place_of(link.to), rows_.slot(link.from) % local,
                     rows_.slot(link.to) % local});
}

BothWays RowTimes::find_link_s(std::size_t link, std::uint32_t from, std::uint32_t to) {
    const Ends& ends = ends_[link];
    const auto slot_with_streams = [&](std::uint32_t node, std::size_t place, std::uint32_t slot) {
        const std::uint32_t first = node * std::uint32_t(problem_.most_local);
        if (problem_.nics_shared)
            link_times_.streams()[problem_.slots[first].nic] = streams_of_place_[place];
        return first + slot;
    };
    const std::uint32_t a = slot_with_streams(from, ends.from, ends.from_slot),
                        b = slot_with_streams(to, ends.to, ends.to_slot);
    const std::size_t activations = problem_.sends.links.size();
    if (link < activations)
        return link_times_.link_time(a, b);
    return {link_times_.end_time(problem_.sends.ends[link - activations], a, b), 0};
}

const double* RowTimes::ends_s(const std::uint32_t* nodes) {
    std::uint64_t name = 0;
    for (std::size_t place = 0; place < rows_.length(); ++place)
        name = name << bits_of_node_ | nodes[place];
    const std::uint64_t mixed = name * 0x9e3779b97f4a7c15u;
    const std::size_t place = (mixed ^ mixed >> 32) & (row_at_.size() - 1);
    double* ends_s = &row_ends_s_[place * devices_];
    if (row_at_[place] != name) {
        row_at_[place] = name;
        work_out(nodes, ends_s);
    }
    return ends_s;
}

void RowTimes::work_out(const std::uint32_t* nodes, double* ends_s) {
    for (std::size_t link = 0; link < link_s_.size(); ++link)
        link_s_[link] = this->link_s(link, nodes);
    time_->load(&no_slot_, link_s_.data(), after_.data());
    for (std::size_t end = 0; end < problem_.sends.ends.size(); ++end) {
        const DeviceLink& link = problem_.sends.ends[end].link;
        const double exchange_s = this->link_s(link_s_.size() + end, nodes).forward;
        after_[index(link.from)] += exchange_s, after_[index(link.to)] += exchange_s;
    }
    const double pipeline_s = time_->pipeline(after_.data());
    for (std::size_t device = 0; device < devices_; ++device)
        ends_s[device] = pipeline_s + after_[device] + problem_.exchange.wait_s;
}

} // namespace pipette
