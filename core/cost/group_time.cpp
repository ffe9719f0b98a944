// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/group_time.h"

#include "core/base/index.h"

#include <algorithm>

namespace pipette {
namespace {

int share_of(const Links& links, const std::vector<int>& nic_load, int a, int b) {
    return std::max(
        {1, nic_load[index(links.nic_of_gpu[index(a)])], nic_load[index(links.nic_of_gpu[index(b)])]});
}

} // namespace

double bytes_to_node(const Collective& collective, double bytes, int members, int there) {
    const double part = double(there) / members;
    if (collective.choices == 0)
        return bytes * part;
    double none = 1; // of its experts is there
    for (int i = 0; i < collective.choices; ++i)
        none *= std::max(0.0, collective.among * (1 - part) - i) / (collective.among - i);
    return bytes / collective.choices * (1 - none);
}

double bytes_inside(const Collective& collective, double bytes, int members, int here) {
    const double to_each = bytes_to_node(collective, bytes, members, 1), own = to_each * (here - 1);
    return collective.choices == 0 ? own : own + to_each * (members - here) * (here - 1) / here;
}

GroupTime::GroupTime(const Links& links)
    : links_(links), stamp_of_node_(index(links.nodes), 0), slot_of_node_(index(links.nodes), 0) {
    if (links.nodes_decide())
        for (std::vector<int>* list : {&node_, &busiest_, &count_})
            list->resize(index(links.nodes));
}

void GroupTime::begin_hops(double rest_s, int steps) {
    hops_of_last_.rest_s = rest_s, hops_of_last_.steps = steps;
    hops_of_last_.hops_s.clear();
}

/// Returns the slower of the two.
double GroupTime::add_hop(double hop_s, double slowest_s) {
    hops_of_last_.hops_s.push_back(hop_s);
    return std::max(hop_s, slowest_s);
}

/// The nodes in the order in which the members first touch them.
void GroupTime::count_by_node(const GroupMembers& members, const std::vector<int>& nic_load) {
    ++stamp_;
    slots_ = 0;
    for (int i = 0; i < members.size; ++i) {
        const std::size_t gpu = index(members[i]), node = index(links_.node_of_gpu[gpu]);
        const int load = nic_load[index(links_.nic_of_gpu[gpu])];
        if (stamp_of_node_[node] != stamp_) {
            stamp_of_node_[node] = stamp_;
            slot_of_node_[node] = slots_;
            node_[index(slots_)] = static_cast<int>(node);
            busiest_[index(slots_)] = load;
            count_[index(slots_++)] = 1;
            continue;
        }
        const std::size_t slot = index(slot_of_node_[node]);
        busiest_[slot] = std::max(busiest_[slot], load);
        ++count_[slot];
    }
}

double GroupTime::exchange_of_counts_s(double bytes, const LinkUse& use) {
    double inside = 0;
    int fewest = count_.front();
    for (int slot = 0; slot < slots_; ++slot) {
        const int count = count_[index(slot)];
        fewest = std::min(fewest, count);
        const InsideNode& link = links_.inside_of_node[index(node_[index(slot)])];
        if (count > 1)
            inside = std::max(inside, (count - 1) * (2 * link.latency_s +
                                                     bytes / count * link.s_per_byte / use.intra_efficiency) +
                                          use.inside_node_s(count));
    }
    begin_hops(inside, 0);
    if (slots_ == 1)
        return inside;
    const double part = bytes / fewest / slots_ / use.inter_efficiency;
    begin_hops(inside + use.between_nodes_s(slots_), slots_ - 1);
    double hop = 0;
    for (int slot = 0; slot < slots_; ++slot) {
        const int after = slot + 1 < slots_ ? slot + 1 : 0;
        const std::size_t cell = index(node_[index(slot)]) * index(links_.rows) + index(node_[index(after)]);
        const double latency =
            links_.inter_latency_s.empty() ? links_.uniform_latency_s : links_.inter_latency_s[cell];
        const int share = std::max({1, busiest_[index(slot)], busiest_[index(after)]});
        hop = add_hop(2 * latency + part * links_.inter_s_per_byte[cell] * share, hop);
    }
    return inside + (slots_ - 1) * hop + use.between_nodes_s(slots_);
}

void GroupTime::sort_by_node(const GroupMembers& members) {
    if (next_.size() < index(members.size)) {
        for (std::vector<int>* list : {&next_, &first_, &last_, &count_})
            list->resize(index(members.size));
    }
    ++stamp_;
    slots_ = 0;
    for (int i = 0; i < members.size; ++i) {
        const std::size_t node = index(links_.node_of_gpu[index(members[i])]);
        next_[index(i)] = -1;
        if (stamp_of_node_[node] != stamp_) {
            stamp_of_node_[node] = stamp_;
            slot_of_node_[node] = slots_;
            first_[index(slots_)] = last_[index(slots_)] = i;
            count_[index(slots_++)] = 1;
            continue;
        }
        const std::size_t slot = index(slot_of_node_[node]);
        next_[index(last_[slot])] = i;
        last_[slot] = i;
        ++count_[slot];
    }
}

double GroupTime::exchange_s(const GroupMembers& members, double reduce_bytes, double gather_bytes,
                             const std::vector<int>& nic_load, const LinkUse& use) {
    begin_hops(0, 0);
    if (members.size < 2)
        return 0;
    const double bytes = reduce_bytes + gather_bytes;
    if (links_.nodes_decide()) {
        count_by_node(members, nic_load);
        return exchange_of_counts_s(bytes, use);
    }
    sort_by_node(members);
    double inside = 0;
    for (int slot = 0; slot < slots_; ++slot) {
        const int count = count_[index(slot)];
        if (count < 2)
            continue;
        double hop = 0, last_latency = -1, last_s_per_byte = -1;
        for (int i = first_[index(slot)]; i >= 0; i = next_[index(i)]) {
            const int from = members[i],
                      to = members[next_[index(i)] >= 0 ? next_[index(i)] : first_[index(slot)]];
            const double latency = links_.intra_latency_between(from, to),
                         s_per_byte = links_.intra_s_per_byte_between(from, to);
            if (latency == last_latency && s_per_byte == last_s_per_byte)
                continue; // as the hop before
            last_latency = latency, last_s_per_byte = s_per_byte;
            hop = std::max(hop, 2 * latency + bytes / count * s_per_byte / use.intra_efficiency);
        }
        inside = std::max(inside, (count - 1) * hop + use.inside_node_s(count));
    }
    begin_hops(inside, 0);
    if (slots_ == 1)
        return inside;

    begin_hops(inside + use.between_nodes_s(slots_), slots_ - 1);
    const int fewest = *std::min_element(count_.begin(), count_.begin() + slots_);
    const double part = bytes / fewest / slots_;
    double hop = 0;
    for (int slot = 0; slot < slots_; ++slot) {
        const int after = slot + 1 < slots_ ? slot + 1 : 0;
        int i = first_[index(slot)], j = first_[index(after)];
        for (int rings = std::max(count_[index(slot)], count_[index(after)]); rings > 0; --rings) {
            const int from = members[i], to = members[j];
            hop = add_hop(2 * links_.latency_s(from, to) + part * links_.s_per_byte(from, to) *
                                                               share_of(links_, nic_load, from, to) /
                                                               use.inter_efficiency,
                          hop);
            i = next_[index(i)] >= 0 ? next_[index(i)] : first_[index(slot)];
            j = next_[index(j)] >= 0 ? next_[index(j)] : first_[index(after)];
        }
    }
    return inside + (slots_ - 1) * hop + use.between_nodes_s(slots_);
}

double GroupTime::collective_s(const Collective& collective, int device, const GroupMembers& members,
                               const std::vector<int>& nic_load, const LinkUse& use) {
    const double bytes = collective.bytes_of(device);
    switch (collective.kind) {
    case CollectiveKind::ring_step:
        return ring_step_s(members, bytes, nic_load);
    case CollectiveKind::all_to_all:
        return all_to_all_s(members, collective, bytes, nic_load, use);
    case CollectiveKind::send: // boundary_time() has these
    case CollectiveKind::all_reduce:
    case CollectiveKind::reduce_and_gather:
        break;
    }
    return exchange_s(members, bytes, collective.gathered_of(device), nic_load, use);
}

void GroupTime::find_parts(const Collective& collective, double bytes, int members) {
    parts_.resize(std::max(parts_.size(), index(slots_)));
    for (int slot = 0; slot < slots_; ++slot) {
        const int there = count_[index(slot)];
        parts_[index(slot)] = {
            there > 1 ? bytes_inside(collective, bytes, members, there) / (there - 1) : 0,
            slots_ > 1 ? bytes_to_node(collective, bytes, members, there) / there : 0,
        };
    }
}

double GroupTime::all_to_all_of_counts_s(const LinkUse& use) {
    double slowest = 0;
    for (int slot = 0; slot < slots_; ++slot) {
        const int here = count_[index(slot)];
        const InsideNode& link = links_.inside_of_node[index(node_[index(slot)])];
        const double inside =
            parts_[index(slot)].from_inside * (here - 1) * link.s_per_byte / use.intra_efficiency;
        double outside = 0, latency = here > 1 ? link.latency_s + use.intra_latency_s : 0;
        for (int other = 0; other < slots_; ++other) {
            if (other == slot)
                continue;
            const std::size_t cell =
                index(node_[index(slot)]) * index(links_.rows) + index(node_[index(other)]);
            const int share = std::max({1, busiest_[index(slot)], busiest_[index(other)]});
            outside += parts_[index(other)].from_outside * count_[index(other)] *
                       links_.inter_s_per_byte[cell] * share;
            latency = std::max(latency, (links_.inter_latency_s.empty() ? links_.uniform_latency_s
                                                                        : links_.inter_latency_s[cell]) +
                                            use.inter_latency_s);
        }
        slowest = add_hop(latency + std::max(inside, outside / use.inter_efficiency), slowest);
    }
    return slowest;
}

/// Lists the members by host, after sort_by_node(). Returns whether those of each host have as busy NICs.
bool GroupTime::sort_by_host(const GroupMembers& members, const std::vector<int>& nic_load) {
    stamp_of_host_.resize(index(links_.hosts)), entry_of_host_.resize(index(links_.hosts));
    ++host_stamp_;
    hosts_.clear();
    for (int i = 0; i < members.size; ++i) {
        const std::size_t gpu = index(members[i]), host = index(links_.host_of_gpu[gpu]);
        const int load = std::max(1, nic_load[index(links_.nic_of_gpu[gpu])]);
        if (stamp_of_host_[host] != host_stamp_) {
            stamp_of_host_[host] = host_stamp_;
            entry_of_host_[host] = static_cast<int>(hosts_.size());
            const int slot = slot_of_node_[index(links_.node_of_gpu[gpu])];
            hosts_.push_back({1, slot, load, members[i], members[i]});
            continue;
        }
        HostMembers& entry = hosts_[index(entry_of_host_[host])];
        if (entry.load != load)
            return false;
        ++entry.count;
        entry.second = members[i];
    }
    return true;
}

double GroupTime::all_to_all_of_hosts_s(const LinkUse& use) {
    double slowest = 0;
    for (const HostMembers& here : hosts_) {
        double inside = 0, outside = 0, latency = 0;
        for (const HostMembers& there : hosts_) {
            const bool own = &here == &there;
            const int from = here.first, to = own ? there.second : there.first;
            if (own && here.count < 2)
                continue;
            if (here.slot == there.slot) {
                inside += (there.count - int(own)) * links_.s_per_byte(from, to);
                latency = std::max(latency, links_.latency_s(from, to) + use.intra_latency_s);
            } else {
                outside += parts_[index(there.slot)].from_outside * there.count *
                           links_.s_per_byte(from, to) * std::max(here.load, there.load);
                latency = std::max(latency, links_.latency_s(from, to) + use.inter_latency_s);
            }
        }
        inside *= parts_[index(here.slot)].from_inside / use.intra_efficiency;
        slowest = add_hop(latency + std::max(inside, outside / use.inter_efficiency), slowest);
    }
    return slowest;
}

double GroupTime::all_to_all_of_pairs_s(const GroupMembers& members, const std::vector<int>& nic_load,
                                        const LinkUse& use) {
    double slowest = 0;
    for (int i = 0; i < members.size; ++i) {
        double inside = 0, outside = 0, latency = 0;
        const int from = members[i];
        for (int j = 0; j < members.size; ++j) {
            if (i == j)
                continue;
            const int to = members[j];
            if (links_.same_node(from, to)) {
                inside += links_.s_per_byte(from, to);
                latency = std::max(latency, links_.latency_s(from, to) + use.intra_latency_s);
            } else {
                const int slot = slot_of_node_[index(links_.node_of_gpu[index(to)])];
                outside += parts_[index(slot)].from_outside * links_.s_per_byte(from, to) *
                           share_of(links_, nic_load, from, to);
                latency = std::max(latency, links_.latency_s(from, to) + use.inter_latency_s);
            }
        }
        const int slot = slot_of_node_[index(links_.node_of_gpu[index(from)])];
        inside *= parts_[index(slot)].from_inside / use.intra_efficiency;
        slowest = add_hop(latency + std::max(inside, outside / use.inter_efficiency), slowest);
    }
    return slowest;
}

double GroupTime::all_to_all_s(const GroupMembers& members, const Collective& collective, double bytes,
                               const std::vector<int>& nic_load, const LinkUse& use) {
    begin_hops(0, 1);
    if (members.size < 2)
        return 0;
    if (links_.nodes_decide()) {
        count_by_node(members, nic_load);
        find_parts(collective, bytes, members.size);
        return all_to_all_of_counts_s(use);
    }
    sort_by_node(members);
    find_parts(collective, bytes, members.size);
    return links_.hosts_decide && sort_by_host(members, nic_load)
               ? all_to_all_of_hosts_s(use)
               : all_to_all_of_pairs_s(members, nic_load, use);
}

double GroupTime::ring_step_s(const GroupMembers& members, double bytes, const std::vector<int>& nic_load) {
    begin_hops(0, 1);
    double hop = 0;
    for (int i = 0; i < members.size && members.size > 1; ++i) {
        const int from = members[i], to = members[i + 1 < members.size ? i + 1 : 0];
        hop = add_hop(links_.send_s(from, to, bytes, share_of(links_, nic_load, from, to)), hop);
    }
    return hop;
}

} // namespace pipette
