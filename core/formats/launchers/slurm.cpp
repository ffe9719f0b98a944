// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/launchers/export_format.h"
#include "core/formats/logs/host_names.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

/// SLURM: an sbatch script that runs srun --distribution=arbitrary with SLURM_HOSTFILE, one line a rank.
/// Throws InputError for a host name that the files cannot hold.
LauncherFiles slurm_files(const Placement& placement, const std::vector<ExportedFile>&,
                          const LaunchOptions& options) {
    std::string hosts, list;
    for (int rank = 0; rank < placement.world(); ++rank)
        hosts += placement.node_of(rank).host + '\n';
    int gpus = placement.nodes.front().gpus;
    for (const SeatedNode& node : placement.nodes) {
        require_plain(node.host, "a SLURM host file");
        list += (list.empty() ? "" : ",") + node.host;
        gpus = std::min(gpus, node.gpus);
    }
    LauncherFiles result;
    result.files = {{"job.sbatch",
                     fmt::format(R"sh(#!/bin/sh
#SBATCH --job-name=pipette
#SBATCH --nodes={0}
#SBATCH --ntasks={1}
#SBATCH --gpus-per-node={2}
#SBATCH --exclusive
#SBATCH --nodelist={3}
# Runs COMMAND in every rank. Submit it from the folder it lies in; SRUN_FLAGS adds options.
# usage: sbatch job.sbatch COMMAND [ARGUMENT...]
set -eu
if [ $# -eq 0 ]; then
    echo 'usage: sbatch job.sbatch COMMAND [ARGUMENT...]' >&2
    exit 2
fi
folder=${{SLURM_SUBMIT_DIR:-$(pwd)}} # sbatch runs a copy of this script from elsewhere
export SLURM_HOSTFILE="$folder/hostfile"
exec srun ${{SRUN_FLAGS-}} --ntasks={1} --distribution=arbitrary --cpu-bind=none --kill-on-bad-exit=1 \
    "$folder/rank_wrapper.sh" "$@"
)sh",
                                 placement.nodes.size(), placement.world(), gpus, list),
                     true},
                    {"hostfile", hosts}};
    result.launch = "sbatch job.sbatch python " + options.program;
    result.check =
        "sbatch --wait --output=probe.out job.sbatch ./probe.sh && ./probe.sh --compare <probe.out";
    result.note = "Set partition, account and time on the sbatch line; a cluster without GPU counts in its "
                  "configuration wants the line --gpus-per-node removed.";
    return result;
}

const Registered<ExportFormat> slurm_row({.name = "slurm",
                                          .description = "SLURM batch script with an arbitrary distribution",
                                          .main_file = "job.sbatch",
                                          .places_any_mapping = true,
                                          .launch = slurm_files});

} // namespace
} // namespace pipette
