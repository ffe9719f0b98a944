// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/space/memory_check.h"

#include <functional>
#include <vector>

namespace pipette {

/// Every set of modules that selective recomputation of the model can name, the smaller ones first, but for
/// sets that name a module beside another one that repeats it too (`moe_act` beside `moe`). Empty where the
/// job's framework names no modules.
std::vector<RecomputeModules> module_choices(const PlanInputs& inputs);

/// A configuration with what it computes again, whether it fits, and the time that it is chosen by.
struct RecomputeChoice {
    ParallelConfig config;
    MemoryCheck memory;
    double time_s = 0;
};

/// What to compute again in a configuration that needs more memory than there is: of all sets of modules, and
/// of all numbers of whole layers a chunk, the one that fits in the least `time_s`; and if its memory is
/// tight, the one that is safe in the least time. Launchers name the same modules and the same number for all
/// stages, so that the choice is one for the configuration; each stage must fit. A set that contains one that
/// fits is never faster, and its time is not asked for. Empty: nothing fits.
std::vector<RecomputeChoice>
cheapest_recomputations(const PlanInputs& inputs, const Knowledge& knowledge, const ParallelConfig& config,
                        double gpu_bytes, const std::function<double(const ParallelConfig&)>& time_s);

} // namespace pipette
