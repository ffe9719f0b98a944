// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/reports/report.h"
#include "core/plan/plan.h"

#include <string>

namespace pipette {

// A plan's answer in words that anyone reads.

/// "17 % faster than ranks in host order", "5 % slower than ...", "level with ...": a time beside another's.
std::string gain_text(double seconds, double other_seconds, const std::string& other);

/// "2.99 s a step: 17 % faster than ranks in host order".
std::string answer_title(const Plan& plan, const Candidate& candidate);

/// "The model is cut into 8 stages and trained in 16 copies. Real time should lie between 2.69 and 3.30 s a
/// step. Nothing runs out of memory."
std::string answer_sentences(const Candidate& candidate);

/// Memory, ties, assumptions.
ReportPills answer_pills(const Plan& plan, const Candidate& candidate);

/// Tokens a second, share of the peak, gain, range.
ReportTiles answer_tiles(const Plan& plan, const Candidate& candidate);

/// "Of each step 54 % is compute, 24 % waiting for other stages, 20 % the exchange of gradients."
std::string shares_text(const Candidate& candidate);

} // namespace pipette
