// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/topology/topology_links.h"

#include "core/base/index.h"
#include "widgets/cluster/gpus/shown_gpus.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace pipette {
namespace {
struct LinkWords {
    Q_DECLARE_TR_FUNCTIONS(pipette::TopologyLinks)
};
} // namespace

const PlanLink* TopologyLinks::planLink(int number) const {
    const std::size_t worst = measured_.worst.size();
    return index(number) < worst ? nullptr : &of_plan_[index(number) - worst];
}

std::pair<int, int> TopologyLinks::ends(int number) const {
    if (const PlanLink* link = planLink(number))
        return {link->from, link->to};
    return {measured_.worst[index(number)].from, measured_.worst[index(number)].to};
}

/// The slowest links are what the matrix is of; a plan's links are those of its GPUs.
bool TopologyLinks::betweenNodes(int number) const {
    return !planLink(number) && gpus_.cluster()->inter_node.between == MatrixBetween::nodes;
}

std::vector<int> TopologyLinks::gpus(int number) const {
    const auto [from, to] = ends(number);
    const Cluster& cluster = *gpus_.cluster();
    if (betweenNodes(number))
        return gpusOfNodes(cluster, {cluster.node_of(from), cluster.node_of(to)});
    return {std::min(from, to), std::max(from, to)};
}

QString TopologyLinks::name(int number) const {
    const auto [from, to] = ends(number);
    const Cluster& cluster = *gpus_.cluster();
    const auto name = [&](int gpu) {
        return betweenNodes(number) ? nameText(cluster.nodes[index(cluster.node_of(gpu))].host)
                                    : gpuName(cluster, gpu);
    };
    return filled(LinkWords::tr("%1 to %2"), name(from), name(to));
}

QString TopologyLinks::brief(int number) const {
    const MeasuredLink& link = measured_.worst[index(number)];
    const Cluster& cluster = *gpus_.cluster();
    const auto name = [&](int gpu) {
        const Node& node = cluster.nodes[index(cluster.node_of(gpu))];
        return link.of_zones          ? nameText(node.zone)
               : betweenNodes(number) ? nameText(node.host)
                                      : nameText(cluster.gpu_name(gpu));
    };
    return filled(QStringLiteral("%1\u2013%2 %3"), name(link.from), name(link.to),
                  significant(link.gb_per_s, 2));
}

QString TopologyLinks::state(int number) const {
    const auto [from, to] = ends(number);
    return linkStateText(*gpus_.cluster(), from, to);
}

QString TopologyLinks::text(int number) const {
    const PlanLink* planned = planLink(number);
    return filled(LinkWords::tr("%1: %2"), name(number), state(number)) +
           (!planned        ? LinkWords::tr(", one of the slowest links")
            : planned->ring ? LinkWords::tr(", gradient exchange")
                            : LinkWords::tr(", pipeline"));
}

bool TopologyLinks::anySelected() const {
    const Selection& chosen = gpus_.selection();
    return chosen.device >= 0 || chosen.replica >= 0 || gpus_.groupSelected();
}

} // namespace pipette
