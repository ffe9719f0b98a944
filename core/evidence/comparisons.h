// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/validation.h"

#include <string>
#include <vector>

namespace pipette {

/// Of the layouts of a source that compete (task_of()), eight or more in a group: pairs whose measured times
/// differ by more than a twentieth, and pairs whose predicted times differ by less than `told_apart`; how
/// many of them are predicted in the right order. A layout that was run several times counts once, with its
/// mean time.
struct PairOrder {
    std::string source;
    int pairs = 0, right = 0;
    int close = 0, close_right = 0;
};
std::vector<PairOrder> pair_orders(const std::vector<MeasuredRun>& runs, const ValidationReport& report);

/// Two runs of a source that differ in one thing that a person can choose, and what the second gains over the
/// first: time saved as a share of the first's.
struct MatchedPair {
    std::string choice; ///< "expert overlap", "dispatcher", "recomputation", "precision of products", ...
    std::size_t first = 0, second = 0; ///< of the runs
    double measured_gain = 0, predicted_gain = 0;
    bool same_sign() const { return measured_gain * predicted_gain > 0; }
    /// The predicted gain is within a third of the measured one.
    bool near() const;
};
std::vector<MatchedPair> matched_pairs(const std::vector<MeasuredRun>& runs, const ValidationReport& report);

} // namespace pipette
