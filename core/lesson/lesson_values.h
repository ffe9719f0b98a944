// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bounds.h"
#include "core/lesson/measure.h"

#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace pipette {

/// A number of a lesson's example that a person may change: of pipelines sizes and times, of plans the job.
struct LessonKnob {
    std::string_view name;  ///< in files and expressions: "microbatches"
    std::string_view title; ///< for a person: "Microbatches"
    std::string_view unit;  ///< "ms"; empty: none
    Bounds bounds;
    Dimension dimension = Dimension::number;
    bool whole = false; ///< takes whole numbers alone
    enum class Of { pipelines, plans } of = Of::pipelines;
};

/// Every knob, in the order in which they are shown.
std::span<const LessonKnob> lesson_knobs();
/// Null: there is none of this name.
const LessonKnob* lesson_knob(std::string_view name);

/// Values of some knobs, in their units.
class LessonValues {
public:
    /// The value, or `fallback` where none is set.
    double of(const LessonKnob& knob, double fallback) const;
    double of(std::string_view knob, double fallback) const;
    bool has(const LessonKnob& knob) const;
    void set(const LessonKnob& knob, double value);
    std::span<const std::pair<const LessonKnob*, double>> all() const { return values_; }
    /// These values, with those of `other` in their place where it has any.
    LessonValues with(const LessonValues& other) const;
    bool operator==(const LessonValues&) const = default;

private:
    std::vector<std::pair<const LessonKnob*, double>> values_; // in the order of lesson_knobs()
};

} // namespace pipette
