// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/schedule_kind.h"
#include "core/schedule/pipeline_times.h"
#include "core/schedule/simulator.h"

#include <vector>

namespace pipette {

/// A time that no 1F1B pipeline of one stage a device can beat (help: time.md, "The bound"):
/// the longest of a family of paths through the schedule, each the first microbatch's round trip plus k
/// rounds over stages s..t. What depends on the sizes alone is laid out once; a call is O(devices^2) without
/// allocation, and safe from several threads.
class PipelineBound {
public:
    PipelineBound(int devices, int microbatches);

    /// Never above what the simulator gives for 1F1B and the same times. Reads forward, backward and the
    /// sends.
    double operator()(const PipelineTimes& times, P2p p2p) const;

private:
    struct Rounds {
        double over_stages, of_stage, of_longer; // k, a and b of that page
    };
    int devices_;
    std::vector<Rounds> rounds_; // s, then t >= s
};

/// The same for one call.
double pipeline_bound(int devices, int microbatches, const PipelineTimes& times, P2p p2p);

/// Seconds that each further microbatch adds to 1F1B in its steady state: max over s<=t of R_st/(t-s+1).
double steady_period(int devices, const PipelineTimes& times, P2p p2p);

/// 1F1B by simulating its first microbatches and adding the steady period for the rest: `first` holds a 1F1B
/// schedule of at most `microbatches`, 2*devices of them is enough for 0.2 % in the mean.
double steady_estimate(Simulator& first, int microbatches, const PipelineTimes& times, P2p p2p);

} // namespace pipette
