// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/placement_problem.h"

#include <cstdint>
#include <span>
#include <vector>

namespace pipette {

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
    template <bool blocking>
    double prefixes(const BothWays* links);
    double rounds(const BothWays* links);

    const PlacementProblem& problem_;
    const double *forward_ = nullptr, *backward_ = nullptr; // [chunk] of the replica under way
    std::vector<double> chunk_forward_, chunk_backward_;    // [chunk] where classes of slots differ
    double way_ = 0, least_ = 0;                            // whole round trip; see load()
    std::vector<double> begin_, end_, whole_, half_, tail_; // [padded device]
};

} // namespace pipette
