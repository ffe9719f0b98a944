// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/reports/chart_axes.h"
#include "core/formats/reports/cluster_charts.h"
#include "core/formats/reports/font_metrics.h"
#include "core/plan/rank_grid.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

constexpr int most_detailed = 64, most_nodes = 1024; ///< nodes with a cell a GPU; nodes that are shown at all
constexpr double gpu_cell = 18, name_height = 15, title_height = 20, gap = 8;

/// What the ranks of a mapping do, GPU by GPU.
struct GpuRoles {
    std::vector<int> stage;       ///< [gpu] -1: no rank is there
    std::vector<char> first_copy; ///< [gpu]

    GpuRoles(const Cluster& cluster, const Candidate& candidate)
        : stage(static_cast<std::size_t>(cluster.gpu_count()), -1), first_copy(stage.size(), 0) {
        const RankGrid grid(candidate.config);
        for (std::size_t rank = 0; rank < candidate.mapping.gpu_of_rank.size(); ++rank) {
            const RankPlace place = grid.place(static_cast<int>(rank));
            const auto gpu = static_cast<std::size_t>(candidate.mapping.gpu_of_rank[rank]);
            stage[gpu] = place.stage;
            first_copy[gpu] = place.replica == 0;
        }
    }
};

/// Numbers of the nodes of each rack, in the order of the cluster.
std::vector<std::pair<std::string, std::vector<int>>> racks_of(const Cluster& cluster) {
    std::vector<std::pair<std::string, std::vector<int>>> racks;
    for (int node = 0; node < std::min(cluster.node_count(), most_nodes); ++node) {
        const std::string& name = cluster.nodes[static_cast<std::size_t>(node)].rack;
        auto rack =
            std::find_if(racks.begin(), racks.end(), [&](const auto& one) { return one.first == name; });
        if (rack == racks.end())
            rack = racks.insert(racks.end(), {name, {}});
        rack->second.push_back(node);
    }
    return racks;
}

class PlacementDrawing {
public:
    PlacementDrawing(const Cluster& cluster, const Candidate& candidate)
        : cluster_(cluster), roles_(cluster, candidate), detailed_(cluster.node_count() <= most_detailed) {
        int gpus = 1;
        for (const NodeKind& kind : cluster.node_kinds)
            gpus = std::max(gpus, kind.gpus);
        columns_ = detailed_ ? std::min(gpus, 8) : 1;
        rows_ = detailed_ ? (gpus + columns_ - 1) / columns_ : 1;
    }

    ReportChart draw() {
        const auto racks = racks_of(cluster_);
        for (const auto& [name, nodes] : racks) {
            if (racks.size() > 1) {
                chart_.shapes.emplace_back(
                    ChartLabel{0, y_ + 13, "rack " + name, ChartLabel::Anchor::start, 11, true, Ink::faint});
                y_ += title_height;
            }
            add_nodes(nodes);
        }
        chart_.height = y_;
        return std::move(chart_);
    }

private:
    double node_width() const { return detailed_ ? columns_ * gpu_cell : 32; }
    double node_height() const { return name_height + rows_ * gpu_cell; }

    void add_nodes(const std::vector<int>& nodes) {
        const auto across = static_cast<std::size_t>((chart_.width + gap) / (node_width() + gap));
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const double x = static_cast<double>(i % across) * (node_width() + gap);
            if (i > 0 && i % across == 0)
                y_ += node_height() + gap;
            add_node(nodes[i], x);
        }
        y_ += node_height() + gap;
    }

    void add_node(int node, double x) {
        add_label(chart_,
                  {x, y_ + 11, cluster_.nodes[static_cast<std::size_t>(node)].host, ChartLabel::Anchor::start,
                   detailed_ ? 11.0 : 8.0, false, Ink::faint},
                  node_width());
        const int first = cluster_.first_gpu(node), end = cluster_.first_gpu(node + 1);
        if (!detailed_)
            return add_cell(x, y_ + name_height, node_width(), first, end);
        for (int gpu = first; gpu < end; ++gpu) {
            const int local = gpu - first;
            const int column = local % columns_, line = local / columns_;
            add_cell(x + column * gpu_cell, y_ + name_height + line * gpu_cell, gpu_cell, gpu, gpu + 1);
        }
    }

    /// One cell for the GPUs [first, end): their stage, or the first of several.
    void add_cell(double x, double y, double width, int first, int end) {
        const int stage = roles_.stage[static_cast<std::size_t>(first)];
        bool several = false, first_copy = false;
        for (int gpu = first; gpu < end; ++gpu) {
            several = several || roles_.stage[static_cast<std::size_t>(gpu)] != stage;
            first_copy = first_copy || roles_.first_copy[static_cast<std::size_t>(gpu)] != 0;
        }
        const Ink ink = stage < 0 ? Ink::idle : after(Ink::stage_0, static_cast<std::size_t>(stage % 8));
        const std::string note =
            stage < 0 ? cluster_.gpu_name(first) + ": no rank"
                      : fmt::format("{}: stage {}{}{}", cluster_.gpu_name(first), stage,
                                    several ? " and others" : "", first_copy ? ", first copy" : "");
        chart_.shapes.emplace_back(ChartBar{x, y, width - 1.5, gpu_cell - 1.5, ink, note});
        const std::string number = stage < 0 ? "-" : fmt::format("{}{}", stage, several ? "+" : "");
        chart_.shapes.emplace_back(ChartLabel{x + (width - 1.5) / 2, y + gpu_cell - 5.5, number,
                                              ChartLabel::Anchor::middle, first_copy ? 11.5 : 9.5, first_copy,
                                              Ink::text});
    }

    const Cluster& cluster_;
    GpuRoles roles_;
    bool detailed_;
    int columns_ = 1, rows_ = 1;
    ReportChart chart_;
    double y_ = 0;
};

} // namespace

ReportChart placement_chart(const Cluster& cluster, const Candidate& candidate) {
    ReportChart chart = PlacementDrawing(cluster, candidate).draw();
    const bool detailed = cluster.node_count() <= most_detailed;
    chart.title =
        fmt::format("Where each stage lies: {} carries the number of its stage, those of the first copy "
                    "are bold",
                    detailed ? "every GPU" : "every node");
    chart.told =
        fmt::format("Map of {} nodes with {} stages in {} copies{}", cluster.node_count(),
                    candidate.config.pp, candidate.config.dp,
                    cluster.node_count() > most_nodes ? fmt::format("; the first {} are shown", most_nodes)
                                                      : std::string());
    return chart;
}

} // namespace pipette
