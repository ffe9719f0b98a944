// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/evidence/append_runs.h"
#include "core/plan/plan.h"

namespace pipette {

/// What a candidate of a plan says in the columns of measured runs: model, cluster and configuration.
RunColumns columns_of(const Plan& plan, const Candidate& candidate);

} // namespace pipette
