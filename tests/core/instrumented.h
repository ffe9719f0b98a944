// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace pipette {

/// The thread sanitizer makes a program ten times as slow: budgets of time are for every other build.
#ifdef __SANITIZE_THREAD__
inline constexpr bool instrumented = true;
#else
inline constexpr bool instrumented = false;
#endif

} // namespace pipette
