// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/calibration.h"
#include "core/cost/config_work.h"
#include "core/cost/links.h"
#include "core/plan/rank_mapping.h"

#include <vector>

namespace pipette {

/// Everything the time of one iteration is made of, for one configuration on one mapping. Seconds.
/// Arrays of [replica*chunks + chunk] with chunks = pp*vpp in model order; arrays of [replica*pp + device].
struct PipelineCosts {
    int pp = 1, vpp = 1, replicas = 1, microbatches = 1;
    std::vector<double> forward; ///< [replica, chunk] compute + tp, cp and ep communication of one microbatch
    std::vector<double> backward;     ///< [replica, chunk] the same, with recomputation
    std::vector<double> weight_share; ///< [chunk] part of backward that is the weight gradient
    std::vector<double> send_forward; ///< [replica, chunk] activation to the next chunk (last: 0)
    std::vector<double>
        send_backward; ///< [replica, chunk] gradient from the next chunk back to this one (last: 0)
    std::vector<double> exchange;  ///< [replica, device] gradient exchange after its own last backward (what
                                   ///< does not hide behind it when the job overlaps the two)
    std::vector<double> optimizer; ///< [replica, device] on GPU and host
    std::vector<double> offload;   ///< [replica, device] of it: what the host takes; empty: nothing
    // Shares of forward+backward, for the breakdown. [replica, chunk]
    std::vector<double> recompute, tp, cp, ep;
    std::vector<double> copies;        ///< waits for copies to the host and back; empty: none
    std::vector<double> copies_hidden; ///< beside forward+backward, not of it: copies that they hide
    std::vector<double> dp;            ///< parameters and gradients of sharded layers
    /// Beside forward and backward: the compute of each, behind which sharded layers come together.
    std::vector<double> forward_compute, backward_compute;

    int chunks() const { return pp * vpp; }
};

/// Costs of a configuration with a mapping, links shared as the help says (help: links.md, "Sharing"):
/// `links` are made once per cluster and snapshot, `work` once per configuration. O(GPUs + chunks*replicas);
/// nothing here looks at the whole bandwidth matrix.
PipelineCosts pipeline_costs(const Links& links, const ConfigWork& work, const RankMapping& mapping);

} // namespace pipette
