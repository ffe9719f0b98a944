// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/implausible.h"

#include "core/base/bounds.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

/// No link moves more than a GPU reads from one buffer and writes to another at once; all where nobody knows.
double most_gb_per_s(const GpuKind& gpu) {
    return gpu.hbm_gb_per_s > 0 ? gpu.hbm_gb_per_s / 2 : bounds::bandwidth.most;
}

std::string line_of(const std::string& link, double gb_per_s, long others, const GpuKind& gpu) {
    return fmt::format("{} at {:.6g} GB/s{} is far more than {} can do, which copies {:.6g} GB/s inside its "
                       "own memory: taken as it is, but check the unit",
                       link, gb_per_s, others > 0 ? fmt::format(" (and {} more)", others) : "", gpu.name,
                       most_gb_per_s(gpu));
}

} // namespace

std::vector<std::string> implausible_links(const Cluster& cluster) {
    std::vector<std::string> lines;
    for (const NodeKind& kind : cluster.node_kinds) {
        double fastest = kind.intra_node.bandwidth_gb_per_s;
        const BandwidthMatrix& inside = kind.intra_node.matrix;
        for (std::size_t i = 0; i < inside.cell_count(); ++i)
            if (inside.cell(i) > fastest) // not what was not measured
                fastest = inside.cell(i);
        if (fastest > most_gb_per_s(kind.gpu))
            lines.push_back(
                line_of(fmt::format("a link inside nodes of {}", kind.name), fastest, 0, kind.gpu));
    }
    const InterNode& inter = cluster.inter_node;
    const bool by_gpu = inter.between == MatrixBetween::gpus;
    const auto node = [&](int row) { return by_gpu ? cluster.node_of(row) : row; };
    std::string first;
    long count = 0;
    double figure = 0;
    const GpuKind* slower = nullptr;
    for (int from = 0; from < inter.bandwidth.size(); ++from)
        for (int to = 0; to < inter.bandwidth.size(); ++to) {
            if (!inter.bandwidth.measured(from, to))
                continue;
            const NodeKind &a = cluster.kind_of_node(node(from)), &b = cluster.kind_of_node(node(to));
            const GpuKind& gpu = most_gb_per_s(a.gpu) < most_gb_per_s(b.gpu) ? a.gpu : b.gpu;
            const int streams =
                by_gpu || inter.meaning == BandwidthMeaning::flow ? 1 : std::min(a.nics, b.nics);
            if (inter.bandwidth.at(from, to) <= streams * most_gb_per_s(gpu) || ++count > 1)
                continue;
            const auto name = [&](int row) {
                return by_gpu ? cluster.gpu_name(row) : cluster.nodes[static_cast<std::size_t>(row)].host;
            };
            first = fmt::format("the link {} to {}", name(from), name(to));
            figure = inter.bandwidth.at(from, to), slower = &gpu;
        }
    if (count > 0)
        lines.push_back(line_of(first, figure, count - 1, *slower));
    return lines;
}

} // namespace pipette
