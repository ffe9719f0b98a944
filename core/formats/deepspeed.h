// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/exported_file.h"
#include "core/formats/placement.h"

namespace pipette {

/// DeepSpeed: a hostfile `host slots=N`. It knows the order of nodes alone: throws InputError unless every
/// node runs consecutive ranks on its GPUs 0, 1, ... in order.
LauncherFiles deepspeed_files(const Placement& placement, const LaunchOptions& options);

} // namespace pipette
