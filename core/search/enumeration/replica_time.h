// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/held.h"
#include "core/search/placement/placement_problem.h"

#include <algorithm>
#include <cstdint>
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

/// How long the pipeline of one replica takes, from the times of its links. Keeps its working memory: one per
/// thread.
class ReplicaTime {
public:
    explicit ReplicaTime(const PlacementProblem& problem);

    /// Takes a replica: `slots` [device], `links` [device link]. Writes [padded device] how long after its
    /// pipeline every stage ends (less than 0: before), its optimizer with it but not the gradient exchange.
    /// Returns what pipeline() is not below, at a fraction of its price.
    double load(const std::uint32_t* slots, const BothWays* links, double* after);

    /// Seconds of the pipeline of the replica that was taken last.
    double pipeline() const;

private:
    void load_chunks(const std::uint32_t* slots);
    double one_microbatch(const BothWays* links);
    template <P2p p2p>
    double prefixes(const BothWays* links);
    void load_rounds();
    double rounds(const BothWays* links);

    const PlacementProblem& problem_;
    const double *forward_ = nullptr, *backward_ = nullptr; // [chunk] of the replica under way
    std::vector<double> chunk_forward_, chunk_backward_;    // [chunk] where classes of slots differ
    double way_ = 0, least_ = 0;                            // whole round trip; see load()
    std::vector<double> begin_, end_, whole_, half_, tail_; // [padded device]
    // Rounds without their links: the first round trip, and [padded device].
    double trip_ = 0;
    std::vector<double> busy_, held_;
    std::vector<double> both_ways_s_; // [device link]
};

} // namespace pipette
