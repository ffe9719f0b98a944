// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/topology/topology_colours.h"

#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"

#include <QCoreApplication>

#include <utility>

namespace pipette {
namespace {
struct ColourWords {
    Q_DECLARE_TR_FUNCTIONS(pipette::TopologyColours)
};
} // namespace

void TopologyColours::followGrouping() {
    const std::optional<Axis> now = gpus_.groups() ? std::optional(gpus_.groups()->axis()) : std::nullopt;
    if (now != std::exchange(followed_, now) && now)
        of_ = TopologyColouring::group;
    if (!now && of_ == TopologyColouring::group)
        of_ = TopologyColouring::stage;
}

TopologyColouring TopologyColours::next() const {
    const int all = static_cast<int>(TopologyColouring::group) + (gpus_.groups() ? 1 : 0);
    return static_cast<TopologyColouring>((static_cast<int>(of_) + 1) % all);
}

bool TopologyColours::numbered() const {
    return of_ != TopologyColouring::memory && of_ != TopologyColouring::bandwidth;
}

int TopologyColours::numberOf(int gpu) const {
    const GpuRole& at = gpus_.role(gpu);
    if (at.rank < 0 || at.excluded)
        return -1;
    if (of_ == TopologyColouring::group && gpus_.groups())
        return gpus_.groups()->of_gpu(gpu);
    return of_ == TopologyColouring::replica ? at.place.replica : at.place.stage;
}

QBrush TopologyColours::brushOf(int gpu, const Theme& theme) const {
    if (numbered()) {
        const int number = numberOf(gpu);
        if (number < 0)
            return {theme.base};
        // A group of GPUs lies in one stage: its number tells it from the other groups there.
        return stageBrush(of_ == TopologyColouring::group ? gpus_.role(gpu).place.stage : number, theme);
    }
    if (of_ == TopologyColouring::memory)
        return QBrush(theme.base); // a gauge is drawn into the square
    const std::vector<int>& chosen = gpus_.selection().gpus;
    const Cluster& cluster = *gpus_.cluster();
    double value = 0;
    if (chosen.size() == 1 && chosen[0] < cluster.gpu_count()) // from the selected GPU to this one
        value = chosen[0] == gpu ? 0 : linkBandwidth(cluster, chosen[0], gpu);
    else
        value = measured_.slowestOf(cluster.node_of(gpu));
    return value > 0 ? QBrush(bandwidthColour(logPosition(value, measured_.low, measured_.high)))
                     : QBrush(theme.base);
}

QString TopologyColours::text() const {
    switch (of_) {
    case TopologyColouring::group:
        if (gpus_.groups())
            return filled(
                ColourWords::tr("numbers: %1s, colours: stages"),
                groupingText(gpus_.shown(), gpus_.groups()->axis()).section(QStringLiteral(" ("), 0, 0));
        break;
    case TopologyColouring::replica:
        return ColourWords::tr("colours: data parallel replicas");
    case TopologyColouring::memory:
        return ColourWords::tr("fill: memory used; green safe, amber tight, red over");
    case TopologyColouring::bandwidth:
        return gpus_.selection().gpus.size() == 1
                   ? ColourWords::tr("colours: bandwidth from the selected GPU")
                   : ColourWords::tr("colours: slowest link of the node");
    case TopologyColouring::stage:
        break;
    }
    return ColourWords::tr("colours: pipeline stages");
}

} // namespace pipette
