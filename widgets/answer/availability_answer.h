// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/answer/answer.h"
#include "widgets/studies/availability_view.h"

namespace pipette {

/// What a run gets done on GPUs that come and go: its tokens by the end, or the hours to its goal.
/// `state`: AvailabilityView::State::outdated marks the answer as one of an earlier setup.
Answer answerOf(const AnsweredAvailability& answered, AvailabilityView::State state);

} // namespace pipette
