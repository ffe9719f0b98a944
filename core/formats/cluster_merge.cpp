// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/cluster_merge.h"

#include "core/base/bounds.h"
#include "core/base/input_error.h"
#include "core/formats/node_merge.h"
#include "core/formats/text_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace pipette {
namespace {

constexpr double default_latency_us = 5; // InfiniBand through NCCL; said in the report
constexpr double conflict_ratio = 1.1;
constexpr int most_nodes = 8192;

struct Figure {
    double value = 0;
    const Measurements* source = nullptr;
    int line = 0;
};

std::string place_of(const Figure& figure) {
    return figure.line > 0 ? fmt::format("{} line {}", figure.source->file, figure.line)
                           : figure.source->file;
}

/// All figures of each directed link between the rows of a matrix.
class Links {
public:
    Links(const Cluster& cluster, const std::vector<Measurements>& files) {
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
                    bandwidth[cell].push_back({link.gb_per_s, &file, link.line});
                if (!std::isnan(link.latency_us))
                    latency[cell].push_back({link.latency_us, &file, link.line});
            }
    }

    std::map<std::pair<int, int>, std::vector<Figure>> bandwidth, latency;
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
    if (nodes.size() > most_nodes)
        throw InputError(
            files.front().file, {},
            fmt::format("{} hosts in all, more than the {} that are read", nodes.size(), most_nodes));
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

/// One figure of several; says so when files differ. `best_is_low`: for latency the peak is the lowest.
double settle(const std::vector<Figure>& figures, const Bounds& bounds, Statistic statistic, bool best_is_low,
              const std::string& link, ImportReport& report) {
    if (best_is_low && statistic == Statistic::peak)
        statistic = Statistic::min;
    std::vector<double> values;
    for (const Figure& figure : figures) {
        if (!(figure.value > 0) || !bounds.hold(figure.value))
            throw InputError(figure.source->file, figure.line > 0 ? fmt::format("line {}", figure.line) : "",
                             fmt::format("{} is {:.4g}, expected {}", link, figure.value, text_of(bounds)));
        values.push_back(figure.value);
    }
    const double kept = pick(statistic, values);
    const auto [low, high] = std::minmax_element(
        figures.begin(), figures.end(), [](const Figure& a, const Figure& b) { return a.value < b.value; });
    if (high->value > conflict_ratio * low->value && high->source != low->source)
        report.conflicts.push_back(fmt::format("{}: {:.4g} ({}) and {:.4g} ({}), kept {:.4g}", link,
                                               low->value, place_of(*low), high->value, place_of(*high),
                                               kept));
    return kept;
}

void fill_links(Cluster& cluster, const Links& links, Statistic statistic, ImportReport& report) {
    InterNode& inter = cluster.inter_node;
    for (const auto& [cell, figures] : links.bandwidth) {
        const std::string name = row_name(cluster, cell.first) + " -> " + row_name(cluster, cell.second);
        inter.bandwidth.set(cell.first, cell.second,
                            settle(figures, bounds::bandwidth, statistic, false, name + " GB/s", report));
    }
    if (links.latency.empty())
        return;
    inter.latency = BandwidthMatrix(inter.bandwidth.size());
    std::vector<double> all;
    for (const auto& [cell, figures] : links.latency) {
        const std::string name = row_name(cluster, cell.first) + " -> " + row_name(cluster, cell.second);
        all.push_back(settle(figures, bounds::latency, statistic, true, name + " us", report));
        inter.latency.set(cell.first, cell.second, all.back());
    }
    inter.latency_us = pick(Statistic::median, all);
}

void report_pairs(const Cluster& cluster, const std::vector<Measurements>& files, ImportReport& report) {
    const BandwidthMatrix& matrix = cluster.inter_node.bandwidth;
    const bool gpus = cluster.inter_node.between == MatrixBetween::gpus;
    long measured = 0, pairs = 0;
    for (int a = 0; a < matrix.size(); ++a)
        for (int b = a + 1; b < matrix.size(); ++b) {
            if (gpus && cluster.node_of(a) == cluster.node_of(b))
                continue;
            ++pairs;
            const bool forth = matrix.measured(a, b), back = matrix.measured(b, a);
            measured += forth && back ? 1 : 0;
            const std::string from = row_name(cluster, a), to = row_name(cluster, b);
            if (!forth && !back)
                report.missing.push_back(from + " <-> " + to);
            else if (!forth || !back)
                report.missing.push_back(forth ? to + " -> " + from : from + " -> " + to);
        }
    std::map<std::string, int> tools;
    for (const Measurements& file : files)
        if (!file.links.empty())
            ++tools[file.tool];
    std::string by;
    for (const auto& [tool, count] : tools)
        by += fmt::format("{}{} ({} file{})", by.empty() ? " by " : ", ", tool, count, count == 1 ? "" : "s");
    if (pairs > 0)
        report.measured.insert(
            report.measured.begin(),
            fmt::format("{} of {} pairs of {} both ways{}", measured, pairs, gpus ? "GPUs" : "nodes", by));
}

std::string origin_of(const std::vector<Measurements>& files) {
    std::string tools;
    for (const Measurements& file : files)
        if (tools.find(file.tool) == std::string::npos)
            tools += (tools.empty() ? "" : ", ") + file.tool;
    return "measured: " + tools;
}

} // namespace

Cluster merge_measurements(const std::vector<Measurements>& files, const ImportOptions& options,
                           ImportReport& report) {
    Cluster cluster;
    cluster.name = options.name;
    cluster.origin = origin_of(files);
    cluster.nodes = nodes_of(files, report);
    merge_node_kinds(cluster, files, options, report);
    cluster.inter_node.between = between_gpus(files) ? MatrixBetween::gpus : MatrixBetween::nodes;
    cluster.inter_node.meaning = meaning_of(files, options, report);
    cluster.inter_node.latency_us = options.latency_us > 0 ? options.latency_us : default_latency_us;

    // Numbered first without links, because the links are by GPU number.
    int rows = static_cast<int>(cluster.nodes.size());
    if (cluster.inter_node.between == MatrixBetween::gpus) {
        rows = 0;
        for (const Node& node : cluster.nodes)
            rows += cluster.node_kinds[static_cast<std::size_t>(node.kind)].gpus;
        if (rows > most_nodes)
            throw InputError(files.front().file, {},
                             fmt::format("{} GPUs in a matrix between GPUs, more than the {} that are read",
                                         rows, most_nodes));
    }
    cluster.inter_node.bandwidth = BandwidthMatrix(rows);
    cluster = make_cluster(std::move(cluster));
    const Links links(cluster, files);
    fill_links(cluster, links, options.statistic, report);
    if (cluster.inter_node.latency.empty() && cluster.node_count() > 1 && options.latency_us <= 0)
        report.assumptions.push_back(
            fmt::format("latency between nodes was not measured: {} us", default_latency_us));
    report_pairs(cluster, files, report);
    for (const Measurements& file : files)
        report.notes.insert(report.notes.end(), file.notes.begin(), file.notes.end());
    return make_cluster(std::move(cluster));
}

} // namespace pipette
