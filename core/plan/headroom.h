// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/parallel_config.h"

#include <string>

namespace pipette {

/// The most (or fewest) of something with which a configuration fits into memory, and one that does.
struct Fit {
    int value = 0; ///< 0: nothing fits
    ParallelConfig config = {};
    bool operator==(const Fit&) const = default;
};

/// How far a job can be taken on its GPUs before no configuration fits any more, one thing moved at a time.
/// The memory of the GPUs alone says so, by the upper estimate: times are not looked at, and nothing lies on
/// the host.
struct Headroom {
    Fit sequence_length; ///< tokens, in steps of sequence_step()
    Fit micro_batch;     ///< sequences
    Fit layers;          ///< of the model
    Fit gpus;            ///< the fewest: whole nodes, or a power of two inside one
    bool operator==(const Headroom&) const = default;
};

/// Steps in which sequence lengths are tried, tokens.
constexpr int sequence_step() {
    return 256;
}

/// "sequences up to 45056 tokens (full recomputation), micro batches up to 8, up to 142 layers, from 16
/// GPUs": with what is computed again in the configuration that fits.
std::string headroom_text(const Headroom& headroom);

} // namespace pipette
