// SPDX-License-Identifier: GPL-3.0-or-later
// What GpuView draws, as items for assistive technology.
#include "widgets/cluster/gpu_view.h"
#include "widgets/theme/marks.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

namespace pipette {

int GpuView::drawnCount() const {
    return static_cast<int>(roles_.size()) + furtherCount();
}

DrawnItem GpuView::drawnItem(int item) const {
    const auto gpus = static_cast<int>(roles_.size());
    if (item >= gpus)
        return furtherItem(item - gpus);
    const Spot spot = spotOfGpu(item);
    DrawnItem drawn;
    drawn.value = gpuState(item);
    drawn.name = filled(tr("%1, %2"), gpuName(*shown_.cluster, item), drawn.value);
    drawn.place = rectOf(spot);
    drawn.selected = selected(item);
    return drawn;
}

QString GpuView::gpuState(int gpu) const {
    const GpuRole& at = role(gpu);
    QStringList words;
    if (at.rank < 0 || !shown_.candidate)
        words << tr("spare");
    else {
        words << filled(tr("stage %1"), at.place.stage);
        if (RankGrid(shown_.candidate->config).size(Spread::replicas) > 1)
            words << filled(tr("replica %1"), at.place.replica);
        const auto stage = static_cast<std::size_t>(at.place.stage);
        if (stage < shown_.candidate->memory.size()) {
            const DeviceMemory& memory = shown_.candidate->memory[stage];
            if (memory.limit > 0)
                words << filled(tr("%1 full"), shareText(memory.estimate / memory.limit));
            words << wordOf(memory.verdict);
        }
    }
    if (at.pinned)
        words << tr("pinned");
    if (at.excluded)
        words << tr("excluded");
    if (faults_.breaksGpu(gpu))
        words << tr("broken");
    return words.join(QStringLiteral(", "));
}

DrawnItem GpuView::furtherItem(int item) const {
    const Spot spot = furtherSpot(item);
    DrawnItem drawn;
    drawn.name = nameOf(spot);
    drawn.value = drawn.name.section(QStringLiteral(": "), 1);
    drawn.place = rectOf(spot);
    const std::vector<int> gpus = gpusOf(spot);
    drawn.selected = !gpus.empty() && gpus == selectedGpus(selection_, shown_);
    return drawn;
}

Spot GpuView::furtherSpot(int) const {
    return {};
}

int GpuView::drawnItemAt(const QPointF& point) const {
    if (!shown_.cluster)
        return -1;
    if (const Spot spot = spotAt(point); spot.kind == Spot::Kind::gpu)
        return spot.gpu;
    const int further = furtherItemAt(point);
    return further < 0 ? -1 : static_cast<int>(roles_.size()) + further;
}

void GpuView::chooseDrawn(int item) {
    const auto gpus = static_cast<int>(roles_.size());
    choose(item < gpus ? spotOfGpu(item) : furtherSpot(item - gpus), {});
}

} // namespace pipette
