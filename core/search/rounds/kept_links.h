// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/links.h"
#include "core/plan/plan.h"

#include <memory>
#include <mutex>

namespace pipette {

/// Keeps the table of links that was asked for last: while a GPU is dragged, every evaluation asks for the
/// same table, which takes longer to make than the evaluation itself. May be shared by threads.
class KeptLinks {
public:
    /// links_of(inputs): the kept table where `inputs` have the same cluster (the same object) and the same
    /// faults.
    std::shared_ptr<const Links> of(const PlanInputs& inputs);

private:
    static constexpr int most_nodes = 2048; ///< of a table that is kept: about 32 MB

    std::mutex mutex_;
    std::shared_ptr<const Cluster> cluster_; ///< held, so that no other cluster takes its address
    Faults faults_;
    std::shared_ptr<const Links> links_; ///< null: none is kept
};

} // namespace pipette
