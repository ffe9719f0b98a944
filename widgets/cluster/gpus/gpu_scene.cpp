// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/gpus/gpu_scene.h"

namespace pipette {

QString GpuScene::stateOf(const Spot& spot) const {
    return spot.kind == Spot::Kind::gpu ? gpus_.stateOf(spot.gpu)
                                        : nameOf(spot).section(QStringLiteral(": "), 1);
}

} // namespace pipette
