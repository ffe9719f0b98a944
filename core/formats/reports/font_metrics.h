// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pipette {

/// The standard fonts of PDF, which every reader has.
enum class Font { plain, bold, typewriter };

/// UTF-8 in the fonts' encoding (WinAnsi); what they lack becomes a question mark.
std::string font_text(std::string_view utf8);

/// Width of font_text() at a size, in the size's unit: Adobe's metrics of Helvetica and Courier.
double text_width(std::string_view encoded, double size, Font font = Font::plain);

/// UTF-8 text cut to a width with "..." behind, where it is wider.
std::string fitted(const std::string& utf8, double size, double width);

/// font_text() in lines no wider than `width`, broken between words, and inside those that are wider alone.
std::vector<std::string> wrapped(std::string_view encoded, double size, double width,
                                 Font font = Font::plain);

} // namespace pipette
