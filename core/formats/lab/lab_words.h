// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bounds.h"
#include "core/formats/lab/lab_state.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace pipette {

// What both forms of a lab's state share.

inline constexpr Bounds weight_share_bounds{0, 1, "of the backward"};

inline constexpr std::array<std::string_view, 3> lab_curve_names{"held", "idle", "links"};
inline constexpr std::string_view lab_curve_choices = "held, idle or links, each once";
inline constexpr std::array<std::string_view, 3> lab_colour_names{"kind", "stage", "microbatch"};
inline constexpr std::string_view lab_colour_choices = "kind, stage or microbatch";

/// The value of an enum that the name stands for; empty: none.
template <class Value>
std::optional<Value> value_named(const std::array<std::string_view, 3>& names, std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
        return std::nullopt;
    return static_cast<Value>(found - names.begin());
}

inline std::string_view name_of(CurveOf curve) {
    return lab_curve_names[static_cast<std::size_t>(curve)];
}
inline std::string_view name_of(BarColours colours) {
    return lab_colour_names[static_cast<std::size_t>(colours)];
}

/// Adds a curve at its place in the order of CurveOf. False: it is there already.
bool add_curve(std::vector<CurveOf>& curves, CurveOf curve);

} // namespace pipette
