// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/schedule.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace pipette {

/// A transfer between two devices: the output of one operation that another needs.
struct TimelineSend {
    std::int32_t from = 0, to = 0; ///< operations
    double start = 0, end = 0;     ///< seconds
    bool gradient = false;         ///< gradient to the stage before, else activation to the stage after
};

/// How one device spent the iteration, in seconds.
struct DeviceUse {
    double busy = 0;             ///< computing
    double start = 0, end = 0;   ///< of its own first and last operation
    double peak_activations = 0; ///< chunk-microbatches held at most
    double bubble() const { return end - start - busy; }
};

/// What follows the pipeline on a device: gradient exchange, optimizer.
struct TimelineTail {
    int device = 0;
    std::string name; ///< "gradient exchange", "optimizer"
    double start = 0, end = 0;
};

/// A part of what the operations of each chunk take: communication that nothing hides, or recomputation.
struct TimelineShare {
    std::string name;             ///< "expert parallel", "recomputation"
    std::vector<double> of_chunk; ///< [chunk] of its forward and backward together, 0 to 1
};

/// Activations that a device holds from `time` on, in chunk-microbatches or in the unit of given weights.
struct ActivationStep {
    double time = 0, held = 0;
};

/// One simulated iteration of a pipeline. Operation numbers are those of the schedule.
struct Timeline {
    std::shared_ptr<const Schedule> schedule;
    P2p p2p = P2p::overlapped;
    double makespan = 0;             ///< end of the last operation; tails may end later
    std::vector<double> start, end;  ///< [operation]
    std::vector<TimelineSend> sends; ///< of transfers between devices
    std::vector<DeviceUse> devices;
    std::vector<std::int32_t> critical_path; ///< operations in time order that determine the makespan
    std::vector<TimelineTail> tails;         ///< filled by who knows the exchange; empty from the simulator
    std::vector<TimelineShare> shares;       ///< filled by who knows them; empty from the simulator

    /// Idle time inside the devices' own spans over devices * makespan.
    double bubble_fraction() const;
    /// Total end, tails included.
    double total() const;
    /// Activations of a device over time, from its first operation; forwards take theirs when they start,
    /// backwards free them when they end; no step down where both are at one time. One microbatch of stage s
    /// weighs weight_of_stage[s] (bytes); empty: one each.
    std::vector<ActivationStep> activations(int device, std::span<const double> weight_of_stage = {}) const;
    /// The most that a device holds at once, in microbatches of its whole share of the model.
    double most_microbatches(int device) const;
};

} // namespace pipette
