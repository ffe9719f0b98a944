// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/registry.h"
#include "core/workload/training_job.h"

#include <string_view>

namespace pipette {

/// What goes where when tokens are sent to their experts.
enum class DispatchPattern {
    all_to_all,  ///< a copy of the token to the GPU of each of its experts
    once_a_node, ///< one to each node that has some of them, where it is handed on
    all_gather,  ///< all tokens to all GPUs of the group, which keep what is theirs
};

/// How a framework sends tokens to experts and back. A dispatcher is one file of this folder.
struct Dispatcher {
    std::string_view name;   ///< in files and options: "alltoall"
    std::string_view title;  ///< for a person
    std::string_view source; ///< where it is known from
    DispatchPattern pattern = DispatchPattern::all_to_all;
    /// Reads and writes of every copy of a token in one pass, beside products and wires: sorted by GPU, by
    /// expert and back, unless the kernels that send do it.
    double copies_moved = 5;
};

/// The job's. Throws InputError (file empty, place "dispatcher") for a name that is none of them.
const Dispatcher& dispatcher_of(const TrainingJob& job);

} // namespace pipette
