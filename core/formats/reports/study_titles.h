// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/reports/chart_axes.h"
#include "core/study/run_study.h"

#include <string>

namespace pipette {

// What charts of a study say beside their points.

/// "Days over GPUs, the first 6 of 9 curves (assumed cluster)"
std::string titled(const std::string& title, const StudyResult& result, std::size_t shown = 0,
                   std::size_t all = 0, const char* what = "curves");

/// "Days and cost of each point; USD at 2.5 USD a GPU-hour (price as entered)": what the money of a chart is,
/// and who says so; the title alone where no price is known.
std::string with_money(const std::string& title, const StudyResult& result);

/// The currency of the costs; empty where no price is known.
std::string currency_of(const StudyResult& result);

std::string deadline_words(const TrainingGoal& goal); ///< "deadline 60 days"
std::string budget_words(const TrainingGoal& goal);   ///< "budget 5,000,000 USD"

} // namespace pipette
