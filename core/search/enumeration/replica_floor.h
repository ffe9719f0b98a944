// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/enumeration/replica_time.h"
#include "core/search/placement/placement_problem.h"

#include <cstdint>
#include <span>
#include <vector>

namespace pipette {

/// What a replica is sure to take after one or two of its blocks have moved, from what their stages and links
/// alone change: everything else was summed up when the replica was kept. For most moves that is enough to
/// know that they are too dear.
class ReplicaFloor {
public:
    explicit ReplicaFloor(const PlacementProblem& problem);

    /// Whether the problem is of the kind that this knows: one chunk a device, all slots alike, no NIC
    /// shared.
    bool known() const { return known_; }

    /// Takes a replica as it is: [device link] and [padded device] how long after its pipeline each stage
    /// ends, without the exchange. soften() must follow.
    void keep(std::uint32_t replica, const BothWays* links, const double* after);
    /// Counts the exchanges [padded device] into the ends of a replica from now on.
    void soften(std::uint32_t replica, const double* exchange);

    /// Not above what the replica takes with the exchanges of then once the blocks of `stages` (ascending)
    /// are elsewhere; `links` [device link] with that, `tied_embedding_s` what the tied embedding takes
    /// longer.
    double least(std::uint32_t replica, std::span<const std::uint32_t> stages, const BothWays* links,
                 const BothWays* links_before, double tied_embedding_s) const;

private:
    template <P2p p2p>
    double single(std::size_t stage, const BothWays* links) const;
    template <P2p p2p>
    double least_of(std::uint32_t replica, std::span<const std::uint32_t> stages, const BothWays* links,
                    const BothWays* links_before, double tied_embedding_s) const;
    double* row(std::uint32_t replica) { return &rows_[replica * stride_]; }
    const double* row(std::uint32_t replica) const { return &rows_[replica * stride_]; }

    const PlacementProblem& problem_;
    bool known_ = false;
    std::size_t stages_ = 0, stride_ = 0;
    double work_ = 0; ///< of all stages on one microbatch
    // A row of each replica: its first round trip, then by stage what its other microbatches take beside
    // others (one stage alone), the largest of that before and from a stage on, and the same of its ends.
    std::vector<double> rows_;
};

} // namespace pipette
