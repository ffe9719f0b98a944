// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/inter_node_cells.h"

#include "core/base/index.h"
#include "core/base/input_error.h"
#include "core/base/median.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace pipette {
namespace {

/// What a link between nodes is taken as where none that works was measured. That is no reason to refuse a
/// cluster whose links are broken: its plans keep off them.
TakenStreams without_any(const InterNodeCells& cells, double slowest_inside) {
    if (!cells.broken.any())
        throw InputError({}, "$.inter_node.bandwidth_gb_per_s",
                         "no link between nodes is measured, expected at least one number");
    std::vector<double> of_broken;
    cells.each([&](int from, int to) {
        if (cells.matrix.measured(from, to))
            of_broken.push_back(cells.stream(from, to));
    });
    const bool any = !of_broken.empty();
    const double stream = any ? median(of_broken) : slowest_inside;
    return {{stream, stream},
            fmt::format("no link between nodes that works was measured: taken as {:.4g} GB/s a stream, {}",
                        stream, any ? "the median of those that are broken" : "the slowest inside a node")};
}

} // namespace

InterNodeCells::InterNodeCells(const Cluster& of, const BandwidthMatrix& measured)
    : cluster(of), matrix(measured), broken(of) {
    const std::vector<int> domain_of_node = cluster.domain_of_node();
    std::map<std::pair<std::string, std::string>, int> racks; // by zone and rack
    for (int row = 0; row < matrix.size(); ++row) {
        const int host = by_gpu() ? cluster.node_of(row) : row;
        node_of_row.push_back(host);
        domain_of_row.push_back(domain_of_node[index(host)]);
        const Node& at = cluster.nodes[index(host)];
        rack_of_row.push_back(
            racks.try_emplace({at.zone, at.rack}, static_cast<int>(racks.size())).first->second);
    }
}

int streams_of_figure(const InterNode& links, int nics_a, int nics_b) {
    const bool of_nodes = links.between == MatrixBetween::nodes;
    return of_nodes && links.meaning == BandwidthMeaning::aggregate ? std::min(nics_a, nics_b) : 1;
}

int InterNodeCells::streams_of_figure(int from, int to) const {
    return pipette::streams_of_figure(cluster.inter_node, cluster.kind_of_node(node(from)).nics,
                                      cluster.kind_of_node(node(to)).nics);
}

TakenStreams taken_streams(const InterNodeCells& cells, double slowest_inside) {
    const auto median_of_kinds = [&](std::size_t first, std::size_t last) {
        return median_of([&](const auto& take) {
            cells.each([&](int from, int to) {
                const std::size_t kind = cells.distance(from, to);
                if (kind >= first && kind <= last && cells.known(from, to))
                    take(cells.stream(from, to));
            });
        });
    };
    const double of_all = median_of_kinds(0, TakenStreams::kinds);
    if (of_all == 0)
        return without_any(cells, slowest_inside);
    TakenStreams taken;
    for (std::size_t kind = 0; kind < TakenStreams::kinds; ++kind) {
        const double of_kind = median_of_kinds(kind, kind);
        taken.gb_per_s[kind] = of_kind > 0 ? of_kind : of_all;
    }
    return taken;
}

} // namespace pipette
