// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bounds.h"

namespace CLI {
class Validator;
}

namespace pipette {

/// Checks of options, stricter than CLI11's own, which let "nan" pass and take -1 for the largest whole
/// number there is.
CLI::Validator number_between(double least, double most);
CLI::Validator number_within(const Bounds& bounds);
CLI::Validator number_within(const WholeBounds& bounds);
CLI::Validator whole_number(); ///< 0 to 2^64 - 1

/// Makes every option of every command that takes numbers refuse what is not written as a decimal number.
/// CLI11 by itself takes 0x10 for 16, 010 for 8 and 1_000 for 1000, where options with checks of their own
/// and all files do not.
void take_decimal_numbers(CLI::App& app);

/// Refuses an empty text and what is not UTF-8, which no document can hold.
CLI::Validator words();

} // namespace pipette
