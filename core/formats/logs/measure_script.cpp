// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/logs/measure_script.h"

#include "core/base/input_error.h"
#include "core/formats/logs/host_names.h"
#include "core/formats/text/text_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unordered_set>

namespace pipette {
namespace {

constexpr std::size_t most_measured_hosts = 1024; // half a million pairs

void check_hosts(const std::vector<std::string>& hosts) {
    if (hosts.size() < 2 || hosts.size() > most_measured_hosts)
        throw InputError(
            {}, "hosts",
            fmt::format("are {}, expected 2 to {} to measure between", hosts.size(), most_measured_hosts));
    std::unordered_set<std::string_view> seen;
    for (const std::string& host : hosts) {
        require_plain(host, "a script that measures");
        if (!seen.insert(host).second)
            throw InputError({}, "host " + in_quotes(host), "is named twice");
    }
}

std::string header_of(const std::vector<std::string>& hosts, const MeasureOptions& options,
                      std::size_t rounds) {
    const int gpus = options.gpus_per_node;
    const std::size_t pairs = hosts.size() * (hosts.size() - 1) / 2;
    std::string text = "#!/bin/sh\n";
    if (options.launcher == MeasureLauncher::slurm)
        text += fmt::format("#SBATCH --job-name=pipette-measure\n#SBATCH --nodes={}\n"
                            "#SBATCH --ntasks-per-node={}\n#SBATCH --gpus-per-node={}\n#SBATCH --exclusive\n"
                            "#SBATCH --nodelist={}\n",
                            hosts.size(), gpus, gpus, fmt::join(hosts, ","));
    const bool slurm = options.launcher == MeasureLauncher::slurm;
    return text +
           fmt::format("# Runs nccl-tests over the {} pairs of {} hosts in {} rounds of disjoint pairs, and "
                       "inside every host.\n"
                       "# What has its log already is left alone: after a failure run it again.\n"
                       "# usage: {} [LOGS]   then: pipette import nccl-tests LOGS/{} -o cluster.json\n"
                       "# {} adds options of the launcher, NCCL_TESTS_FLAGS replaces those of the tests.\n",
                       pairs, hosts.size(), rounds, slurm ? "sbatch measure.sh" : "./measure.sh",
                       name_of(options.operations.front()), slurm ? "SRUN_FLAGS" : "MPIRUN_FLAGS");
}

/// The command that starts the test on the hosts of run(), one rank a GPU.
std::string command_of(const MeasureOptions& options) {
    if (options.launcher == MeasureLauncher::mpirun)
        return fmt::format(
            "mpirun ${{MPIRUN_FLAGS-}} -np $(($# * {0})) --host \"$(slots \"$@\")\" --map-by slot",
            options.gpus_per_node);
    return fmt::format(
        "srun ${{SRUN_FLAGS-}} --exact --nodes=$# --ntasks=$(($# * {0})) --ntasks-per-node={0} "
        "--gpus-per-node={0} --nodelist=\"$(joined \"$@\")\" --cpu-bind=none",
        options.gpus_per_node);
}

std::string functions_of(const MeasureOptions& options) {
    std::vector<std::string_view> operations;
    for (const NcclOperation operation : options.operations)
        operations.push_back(name_of(operation));
    const std::string folder = options.programs.empty() ? "" : shell_quoted(options.programs + "/");
    return fmt::format(R"sh(set -eu
logs=${{1:-logs}}
flags=${{NCCL_TESTS_FLAGS:--b 8 -e 1G -f 2}}
for operation in {0}; do
    mkdir -p "$logs/$operation"
done

joined() {{ # HOST...: with commas between
    list=$1
    shift
    for host; do
        list=$list,$host
    done
    printf '%s\n' "$list"
}}
slots() {{ # HOST...: the same, each with its number of ranks
    list=$1:{1}
    shift
    for host; do
        list=$list,$host:{1}
    done
    printf '%s\n' "$list"
}}
run() {{ # OPERATION LOG HOST...
    operation=$1 log=$2
    shift 2
    [ ! -s "$log" ] || return 0
    # shellcheck disable=SC2086  # flags are several words
    if {2} \
        {3}"${{operation}}_perf" $flags -g 1 >"$log.part" 2>"$log.errors" </dev/null; then
        mv "$log.part" "$log"
        rm -f "$log.errors"
    else
        echo "measure.sh: $operation on $* failed, see $log.errors" >&2
    fi
}}
pair() {{ # HOST HOST
    for operation in {0}; do
        run "$operation" "$logs/$operation/$1_$2.log" "$1" "$2"
    done
}}
inside() {{ # HOST: all its GPUs, for the bandwidth inside a node
    run sendrecv "$logs/sendrecv/$1.log" "$1"
}}

)sh",
                       fmt::join(operations, " "), options.gpus_per_node, command_of(options), folder);
}

} // namespace

std::vector<std::vector<std::pair<int, int>>> disjoint_rounds(int count) {
    std::vector<std::vector<std::pair<int, int>>> rounds;
    const int seats = count + count % 2; // the last seat of an odd number stays empty: its partner rests
    for (int round = 0; round + 1 < seats; ++round) {
        auto& pairs = rounds.emplace_back();
        const int turning = seats - 1;
        for (int k = 0; k < seats / 2; ++k) {
            // The last seat is fixed, the others turn by one a round; who faces each other makes a pair.
            const int a = k == 0 ? turning : (round + k) % turning, b = (round + turning - k) % turning;
            if (a < count && b < count)
                pairs.emplace_back(std::min(a, b), std::max(a, b));
        }
    }
    return rounds;
}

ExportedFile measure_script(const std::vector<std::string>& hosts, const MeasureOptions& options) {
    check_hosts(hosts);
    const auto rounds = disjoint_rounds(static_cast<int>(hosts.size()));
    std::string text = header_of(hosts, options, rounds.size()) + functions_of(options);
    const bool flows = options.operations.front() == NcclOperation::sendrecv;
    if (flows && options.gpus_per_node > 1) {
        for (const std::string& host : hosts)
            text += fmt::format("inside {} &\n", host);
        text += "wait\n";
    }
    for (std::size_t round = 0; round < rounds.size(); ++round) {
        text += fmt::format("\necho 'round {} of {}'\n", round + 1, rounds.size());
        for (const auto& [a, b] : rounds[round])
            text += fmt::format("pair {} {} &\n", hosts[static_cast<std::size_t>(a)],
                                hosts[static_cast<std::size_t>(b)]);
        text += "wait\n";
    }
    text += R"sh(
failed=$(find "$logs" -name '*.errors' | wc -l)
[ "$failed" -eq 0 ] || { echo "measure.sh: $failed runs failed; run it again for them alone" >&2; exit 1; }
)sh";
    return {"measure.sh", text, true};
}

} // namespace pipette
