// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/formats/launchers/export_format.h"
#include "core/formats/launchers/launch_script.h"
#include "core/formats/logs/host_names.h"
#include "core/formats/text/text_file.h"

#include <fmt/format.h>

namespace pipette {
namespace {

constexpr const char* what_launch_sh_does =
    "Runs COMMAND in every rank with Open MPI. MPIRUN names another mpirun (echo: "
    "only show), MPIRUN_FLAGS adds options.";

void require_open_mpi_name(const std::string& host) {
    require_plain(host, "an Open MPI host file");
    if (host.find('_') != std::string::npos) // mpirun 4 complains of the name and then hangs
        throw InputError({}, "host " + in_quotes(host), "holds an underscore, which Open MPI does not take");
}

/// Open MPI with a sequential hostfile: one line a rank, `--map-by seq --bind-to none`. Throws InputError for
/// a host name that the file cannot hold.
LauncherFiles openmpi_files(const Placement& placement, const std::vector<ExportedFile>&,
                            const LaunchOptions& options) {
    std::string hosts;
    for (int rank = 0; rank < placement.world(); ++rank) {
        const std::string& host = placement.node_of(rank).host;
        require_open_mpi_name(host);
        hosts += host + '\n';
    }
    LauncherFiles result;
    result.files = {
        {"hostfile", hosts},
        launch_script(what_launch_sh_does,
                      fmt::format("exec \"${{MPIRUN:-mpirun}}\" ${{MPIRUN_FLAGS-}} -np {} --hostfile "
                                  "\"$folder/hostfile\" --map-by seq --bind-to none \\\n"
                                  "    \"$folder/rank_wrapper.sh\" \"$@\"\n",
                                  placement.world()))};
    describe_launch_script(result, options);
    result.note = "hostfile has one line a rank for --map-by seq, which versions 4 and 5 of Open MPI know.";
    return result;
}

/// Open MPI with a rankfile, which binds each rank to CPU cores: those of its GPU's number. Throws
/// InputError.
LauncherFiles openmpi_rankfile_files(const Placement& placement, const std::vector<ExportedFile>&,
                                     const LaunchOptions& options) {
    std::string lines, hosts;
    for (int rank = 0; rank < placement.world(); ++rank) {
        const std::string& host = placement.node_of(rank).host;
        require_open_mpi_name(host);
        const int first =
            placement.seat_of_rank[static_cast<std::size_t>(rank)].local_gpu * options.cores_per_gpu;
        lines += fmt::format("rank {}={} slot={}", rank, host, first);
        if (options.cores_per_gpu > 1)
            lines += fmt::format("-{}", first + options.cores_per_gpu - 1);
        lines += '\n';
    }
    for (const SeatedNode& node : placement.nodes)
        hosts += fmt::format("{} slots={}\n", node.host, node.ranks.size());
    LauncherFiles result;
    result.files = {{"rankfile", lines},
                    {"hostfile", hosts},
                    launch_script(what_launch_sh_does, fmt::format(R"sh(mpirun=${{MPIRUN:-mpirun}}
case $("$mpirun" --version) in
*') '[1-4].*) exec "$mpirun" ${{MPIRUN_FLAGS-}} -np {0} --hostfile "$folder/hostfile" \
    --rankfile "$folder/rankfile" "$folder/rank_wrapper.sh" "$@" ;;
*) exec "$mpirun" ${{MPIRUN_FLAGS-}} -np {0} --hostfile "$folder/hostfile" \
    --map-by "rankfile:file=$folder/rankfile" "$folder/rank_wrapper.sh" "$@" ;;
esac
)sh",
                                                                   placement.world()))};
    describe_launch_script(result, options);
    result.note = fmt::format(
        "The slots of a rankfile are CPU cores: every rank is bound to {} of them (--cores-per-gpu); "
        "the openmpi format binds none. Open MPI 5 takes --map-by rankfile:file=, launch.sh knows.",
        options.cores_per_gpu);
    return result;
}

const Registered<ExportFormat> openmpi_row({.name = "openmpi",
                                            .description = "Open MPI with a sequential hostfile",
                                            .main_file = "hostfile",
                                            .places_any_mapping = true,
                                            .launch = openmpi_files,
                                            .options = {"--one-visible", "--master-port"}});

const Registered<ExportFormat>
    openmpi_rankfile_row({.name = "openmpi-rankfile",
                          .description = "Open MPI with a rankfile, ranks bound to CPU cores",
                          .main_file = "rankfile",
                          .places_any_mapping = true,
                          .launch = openmpi_rankfile_files,
                          .options = {"--one-visible", "--master-port", "--cores-per-gpu"}});

} // namespace
} // namespace pipette
