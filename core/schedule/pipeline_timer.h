// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/simulator.h"
#include "core/schedule/steady_rounds.h"

#include <map>
#include <optional>

namespace pipette {

/// Operations up to which a pipeline is simulated from end to end whatever its schedule.
inline constexpr long simulated_whole = 1 << 18;

/// When the devices of a pipeline end, exactly, for any number of microbatches. Long pipelines are simulated
/// until all operations of as many rounds as anything looks back end one constant later than the same ones
/// some rounds before: from then on every operation must, because each starts at the latest of what it waits
/// for. What is left is as many times that constant. One timer a thread; it keeps its schedules.
class PipelineTimer {
public:
    /// `most_whole`: operations up to which nothing is extended. Throws InputError for sizes that the
    /// schedule does not allow and, with the reason, for more microbatches than can be simulated of a
    /// schedule that has no rounds.
    PipelineTimer(ScheduleKind kind, const ScheduleSize& size, long most_whole = simulated_whole);

    /// End of the last operation. Throws InputError when an array has a wrong size, and when a long pipeline
    /// does not become periodic within what can be simulated.
    double run(const PipelineTimes& times, P2p p2p);

    // Of the last run:
    double device_end(int device) const { return last_->simulator.device_end(device) + left_out_s_; }
    double last_backward_end(int device) const {
        return last_->simulator.last_backward_end(device) + left_out_s_;
    }
    /// Microbatches that were simulated; the others repeat their rounds.
    int simulated_microbatches() const { return last_->simulator.schedule().size().microbatches; }

private:
    struct Length { ///< the schedule at one number of microbatches
        Simulator simulator;
        std::optional<SteadyRounds> steady; ///< empty where nothing is extended
    };
    struct Period { ///< `rounds` that take `seconds` together
        int rounds;
        double seconds;
    };

    Length& of(int microbatches);
    static std::optional<Period> period_of(const Length& length);

    ScheduleKind kind_;
    ScheduleSize size_;
    int round_ = 0; ///< microbatches of a round
    bool whole_ = true;
    std::map<int, Length> lengths_; // by microbatches
    Length* last_ = nullptr;
    double left_out_s_ = 0;
};

} // namespace pipette
