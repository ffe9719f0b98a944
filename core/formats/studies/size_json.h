// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/size_search.h"

#include <string>

namespace pipette {

/// The document of `pipette size --json` (help: formats.md, "JSON of the commands").
std::string size_to_text(const SizeAnswer& sizes, const TrainingGoal& goal, const TrainingJob& job);

} // namespace pipette
