// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <optional>
#include <string>

namespace pipette {

/// Whether a candidate, perhaps with a person's edits, is the first of the plan.
bool is_best(const Plan& plan, const Candidate& candidate);

// What belongs beside the time of the best plan; empty where there is nothing to say.

/// "1 of 17 nodes stays spare: 908.0 ms instead of 1426.3 ms on all": what the best plan leaves out of the
/// GPUs that it may use, and what that gains. Empty, too, when a person asked for numbers of GPUs.
std::string spare_text(const Plan& plan);

/// "nothing fits on the GPUs alone: 75 % of the optimizer's state is on the host, which takes 812.0 ms of the
/// iteration".
std::string offload_text(const Plan& plan);

/// "selective (layernorm+moe_act) recomputation takes 73.8 ms of the iteration (0.9 %); the fastest plan with
/// none takes 6.5 % longer": what the best plan computes again, beside the fastest plans that compute again
/// less or more, baselines among them.
std::string recomputation_text(const Plan& plan);

/// "torchrun takes 1.08x the time of the best mapping, which is 371.2 ms": the price of the launcher that was
/// named.
std::string launcher_text(const Plan& plan);

/// "pp=4 tp=2 dp=16 is safe and takes 0.4 % longer than the best plan, which predictions cannot tell apart:
/// it fills 64 % of its fullest GPU, the best plan 98 %": the fastest safe candidate beside a best plan whose
/// memory is tight. Beside a best plan that is first though another is faster: "pp=4 tp=2 dp=16 is 0.4 %
/// faster, which predictions cannot tell apart: it fills 98 % of its fullest GPU, the best plan 64 %".
std::string safer_text(const Plan& plan);

/// By what share the best plan may be slower than the best that could exist; empty: not known.
std::optional<double> gap_of(const Plan& plan);

/// "the best plan is at most 3.2 % above 365.1 ms, which no placement of any configuration that was tried
/// goes below": how far the best plan may be from the best that could exist.
std::string gap_text(const Plan& plan);

} // namespace pipette
