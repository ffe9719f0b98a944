// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/logs/cluster_merge.h"

#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/formats/documents/resources.h"
#include "core/formats/logs/cluster_name.h"
#include "core/formats/logs/fault_merge.h"
#include "core/formats/logs/node_merge.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <map>
#include <set>

namespace pipette {
namespace {

constexpr double default_latency_us = 5; // InfiniBand through NCCL; said in the report
constexpr double conflict_ratio = 1.1;
constexpr std::size_t most_named = 10'000; // pairs in a report: more is for nobody to read
/// Rows of a matrix: its file is read back within seconds and a part of a GiB, and 16384 GPUs are planned by
/// nodes.
constexpr int most_rows = 4096;

struct Figure {
    double value = 0;
    const Measurements* source = nullptr;
    int line = 0;
    int gpus = 0; ///< of each host that took part; 0: not told
    bool operator==(const Figure&) const = default;
};

std::string place_of(const Figure& figure) {
    return figure.line > 0 ? fmt::format("{} line {}", figure.source->file, figure.line)
                           : figure.source->file;
}

/// The figures of each directed link between the rows of a matrix. Where tests ran with different numbers of
/// GPUs a node, only the tests with the most GPUs count: the others measured something else.
class MeasuredLinks {
public:
    MeasuredLinks(const Cluster& cluster, const std::vector<Measurements>& files) {
        std::map<std::string, int> node_of;
        for (int i = 0; i < cluster.node_count(); ++i)
            node_of[cluster.nodes[static_cast<std::size_t>(i)].host] = i;
        const auto row = [&](const std::string& host, int gpu) {
            const int node = node_of.at(host);
            return gpu < 0 ? node : cluster.first_gpu(node) + gpu;
        };
        for (const Measurements& file : files)
            for (const LinkMeasurement& link : file.links) {
                const std::pair cell(row(link.from, link.from_gpu), row(link.to, link.to_gpu));
                if (!std::isnan(link.gb_per_s))
                    bandwidth[cell].push_back({link.gb_per_s, &file, link.line, link.gpus});
                if (!std::isnan(link.latency_us))
                    latency[cell].push_back({link.latency_us, &file, link.line, link.gpus});
            }
        keep_most_gpus(latency);
        const std::set<int> sizes = keep_most_gpus(bandwidth);
        if (sizes.size() > 1)
            which_count =
                fmt::format("tests with {} GPUs a node are different measurements: of each pair the "
                            "one with the most GPUs counts",
                            fmt::join(sizes, ", "));
    }

    std::map<std::pair<int, int>, std::vector<Figure>> bandwidth, latency;
    std::string which_count; ///< a sentence on tests with different numbers of GPUs; empty: there are none

private:
    /// Leaves the other figures out. Returns the numbers of GPUs of links that had several.
    static std::set<int> keep_most_gpus(std::map<std::pair<int, int>, std::vector<Figure>>& links) {
        std::set<int> different;
        for (auto& [cell, figures] : links) {
            std::set<int> sizes;
            for (const Figure& figure : figures)
                if (figure.gpus > 0)
                    sizes.insert(figure.gpus);
            if (sizes.size() < 2)
                continue;
            std::erase_if(figures, [most = *sizes.rbegin()](const Figure& figure) {
                return figure.gpus > 0 && figure.gpus < most;
            });
            different.merge(sizes);
        }
        return different;
    }
};

bool between_gpus(const std::vector<Measurements>& files) {
    const Measurements *by_gpu = nullptr, *by_node = nullptr;
    for (const Measurements& file : files)
        for (const LinkMeasurement& link : file.links)
            (link.from_gpu < 0 ? by_node : by_gpu) = &file;
    if (by_gpu != nullptr && by_node != nullptr)
        throw InputError(by_gpu->file, {},
                         "measures between GPUs, but " + by_node->file + " between nodes: they do not merge");
    return by_gpu != nullptr;
}

BandwidthMeaning meaning_of(const std::vector<Measurements>& files, const ImportOptions& options,
                            ImportReport& report) {
    const Measurements *first = nullptr, *untold = nullptr;
    for (const Measurements& file : files) {
        if (file.links.empty())
            continue;
        if (!file.meaning)
            untold = &file;
        else if (first != nullptr && *first->meaning != *file.meaning)
            throw InputError(
                file.file, {},
                fmt::format("measures {}, but {} measures {}: one stream and all that two nodes reach "
                            "together do not merge",
                            file.tool, first->file, first->tool));
        else
            first = &file;
    }
    if (first != nullptr && options.meaning && *options.meaning != *first->meaning)
        throw InputError("--meaning", {},
                         fmt::format("contradicts {}, which is {}", first->file, first->tool));
    if (untold != nullptr && first == nullptr && !options.meaning)
        report.assumptions.push_back(untold->file + " does not say what its figures mean: taken as flows "
                                                    "(one stream); --meaning aggregate says otherwise");
    return options.meaning ? *options.meaning : first != nullptr ? *first->meaning : BandwidthMeaning::flow;
}

std::vector<Node> nodes_of(const std::vector<Measurements>& files, ImportReport& report) {
    std::vector<Node> nodes;
    std::map<std::string, std::size_t> index;
    for (const Measurements& file : files)
        if (!file.names_only)
            for (const HostFacts& facts : file.hosts)
                if (index.emplace(facts.host, nodes.size()).second)
                    nodes.push_back({facts.host, 0, {}});
    if (nodes.empty()) { // only the inside of a node was measured
        nodes.push_back({"node0", 0, {}});
        report.assumptions.emplace_back("no file names a host: a cluster of one, \"node0\"");
    }
    if (nodes.size() > most_rows)
        throw InputError(
            files.front().file, {},
            fmt::format("{} hosts in all, more than the {} that are read", nodes.size(), most_rows));
    for (const Measurements& file : files)
        for (const HostFacts& facts : file.hosts)
            if (const auto found = index.find(facts.host); found != index.end() && !facts.rack.empty()) {
                std::string& rack = nodes[found->second].rack;
                if (!rack.empty() && rack != facts.rack)
                    report.conflicts.push_back(
                        fmt::format("{}: rack {} and rack {}, kept {}", facts.host, rack, facts.rack, rack));
                else
                    rack = facts.rack;
            }
    return nodes;
}

std::string row_name(const Cluster& cluster, int row) {
    return cluster.inter_node.between == MatrixBetween::gpus
               ? cluster.gpu_name(row)
               : cluster.nodes[static_cast<std::size_t>(row)].host;
}

/// Of the matrix between nodes or GPUs. Throws InputError when there are more than are read.
int rows_of(const Cluster& cluster, const std::string& file) {
    int rows = static_cast<int>(cluster.nodes.size());
    if (cluster.inter_node.between == MatrixBetween::nodes)
        return rows;
    rows = 0;
    for (const Node& node : cluster.nodes)
        rows += cluster.node_kinds[static_cast<std::size_t>(node.kind)].gpus;
    if (rows > most_rows)
        throw InputError(
            file, {},
            fmt::format("{} GPUs in a matrix between GPUs, more than the {} that are read", rows, most_rows));
    return rows;
}

enum class Quantity { bandwidth, latency };

/// One figure of several; says so when files differ. The peak of latencies is the lowest.
double settle(const std::vector<Figure>& figures, Statistic statistic, Quantity quantity,
              const std::string& link, std::vector<std::string>& conflicts) {
    if (quantity == Quantity::latency && statistic == Statistic::peak)
        statistic = Statistic::min;
    std::vector<double> values;
    for (const Figure& figure : figures)
        values.push_back(figure.value);
    const double kept = pick(statistic, values);
    const auto [low, high] = std::minmax_element(
        figures.begin(), figures.end(), [](const Figure& a, const Figure& b) { return a.value < b.value; });
    if (high->value > conflict_ratio * low->value && high->source != low->source)
        conflicts.push_back(fmt::format("{}: {:.4g} ({}) and {:.4g} ({}), kept {:.4g}", link, low->value,
                                        place_of(*low), high->value, place_of(*high), kept));
    return kept;
}

using LinkFigures = std::map<std::pair<int, int>, std::vector<Figure>>;

/// Settles each link; what a test measured both ways at once is told once.
void settle_all(const Cluster& cluster, const LinkFigures& links, Statistic statistic, Quantity quantity,
                BandwidthMatrix& matrix, ImportReport& report) {
    for (const auto& [cell, figures] : links) {
        const auto back = links.find({cell.second, cell.first});
        const bool both = back != links.end() && back->second == figures;
        const std::string name = row_name(cluster, cell.first) + (both ? " <-> " : " -> ") +
                                 row_name(cluster, cell.second) +
                                 (quantity == Quantity::latency ? " us" : " GB/s");
        std::vector<std::string> conflicts;
        matrix.set(cell.first, cell.second, settle(figures, statistic, quantity, name, conflicts));
        if (!both || cell.first < cell.second)
            report.conflicts.insert(report.conflicts.end(), conflicts.begin(), conflicts.end());
    }
}

void fill_links(Cluster& cluster, const MeasuredLinks& links, Statistic statistic, ImportReport& report) {
    InterNode& inter = cluster.inter_node;
    settle_all(cluster, links.bandwidth, statistic, Quantity::bandwidth, inter.bandwidth, report);
    if (links.latency.empty())
        return;
    inter.latency = BandwidthMatrix(inter.bandwidth.size());
    settle_all(cluster, links.latency, statistic, Quantity::latency, inter.latency, report);
    std::vector<double> all;
    for (const auto& [cell, unused] : links.latency)
        all.push_back(inter.latency.at(cell.first, cell.second));
    inter.latency_us = pick(Statistic::median, all);
}

/// The links between nodes, where none was measured: what a stream reaches by the NICs' data sheet.
void assume_links(Cluster& cluster, const NodePairs& faults, const ImportOptions& options,
                  ImportReport& report) {
    const auto known = known_gpus();
    std::vector<double> rate; // of each kind
    double least = 0;
    for (const NodeKind& kind : cluster.node_kinds) {
        const KnownGpu* gpu = find_gpu(known, kind.gpu.name);
        rate.push_back(options.inter_node_gb_per_s > 0 ? options.inter_node_gb_per_s
                       : gpu != nullptr                ? gpu->nic_gb_per_s
                                                       : 0);
        if (rate.back() <= 0)
            throw InputError("--inter-node-bandwidth", {},
                             "is needed: no link between nodes was measured, and the NICs of nodes with " +
                                 kind.gpu.name + " are not known");
        if (cluster.inter_node.meaning == BandwidthMeaning::aggregate && options.inter_node_gb_per_s <= 0)
            rate.back() *= kind.nics;
        least = least > 0 ? std::min(least, rate.back()) : rate.back();
    }
    const auto rate_of = [&](int node) {
        return rate[static_cast<std::size_t>(cluster.nodes[static_cast<std::size_t>(node)].kind)];
    };
    BandwidthMatrix& matrix = cluster.inter_node.bandwidth;
    const bool gpus = cluster.inter_node.between == MatrixBetween::gpus;
    for (int from = 0; from < matrix.size(); ++from)
        for (int to = 0; to < matrix.size(); ++to) {
            const int a = gpus ? cluster.node_of(from) : from, b = gpus ? cluster.node_of(to) : to;
            if (a != b && !faults.contains(std::minmax(a, b)))
                matrix.set(from, to, std::min(rate_of(a), rate_of(b)));
        }
    cluster.origin = "assumed: links between nodes; " + cluster.origin;
    const char* source = options.inter_node_gb_per_s > 0
                             ? "by --inter-node-bandwidth"
                             : "the line rate of a NIC of the maker's reference system "
                               "(--inter-node-bandwidth says otherwise)";
    report.assumptions.push_back(
        fmt::format("no link between nodes was measured: all are assumed at {:.4g} GB/s, {}", least, source));
}

void report_pairs(const Cluster& cluster, const std::vector<Measurements>& files, const NodePairs& faults,
                  ImportReport& report) {
    const BandwidthMatrix& matrix = cluster.inter_node.bandwidth;
    const bool gpus = cluster.inter_node.between == MatrixBetween::gpus;
    const auto name = [&](int from, const char* arrow, int to) {
        return row_name(cluster, from) + arrow + row_name(cluster, to);
    };
    for (int a = 0; a < matrix.size(); ++a)
        for (int b = a + 1; b < matrix.size(); ++b) {
            const int from = gpus ? cluster.node_of(a) : a, to = gpus ? cluster.node_of(b) : b;
            if (from == to)
                continue;
            ++report.pairs;
            const bool forth = matrix.measured(a, b), back = matrix.measured(b, a);
            if (faults.contains({from, to}))
                ++report.failed_pairs;
            else if (forth && back)
                ++report.measured_pairs;
            else if (++report.missing_pairs <= static_cast<long>(most_named))
                report.missing.push_back(forth  ? name(b, " -> ", a)
                                         : back ? name(a, " -> ", b)
                                                : name(a, " <-> ", b));
        }
    if (report.missing_pairs > static_cast<long>(most_named))
        report.missing.push_back(
            fmt::format("and {} further pairs", report.missing_pairs - static_cast<long>(most_named)));
    std::map<std::string, int> tools;
    for (const Measurements& file : files)
        if (!file.links.empty())
            ++tools[file.tool];
    std::string by;
    for (const auto& [tool, count] : tools)
        by += fmt::format("{}{} ({})", by.empty() ? " by " : ", ", tool, counted(count, "file"));
    if (!by.empty() && report.pairs > 0)
        report.measured.insert(report.measured.begin(),
                               fmt::format("{} of {} pairs of {} both ways{}", report.measured_pairs,
                                           report.pairs, gpus ? "GPUs" : "nodes", by));
}

std::string origin_of(const std::vector<Measurements>& files) {
    std::string tools;
    for (const Measurements& file : files)
        if (tools.find(file.tool) == std::string::npos &&
            (!file.is_log || !file.links.empty() || !file.intra_flow_gb_per_s.empty()))
            tools += (tools.empty() ? "" : ", ") + file.tool;
    return "measured: " + tools;
}

} // namespace

Cluster merge_measurements(const std::vector<Measurements>& files, const ImportOptions& options,
                           ImportReport& report) {
    Cluster cluster;
    cluster.origin = origin_of(files);
    cluster.nodes = nodes_of(files, report);
    merge_node_kinds(cluster, files, options, report);
    cluster.name = options.name.empty() ? suggested_name(cluster) : options.name;
    cluster.inter_node.between = between_gpus(files) ? MatrixBetween::gpus : MatrixBetween::nodes;
    cluster.inter_node.meaning = meaning_of(files, options, report);
    cluster.inter_node.latency_us = options.latency_us > 0 ? options.latency_us : default_latency_us;

    // Numbered first without links, because the links are by GPU number.
    cluster.inter_node.bandwidth = BandwidthMatrix(rows_of(cluster, files.front().file));
    cluster = make_cluster(std::move(cluster));
    const MeasuredLinks links(cluster, files);
    const NodePairs faults = merge_faults(cluster, files, report);
    fill_links(cluster, links, options.statistic, report);
    if (cluster.inter_node.latency.empty() && cluster.node_count() > 1 && options.latency_us <= 0)
        report.assumptions.push_back(
            fmt::format("latency between nodes was not measured: {} us", default_latency_us));
    report_pairs(cluster, files, faults, report);
    if (!links.which_count.empty())
        report.measured.push_back(links.which_count);
    if (cluster.node_count() > 1 && links.bandwidth.empty()) {
        report.missing = {fmt::format("all {} pairs: no file measures between nodes", report.missing_pairs)};
        assume_links(cluster, faults, options, report);
    }
    for (const Measurements& file : files)
        report.notes.insert(report.notes.end(), file.notes.begin(), file.notes.end());
    return make_cluster(std::move(cluster));
}

} // namespace pipette
