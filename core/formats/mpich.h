// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/exported_file.h"
#include "core/formats/placement.h"

namespace pipette {

/// MPICH and other users of Hydra (Intel MPI, MVAPICH): a host file with one `host:ranks` line for each run
/// of ranks on one host, in rank order. Throws InputError for a host name that the file cannot hold.
LauncherFiles mpich_files(const Placement& placement, const LaunchOptions& options);

} // namespace pipette
