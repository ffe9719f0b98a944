// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pipette {

/// A line of a text file: its characters without the line end, and its number from 1.
struct TextLine {
    std::string_view text;
    int number = 0;
    std::string place() const; ///< "line 12"
};

/// Cuts a text into lines: LF or CRLF, byte order mark left out. Throws InputError for NUL bytes (a binary
/// file) and for lines of more than 1 MiB, which no measuring tool writes.
std::vector<TextLine> text_lines(std::string_view text, const std::string& file);

/// Words between blanks (spaces and tabs).
std::vector<std::string_view> words(std::string_view line);
std::string_view trimmed(std::string_view text);
bool starts_with_digit(std::string_view word);

/// A finite number, whole word, with a decimal point. Throws InputError "is "4,5", expected a number with a
/// decimal point: <what>".
double parse_number(std::string_view word, std::string_view what, const std::string& file,
                    const TextLine& line);
/// The same, 0 or more.
double parse_measure(std::string_view word, std::string_view what, const std::string& file,
                     const TextLine& line);
long parse_integer(std::string_view word, std::string_view what, const std::string& file,
                   const TextLine& line, long least, long most);

} // namespace pipette
