// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

extern "C" [[gnu::weak]] void __asan_init();
extern "C" [[gnu::weak]] void __tsan_init();

namespace pipette {

/// Sanitizers make a program three to ten times as slow: budgets of time are for every other build. Where the
/// core alone is under them, the program has their run-time library all the same.
inline const bool instrumented = __asan_init != nullptr || __tsan_init != nullptr;

} // namespace pipette
