// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/gpus/gpu_roles.h"

#include "core/cluster/hypothetical.h"
#include "core/plan/stages/stage_tp.h"
#include "widgets/theme/core_sentences.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/units_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace pipette {
namespace {

struct GpuRoles {
    Q_DECLARE_TR_FUNCTIONS(pipette::GpuRoles)
};

} // namespace

std::vector<GpuRole> gpuRoles(const Shown& shown) {
    if (!shown.cluster)
        return {};
    std::vector<GpuRole> roles(static_cast<std::size_t>(shown.cluster->gpu_count()));
    if (shown.candidate) {
        const RankGrid grid(shown.candidate->config);
        const std::vector<int>& gpus = shown.candidate->mapping.gpu_of_rank;
        for (std::size_t rank = 0; rank < gpus.size(); ++rank)
            if (const auto gpu = static_cast<std::size_t>(gpus[rank]); gpu < roles.size()) {
                roles[gpu].rank = static_cast<int>(rank);
                roles[gpu].place = grid.place(static_cast<int>(rank));
            }
    }
    const auto flag = [&roles](const std::vector<int>& gpus, bool GpuRole::*member) {
        for (const int gpu : gpus)
            if (static_cast<std::size_t>(gpu) < roles.size())
                roles[static_cast<std::size_t>(gpu)].*member = true;
    };
    flag(shown.pinned_gpus, &GpuRole::pinned);
    flag(shown.excluded_gpus, &GpuRole::excluded);
    return roles;
}

QString useText(const GpuRole& role) {
    return role.excluded   ? GpuRoles::tr("excluded")
           : role.pinned   ? GpuRoles::tr("pinned")
           : role.rank < 0 ? GpuRoles::tr("spare")
                           : GpuRoles::tr("in use");
}

std::vector<int> gpusOfNodes(const Cluster& cluster, const std::vector<int>& nodes) {
    std::vector<int> gpus;
    for (const int node : nodes)
        for (int gpu = cluster.first_gpu(node); gpu < cluster.first_gpu(node + 1); ++gpu)
            gpus.push_back(gpu);
    std::sort(gpus.begin(), gpus.end());
    return gpus;
}

std::vector<int> gpusAt(const Shown& shown, int device, int replica) {
    std::vector<int> gpus;
    if (!shown.candidate)
        return gpus;
    const RankGrid grid(shown.candidate->config);
    const std::vector<int>& mapping = shown.candidate->mapping.gpu_of_rank;
    for (std::size_t rank = 0; rank < mapping.size(); ++rank) {
        const RankPlace place = grid.place(static_cast<int>(rank));
        if ((device < 0 || place.stage == device) && (replica < 0 || place.replica == replica))
            gpus.push_back(mapping[rank]);
    }
    std::sort(gpus.begin(), gpus.end());
    return gpus;
}

std::vector<int> selectedGpus(const Selection& selection, const Shown& shown) {
    if (!selection.gpus.empty() || (selection.device < 0 && selection.replica < 0))
        return selection.gpus;
    return gpusAt(shown, selection.device, selection.replica);
}

bool isSelected(const Selection& selection, int gpu, const GpuRole& role) {
    if (!selection.gpus.empty())
        return std::binary_search(selection.gpus.begin(), selection.gpus.end(), gpu);
    if (role.rank < 0 || (selection.device < 0 && selection.replica < 0))
        return false;
    return (selection.device < 0 || selection.device == role.place.stage) &&
           (selection.replica < 0 || selection.replica == role.place.replica);
}

Selection selectionOf(int gpu, const std::vector<GpuRole>& roles, const Selection& before) {
    const GpuRole& role = roles[static_cast<std::size_t>(gpu)];
    Selection selection = before;
    selection.gpus = {gpu};
    selection.device = role.rank < 0 ? -1 : role.place.stage;
    selection.replica = role.rank < 0 ? -1 : role.place.replica;
    return selection;
}

double linkBandwidth(const Cluster& cluster, int from_gpu, int to_gpu) {
    const GpuPlace from = cluster.place_of(from_gpu);
    const GpuPlace to = cluster.place_of(to_gpu);
    if (from.node == to.node) {
        const IntraNode& inside = cluster.kind_of_node(from.node).intra_node;
        if (!inside.matrix.empty() && inside.matrix.measured(from.local, to.local))
            return inside.matrix.at(from.local, to.local);
        return inside.bandwidth_gb_per_s;
    }
    const std::string& domain = cluster.nodes[static_cast<std::size_t>(from.node)].domain;
    if (!domain.empty() && domain == cluster.nodes[static_cast<std::size_t>(to.node)].domain)
        return std::min(cluster.kind_of_node(from.node).domain_bandwidth_gb_per_s,
                        cluster.kind_of_node(to.node).domain_bandwidth_gb_per_s);
    if (cluster.inter_node.bandwidth.empty())
        return BandwidthMatrix::unmeasured;
    return cluster.inter_node.between == MatrixBetween::nodes
               ? cluster.inter_node.bandwidth.at(from.node, to.node)
               : cluster.inter_node.bandwidth.at(from_gpu, to_gpu);
}

QString stageReasonNote(const Shown& shown, int stage) {
    const QString text =
        shown.stage_reasons ? sentenceText(stage_reason_text(*shown.stage_reasons, stage)) : QString();
    return text.isEmpty() ? text : QLatin1Char('\n') + text;
}

QString gpuName(const Cluster& cluster, int gpu) {
    const GpuPlace place = cluster.place_of(gpu);
    return filled(GpuRoles::tr("GPU %1 of %2"), place.local,
                  nameText(cluster.nodes[static_cast<std::size_t>(place.node)].host));
}

QString linkStateText(const Cluster& cluster, double gb_per_s) {
    if (std::isnan(gb_per_s))
        return bandwidthText(gb_per_s);
    return filled(is_assumed(cluster) ? GpuRoles::tr("%1 assumed") : GpuRoles::tr("%1 measured"),
                  bandwidthText(gb_per_s));
}

QString linkStateText(const Cluster& cluster, int from_gpu, int to_gpu) {
    const int from = cluster.node_of(from_gpu), to = cluster.node_of(to_gpu);
    const QString text = bandwidthText(linkBandwidth(cluster, from_gpu, to_gpu));
    if (from == to)
        return filled(GpuRoles::tr("%1 inside the node"), text);
    const std::string& domain = cluster.nodes[static_cast<std::size_t>(from)].domain;
    return !domain.empty() && domain == cluster.nodes[static_cast<std::size_t>(to)].domain
               ? filled(GpuRoles::tr("%1 inside the NVLink domain"), text)
               : linkStateText(cluster, linkBandwidth(cluster, from_gpu, to_gpu));
}

QColor nodeTint(int node, const Theme& theme) {
    constexpr double golden = 0.61803398875; // neighbours in number lie far apart in hue
    const double hue = std::fmod(0.58 + node * golden, 1.0);
    return theme.kind == ThemeKind::light ? QColor::fromHslF(static_cast<float>(hue), 0.45f, 0.86f)
                                          : QColor::fromHslF(static_cast<float>(hue), 0.28f, 0.26f);
}

QString gpuText(const Cluster& cluster, int gpu, const GpuRole& role, const ParallelConfig* config) {
    QString text = nameText(cluster.gpu_name(gpu)) + QStringLiteral(" \u2014 ");
    if (role.rank < 0 || !config)
        text += GpuRoles::tr("spare");
    else {
        text += filled(GpuRoles::tr("rank %1, stage %2, replica %3"), role.rank, role.place.stage,
                       role.place.replica);
        const RankGrid grid(as_stage(*config, role.place.stage));
        for (const GridAxis& axis : grid.axes())
            if (axis.axis.spread == Spread::peers && axis.size > 1)
                text += filled(QStringLiteral(", %1 %2"), ownText(axis.axis.name),
                               grid.along(role.rank, axis.axis));
    }
    text += QStringLiteral("; ") + nameText(cluster.kind_of_gpu(gpu).gpu.name);
    if (role.pinned)
        text += GpuRoles::tr("; pinned");
    if (role.excluded)
        text += GpuRoles::tr("; excluded");
    return text;
}

} // namespace pipette
