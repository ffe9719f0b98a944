// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/layers/part_table.h"
#include "core/workload/training_job.h"

namespace pipette {

/// Numbers that a part trains, by who holds the same ones.
struct PartParameters {
    double shared = 0;       ///< held alike by all ranks of a stage that differ along cp and dp
    double experts = 0;      ///< sets shared out over the ranks of an expert group
    double once_a_model = 0; ///< the same, and in common to all layers with the part
    double total() const { return shared + experts + once_a_model; }
};
/// Of one GPU; without sizes of the whole part.
PartParameters parameters_of(const PartTable& part, const AxisSizes& sizes = {});
/// Those of matrices whose products run in the job's precision.
PartParameters cast_parameters_of(const PartTable& part, const AxisSizes& sizes = {});
/// What one token meets of the whole part: of a few experts, and of the values that it takes.
double active_parameters(const PartTable& part);

/// Numbers of adapters beside the part's matrices on one GPU: r(in + out) for a matrix of in x out elements,
/// cut as the matrix is (Hu et al. 2021, arXiv:2106.09685, section 4.1). None where nothing is frozen.
PartParameters adapters_of(const PartTable& part, const FineTuning& tuning, const AxisSizes& sizes = {});
/// What one token meets of the part's adapters.
double active_adapters(const PartTable& part, const FineTuning& tuning);
/// Whether a matrix carries adapters.
bool carries_adapters(const Product& product, const FineTuning& tuning);

/// Multiplications and additions of one token's forward pass in the part, the core of attention left out.
double product_flops(const PartTable& part);
/// Those of the core of attention where the token meets `keys` others.
double core_flops(const AttentionCore& core, double keys);

/// Rows of one microbatch of `tokens` on a GPU, on the fullest one where rows are routed.
double rows_of(const TokenRows& rows, const TrainingJob& job, const AxisSizes& sizes, double tokens);

} // namespace pipette
