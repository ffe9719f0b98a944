// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/launchers/rank_wrapper.h"

#include <fmt/format.h>

namespace pipette {
namespace {

constexpr const char* wrapper_start = R"sh(#!/bin/sh
# Run by the launcher in every slot: finds the rank of this slot in mapping.tsv by host and slot number, sets what
# training frameworks read, and runs COMMAND. The n-th slot of a host gets the n-th of the host's lines. Hydra
# (MPICH) counts slots anew for every line of its host file, so there the rank of the launcher tells the slot.
# usage: rank_wrapper.sh COMMAND [ARGUMENT...]
# Overrides: PIPETTE_MAPPING, PIPETTE_HOST, PIPETTE_SLOT, PIPETTE_MASTER_ADDR, PIPETTE_MASTER_PORT
set -eu
)sh";

constexpr const char* wrapper_body = R"sh(
fail() {
    printf 'rank_wrapper.sh: %s\n' "$1" >&2
    exit 1
}
[ $# -gt 0 ] || fail 'usage: rank_wrapper.sh COMMAND [ARGUMENT...]'

case $0 in
*/*) folder=${0%/*} ;;
*) folder=. ;;
esac
mapping=${PIPETTE_MAPPING:-$folder/mapping.tsv}
[ -r "$mapping" ] || fail "cannot read $mapping"

# Open MPI, MPICH (Hydra) and SLURM each name the slot and the number of ranks in their own way.
slot='' wanted=''
if [ -n "${PIPETTE_SLOT-}" ]; then
    slot=$PIPETTE_SLOT started=''
elif [ -n "${OMPI_COMM_WORLD_LOCAL_RANK-}" ]; then
    slot=$OMPI_COMM_WORLD_LOCAL_RANK started=${OMPI_COMM_WORLD_SIZE-}
elif [ -n "${MPI_LOCALRANKID-}" ]; then
    wanted=${PMI_RANK-} started=${PMI_SIZE-}
else
    slot=${SLURM_LOCALID-} started=${SLURM_STEP_NUM_TASKS-}
fi
case $slot$wanted in
'' | *[!0-9]*) fail 'no slot number: start me with mpirun or srun, or set PIPETTE_SLOT' ;;
esac

node=${PIPETTE_HOST-}
if [ -z "$node" ] && [ -r /run/pipette/host ]; then
    IFS= read -r node </run/pipette/host || :
fi
[ -n "$node" ] || node=${SLURMD_NODENAME-}
[ -n "$node" ] || node=$(uname -n)

tab=$(printf '\t')

# find exact|short: counts the ranks (world) and this host's (here); remembers rank and gpu of the slot.
find() {
    world=0 here=0 rank='' gpu='' master='' found=''
    while IFS=$tab read -r number host local || [ -n "$number" ]; do
        case $number in
        '' | *[!0-9]*) continue ;;
        esac
        world=$((world + 1))
        [ "$number" != 0 ] || master=$host
        case $1 in
        exact) [ "$host" = "$node" ] || continue ;;
        short) [ "${host%%.*}" = "${node%%.*}" ] || continue ;;
        esac
        [ -z "$found" ] || [ "$found" = "$host" ] || fail "both $found and $host could be this host, $node"
        found=$host
        if [ "$number" = "$wanted" ] || [ "$here" = "$slot" ]; then
            rank=$number gpu=$local
        fi
        here=$((here + 1))
    done <"$mapping"
}
find exact
if [ "$here" -eq 0 ]; then # one of the two may be without its domain; an address has none
    case ${node%%.*} in
    *[!0-9]*) find short ;;
    esac
fi
[ "$here" -gt 0 ] || fail "host $node is not in $mapping"
if [ -z "$rank" ]; then
    [ -z "$wanted" ] || fail "the launcher runs rank $wanted on $node, $mapping elsewhere: start me with its host file"
    fail "slot $slot of host $node has no rank: $mapping gives the host $here"
fi
if [ -n "$started" ] && [ "$started" -ne "$world" ]; then
    fail "the launcher started $started ranks, $mapping has $world"
fi

export RANK="$rank" WORLD_SIZE="$world" LOCAL_WORLD_SIZE="$here"
export MASTER_ADDR="${PIPETTE_MASTER_ADDR:-$master}" MASTER_PORT="${PIPETTE_MASTER_PORT:-$port}"
export CUDA_DEVICE_ORDER=PCI_BUS_ID PIPETTE_HOST="$found" PIPETTE_GPU="$gpu"
if [ "$one_visible" = yes ]; then
    export CUDA_VISIBLE_DEVICES="$gpu" LOCAL_RANK=0
else
    unset CUDA_VISIBLE_DEVICES
    export LOCAL_RANK="$gpu"
fi
exec "$@"
)sh";

constexpr const char* probe = R"sh(#!/bin/sh
# In place of the training program: prints rank, host and GPU of this rank, and fails when the host has no such GPU.
# With --compare: reads those lines and compares them with mapping.tsv.
set -eu
case $0 in
*/*) folder=${0%/*} ;;
*) folder=. ;;
esac

if [ "${1-}" != --compare ]; then
    if [ -z "${PIPETTE_GPU-}" ]; then # not under rank_wrapper.sh: torchrun and its like
        PIPETTE_HOST=${PIPETTE_HOST:-$(uname -n)}
        PIPETTE_GPU=$(printf '%s\n' "${CUDA_VISIBLE_DEVICES:-$LOCAL_RANK}" | cut -d, -f"$((LOCAL_RANK + 1))")
    fi
    if command -v nvidia-smi >/dev/null && ! nvidia-smi -i "$PIPETTE_GPU" >/dev/null 2>&1; then
        printf 'probe.sh: rank %s: host %s has no GPU %s\n' "$RANK" "$PIPETTE_HOST" "$PIPETTE_GPU" >&2
        exit 1
    fi
    printf '%s\t%s\t%s\n' "$RANK" "$PIPETTE_HOST" "$PIPETTE_GPU"
    exit 0
fi

plan=$(grep '^[0-9]' "${PIPETTE_MAPPING:-$folder/mapping.tsv}" | sort -n)
seen=$(grep '^[0-9]' | sort -n) # launchers put remarks of their own between
if [ "$plan" = "$seen" ]; then
    echo 'every rank runs where the plan says'
else
    printf 'the ranks do not run where the plan says\nplanned:\n%s\nseen:\n%s\n' "$plan" "$seen" >&2
    exit 1
fi
)sh";

} // namespace

ExportedFile rank_wrapper_file(const LaunchOptions& options) {
    return {"rank_wrapper.sh",
            fmt::format("{}one_visible={} port={}\n{}", wrapper_start, options.one_visible ? "yes" : "no",
                        options.master_port, wrapper_body),
            true};
}

ExportedFile probe_file() {
    return {"probe.sh", probe, true};
}

} // namespace pipette
