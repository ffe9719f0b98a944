// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/measurements.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pipette {

/// The collective tests whose figures say something about a pair of nodes.
enum class NcclOperation { sendrecv, alltoall, all_reduce, other };
std::string_view name_of(NcclOperation operation);
std::optional<NcclOperation> nccl_operation_named(std::string_view name); ///< sendrecv, alltoall, all_reduce

/// One line of results: a message size, out of place and in place.
struct NcclRow {
    double bytes = 0;
    double time_us[2] = {};
    double algbw_gb_per_s[2] = {};
    double busbw_gb_per_s[2] = {};
    int line = 0;
};

/// One run of one test as a log holds it.
struct NcclSection {
    NcclOperation operation = NcclOperation::other;
    int line = 0; ///< where it starts
    struct Rank {
        std::string host, device;
    };
    std::vector<Rank> ranks; ///< by rank number
    std::vector<NcclRow> rows;
    std::vector<std::string> notes;
};

/// All runs of a log of nccl-tests, which may hold several one after another. `assumed`: the test of a log of
/// an old version that does not name it. Throws InputError with the line for cut, interleaved or malformed
/// logs.
std::vector<NcclSection> read_nccl_sections(std::string_view text, const std::string& file,
                                            std::optional<NcclOperation> assumed = std::nullopt);

/// What the runs of `operation` say. Two hosts: sendrecv gives the flow (its ring crosses once each way,
/// whatever the ranks a node), alltoall the aggregate: algbw * ranks of one node * share of a rank's bytes
/// that crosses, all_reduce the aggregate of its ring, busbw. One host: sendrecv and all_reduce give the
/// stream inside a node. Latency only from sendrecv of at most 1 KiB.
Measurements nccl_measurements(const std::vector<NcclSection>& sections, NcclOperation operation,
                               Statistic statistic, const std::string& file);

} // namespace pipette
