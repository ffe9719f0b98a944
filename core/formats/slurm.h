// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/exported_file.h"
#include "core/formats/placement.h"

namespace pipette {

/// SLURM: an sbatch script that runs srun --distribution=arbitrary with SLURM_HOSTFILE, one line a rank.
/// Throws InputError for a host name that the files cannot hold.
LauncherFiles slurm_files(const Placement& placement, const LaunchOptions& options);

} // namespace pipette
