// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/text/json_reader.h"
#include "core/plan/plan.h"

namespace pipette {

/// Refuses a candidate whose own numbers contradict each other or its inputs: parts that do not add up to the
/// iteration time, a range that does not hold it, throughput or a share of the peak that cannot be, a verdict
/// on memory that its numbers do not give, GPUs that must not be used. `value`: where it stands. Throws
/// InputError.
void check_candidate(const JsonValue& value, const Candidate& candidate, const PlanInputs& inputs);

} // namespace pipette
