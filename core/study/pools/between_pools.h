// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/calibration.h"
#include "core/cost/links.h"
#include "core/cost/traffic/priced_levels.h"
#include "core/plan/kept_off.h"

#include <optional>
#include <vector>

namespace pipette {

/// Bytes of the gradients of the whole model, as its framework exchanges them.
double gradient_bytes(const PlanInputs& inputs);

/// The sum of gradients over pools, after each pool has added up its own. The parameters are cut into as many
/// slices as the largest pool uses GPUs, stage by stage. Each slice has one owner in every pool, and is
/// all-reduced between its owners, all slices at the same time.
class PoolExchange {
public:
    /// `inputs` and `calibration` must outlive it.
    PoolExchange(const PlanInputs& inputs, const Calibration& calibration);

    /// Seconds, with the efficiencies of the slowest owner; in a cluster with a history the mean or the
    /// quantile over its snapshots, as of plans. 0 for a single pool. Empty: a slice would cross a link that
    /// is known to be broken.
    std::optional<double> seconds(const std::vector<const Candidate*>& of_pools) const;
    /// What one exchange sends over levels of the fabric that have a price. The all-reduce of a slice is a
    /// ring in the order of the pools.
    Transfers transfers(const std::vector<const Candidate*>& of_pools) const;

private:
    double on_s(const Links& links, const std::vector<std::vector<int>>& owners,
                const ParallelConfig& config) const;
    bool crosses_broken_link(const std::vector<std::vector<int>>& owners) const;

    const PlanInputs& inputs_;
    const Calibration& calibration_;
    const BrokenLinks broken_;
    std::vector<Links> links_;    ///< [snapshot], or one
    std::vector<double> weights_; ///< of the snapshots
};

} // namespace pipette
