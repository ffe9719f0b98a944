// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/availability/run_availability.h"

#include <string>
#include <string_view>
#include <vector>

namespace pipette {

/// What a run does when a period begins: "start", "keep", "replan", "pause", or "done" behind its goal. A
/// start on the plan that ran last is "start", on another plan "replan".
std::string_view action_at(const Course& course, std::size_t period);

/// What the result answers, in sentences with their numbers: what is done by the end or when the goal is
/// reached, what the simple policies lose, when to replan, keep the plan or pause. One sentence for a study
/// that was stopped.
std::vector<std::string> answers_of(const AvailabilityQuestion& question, const AvailabilityResult& result);

/// What nobody measured: restarts, lost work, which hosts are there, interruptions, prices, and what the
/// plans assume.
std::vector<std::string> assumptions_of(const AvailabilityQuestion& question,
                                        const AvailabilityResult& result);

/// "12.5", "168": hours for a person.
std::string hours_words(double hours);

/// "81.2B", "942M": about so many tokens.
std::string about_tokens(double tokens);

} // namespace pipette
