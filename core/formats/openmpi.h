// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/exported_file.h"
#include "core/formats/placement.h"

namespace pipette {

/// Open MPI with a sequential hostfile: one line a rank, `--map-by seq --bind-to none`. Throws InputError for
/// a host name that the file cannot hold.
LauncherFiles openmpi_files(const Placement& placement, const LaunchOptions& options);

/// Open MPI with a rankfile, which binds each rank to CPU cores: those of its GPU's number. Throws
/// InputError.
LauncherFiles openmpi_rankfile_files(const Placement& placement, const LaunchOptions& options);

} // namespace pipette
