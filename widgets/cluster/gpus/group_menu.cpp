// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/gpus/group_menu.h"

#include "widgets/cluster/gpus/shown_gpus.h"
#include "widgets/theme/plain_text.h"

#include <QCoreApplication>
#include <QMenu>

namespace pipette {

void addGroupActions(QMenu& menu, const ShownGpus& gpus, int gpu,
                     const std::function<void(const Selection&)>& ask) {
    if (gpus.axes().empty() || gpus.role(gpu).rank < 0)
        return;
    QMenu* choices = menu.addMenu(QMenu::tr("Select its group"));
    for (const Axis& axis : gpus.axes()) {
        const GpuGroups groups(gpus.shown(), axis);
        const Spot spot = gpus.groupSpot(groups, gpu);
        Selection next = gpus.chosen(spot, groups.gpus(spot.group), {});
        next.grouping = axis;
        choices->addAction(menuText(groups.placeText(spot.group)), [ask, next] { ask(next); });
    }
}

} // namespace pipette
