// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <vector>

namespace pipette {

/// Round values (1, 2 or 5 times a power of ten apart) from `low` to `high`, at most `most` of them.
std::vector<double> linearTicks(double low, double high, int most);

/// The ticks in figures, all with as many decimals as the finest of them needs.
QStringList tickTexts(const std::vector<double>& ticks);

/// 1, 2, 5 times powers of ten between `low` and `high` (both above 0), thinned to at most `most`.
std::vector<double> logTicks(double low, double high, int most);

} // namespace pipette
