// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/placement_problem.h"

#include <cstdint>
#include <span>
#include <vector>

namespace pipette {

/// When the stages of one replica end, from the times of its links. Keeps its working memory: one per thread.
class ReplicaTime {
public:
    explicit ReplicaTime(const PlacementProblem& problem);

    /// Writes [padded device] the end of every stage with its optimizer, without the gradient exchange.
    /// `slots` [device] of the replica, `links` [device link].
    void ends(const std::uint32_t* slots, const BothWays* links, double* ends);

private:
    void load_chunks(const std::uint32_t* slots);
    double windows(const BothWays* links);
    double rounds(const BothWays* links);

    const PlacementProblem& problem_;
    const double *forward_ = nullptr, *backward_ = nullptr; // [chunk] of the replica under way
    std::vector<double> chunk_forward_, chunk_backward_;    // [chunk] where classes of slots differ
    std::vector<double> begin_, end_, whole_, half_, tail_; // [padded device]
};

} // namespace pipette
