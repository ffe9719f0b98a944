// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/links.h"

#include "core/base/index.h"
#include "core/base/median.h"
#include "core/base/readable.h"
#include "core/base/units.h"
#include "core/cluster/hypothetical.h"
#include "core/cluster/inter_node_cells.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace pipette {
namespace {

double s_per_byte_of(double gb_per_s) {
    return 1 / (gb_per_s * bytes_per_gb);
}

/// Numbers the GPUs' nodes, NICs and rows, and fills the intra-node arrays. `measured` holds GPU-by-GPU
/// figures or is null; where it knows a pair inside a node it is better than the kind's own figure.
void add_gpus(Links& links, const Cluster& cluster, const BandwidthMatrix* measured) {
    const bool by_gpu = measured != nullptr;
    std::vector<std::size_t> first_of_kind(cluster.node_kinds.size(), 0);
    std::vector<char> kind_done(cluster.node_kinds.size(), 0);
    for (int node = 0; node < cluster.node_count(); ++node) {
        const NodeKind& kind = cluster.kind_of_node(node);
        const std::size_t kind_number = index(cluster.nodes[index(node)].kind), size = index(kind.gpus);
        if (by_gpu || !kind_done[kind_number]) {
            kind_done[kind_number] = 1;
            first_of_kind[kind_number] = links.intra_s_per_byte.size();
            for (int from = 0; from < kind.gpus; ++from)
                for (int to = 0; to < kind.gpus; ++to) {
                    const IntraNode& intra = kind.intra_node;
                    double figure = intra.bandwidth_gb_per_s, latency_us = intra.latency_us;
                    if (!intra.matrix.empty() && intra.matrix.measured(from, to))
                        figure = intra.matrix.at(from, to);
                    if (!intra.latency.empty() && intra.latency.measured(from, to))
                        latency_us = intra.latency.at(from, to);
                    const int gpu = cluster.first_gpu(node);
                    if (by_gpu && measured->measured(gpu + from, gpu + to))
                        figure = measured->at(gpu + from, gpu + to);
                    links.intra_s_per_byte.push_back(s_per_byte_of(figure));
                    links.intra_latency_s.push_back(latency_us * seconds_per_us);
                }
        }
        for (int local = 0; local < kind.gpus; ++local) {
            links.node_of_gpu.push_back(node), links.host_of_gpu.push_back(node);
            links.kind_of_gpu.push_back(cluster.nodes[index(node)].kind);
            links.nic_of_gpu.push_back(links.nics + kind.nic_near(local));
            links.row_of_gpu.push_back(by_gpu ? cluster.first_gpu(node) + local : node);
            links.local_of_gpu.push_back(local);
            links.intra_row.push_back(first_of_kind[kind_number] + index(local) * size);
        }
        links.nics += kind.nics;
    }
}

/// The nodes of a domain become one, with the bandwidth of the domain between GPUs of different hosts.
/// Domains of the same kinds of nodes share their arrays.
void join_domains(Links& links, const Cluster& cluster) {
    const std::vector<int> domain = cluster.domain_of_node();
    const int domains = *std::max_element(domain.begin(), domain.end()) + 1;
    if (domains == cluster.node_count())
        return;
    const Links alone = links;
    links.nodes = domains;
    links.intra_s_per_byte.clear(), links.intra_latency_s.clear();
    std::vector<std::vector<int>> members(index(domains)); // GPUs
    for (int gpu = 0; gpu < links.gpus; ++gpu)
        members[index(domain[index(links.host_of_gpu[index(gpu)])])].push_back(gpu);
    std::map<std::vector<std::size_t>, std::size_t>
        known; // rows of the GPUs before: first cell of the domain
    for (std::size_t number = 0; number < members.size(); ++number) {
        const std::vector<int>& gpus = members[number];
        std::vector<std::size_t> kinds;
        for (const int gpu : gpus) {
            kinds.push_back(alone.intra_row[index(gpu)]);
            kinds.push_back(index(links.host_of_gpu[index(gpu)] == links.host_of_gpu[index(gpus.front())]));
        }
        const auto [at, is_new] = known.try_emplace(kinds, links.intra_s_per_byte.size());
        for (std::size_t i = 0; i < gpus.size(); ++i) {
            links.node_of_gpu[index(gpus[i])] = static_cast<int>(number);
            links.local_of_gpu[index(gpus[i])] = static_cast<int>(i);
            links.intra_row[index(gpus[i])] = at->second + i * gpus.size();
        }
        if (!is_new)
            continue;
        for (const int from : gpus)
            for (const int to : gpus) {
                const double domain_gb_per_s = std::min(cluster.kind_of_gpu(from).domain_bandwidth_gb_per_s,
                                                        cluster.kind_of_gpu(to).domain_bandwidth_gb_per_s);
                const bool same_host = alone.same_node(from, to);
                links.intra_s_per_byte.push_back(same_host ? alone.s_per_byte(from, to)
                                                           : s_per_byte_of(domain_gb_per_s));
                links.intra_latency_s.push_back(same_host ? alone.latency_s(from, to)
                                                          : cluster.kind_of_gpu(from).intra_node.latency_us *
                                                                seconds_per_us);
            }
    }
}

/// GB/s of the slowest link inside a node.
double slowest_inside(const Links& links) {
    return 1 /
           (*std::max_element(links.intra_s_per_byte.begin(), links.intra_s_per_byte.end()) * bytes_per_gb);
}

/// Every inter-node cell: what its link reaches, or what it is taken as where nobody measured it or it is
/// known to be broken.
void add_inter_node(Links& links, const InterNodeCells& cells) {
    bool all_known = true;
    cells.each([&](int from, int to) { all_known = all_known && cells.known(from, to); });
    const TakenStreams taken = all_known ? TakenStreams{} : taken_streams(cells, slowest_inside(links));
    const auto stream_of = [&](int from, int to) {
        return cells.known(from, to) ? cells.stream(from, to) : taken.of(cells, from, to);
    };
    cells.each([&](int from, int to) {
        links.inter_s_per_byte.set(index(from) * index(links.rows) + index(to),
                                   s_per_byte_of(stream_of(from, to)));
    });
    const double typical = median_of([&](const auto& take) {
        cells.each([&](int from, int to) {
            if (!cells.is_broken(from, to))
                take(stream_of(from, to));
        });
    });
    links.typical_s_per_byte = s_per_byte_of(typical > 0 ? typical : taken.gb_per_s[0]);
    if (!taken.note.empty())
        links.assumptions.push_back(taken.note);
}

/// Marks the links that nobody measured and says what they were taken as.
void note_unmeasured(Links& links, const InterNodeCells& cells) {
    long unmeasured = 0;
    std::string first;
    cells.each([&](int from, int to) {
        if (!cells.unmeasured(from, to))
            return;
        if (++unmeasured == 1) {
            first = fmt::format("{} to {}", cells.name(from), cells.name(to));
            links.assumed.assign(links.inter_s_per_byte.size(), 0);
        }
        links.assumed[index(from) * index(links.rows) + index(to)] = 1;
    });
    if (unmeasured == 0)
        return;
    const TakenStreams taken = taken_streams(cells, slowest_inside(links));
    bool used[TakenStreams::kinds]{};
    cells.each([&](int from, int to) {
        if (cells.unmeasured(from, to))
            used[cells.distance(from, to)] = true;
    });
    std::string figures;
    for (std::size_t kind = 0; kind < TakenStreams::kinds; ++kind)
        if (const std::string figure = fmt::format("{:.4g} GB/s", taken.gb_per_s[kind]);
            used[kind] && figures.find(figure) == std::string::npos)
            figures += (figures.empty() ? "" : " and ") + figure;
    links.assumptions.push_back(fmt::format("{} of the links between nodes {} not measured (the first: {}): "
                                            "taken as {} a stream, the median of the "
                                            "measured links of their kind",
                                            unmeasured, unmeasured == 1 ? "was" : "were", first, figures));
}

/// Says which slow links nobody measured.
void note_slow_unmeasured(Links& links, const InterNodeCells& cells, const DegradedLink& link) {
    const auto rows_of = [&](int node) {
        return cells.by_gpu() ? std::pair(cells.cluster.first_gpu(node), cells.cluster.first_gpu(node + 1))
                              : std::pair(node, node + 1);
    };
    int unmeasured = 0;
    for_each_pair(cells.cluster, link, [&](int node_a, int node_b) {
        const auto [first_a, end_a] = rows_of(node_a);
        const auto [first_b, end_b] = rows_of(node_b);
        bool known = true;
        for (int a = first_a; a < end_a; ++a)
            for (int b = first_b; b < end_b; ++b)
                known = known && cells.known(a, b) && cells.known(b, a);
        unmeasured += known ? 0 : 1;
    });
    if (unmeasured > 0)
        links.assumptions.push_back(fmt::format(
            "{} between {} and {} not measured: taken as {:.4g} times what is assumed for its kind",
            unmeasured > 1 ? fmt::format("{} degraded links", unmeasured) : "the degraded link", link.host_a,
            link.host_b + (unmeasured > 1 ? " were" : " was"), link.factor));
}

/// What a node sends to another group of a level has the links above its group at most, which its network
/// cards share. A link that was measured slower stays as it was measured.
void share_levels(Links& links, const InterNodeCells& cells) {
    const Cluster& cluster = cells.cluster;
    const auto groups = groups_of_levels(cluster);
    for (std::size_t level = 0; level < groups.size(); ++level) {
        const double above = cluster.fabric.levels[level].bandwidth_gb_per_s;
        if (above == 0)
            continue;
        long slowed = 0;
        cells.each([&](int from, int to) {
            const int a = cells.node(from), b = cells.node(to);
            if (groups[level][index(a)] == groups[level][index(b)])
                return;
            const int streams = std::min(cluster.kind_of_node(a).nics, cluster.kind_of_node(b).nics);
            const std::size_t cell = index(from) * index(links.rows) + index(to);
            if (const double share = s_per_byte_of(above / streams); share > links.inter_s_per_byte[cell])
                links.inter_s_per_byte.set(cell, share), ++slowed;
        });
        if (slowed > 0)
            links.assumptions.push_back(readable(
                fmt::format(
                    "{} links between nodes cross the fabric's level {}: slowed to their share of the "
                    "{:.4g} GB/s that a node's cards have above it",
                    slowed, cluster.fabric.levels[level].name, above),
                longest_shown_sentence));
    }
}

/// Links::inside_of_node. Nodes of a kind share the cells of their links, a row for each GPU.
std::vector<InsideNode> inside_nodes(const Links& links) {
    if (links.rows != links.nodes)
        return {};
    std::vector<std::size_t> first_cell(index(links.nodes)), size(index(links.nodes), 0);
    for (int gpu = links.gpus - 1; gpu >= 0; --gpu) {
        const std::size_t node = index(links.node_of_gpu[index(gpu)]);
        first_cell[node] = links.intra_row[index(gpu)], ++size[node];
    }
    const auto alike = [](const std::vector<double>& cells, std::size_t first, std::size_t count) {
        const auto begin = cells.begin() + std::ptrdiff_t(first);
        return std::all_of(begin, begin + std::ptrdiff_t(count), [&](double cell) { return cell == *begin; });
    };
    std::map<std::size_t, bool> known; // by the first cell
    std::vector<InsideNode> inside;
    for (std::size_t node = 0; node < first_cell.size(); ++node) {
        const std::size_t first = first_cell[node], cells = size[node] * size[node];
        const auto [at, is_new] = known.try_emplace(first, false);
        if (is_new)
            at->second =
                alike(links.intra_s_per_byte, first, cells) && alike(links.intra_latency_s, first, cells);
        if (!at->second)
            return {};
        inside.push_back({links.intra_latency_s[first], links.intra_s_per_byte[first]});
    }
    return inside;
}

/// GPUs and nodes numbered, links inside nodes and domains filled in, none between nodes yet.
Links numbered_links(const Cluster& cluster, const BandwidthMatrix& matrix) {
    const bool by_gpu = cluster.inter_node.between == MatrixBetween::gpus && !matrix.empty();
    Links links;
    links.gpus = cluster.gpu_count();
    links.nodes = links.hosts = cluster.node_count();
    links.rows = by_gpu ? links.gpus : links.hosts;
    links.hosts_decide =
        !by_gpu &&
        std::all_of(cluster.node_kinds.begin(), cluster.node_kinds.end(), [](const NodeKind& kind) {
            return kind.intra_node.matrix.empty() && kind.intra_node.latency.empty();
        });
    add_gpus(links, cluster, by_gpu ? &matrix : nullptr);
    join_domains(links, cluster);
    links.inside_of_node = inside_nodes(links);
    return links;
}

} // namespace

Links make_links(const Cluster& cluster, int snapshot) {
    return make_links(cluster, snapshot < 0 ? cluster.inter_node.bandwidth
                                            : cluster.history.snapshots[index(snapshot)]);
}

Links make_links(const Cluster& cluster, const BandwidthMatrix& matrix,
                 const std::vector<DegradedLink>& slow) {
    const InterNode& inter = cluster.inter_node;
    Links links = numbered_links(cluster, matrix);
    const std::size_t cells = index(links.rows) * index(links.rows);
    links.inter_s_per_byte = {cells, 0};
    links.uniform_latency_s = inter.latency_us * seconds_per_us;
    if (!inter.latency.empty()) {
        links.inter_latency_s = {cells, links.uniform_latency_s};
        for (std::size_t i = 0; i < cells; ++i)
            if (const double latency_us = inter.latency.cell(i); !std::isnan(latency_us))
                links.inter_latency_s.set(i, latency_us * seconds_per_us);
    }
    if (links.nodes == 1) {
        for (const DegradedLink& link : slow)
            for_each_pair(cluster, link,
                          [](int, int) {}); // hosts that are not there are refused all the same
        return links;
    }
    const InterNodeCells measured(cluster, matrix);
    const BandwidthMatrix slower = slow.empty() ? BandwidthMatrix() : slowed(cluster, matrix, slow);
    const InterNodeCells reached(cluster, slow.empty() ? matrix : slower);
    add_inter_node(links, reached);
    note_unmeasured(links, measured);
    for (const DegradedLink& link : slow)
        note_slow_unmeasured(links, measured, link);
    share_levels(links, reached);
    return links;
}

BandwidthMatrix slowed(const Cluster& cluster, const BandwidthMatrix& matrix,
                       const std::vector<DegradedLink>& slow) {
    const InterNodeCells cells(cluster, matrix);
    const TakenStreams taken = taken_streams(cells, slowest_inside(numbered_links(cluster, matrix)));
    BandwidthMatrix known = matrix;
    cells.each([&](int from, int to) {
        if (cells.unmeasured(from, to))
            known.set(from, to, cells.figure(from, to, taken.of(cells, from, to)));
    });
    return degraded(cluster, std::move(known), slow);
}

Cluster slowed(const Cluster& cluster, const std::vector<DegradedLink>& slow) {
    Cluster result = cluster;
    result.file = {};
    result.inter_node.bandwidth = slowed(cluster, cluster.inter_node.bandwidth, slow);
    for (BandwidthMatrix& snapshot : result.history.snapshots)
        snapshot = slowed(cluster, snapshot, slow);
    std::string what;
    for (const DegradedLink& link : slow)
        what += fmt::format("; links {} - {} times {:g}", link.host_a, link.host_b, link.factor);
    result.origin =
        is_assumed(cluster) ? cluster.origin + what : fmt::format("assumed: {}{}", cluster.name, what);
    return result;
}

Links uniform_links(const Links& links) {
    Links uniform;
    uniform.gpus = links.gpus, uniform.hosts = links.hosts, uniform.nodes = links.nodes;
    uniform.nics = links.nics;
    uniform.node_of_gpu = links.node_of_gpu, uniform.host_of_gpu = links.host_of_gpu;
    uniform.kind_of_gpu = links.kind_of_gpu;
    uniform.nic_of_gpu = links.nic_of_gpu;
    uniform.local_of_gpu = links.local_of_gpu;
    uniform.intra_row = links.intra_row;
    uniform.intra_s_per_byte = links.intra_s_per_byte;
    uniform.intra_latency_s = links.intra_latency_s;
    uniform.rows = 1; // one cell stands for all
    uniform.row_of_gpu.assign(links.row_of_gpu.size(), 0);
    uniform.inter_s_per_byte = {1, links.typical_s_per_byte};
    uniform.uniform_latency_s = links.uniform_latency_s;
    uniform.hosts_decide = links.hosts_decide;
    uniform.typical_s_per_byte = links.typical_s_per_byte;
    return uniform;
}

} // namespace pipette
