// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace pipette {

/// Sanitizers make a program three to ten times as slow: budgets of time are for every other build.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
inline constexpr bool instrumented = true;
#else
inline constexpr bool instrumented = false;
#endif

} // namespace pipette
