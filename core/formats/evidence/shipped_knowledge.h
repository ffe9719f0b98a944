// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/rounds/planner.h"

namespace pipette {

/// What knowledge is asked for: one configuration's time and memory, or a search, whose table also shows
/// published recipes.
enum class KnowledgeFor { estimate, search };

/// A calibration, with what else comes with the program. Throws InputError where that cannot be read.
Knowledge knowledge_with(Calibration calibration, KnowledgeFor what);

/// All that comes with the program. Throws InputError where it cannot be read.
Knowledge shipped_knowledge();

} // namespace pipette
