// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/problem/placement_problem.h"
#include "core/search/time/replica_time.h"

#include <cstdint>
#include <memory>

namespace pipette {

/// A set of stages, of 64 at most: bits.
using StageSet = std::uint64_t;

/// What a replica is sure to take after some of its links have changed, from these links alone: everything
/// else was summed up when the replica was kept. For most moves that is enough to know that they are too
/// dear. One class for each form of the pipeline.
class ReplicaFloor {
public:
    virtual ~ReplicaFloor() = default;

    /// Takes a replica as it is: [device link] and [padded device] how long after its pipeline each stage
    /// ends, without the exchange. soften() must follow.
    virtual void keep(std::uint32_t replica, const BothWays* links, const double* after) = 0;
    /// Counts the exchanges [padded device] into the ends of a replica from now on.
    virtual void soften(std::uint32_t replica, const double* exchange) = 0;

    /// Not above what the replica takes with the exchanges of then once its links [device link] are `links`;
    /// each that differs touches one of `stages`. `sooner_s`: by how much exchanges between stages may end
    /// sooner, not above 0.
    virtual double least(std::uint32_t replica, StageSet stages, const BothWays* links,
                         double sooner_s) const = 0;
};

/// Null for problems that none knows, or is worth it: slots of several classes, more than 64 stages, rounds
/// where no network card is shared.
std::unique_ptr<ReplicaFloor> replica_floor(const PlacementProblem& problem);

} // namespace pipette
