// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

namespace pipette {

// What to do with that which each layer of a stage keeps for its backward pass: keep it, compute it again, or
// send it to the host and back. This is the problem of KARMA (Wahib et al., SC 2020, arXiv:2008.11421), with
// two changes. A pipeline holds several microbatches at once, and each holds as much. Copies of one
// microbatch go on beside the passes of others, so that only the sums over the layers count: a pass waits for
// the part of the copies that takes longer than the pass (help: host-memory.md).

/// One way to treat what a layer keeps of one microbatch.
struct LayerWay {
    double kept_bytes = 0;  ///< stay on the GPU
    double moved_bytes = 0; ///< go to the host beside the forward pass and come back beside the backward pass
    double repeat_s = 0;    ///< of the backward pass, to compute again what is neither kept nor moved
};

/// The layers of one pipeline stage in a row.
struct Chain {
    std::vector<std::vector<LayerWay>> layers; ///< [layer][way]
    double forward_s = 0, backward_s = 0;      ///< passes of one microbatch, with nothing computed again
    double down_bytes_per_s = 0, up_bytes_per_s = 0; ///< of the link to the host; 0: there is none
    double microbatches = 1;                         ///< that the schedule makes the stage hold at once
};

/// A way for each layer, and what they cost together.
struct ChainChoice {
    std::vector<int> ways; ///< [layer]
    double bytes = 0;      ///< on the GPU: of all microbatches, and two of the largest layers that move
    double added_s = 0;    ///< to the passes of one microbatch: repeated work, and what the copies wait
};

/// The cost of one choice. `ways`: [layer].
ChainChoice cost_of(const Chain& chain, const std::vector<int>& ways);

/// A choice with the smallest added_s of all whose bytes are at most `room_bytes`. None: no choice fits.
///
/// A dynamic programme over the layers. With K, M and R the sums of kept bytes, moved bytes and repeated
/// seconds over the first l layers, the states of layer l are
///     S(l) = the minimal ones of { (K, M, R) + way : (K, M, R) in S(l-1), way of layer l }.
/// A state that is no smaller than another one in any of the three cannot become the best, for
///     added_s = R + max(0, M/down - forward_s) + max(0, M/up - backward_s - R)
/// grows with each of them. The largest layer that moves is bounded first, each bound in turn.
std::optional<ChainChoice> cheapest_choice(const Chain& chain, double room_bytes);

} // namespace pipette
