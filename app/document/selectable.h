// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plans/selection.h"
#include "widgets/plans/shown.h"

namespace pipette {

/// `selection` without the GPUs, the device and the replica that `shown` does not have.
Selection selectableIn(const Shown& shown, Selection selection);

} // namespace pipette
