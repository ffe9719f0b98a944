// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace pipette {

/// Times of one pipeline in seconds (or any one unit), as views on arrays that the caller keeps.
/// Arrays run over stages in model order. With two pipelines they may have twice that, the second pipeline's
/// after the first; else both share the stages' times and the second pipeline's sends cross the same links
/// the other way.
struct PipelineTimes {
    std::span<const double> forward;  ///< [stage] one microbatch
    std::span<const double> backward; ///< [stage] whole backward, with recomputation
    std::span<const double>
        weight_share;                  ///< [stage] part of backward that is the weight gradient; empty: 0.5
    std::span<const double> recompute; ///< [stage] part of backward that Varuna does ahead; empty: 0
    std::span<const double>
        send_forward; ///< [stage] activation to the next stage; empty: free. The last is not read
    std::span<const double>
        send_backward;                  ///< [stage] gradient back from the next stage; empty: as send_forward
    std::span<const double> overlapped; ///< [device] forward and backward overlapped; empty: their sum
};

} // namespace pipette
