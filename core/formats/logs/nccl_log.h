// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/input_error.h"

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

/// A test that NCCL, a timeout or whatever killed it kept from a result.
struct NcclFailure {
    NcclSection test;  ///< without ranks where the log died before it named them
    int line = 0;      ///< where the log says so
    std::string words; ///< of the log
};

/// What a log of nccl-tests holds: several runs one after another, some of which may not have ended.
struct NcclLog {
    std::vector<NcclSection> sections; ///< ended, with results
    std::vector<NcclFailure> failures;
    std::vector<NcclSection> unused; ///< named in `skipped`; their hosts exist all the same
    std::vector<InputError> skipped; ///< tests that were cut off, garbled or written over one another
    std::vector<std::string> notes;
};

/// Reads a log of nccl-tests. `assumed`: the test of a log of an old version that does not name it. What is
/// cut, interleaved or malformed ends up in `skipped` with its line and spoils no other test of the log.
/// Throws InputError for what is no text.
NcclLog read_nccl_log(std::string_view text, const std::string& file,
                      std::optional<NcclOperation> assumed = std::nullopt);

} // namespace pipette
