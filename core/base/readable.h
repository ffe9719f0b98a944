// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pipette {

/// Most characters of a name that people are shown.
inline constexpr std::size_t longest_shown_name = 200;
/// Most characters of a sentence that holds names or a path.
inline constexpr std::size_t longest_shown_sentence = 5000;

/// Text from a file, an option or the system as people are shown it on a terminal or in a text file: one line
/// that nothing in it can break, hide or turn. Control characters become \n, \t or \x1b, characters that turn
/// or end lines \u202e, bytes that are not UTF-8 \xff; all else stays as it is. Cut after `most` characters,
/// with "..." behind. What is readable already is not changed.
std::string readable(std::string_view text, std::size_t most = longest_shown_name);

/// The same for text of several lines: newlines stay, nothing is cut.
std::string readable_lines(std::string_view text);

/// UTF-8 without control characters and without characters that turn or end lines.
bool is_printable(std::string_view text);

/// "1 node", "2 nodes": a number of things that takes an s.
std::string counted(long count, std::string_view noun);

/// readable() text in double quotes for a message, cut to 60 characters.
std::string in_quotes(std::string_view text);

} // namespace pipette
