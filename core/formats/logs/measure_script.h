// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/launchers/exported_file.h"
#include "core/formats/logs/nccl_log.h"

#include <string>
#include <utility>
#include <vector>

namespace pipette {

/// What starts the measuring programs on the hosts.
enum class MeasureLauncher { slurm, mpirun };

struct MeasureOptions {
    MeasureLauncher launcher = MeasureLauncher::slurm;
    int gpus_per_node = 8; ///< one rank each
    /// Each pair runs them one after another; sendrecv gives flows, alltoall and all_reduce aggregates.
    std::vector<NcclOperation> operations{NcclOperation::sendrecv};
    std::string programs; ///< folder of sendrecv_perf and the others; empty: they are on the PATH
};

/// All pairs of `count` nodes in rounds: every pair once, no node twice in a round. The circle method, which
/// needs the fewest rounds there can be: count - 1, or count when that is odd.
std::vector<std::vector<std::pair<int, int>>> disjoint_rounds(int count);

/// measure.sh: runs nccl-tests inside every host and over every pair of hosts, the pairs of a round at the
/// same time, and leaves one log a pair and operation, LOGS/OPERATION/A_B.log, which `pipette import
/// nccl-tests` reads. Run again, it measures only what is missing. Throws InputError for fewer than two or
/// more than 1024 hosts, a host twice, and names that are not plain.
ExportedFile measure_script(const std::vector<std::string>& hosts, const MeasureOptions& options);

} // namespace pipette
