// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"
#include "core/workload/training_job.h"
#include "core/workload/transformer_model.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pipette {

/// What a model chunk is made of: the embedding (first chunk), transformer blocks, final norm with head and
/// loss (last chunk).
enum class LayerKind { embedding, block, head };

std::string_view name_of(LayerKind kind); ///< "embedding", "block", "head"
std::optional<LayerKind> layer_kind_named(std::string_view name);

/// One layer timed on one GPU: what one of `tp` peers computes, without communication.
struct LayerTiming {
    LayerKind kind = LayerKind::block;
    int tp = 1, micro_batch = 1, sequence = 1;
    double forward_s = 0, backward_s = 0;
    bool operator==(const LayerTiming&) const = default;
};

/// Layer times that a user measured, for one model on one kind of GPU.
struct LayerProfile {
    std::string source; ///< the file
    std::vector<LayerTiming> timings;

    bool measured(LayerKind kind) const;
    bool operator==(const LayerProfile&) const = default;
};

/// Throws InputError when the cluster has GPUs of several kinds, for a profile speaks of one, and for a time
/// in which the GPU cannot do the layer's matrix products even at its peak.
void check(const LayerProfile& profile, const Cluster& cluster, const TransformerModel& model,
           const TrainingJob& job);

/// For a person, that times are measured, which sizes, and what became of others.
std::string assumption_of(const LayerProfile& profile);

} // namespace pipette
