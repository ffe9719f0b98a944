// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/study.h"

namespace pipette {

// What a row's `set` takes of its value, which was checked against the row's kind and bounds.

inline double number_in(const AxisValue& value) {
    return std::get<double>(value);
}
inline int whole_in(const AxisValue& value) {
    return static_cast<int>(std::get<double>(value));
}
inline const std::string& words_in(const AxisValue& value) {
    return std::get<std::string>(value);
}

} // namespace pipette
