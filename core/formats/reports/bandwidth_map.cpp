// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/inter_node_cells.h"
#include "core/formats/reports/cluster_charts.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace pipette {
namespace {

constexpr int most_groups = 64;
constexpr std::size_t most_links = 8;
constexpr double map_side = 420, map_left = 60, map_top = 22;

/// Calls take(from node, to node, figure) for every cell between nodes: NaN where it was not measured, 0
/// where the link is broken.
template <class Take>
void each_link(const Cluster& cluster, const Take& take) {
    const InterNodeCells cells(cluster, cluster.inter_node.bandwidth);
    for (int from = 0; from < cells.matrix.size(); ++from)
        for (int to = 0; to < cells.matrix.size(); ++to)
            if (cells.node(from) != cells.node(to))
                take(cells.node(from), cells.node(to),
                     cells.is_broken(from, to) ? 0.0 : cells.matrix.at(from, to));
}

/// "a01", or "a01 to a04" for several.
std::vector<std::string> group_names(const Cluster& cluster, int per_group) {
    std::vector<std::string> names;
    for (int first = 0; first < cluster.node_count(); first += per_group) {
        const int last = std::min(first + per_group, cluster.node_count()) - 1;
        const std::string& host = cluster.nodes[static_cast<std::size_t>(first)].host;
        names.push_back(last == first ? host
                                      : fmt::format("{} to {}", host,
                                                    cluster.nodes[static_cast<std::size_t>(last)].host));
    }
    return names;
}

struct Range {
    double low = 0, high = 0; ///< of what was measured and works; 0: nothing
    double position(double figure) const {
        if (std::isnan(figure) || figure <= 0)
            return std::isnan(figure) ? figure : -1;
        return are_alike() ? 0.5 : std::log(figure / low) / std::log(high / low);
    }
    bool are_alike() const { return high <= low * (1 + 1e-9); }
};

Range range_of(const std::vector<double>& figures) {
    Range range;
    for (const double figure : figures)
        if (figure > 0) {
            range.low = range.low > 0 ? std::min(range.low, figure) : figure;
            range.high = std::max(range.high, figure);
        }
    return range;
}

/// The scale beside the map, fastest above.
void add_scale(ReportChart& chart, const Range& range) {
    constexpr int steps = 32;
    constexpr double x = map_left + map_side + 40, width = 16;
    ChartCells scale{x, map_top, width, map_side / steps, 1, {}};
    for (int i = 0; i < steps; ++i)
        scale.positions.push_back(1 - (i + 0.5) / steps);
    if (range.are_alike()) {
        chart.shapes.emplace_back(
            ChartLabel{x - 24, map_top + 9, fmt::format("every link {:.3g} GB/s", range.high)});
        return;
    }
    chart.shapes.emplace_back(std::move(scale));
    for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) {
        const double figure = range.low * std::pow(range.high / range.low, share);
        chart.shapes.emplace_back(ChartLabel{x + width + 6,
                                             map_top + map_side * (1 - share) + (share < 1 ? 0 : 9),
                                             fmt::format("{:.3g} GB/s", figure)});
    }
}

void add_names(ReportChart& chart, const std::vector<std::string>& names, double cell) {
    const auto every = static_cast<std::size_t>(std::ceil(13 / cell)); // so that lines do not touch
    for (std::size_t i = 0; i < names.size(); i += every)
        chart.shapes.emplace_back(
            ChartLabel{map_left - 6, map_top + (static_cast<double>(i) + 0.5) * cell + 4,
                       names[i].size() > 9 ? names[i].substr(0, names[i].find(' ')).substr(0, 9) : names[i],
                       ChartLabel::Anchor::end, 10, false, Ink::faint});
}

} // namespace

std::optional<ReportMap> bandwidth_map(const Cluster& cluster) {
    if (cluster.node_count() < 2 || cluster.inter_node.bandwidth.empty())
        return std::nullopt;
    const int per_group = (cluster.node_count() + most_groups - 1) / most_groups;
    ReportMap map;
    map.names = group_names(cluster, per_group);
    const std::size_t side = map.names.size();
    map.gb_per_s.assign(side * side, BandwidthMatrix::unmeasured);
    each_link(cluster, [&](int from, int to, double figure) {
        double& cell = map.gb_per_s[static_cast<std::size_t>(from / per_group) * side +
                                    static_cast<std::size_t>(to / per_group)];
        if (!(cell <= figure) && !std::isnan(figure)) // the slowest stays visible
            cell = figure;
    });
    const Range range = range_of(map.gb_per_s);
    if (range.high <= 0)
        return std::nullopt;
    map.alike_gb_per_s = range.are_alike() ? range.high : 0;
    map.cell = map_side / static_cast<double>(side), map.left = map_left, map.top = map_top;
    ReportChart& chart = map.chart;
    chart.title = fmt::format(
        "Bandwidth between nodes: from the row's to the column's (in the same order), {}, logarithmic{}",
        cluster.inter_node.meaning == BandwidthMeaning::flow ? "one stream" : "all streams",
        per_group > 1 ? "; a cell shows the slowest link of its nodes" : "");
    chart.told =
        fmt::format("Map of {} by {} cells from {:.3g} to {:.3g} GB/s", side, side, range.low, range.high);
    chart.height = map_top + map_side + 8;
    ChartCells cells{map.left, map.top, map.cell, map.cell, static_cast<int>(side), {}};
    for (const double figure : map.gb_per_s)
        cells.positions.push_back(range.position(figure));
    chart.shapes.emplace_back(std::move(cells));
    for (std::size_t i = 0; per_group == 1 && i < side; ++i) // no link leads from a node to itself
        chart.shapes.emplace_back(ChartBar{map.left + static_cast<double>(i) * map.cell,
                                           map.top + static_cast<double>(i) * map.cell,
                                           map.cell,
                                           map.cell,
                                           Ink::page,
                                           {}});
    add_names(chart, map.names, map.cell);
    add_scale(chart, range);
    return map;
}

ReportTable slowest_links_table(const Cluster& cluster) {
    struct Link {
        int from, to;
        double gb_per_s;
    };
    std::vector<Link> slowest;
    each_link(cluster, [&](int from, int to, double figure) {
        if (!(figure > 0) || (slowest.size() == most_links && figure >= slowest.back().gb_per_s))
            return;
        const auto at = std::upper_bound(slowest.begin(), slowest.end(), figure,
                                         [](double one, const Link& other) { return one < other.gb_per_s; });
        slowest.insert(at, {from, to, figure});
        if (slowest.size() > most_links)
            slowest.pop_back();
    });
    ReportTable table{{"from", "to", "GB/s"}, {}, {0, 1}};
    for (const Link& link : slowest)
        table.rows.push_back({cluster.nodes[static_cast<std::size_t>(link.from)].host,
                              cluster.nodes[static_cast<std::size_t>(link.to)].host,
                              fmt::format("{:.2f}", link.gb_per_s)});
    return table;
}

} // namespace pipette
