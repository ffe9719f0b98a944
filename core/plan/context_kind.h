// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/registry.h"

#include <string_view>

namespace pipette {

struct ParallelConfig;

/// What the GPUs of a context-parallel group send each other, so that every query meets every key before it.
enum class ContextPattern {
    ring, ///< keys and values go round, one part of the sequence a step, beside the attention of the last
    all_gather, ///< keys and values of the whole sequence come to every GPU before its attention
    all_to_all, ///< each GPU gets the whole sequence for its share of the heads, and sends the output back
};

/// A way to split the sequence of one layer's attention over GPUs. A kind is one file of core/framework.
struct ContextKind {
    std::string_view name;          ///< in files and options: "ring"
    std::string_view title;         ///< for a person
    std::string_view source;        ///< where it is known from
    std::string_view megatron_type; ///< as Megatron-LM's --cp-comm-type has it; empty: it does not
    ContextPattern pattern = ContextPattern::ring;
    /// Every GPU has an early and a late part of the sequence, so that the causal mask leaves all as much to
    /// do; else the GPU of the last part waits for none of its keys to be hidden.
    bool balanced = true;
};

/// The configuration's. Throws InputError (file empty, place "cp_kind") for a name that is none of them.
const ContextKind& context_kind_of(const ParallelConfig& config);

/// Attention of the busiest GPU of the group over that of the mean: 1, or (2cp - 1) / cp where the mask is
/// not balanced.
double causal_share(const ParallelConfig& config);

} // namespace pipette
