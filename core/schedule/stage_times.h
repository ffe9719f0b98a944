// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/pipeline_times.h"
#include "core/schedule/schedule.h"
#include "core/schedule/timeline.h"

#include <memory>
#include <vector>

namespace pipette {

/// What a person says about the devices of a pipeline, for schedules of any placement. Any one unit of time.
struct DeviceTimes {
    std::vector<double> forward{
        1}; ///< [device] one microbatch through all of a device's chunks; one value: all devices
    std::vector<double> backward{2}; ///< [device] the same, whole backward
    std::vector<double> link{0};     ///< [boundary between neighbours]; one value: all
    double wrap_link = -1;     ///< last device to first, where chunks go round; negative: the slowest link
    double weight_share = 0.5; ///< of the backward, where it splits
    double recompute = -1; ///< repeated forward, on top of the backward; negative: none, or the forward's own
                           ///< time in a schedule that repeats forwards by itself (Varuna)
    double overlapped = -1; ///< forward and backward overlapped; negative: their sum
    bool operator==(const DeviceTimes&) const = default;
};

/// Whether what stage `stage` sends to the next one goes over DeviceTimes::wrap_link: the two devices are no
/// neighbours, or chunks go round from the last device to the first.
bool wraps(const Schedule& schedule, int pipeline, int stage);

/// The same by stages, as the simulator reads it.
class StageTimes {
public:
    /// Throws InputError (place = the field) when an array has a wrong size or a value is outside of
    /// bounds::schedule_time.
    StageTimes(const DeviceTimes& times, const Schedule& schedule);

    /// Valid as long as this object.
    PipelineTimes view() const {
        return {forward_, backward_, weight_share_, recompute_, send_forward_, {}, overlapped_};
    }

private:
    std::vector<double> forward_, backward_, weight_share_, recompute_, send_forward_, overlapped_;
};

/// One iteration of the schedule with these times. Throws InputError as StageTimes does.
Timeline simulated(std::shared_ptr<const Schedule> schedule, const DeviceTimes& times, P2p p2p);

} // namespace pipette
