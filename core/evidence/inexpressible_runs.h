// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

namespace pipette {

/// Ids of runs that no configuration can express, by the reason.
using InexpressibleRuns = std::map<std::string, std::vector<std::string>>;

int number_of(const InexpressibleRuns& runs);

/// "3 runs: tp: 3 does not divide the 16 heads (a, b, c)" for each reason, the most frequent first. Of more
/// than ten the last says how many more there are.
std::vector<std::string> reasons_told(const InexpressibleRuns& runs);

/// The same in one line: "no configuration can express 3 runs: tp: 3 does not divide the 16 heads (a, b, c)".
std::string inexpressible_text(const InexpressibleRuns& runs);

} // namespace pipette
