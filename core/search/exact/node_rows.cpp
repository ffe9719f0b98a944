// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/exact/node_rows.h"

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
            return problem_.sends.inside_s[slots[link.from] * index(problem_.most_local) +
                                           problem_.slots[slots[link.to]].local];
        };
        const BothWays a = inside(here), b = inside(first);
        return a.forward == b.forward && a.backward == b.backward;
    });
}

RowTimes::RowTimes(const PlacementProblem& problem, const NodeRows& rows,
                   std::span<const std::uint32_t> slot_of_block)
    : problem_(problem),
      rows_(rows),
      nodes_(index(problem.nodes)),
      devices_(index(problem.devices)),
      bits_of_node_(int(std::bit_width(nodes_ - 1))),
      known_(rows.length() * index(bits_of_node_) <= 64),
      time_(replica_time(problem)),
      link_s_(problem.sends.links.size()),
      after_(index(problem.padded), 0) {
    find_links(slot_of_block);
    if (known_)
        find_hops(slot_of_block);
}

void RowTimes::find_links(std::span<const std::uint32_t> slot_of_block) {
    LinkTimes times(problem_);
    NicSharing sharing(problem_, times.streams());
    sharing.reset(slot_of_block);
    const auto local = std::uint32_t(problem_.most_local);
    std::vector<NicStreams>& streams = times.streams();
    std::vector<NicStreams> of_place;
    for (std::size_t place = 0; place < rows_.length(); ++place)
        of_place.push_back(streams[problem_.slots[rows_.node(0, place) * local].nic]);
    known_ = known_ && sharing.swaps_with_nodes();
    for (std::size_t row = 1; row < rows_.count(); ++row)
        for (std::size_t place = 0; place < rows_.length(); ++place)
            known_ = known_ && streams[problem_.slots[rows_.node(row, place) * local].nic] == of_place[place];
    if (!known_)
        return;
    const auto put = [&](const DeviceLink& link, const auto& time) {
        const std::size_t from = rows_.place_of(link.from), to = rows_.place_of(link.to);
        ends_.push_back({from, to});
        const std::uint32_t a = rows_.slot(link.from) % local, b = rows_.slot(link.to) % local;
        for (std::uint32_t i = 0; i < nodes_; ++i)
            for (std::uint32_t j = 0; j < nodes_; ++j) {
                streams[problem_.slots[i * local].nic] = of_place[from];
                streams[problem_.slots[j * local].nic] = of_place[to];
                links_s_.push_back((i == j) == (from == to) ? time(i * local + a, j * local + b)
                                                            : BothWays{});
            }
    };
    for (const DeviceLink& link : problem_.sends.links)
        put(link, [&](std::uint32_t a, std::uint32_t b) { return times.link_time(a, b); });
    for (const EndExchange& end : problem_.sends.ends)
        put(end.link, [&](std::uint32_t a, std::uint32_t b) {
            return BothWays{times.end_time(end, a, b), 0};
        });
}

void RowTimes::find_hops(std::span<const std::uint32_t> slot_of_block) {
    NodeRings rings(problem_);
    rings.reset(slot_of_block);
    for (int device = 0; device < problem_.devices; ++device)
        for (std::uint32_t a = 0; a < nodes_; ++a)
            for (std::uint32_t b = 0; b < nodes_; ++b)
                hops_s_.push_back(rows_.count() < 2 ? rings.values()[device]
                                  : a == b
                                      ? std::numeric_limits<double>::infinity()
                                      : rings.exchange_s(device, problem_.table->s_per_byte.forward(a, b)));
}

const double* RowTimes::ends_s(const std::uint32_t* nodes) {
    constexpr std::size_t most_remembered = 100'000;
    std::uint64_t name = 0;
    for (std::size_t place = 0; place < rows_.length(); ++place)
        name = name << bits_of_node_ | nodes[place];
    if (place_of_row_.size() >= most_remembered)
        place_of_row_.clear(), row_ends_s_.clear();
    const auto [found, is_new] = place_of_row_.try_emplace(name, row_ends_s_.size());
    if (is_new) {
        row_ends_s_.resize(row_ends_s_.size() + devices_);
        work_out(nodes, &row_ends_s_[found->second]);
    }
    return &row_ends_s_[found->second];
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
        ends_s[device] = pipeline_s + after_[device];
}

} // namespace pipette
