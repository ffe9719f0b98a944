// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/pipeline_times.h"
#include "core/schedule/schedule.h"
#include "core/schedule/timeline.h"

#include <memory>
#include <span>
#include <vector>

namespace pipette {

/// Exact longest path over the order and the dependencies of a schedule. Memory is taken once; run()
/// allocates nothing and takes O(operations). One simulator a thread.
///
/// Overlapped transfers: a send starts when its operation ends, takes its link's time, holds no device and
/// delays no other send. Blocking transfers: between two operations a device exchanges the former's output
/// and the latter's input, both at once, and does nothing else meanwhile; the sender is held right after its
/// operation, the receiver right before its own and no earlier than the sender sends (it does not stall a
/// sender that is ahead of it). Transfers in turn: the sender is held until its transfer is through and the
/// receiver only waits for it; where two devices exchange an activation and a gradient between the same
/// operations of both, as in 1F1B, the gradient follows over the link. Others do not delay each other.
class Simulator {
public:
    explicit Simulator(std::shared_ptr<const Schedule> schedule);

    const Schedule& schedule() const { return *schedule_; }

    /// End of the last operation. Throws InputError when an array has a wrong size.
    double run(const PipelineTimes& times, P2p p2p);

    // Of the last run:
    double start(int operation) const;
    double end(int operation) const { return end_[static_cast<std::size_t>(operation)]; }
    double device_start(int device) const; ///< of its first operation
    double device_end(int device) const;   ///< of its last operation
    double device_busy(int device) const;  ///< seconds it computes
    double last_backward_end(int device) const { return end(schedule_->last_backward(device)); }

    /// Everything about the last run, for the Gantt chart and files.
    Timeline timeline() const;

private:
    void check(const PipelineTimes& times) const;
    void load(const PipelineTimes& times);
    template <bool TwoInputs>
    void sweep();
    template <bool InTurn>
    void sweep_waits();
    const Schedule::WaitList& waits() const; // of the transfers of the last run, which are not overlapped

    std::shared_ptr<const Schedule> schedule_;
    P2p p2p_ = P2p::overlapped;
    std::vector<double> end_;      // [operation], one more for time zero
    std::vector<double> duration_; // [duration class]
    std::vector<double> send_;     // [send]; 0 is 0
};

} // namespace pipette
