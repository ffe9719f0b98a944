// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/exported_file.h"
#include "core/formats/placement.h"

namespace pipette {

/// torchrun: one command line a node with --rdzv-backend=static (c10d sorts hosts by name) and --node-rank;
/// CUDA_VISIBLE_DEVICES has the order inside the node. Throws InputError when the mapping is not whole nodes
/// in order with as many ranks each.
LauncherFiles torchrun_files(const Placement& placement, const LaunchOptions& options);

} // namespace pipette
