// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

namespace pipette {

/// A pipeline of one model chunk a stage whose stages may lie on unlike GPUs. Its layers are alike. Kinds
/// stand from the fastest to the slowest. Arrays of [(kind * choices + choice) * stages + stage].
struct UnlikeStages {
    int stages = 1, layers = 1, replicas = 1;
    int choices = 1;         ///< ways in which each kind can run a stage: its tp
    long microbatches = 1;   ///< a pipeline and iteration
    std::vector<int> places; ///< [kind] blocks that GPUs of this kind have room for
    std::vector<double>
        base_s; ///< seconds of a microbatch beside the layers, forward and backward: embedding, head
    std::vector<double> layer_s;  ///< of one layer; above 0
    std::vector<int> most_layers; ///< that fit into the memory of this kind

    int kinds() const { return static_cast<int>(places.size()); }
    bool operator==(const UnlikeStages&) const = default;
};

/// How many layers each stage has, the slowest kind of GPUs that it may lie on, and the way it runs there.
struct StageSplit {
    std::vector<int> layers, kind, choice; ///< [stage]
    double time_s = 0;
};

/// The split with the least (microbatches - 1) * slowest stage + sum of all stages (AMP, Li et al. 2022,
/// section 4.2), links left out. Each stage has a layer at least. Its replicas lie on GPUs of its kind or of
/// faster ones, and take as long as its kind does. None: no split fits, or there are too many to compare.
std::optional<StageSplit> fastest_split(const UnlikeStages& pipeline);

} // namespace pipette
