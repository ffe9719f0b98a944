// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/run_study.h"

#include <string>

namespace pipette {

/// A study's answer for a terminal: a row a point with the Pareto front marked, what could not be planned and
/// why, what changes most, what was assumed.
std::string study_text(const Study& study, const StudyResult& result);

/// "gpus=128 link_factor=0.5: 31.2 days": one finished point in half a line.
std::string point_note(const PointResult& point);

} // namespace pipette
