// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace pipette {

/// Sizes and counts of steps that logs tell are at most as large; others are no sizes.
inline constexpr int most_told_size = 10'000'000;
inline constexpr long most_told_count = 1'000'000'000'000;

// How the readers of training logs find things in a line. None of them throws: what a log does not say in the
// expected form is not told.

/// Where `words` stand in the text from `from` on; npos: nowhere. Quick on long texts.
std::size_t place_of(std::string_view text, std::string_view words, std::size_t from = 0);
bool holds(std::string_view text, std::string_view words);

/// A number at the beginning of the text behind blanks and `"`: "7,034.5", "1.249e+03", "4.71K" (K, M, G and
/// T are thousands and so on). None where there is no finite number.
std::optional<double> leading_number(std::string_view text);

/// The number behind `key` and an optional colon or equals sign. None: the key is not there, or no number.
std::optional<double> number_behind(std::string_view text, std::string_view key);
/// The same as a whole number within the limits.
std::optional<long> whole_behind(std::string_view text, std::string_view key, long least, long most);
/// The number behind `key` where it is above 0; else 0.
double amount_behind(std::string_view text, std::string_view key);
/// The word behind `key`, up to a blank, comma or quote; empty: there is none.
std::string_view word_behind(std::string_view text, std::string_view key);

/// Bytes behind `key`: "27.34GiB", "309.29MiB", "19.52GB" (of 2 to the 30th, as PyTorch's tools print it).
std::optional<double> bytes_behind(std::string_view text, std::string_view key);

/// The rank that the text before a record names: "1: ", "[rank0]:", "[default7]:", "[Rank 0]"; -1: none.
int rank_before(std::string_view text);

/// Seconds since a fixed day of the first date and time in the text, "2025-06-04 08:51:48,074"; 0: none.
double clock_in(std::string_view text);

/// Number of a step and the total beside it: "25/73242187", "1 / 15".
struct StepOf {
    long number = 0;
    long total = 0;
};

/// A piece of a line that tells of one step: ranks that write at once may share a line.
struct StepPiece {
    std::string_view before; ///< up to the step's own words: rank, date
    std::string_view text;   ///< from there on, up to the next step of the line
    StepOf step;
};

/// All places of a line where `marker` is followed by a step of a total; several where ranks share the line.
std::vector<StepPiece> pieces_of(std::string_view line, std::string_view marker);
/// The same where no total is printed: "step: 20".
std::vector<StepPiece> pieces_without_total(std::string_view line, std::string_view marker);

} // namespace pipette
