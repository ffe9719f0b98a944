// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <string>
#include <vector>

namespace pipette {

/// The flags of Megatron-LM (Megatron-Core 0.12 and later) for a configuration: parallel sizes, batches,
/// layout, recomputation, precision and the model's shape. One flag with its value an entry; no entry changes
/// where a shell puts it in by $(cat megatron_args.txt), but quote it where you write it out. Ranks are in
/// Megatron's default order tp-cp-ep-dp-pp. Throws InputError for a schedule that Megatron-LM does not have.
std::vector<std::string> megatron_flags(const ParallelConfig& config, const TransformerModel& model,
                                        const TrainingJob& job);

/// What stock Megatron-LM does otherwise than the plan assumes and has no flag for, a sentence; empty when
/// nothing: with one chunk a device its 1f1b waits for every transfer; what other frameworks recompute.
std::string megatron_caveat(const ParallelConfig& config, const TrainingJob& job);

/// The flags of a candidate as its GPUs run the job, one a line.
std::string megatron_flags_text(const PlanInputs& inputs, const Candidate& candidate);

} // namespace pipette
