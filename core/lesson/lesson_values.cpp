// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/lesson_values.h"

#include <algorithm>

namespace pipette {
namespace {

constexpr Bounds time{0, 1e6, "ms"};

constexpr LessonKnob knobs[]{
    {"devices", "GPUs", "", {1, 64, "GPUs"}, Dimension::number, true},
    {"microbatches", "Microbatches", "", {1, 512, "microbatches"}, Dimension::number, true},
    {"chunks", "Chunks a GPU", "", {1, 16, "chunks"}, Dimension::number, true},
    {"forward", "Forward", "ms", time, Dimension::time},
    {"backward", "Backward", "ms", time, Dimension::time},
    {"link", "Link", "ms", time, Dimension::time},
    {"recompute", "Recompute", "ms", time, Dimension::time},
    {"overlapped", "Both at once", "ms", time, Dimension::time},
    {"weight_share", "Weight share", "", {0, 1, {}}, Dimension::number},
    {"global_batch",
     "Batch",
     "sequences",
     {1, 1e6, "sequences"},
     Dimension::number,
     true,
     LessonKnob::Of::plans},
    {"sequence_length",
     "Sequence",
     "tokens",
     {1, 1e6, "tokens"},
     Dimension::number,
     true,
     LessonKnob::Of::plans},
    {"slow_link", "Slow link", "x", {1e-3, 1, "times"}, Dimension::number, false, LessonKnob::Of::plans},
};

} // namespace

std::span<const LessonKnob> lesson_knobs() {
    return knobs;
}

const LessonKnob* lesson_knob(std::string_view name) {
    const auto* const found = std::find_if(std::begin(knobs), std::end(knobs),
                                           [&](const LessonKnob& knob) { return knob.name == name; });
    return found == std::end(knobs) ? nullptr : found;
}

double LessonValues::of(const LessonKnob& knob, double fallback) const {
    for (const auto& [known, value] : values_)
        if (known == &knob)
            return value;
    return fallback;
}

double LessonValues::of(std::string_view name, double fallback) const {
    return of(*lesson_knob(name), fallback);
}

bool LessonValues::has(const LessonKnob& knob) const {
    return std::any_of(values_.begin(), values_.end(), [&](const auto& one) { return one.first == &knob; });
}

void LessonValues::set(const LessonKnob& knob, double value) {
    const auto place = std::find_if(values_.begin(), values_.end(),
                                    [&](const auto& one) { return one.first >= &knob; }); // of one array
    if (place != values_.end() && place->first == &knob)
        place->second = value;
    else
        values_.insert(place, {&knob, value});
}

LessonValues LessonValues::with(const LessonValues& other) const {
    LessonValues both = *this;
    for (const auto& [knob, value] : other.values_)
        both.set(*knob, value);
    return both;
}

} // namespace pipette
