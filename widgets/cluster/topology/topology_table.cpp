// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/topology/topology_table.h"

#include "core/base/index.h"
#include "widgets/cluster/topology/topology_scene.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QCoreApplication>

namespace pipette {
namespace {

using Cell = ChartTable::Cell;

struct TableWords {
    Q_DECLARE_TR_FUNCTIONS(pipette::TopologyTable)
};

/// Of a GPU, its host and the links of its node, but not of the GPUs beside it.
QString faultsMet(const ShownGpus& gpus, int gpu) {
    const Cluster& cluster = *gpus.cluster();
    const GpuPlace place = cluster.place_of(gpu);
    std::vector<int> met = gpus.faults().ofNode(place.node);
    std::erase_if(met, [&](int i) {
        const Fault& fault = cluster.faults[index(i)];
        return fault.gpu >= 0 && fault.gpu != place.local;
    });
    return faultsText(cluster, met);
}

QString rackText(const Node& node) {
    const QString rack = rackName(node), domain = nameText(node.domain);
    return domain.isEmpty() ? rack : boxTitle(rack, domain);
}

Cell cellOf(const TopologyContent& content, int gpu, int column) {
    const ShownGpus& gpus = content.gpus;
    const Cluster& cluster = *gpus.cluster();
    const GpuRole& at = gpus.role(gpu);
    const GpuPlace place = cluster.place_of(gpu);
    const auto number = [&at](int value) {
        return at.rank < 0 ? Cell{} : Cell{QString::number(value), value};
    };
    switch (column) {
    case 0:
        return {nameText(cluster.gpu_name(gpu)), {}};
    case 1:
        return {rackText(cluster.nodes[index(place.node)]), {}};
    case 2: {
        const int nic = cluster.kind_of_node(place.node).nic_near(place.local);
        return {QString::number(nic), nic};
    }
    case 3:
        return number(at.rank);
    case 4:
        return number(at.place.stage);
    case 5:
        return number(at.place.replica);
    case 6:
        return {useText(at), {}};
    case 8:
        return {faultsMet(gpus, gpu), {}};
    case 9:
        return number(gpus.groups() ? gpus.groups()->of_gpu(gpu) : -1);
    default: {
        const double slowest = content.links.measured().slowestOf(place.node);
        return slowest > 0 ? Cell{bandwidthText(slowest), slowest} : Cell{TableWords::tr("not measured"), {}};
    }
    }
}

} // namespace

ChartTable::Content topologyTable(const TopologyContent& content) {
    ChartTable::Content table;
    table.columns = {TableWords::tr("GPU"),   TableWords::tr("Rack"),
                     TableWords::tr("NIC"),   TableWords::tr("Rank"),
                     TableWords::tr("Stage"), TableWords::tr("Replica"),
                     TableWords::tr("State"), TableWords::tr("Slowest link of its node"),
                     TableWords::tr("Faults")};
    if (content.gpus.groups())
        table.columns << groupingText(content.gpus.shown(), content.gpus.groups()->axis());
    table.rows = content.gpus.count();
    table.cell = [&content](int gpu, int column) { return cellOf(content, gpu, column); };
    return table;
}

} // namespace pipette
