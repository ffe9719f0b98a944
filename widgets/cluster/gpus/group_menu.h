// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plans/selection.h"

#include <functional>

class QMenu;

namespace pipette {

class ShownGpus;

/// Adds a list of the groups that a GPU is one of, each of which can be selected; `ask` gets the selection.
/// Nothing for a spare GPU.
void addGroupActions(QMenu& menu, const ShownGpus& gpus, int gpu,
                     const std::function<void(const Selection&)>& ask);

} // namespace pipette
