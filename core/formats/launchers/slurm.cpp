// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/index.h"
#include "core/formats/launchers/export_format.h"
#include "core/formats/logs/host_names.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

namespace pipette {
namespace {

/// {0} nodes, {1} ranks, {2} GPUs a node, {3} which nodes, {4} what the script is for, {5} its name, {6} what
/// it does before ranks start.
constexpr std::string_view script = R"sh(#!/bin/sh
#SBATCH --job-name=pipette
#SBATCH --nodes={0}
#SBATCH --ntasks={1}
#SBATCH --gpus-per-node={2}
#SBATCH --exclusive
#SBATCH --{3}
{4}
# usage: sbatch {5} COMMAND [ARGUMENT...]
set -eu
if [ $# -eq 0 ]; then
    echo 'usage: sbatch {5} COMMAND [ARGUMENT...]' >&2
    exit 2
fi
folder=${{SLURM_SUBMIT_DIR:-$(pwd)}} # sbatch runs a copy of this script from elsewhere
{6}
exec srun ${{SRUN_FLAGS-}} --ntasks={1} --distribution=arbitrary --cpu-bind=none --kill-on-bad-exit=1 \
    "$folder/rank_wrapper.sh" "$@"
)sh";

constexpr std::string_view on_planned_nodes =
    R"sh(# Runs COMMAND in every rank. Submit it from the folder it lies in; SRUN_FLAGS adds options.)sh";

constexpr std::string_view ranks_on_planned_nodes = R"sh(export SLURM_HOSTFILE="$folder/hostfile")sh";

/// {0} nodes of a segment.
constexpr std::string_view on_segments =
    R"sh(# Runs COMMAND in every rank, on nodes that SLURM chooses: {0} together out of one block of topology/block, which is to
# be an NVLink domain. Each stands in for a host of the plan, in the order of segments.txt. Submit it from the folder
# it lies in, where it writes mapping.JOB.tsv and hostfile.JOB; SRUN_FLAGS adds options.)sh";

/// {0} nodes.
constexpr std::string_view ranks_on_segments =
    R"sh(# An address ends with the node; what stands before, its block, brings the nodes of a block together.
given=$(srun --nodes={0} --ntasks={0} --ntasks-per-node=1 --cpu-bind=none sh -c \
    'printf "%s %s\n" "${{SLURM_TOPOLOGY_ADDR-}}" "$SLURMD_NODENAME"' | LC_ALL=C sort | cut -d ' ' -f 2)
export PIPETTE_MAPPING="$folder/mapping.$SLURM_JOB_ID.tsv" SLURM_HOSTFILE="$folder/hostfile.$SLURM_JOB_ID"
printf '%s\n' "$given" | paste "$folder/segments.txt" - |
    awk 'BEGIN {{ FS = OFS = "\t" }} NR == FNR {{ given[$1] = $2; next }} /^[0-9]/ {{ $2 = given[$2] }} {{ print }}' \
        - "$folder/mapping.tsv" >"$PIPETTE_MAPPING"
grep '^[0-9]' "$PIPETTE_MAPPING" | cut -f 2 >"$SLURM_HOSTFILE")sh";

/// What a person must know of NVLink domains; with the files of a job whose nodes SLURM chooses, where the
/// plan has segments.
void add_segments(LauncherFiles& result, const Placement& placement, int gpus) {
    const auto alike = [&](const SeatedNode& node) { return node.gpus == gpus; };
    if (placement.segments.empty() || !std::all_of(placement.nodes.begin(), placement.nodes.end(), alike))
        return;
    const std::size_t size = placement.segments.front().size();
    std::string hosts;
    for (const std::vector<int>& segment : placement.segments)
        for (const int node : segment)
            hosts += placement.nodes[index(node)].host + '\n';
    const std::size_t nodes = placement.nodes.size();
    result.files.push_back({"segments.sbatch",
                            fmt::format(script, nodes, placement.world(), gpus,
                                        fmt::format("segment={}", size), fmt::format(on_segments, size),
                                        "segments.sbatch", fmt::format(ranks_on_segments, nodes)),
                            true});
    result.files.push_back({"segments.txt", hosts});
    result.note += fmt::format(
        " The node list of job.sbatch decides the NVLink domains as well, so it asks for no segments. Where "
        "other nodes will do, segments.sbatch in its place has SLURM choose them, {} together out of one "
        "block, so that tensor, context and expert groups stay inside NVLink domains (topology/block, SLURM "
        "24.05 and newer, blocks that are NVLink domains); times are those of the planned hosts. To check "
        "it: sbatch --wait --output=probe.out segments.sbatch ./probe.sh && "
        "PIPETTE_MAPPING=mapping.JOB.tsv ./probe.sh --compare <probe.out, JOB being the job's number.",
        size);
}

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
                     fmt::format(script, placement.nodes.size(), placement.world(), gpus, "nodelist=" + list,
                                 on_planned_nodes, "job.sbatch", ranks_on_planned_nodes),
                     true},
                    {"hostfile", hosts}};
    result.launch = "sbatch job.sbatch python " + options.program;
    result.check =
        "sbatch --wait --output=probe.out job.sbatch ./probe.sh && ./probe.sh --compare <probe.out";
    result.note = "Set partition, account and time on the sbatch line; a cluster without GPU counts in its "
                  "configuration wants the line --gpus-per-node removed.";
    add_segments(result, placement, gpus);
    return result;
}

const Registered<ExportFormat> slurm_row({.name = "slurm",
                                          .description = "SLURM batch script with an arbitrary distribution",
                                          .main_file = "job.sbatch",
                                          .places_any_mapping = true,
                                          .launch = slurm_files,
                                          .options = {"--one-visible", "--master-port"}});

} // namespace
} // namespace pipette
