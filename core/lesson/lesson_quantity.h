// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson_values.h"
#include "core/lesson/measure.h"
#include "core/plan/candidate.h"
#include "core/schedule/timeline.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pipette {

/// What became of one case of a lesson: a simulated step, and for a plan its time and memory.
struct LessonCaseResult {
    std::shared_ptr<const Timeline> timeline;
    std::optional<Candidate> candidate; ///< empty: the case is a schedule without a cluster
    LessonValues values;                ///< that the case was simulated with
};

/// A figure of a case that a lesson's expressions may name.
struct LessonQuantity {
    std::string_view name;  ///< "idle_share"
    std::string_view title; ///< for a person: "Idle share"
    Dimension dimension = Dimension::number;
    enum class Of { every_case, plans } of = Of::every_case;
    double (*figure)(const LessonCaseResult& result) = nullptr;
};

/// Every quantity, sorted as the help lists them.
std::span<const LessonQuantity> lesson_quantities();
/// Null: there is none of this name.
const LessonQuantity* lesson_quantity(std::string_view name);

} // namespace pipette
