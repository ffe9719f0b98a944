// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/search/space/knowledge.h"

#include <optional>
#include <string>

namespace pipette {

/// What keeping less for the backward pass adds to the passes of the stage that takes longest, as shares of
/// what they take where everything is kept.
struct FreeChoice {
    double own = 0;  ///< as the configuration does it
    double free = 0; ///< about, if each layer were kept, repeated or sent to the host, whichever is cheapest
};

/// What no launcher can say, to compare with: cheapest_choice() for the layers of each stage of a candidate,
/// in the memory that the rest of the candidate leaves. The layers of one chunk count as alike. The time of
/// collectives that recomputation repeats is left out. None where the candidate keeps everything, nothing
/// fits, or GPUs are of several kinds.
std::optional<FreeChoice> free_choice(const PlanInputs& inputs, const Knowledge& knowledge,
                                      const Candidate& candidate);

/// "the configuration adds 5.6 % to the passes; a choice for each layer by itself, which no launcher takes,
/// would add about 0.9 % to fit"
std::string free_choice_text(const FreeChoice& choice);

} // namespace pipette
