// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/joined.h"

#include "core/base/bounds.h"
#include "core/base/index.h"
#include "core/base/input_error.h"
#include "core/base/median.h"
#include "core/base/readable.h"
#include "core/cluster/inter_node_cells.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <utility>

namespace pipette {
namespace {

/// The names of all hosts, or of all racks, domains or node kinds: part after part, so that no two parts have
/// a name in common.
class Names {
public:
    /// Begins the next part, which has these names.
    void begin(std::set<std::string> names) {
        own_ = std::move(names);
        known_.clear();
        ++part_;
    }
    /// Returns what the joined cluster calls a host (or rack ...) of the part: its name, with a number behind
    /// the name where an earlier part has the name. An empty name stays empty.
    std::string of(const std::string& name) {
        const auto [known, is_new] = known_.try_emplace(name, name);
        if (!is_new || name.empty())
            return known->second;
        for (int number = part_; earlier_.contains(known->second); ++number)
            if (std::string other = fmt::format("{}-{}", name, number); !own_.contains(other))
                known->second = std::move(other);
        return known->second;
    }
    /// Ends the part: later parts keep off the names that it has in the joined cluster.
    void end() {
        for (const auto& [name, joined] : known_)
            earlier_.insert(joined);
    }

private:
    std::set<std::string> earlier_;            ///< names in the joined cluster, of the parts before
    std::set<std::string> own_;                ///< names in this part
    std::map<std::string, std::string> known_; ///< what the joined cluster calls the names of this part
    int part_ = 0;                             ///< counted from 1
};

/// What one stream between two nodes reaches, the median of what was measured; 0: nothing was.
double median_stream(const Cluster& cluster) {
    const BandwidthMatrix& matrix = cluster.inter_node.bandwidth;
    const InterNodeCells cells(cluster, matrix);
    std::vector<double> found;
    for (int from = 0; from < matrix.size(); ++from)
        for (int to = 0; to < matrix.size(); ++to)
            if (cells.node(from) != cells.node(to) && matrix.measured(from, to))
                found.push_back(cells.stream(from, to));
    return found.empty() ? 0 : median(found);
}

[[noreturn]] void refuse(std::size_t part, const char* member, const std::string& reason) {
    throw InputError({}, fmt::format("part {}, {}", part + 1, member), reason);
}

void check_alike(const Cluster& first, const Cluster& part, std::size_t number) {
    if (part.inter_node.between != first.inter_node.between ||
        part.inter_node.meaning != first.inter_node.meaning)
        refuse(number, "inter_node", "measures links in another way than part 1: between or meaning differ");
    if (part.fabric.levels != first.fabric.levels)
        refuse(number, "fabric",
               "has other levels than part 1; if a part was joined before, join all that it was made of at "
               "once");
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
        long nodes = 0;
        for (std::size_t part = 0; part < parts_.size(); ++part)
            if ((nodes += parts_[part].cluster->node_count()) > bounds::assumed_nodes.most)
                refuse(part, "nodes",
                       fmt::format("would be {} with those before, expected {}", nodes,
                                   text_of(bounds::assumed_nodes)));
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
        const auto begin = [](Names& names, const auto& list, auto member) {
            std::set<std::string> own;
            for (const auto& one : list)
                own.insert(one.*member);
            names.begin(std::move(own));
        };
        begin(kinds_, cluster.node_kinds, &NodeKind::name);
        begin(hosts_, cluster.nodes, &Node::host);
        begin(racks_, cluster.nodes, &Node::rack);
        begin(domains_, cluster.nodes, &Node::domain);
        std::vector<int> kind_number;
        for (const NodeKind& kind : cluster.node_kinds)
            kind_number.push_back(number_of(kind));
        const int first = static_cast<int>(whole_.nodes.size());
        for (const Node& node : cluster.nodes) {
            const std::string& zone = parts_[part].zone;
            whole_.nodes.push_back({hosts_.of(node.host), kind_number[index(node.kind)], racks_.of(node.rack),
                                    domains_.of(node.domain), zone.empty() ? node.zone : zone});
        }
        for (Names* names : {&kinds_, &hosts_, &racks_, &domains_})
            names->end();
        for (Fault fault : cluster.faults) {
            fault.node += first;
            fault.other += fault.is_link() ? first : 0;
            whole_.faults.push_back(std::move(fault));
        }
        if (cluster.fabric.congestion != whole_.fabric.congestion)
            one_congestion_ = false;
        has_history_ |= !cluster.history.snapshots.empty();
        for (const std::string& assumption : cluster.assumptions)
            if (std::find(whole_.assumptions.begin(), whole_.assumptions.end(), assumption) ==
                whole_.assumptions.end())
                whole_.assumptions.push_back(assumption);
        const int rows = cluster.inter_node.bandwidth.size();
        for (int row = 0; row < rows; ++row) {
            const bool by_gpu = cluster.inter_node.between == MatrixBetween::gpus;
            rows_.push_back({part, cluster.kind_of_node(by_gpu ? cluster.node_of(row) : row).nics});
        }
    }

    /// The number of a node kind in the joined cluster: of an equal kind that an earlier part has, else of a
    /// new kind.
    int number_of(NodeKind kind) {
        std::vector<NodeKind>& kinds = whole_.node_kinds;
        const auto known = std::find(kinds.begin(), kinds.end(), kind);
        if (known != kinds.end())
            return static_cast<int>(known - kinds.begin());
        kind.name = kinds_.of(kind.name);
        kinds.push_back(std::move(kind));
        return static_cast<int>(kinds.size()) - 1;
    }

    /// [part] what one stream between a node of the part and a node of another part reaches, GB/s.
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

    /// A matrix holds no 0: such a cell stays empty, and the figure for all cells without one becomes 0.
    void set_latency(BandwidthMatrix& waits, int from, int to, double latency_us) {
        if (latency_us > 0)
            waits.set(from, to, latency_us);
        else
            whole_.inter_node.latency_us = 0;
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
        const int size = static_cast<int>(rows_.size());
        const std::vector<double> stream = streams();
        BandwidthMatrix bandwidth(size), waits(size);
        int first_row = 0; // of the part of the row
        for (int from = 0; from < size; ++from) {
            const std::size_t part = rows_[index(from)].part;
            first_row = from > 0 && rows_[index(from - 1)].part == part ? first_row : from;
            const InterNode& own = links_of(part);
            for (int to = 0; to < size; ++to) {
                const std::size_t other = rows_[index(to)].part;
                if (from == to)
                    continue;
                if (other != part) {
                    bandwidth.set(from, to,
                                  std::min(stream[part], stream[other]) *
                                      streams_of_figure(whole_.inter_node, rows_[index(from)].nics,
                                                        rows_[index(to)].nics));
                    set_latency(waits, from, to, std::max(latency_of(part), latency_of(other)));
                    continue;
                }
                const int a = from - first_row, b = to - first_row;
                if (own.bandwidth.measured(a, b))
                    bandwidth.set(from, to, own.bandwidth.at(a, b));
                set_latency(waits, from, to,
                            !own.latency.empty() && own.latency.measured(a, b) ? own.latency.at(a, b)
                                                                               : own.latency_us);
            }
        }
        whole_.inter_node.bandwidth = std::move(bandwidth);
        whole_.inter_node.latency = has_one_latency() ? BandwidthMatrix() : std::move(waits);
    }

    void describe() {
        if (!one_congestion_) {
            whole_.fabric.congestion = {};
            whole_.assumptions.emplace_back(
                "jobs wait for no congestion: the one that was measured on a part of "
                "the cluster is left out");
        }
        if (has_history_)
            whole_.assumptions.emplace_back(
                "snapshots of the bandwidth of a part of the cluster are left out");
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
    Names kinds_, hosts_, racks_, domains_;
    struct Row {
        std::size_t part;
        int nics; ///< of the node
    };
    std::vector<Row> rows_; // of the matrices
    bool one_congestion_ = true, has_history_ = false;
};

} // namespace

Cluster joined(const std::vector<JoinedPart>& parts, const Joint& joint) {
    return Join(parts, joint).all();
}

} // namespace pipette
