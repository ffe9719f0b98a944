// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/launchers/exported_file.h"

namespace pipette {

/// rank_wrapper.sh: what a launcher starts in each slot. It finds its rank in mapping.tsv by host and slot
/// (so that the launcher's own order does not matter), sets RANK, WORLD_SIZE, LOCAL_RANK, LOCAL_WORLD_SIZE,
/// MASTER_ADDR, MASTER_PORT and CUDA_DEVICE_ORDER, and runs its arguments. POSIX sh alone.
ExportedFile rank_wrapper_file(const LaunchOptions& options);

/// probe.sh: run in place of the training program it prints rank, host and GPU; with --compare it reads those
/// lines and compares them with mapping.tsv.
ExportedFile probe_file();

} // namespace pipette
