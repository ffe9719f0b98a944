// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/problem/placement_problem.h"

#include <filesystem>
#include <vector>

namespace pipette {

/// The objective that Pipette's authors publish with their program, on a node-by-node matrix, as a placement
/// problem of ours: pp 8, one node a stage, GPT-8.1B messages; cost() is the published value in seconds. It
/// is the cost of an iteration of one microbatch that computes nothing and exchanges gradients on the first
/// stage alone.
class PublishedObjective {
public:
    /// Reads {"gpus", "bandwidth"} with GB/s as strings. Throws InputError.
    explicit PublishedObjective(const std::filesystem::path& matrix);
    PublishedObjective(const PublishedObjective&) = delete;
    PublishedObjective& operator=(const PublishedObjective&) = delete;

    const PlacementProblem& problem() const { return problem_; }
    int nodes() const { return links_.nodes; }

    /// The published formula, word for word, in seconds.
    double formula(const std::vector<std::uint32_t>& node_of_block) const;

    /// Seconds that no placement can beat: every pipeline over the fastest links that its nodes could have,
    /// and the ring through the fastest way into each of its nodes.
    double lower_bound() const;

private:
    std::vector<double> bandwidth_; // [from * nodes + to] GB/s
    Links links_;
    PlacementProblem problem_;
};

} // namespace pipette
