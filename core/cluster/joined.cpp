// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/joined.h"

#include "core/base/index.h"
#include "core/base/input_error.h"
#include "core/base/readable.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace pipette {
namespace {

/// Names that are taken, and the way out for a part that brings one of them again.
class Names {
public:
    /// The name as it is called in the joined cluster; empty stays empty.
    std::string own(const std::string& name, std::size_t part) {
        return name.empty() || !earlier_.contains(name) ? name : fmt::format("{}-{}", name, part + 1);
    }
    void take(std::set<std::string> names) { earlier_.merge(names); }

private:
    std::set<std::string> earlier_; ///< of the parts before
};

double median_stream(const Cluster& cluster) {
    const BandwidthMatrix& matrix = cluster.inter_node.bandwidth;
    const bool by_gpu = cluster.inter_node.between == MatrixBetween::gpus;
    std::vector<double> found;
    for (int from = 0; from < matrix.size(); ++from)
        for (int to = 0; to < matrix.size(); ++to)
            if (matrix.measured(from, to) &&
                (by_gpu ? cluster.node_of(from) != cluster.node_of(to) : from != to))
                found.push_back(matrix.at(from, to));
    if (found.empty())
        return 0;
    const auto middle = found.begin() + static_cast<std::ptrdiff_t>(found.size() / 2);
    std::nth_element(found.begin(), middle, found.end());
    return *middle;
}

[[noreturn]] void refuse(std::size_t part, const char* member, const std::string& reason) {
    throw InputError({}, fmt::format("part {}, {}", part + 1, member), reason);
}

void check_alike(const Cluster& first, const Cluster& part, std::size_t number) {
    if (part.inter_node.between != first.inter_node.between ||
        part.inter_node.meaning != first.inter_node.meaning)
        refuse(number, "inter_node", "measures links in another way than part 1: between or meaning differ");
    if (part.fabric != first.fabric)
        refuse(number, "fabric", "has other levels or another congestion than part 1");
}

/// A part behind which another one follows must not end in the middle of a group.
void check_whole_groups(const Cluster& part, std::size_t number) {
    for (const FabricLevel& level : part.fabric.levels)
        if (level.nodes_per > 0 && part.node_count() % level.nodes_per != 0)
            refuse(number, "fabric",
                   fmt::format("counts {} nodes a group of the level {}, which do not divide its {}",
                               level.nodes_per, level.name, counted(part.node_count(), "node")));
}

/// Joins part after part.
class Join {
public:
    Join(const std::vector<JoinedPart>& parts, const Joint& joint) : parts_(parts), joint_(joint) {}

    Cluster all() {
        const Cluster& first = *parts_.front().cluster;
        whole_.inter_node = first.inter_node;
        whole_.fabric = first.fabric;
        for (std::size_t part = 0; part < parts_.size(); ++part) {
            check_alike(first, *parts_[part].cluster, part);
            if (part + 1 < parts_.size())
                check_whole_groups(*parts_[part].cluster, part);
            add_nodes(part);
        }
        link();
        if (joint_.price_per_gb > 0)
            whole_.fabric.levels.push_back(
                {.name = "zone", .by = SharedName::zone, .price_per_gb = joint_.price_per_gb});
        describe();
        return make_cluster(std::move(whole_));
    }

private:
    void add_nodes(std::size_t part) {
        const Cluster& cluster = *parts_[part].cluster;
        std::vector<int> kind_number;
        for (const NodeKind& kind : cluster.node_kinds)
            kind_number.push_back(kind_like(kind, part));
        const int first = static_cast<int>(whole_.nodes.size());
        std::set<std::string> hosts, racks, domains;
        for (const Node& node : cluster.nodes) {
            const std::string& zone = parts_[part].zone;
            Node own{hosts_.own(node.host, part), kind_number[index(node.kind)], racks_.own(node.rack, part),
                     domains_.own(node.domain, part), zone.empty() ? node.zone : zone};
            hosts.insert(own.host), racks.insert(own.rack), domains.insert(own.domain);
            whole_.nodes.push_back(std::move(own));
        }
        hosts_.take(std::move(hosts)), racks_.take(std::move(racks)), domains_.take(std::move(domains));
        for (Fault fault : cluster.faults) {
            fault.node += first;
            fault.other += fault.is_link() ? first : 0;
            whole_.faults.push_back(std::move(fault));
        }
        for (const std::string& assumption : cluster.assumptions)
            if (std::find(whole_.assumptions.begin(), whole_.assumptions.end(), assumption) ==
                whole_.assumptions.end())
                whole_.assumptions.push_back(assumption);
        const int rows = cluster.inter_node.bandwidth.size();
        part_of_row_.insert(part_of_row_.end(), index(rows), part);
    }

    /// The number of an equal kind, else of a new one.
    int kind_like(NodeKind kind, std::size_t part) {
        std::vector<NodeKind>& kinds = whole_.node_kinds;
        const auto known = std::find(kinds.begin(), kinds.end(), kind);
        if (known != kinds.end())
            return static_cast<int>(known - kinds.begin());
        if (std::any_of(kinds.begin(), kinds.end(),
                        [&](const NodeKind& other) { return other.name == kind.name; }))
            kind.name = fmt::format("{}-{}", kind.name, part + 1);
        kinds.push_back(std::move(kind));
        return static_cast<int>(kinds.size()) - 1;
    }

    /// One stream out of each part, GB/s.
    std::vector<double> streams() const {
        std::vector<double> stream;
        for (std::size_t part = 0; part < parts_.size(); ++part) {
            stream.push_back(parts_[part].stream_gb_per_s > 0 ? parts_[part].stream_gb_per_s
                                                              : median_stream(*parts_[part].cluster));
            if (stream.back() == 0)
                refuse(part, "inter_node",
                       "has no measured link between nodes: say what a stream to the "
                       "other parts reaches");
        }
        return stream;
    }

    const InterNode& links_of(std::size_t part) const { return parts_[part].cluster->inter_node; }
    double latency_of(std::size_t part) const {
        return joint_.latency_us > 0 ? joint_.latency_us : links_of(part).latency_us;
    }
    /// Whether one figure is the latency of all links.
    bool has_one_latency() const {
        for (std::size_t part = 0; part < parts_.size(); ++part)
            if (!links_of(part).latency.empty() || latency_of(part) != links_of(0).latency_us ||
                links_of(part).latency_us != links_of(0).latency_us)
                return false;
        return true;
    }

    /// Matrices of all rows: those of the parts, and what joins the parts.
    void link() {
        const int size = static_cast<int>(part_of_row_.size());
        const std::vector<double> stream = streams();
        BandwidthMatrix bandwidth(size), waits(size);
        int first_row = 0; // of the part of the row
        for (int from = 0; from < size; ++from) {
            const std::size_t part = part_of_row_[index(from)];
            first_row = from > 0 && part_of_row_[index(from - 1)] == part ? first_row : from;
            const InterNode& own = links_of(part);
            for (int to = 0; to < size; ++to) {
                const std::size_t other = part_of_row_[index(to)];
                if (from == to)
                    continue;
                if (other != part) {
                    bandwidth.set(from, to, std::min(stream[part], stream[other]));
                    waits.set(from, to, std::max(latency_of(part), latency_of(other)));
                    continue;
                }
                const int a = from - first_row, b = to - first_row;
                if (own.bandwidth.measured(a, b))
                    bandwidth.set(from, to, own.bandwidth.at(a, b));
                waits.set(from, to,
                          !own.latency.empty() && own.latency.measured(a, b) ? own.latency.at(a, b)
                                                                             : own.latency_us);
            }
        }
        whole_.inter_node.bandwidth = std::move(bandwidth);
        whole_.inter_node.latency = has_one_latency() ? BandwidthMatrix() : std::move(waits);
    }

    void describe() {
        std::string names, origins;
        for (const JoinedPart& part : parts_) {
            names += (names.empty() ? "" : " + ") + part.cluster->name;
            origins += (origins.empty() ? "" : " | ") + part.cluster->origin;
        }
        whole_.name = names;
        whole_.origin = fmt::format("assumed: {} joined, the links between them are not measured; {}",
                                    counted(static_cast<long>(parts_.size()), "cluster"), origins);
    }

    const std::vector<JoinedPart>& parts_;
    const Joint& joint_;
    Cluster whole_;
    Names hosts_, racks_, domains_;
    std::vector<std::size_t> part_of_row_; // of the matrices
};

} // namespace

Cluster joined(const std::vector<JoinedPart>& parts, const Joint& joint) {
    return Join(parts, joint).all();
}

} // namespace pipette
