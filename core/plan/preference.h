// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/candidate.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace pipette {

/// Which candidate a plan puts first where predictions cannot tell the fastest ones apart.
enum class Preference {
    fastest, ///< the one with the shortest predicted time
    safe     ///< the one whose memory is safe, then the one on fewer GPUs, then the simpler one
};
std::span<const Preference> all_preferences();
std::string_view name_of(Preference preference);
std::optional<Preference> preference_named(std::string_view name);

/// If the predicted times of two layouts of one job differ by less than this share, the layouts are in the
/// right order in about half of all cases (help: accuracy.md, "Order").
inline constexpr double told_apart = 0.02;

/// Positions of candidates in the order of a plan: by comes_before(). With Preference::safe those that are
/// slower than the fastest by less than `told_apart` come first, the safest of them at the front.
std::vector<std::size_t> order_of(const std::vector<const Candidate*>& candidates, Preference preference);

/// Brings candidates into that order.
void put_in_order(std::vector<Candidate>& candidates, Preference preference);

} // namespace pipette
