// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/launchers/export_format.h"
#include "core/formats/launchers/launch_script.h"
#include "core/formats/logs/host_names.h"

#include <fmt/format.h>

namespace pipette {
namespace {

/// MPICH and other users of Hydra (Intel MPI, MVAPICH): a host file with one `host:ranks` line for each run
/// of ranks on one host, in rank order. Throws InputError for a host name that the file cannot hold.
LauncherFiles mpich_files(const Placement& placement, const std::vector<ExportedFile>&,
                          const LaunchOptions& options) {
    std::string hosts;
    int run = 0; // ranks since the host last changed
    for (int rank = 0; rank < placement.world(); ++rank) {
        const std::string& host = placement.node_of(rank).host;
        require_plain(host, "a Hydra host file");
        ++run;
        if (rank + 1 == placement.world() || &placement.node_of(rank + 1) != &placement.node_of(rank)) {
            hosts += fmt::format("{}:{}\n", host, run);
            run = 0;
        }
    }
    LauncherFiles result;
    result.files = {
        {"hostfile", hosts},
        launch_script(
            "Runs COMMAND in every rank with MPICH. MPIRUN names another mpirun (echo: only show), "
            "MPIRUN_FLAGS adds options.",
            fmt::format("exec \"${{MPIRUN:-mpirun}}\" ${{MPIRUN_FLAGS-}} -f \"$folder/hostfile\" -n {} \\\n"
                        "    \"$folder/rank_wrapper.sh\" \"$@\"\n",
                        placement.world()))};
    describe_launch_script(result, options);
    result.note = "Hydra fills the lines of hostfile in order, so its ranks are the plan's; Intel MPI takes "
                  "it as well.";
    return result;
}

const Registered<ExportFormat> mpich_row({.name = "mpich",
                                          .description = "MPICH and other users of Hydra (Intel MPI)",
                                          .main_file = "hostfile",
                                          .places_any_mapping = true,
                                          .launch = mpich_files,
                                          .options = {"--one-visible", "--master-port"}});

} // namespace
} // namespace pipette
