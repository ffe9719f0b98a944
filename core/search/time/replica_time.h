// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/held.h"
#include "core/search/problem/placement_problem.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace pipette {

/// What one microbatch asks of a stage, beside others: seconds that it is held, and seconds that its longer
/// half, forward or backward, is held.
struct StageLoad {
    double whole = 0, half = 0;
};

/// `before` and `after`: the links beside the stage (0 at the ends).
template <P2p p2p>
StageLoad stage_load(double forward, double backward, const BothWays& before, const BothWays& after) {
    using Held = pipette::Held<p2p>;
    return {forward + backward + Held::above(before.forward, before.backward) +
                Held::below(after.forward, after.backward),
            std::max(forward + Held::forward(before.forward, after.forward),
                     backward + Held::backward(before.backward, after.backward))};
}

/// What the chunks of a replica make of its rounds (PipelineForm::rounds), before its links add to it.
struct RoundWork {
    double trip = 0; ///< the first round trip
    /// [padded device] when the device is through with its work; how long it holds its activations over those
    /// it holds at once.
    std::vector<double> busy, held;

    explicit RoundWork(const PlacementProblem& problem);
    /// From the times of the chunks. No allocation.
    void find(const PlacementProblem& problem, const double* forward, const double* backward);

private:
    std::vector<double> whole_; // [padded device] of one microbatch
};

/// How long the pipeline of one replica takes, from the times of its links; one class for each form that the
/// pipeline has. Keeps its working memory: one per thread.
class ReplicaTime {
public:
    explicit ReplicaTime(const PlacementProblem& problem);
    virtual ~ReplicaTime() = default;

    /// Takes a replica: `slots` [device], `links` [device link]. Writes [padded device] how long after its
    /// pipeline every stage ends (less than 0: before), its optimizer with it but not the gradient exchange.
    /// Returns what pipeline() is not below, at a fraction of its price.
    double load(const std::uint32_t* slots, const BothWays* links, double* after);

    /// Seconds of the pipeline of the replica that was taken last. Where it is simulated() the ends in
    /// `after`, which load() wrote, become those of the simulation.
    virtual double pipeline(double* /*after*/) { return least_; }
    bool simulated() const { return problem_.pipeline.schedule != nullptr; }

protected:
    /// From the chunk times and the links: what load() returns. Fills tail_.
    virtual double work_out(const BothWays* links) = 0;
    virtual void chunks_changed() {} ///< where classes of slots differ

    const PlacementProblem& problem_;
    const double *forward_ = nullptr, *backward_ = nullptr; // [chunk] of the replica under way
    std::vector<double> tail_;                              // [padded device] way of the last gradient home

private:
    std::vector<double> chunk_forward_, chunk_backward_; // [chunk] where classes of slots differ
    double least_ = 0;
};

std::unique_ptr<ReplicaTime> replica_time(const PlacementProblem& problem);

} // namespace pipette
