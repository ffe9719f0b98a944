// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace pipette {

/// Writes the text as it is to standard output and makes sure that it got there. Throws InputError when it
/// did not (a full disk, a closed pipe).
void print_out(const std::string& text);

/// print_out() of text for people: readable_lines(), whatever names it holds.
void print_text(const std::string& text);

/// "pipette: " and the message, readable_lines(), as a line on standard error. Throws nothing where that is
/// closed or full.
void print_note(const std::string& message);

/// Writes the text to the file whole or not at all; - is standard output. Throws InputError.
void write_out(const std::string& file, const std::string& text);

/// check_writable() of what an option names where that is a file, neither empty nor -.
void check_output(const std::string& file);

} // namespace pipette
