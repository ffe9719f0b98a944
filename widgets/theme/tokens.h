// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Sizes in logical pixels that all of the window shares. The colours are those of core/base/inks.h.
namespace pipette::tokens {

/// How much larger than in the window's own size the program's type is drawn: 1, except in a presentation.
/// applyTheme() decides it.
double typeScale();
/// A length that grows with the type.
int scaled(int pixels);

/// A size of the table below, as large as the type of the program makes it now.
class Length {
public:
    constexpr explicit Length(int pixels) : pixels_(pixels) {}
    operator int() const { return scaled(pixels_); }
    constexpr int plain() const { return pixels_; } ///< in the window's own size

private:
    int pixels_;
};

// Type: the answer, text and tables, captions with axes and pills, numbers on GPUs and stages.
inline constexpr Length answer_text{22}, text{13}, caption{11}, chip_text{10};

// Spacing, and the gap between docks.
inline constexpr Length space_1{4}, space_2{8}, space_3{12}, space_4{16};
inline constexpr Length dock_gap{8}, card_padding{12};

// Radii of corners.
inline constexpr double card_radius = 6, button_radius = 5, field_radius = 4, mark_radius = 2;

// Widths of lines.
inline constexpr double border = 1, threshold = 1.5, selection = 2;

// Heights.
inline constexpr Length tool_bar{40}, answer_line{56}, dock_title{32}, row{26}, button{28}, field{26},
    pill{22}, icon{16};

} // namespace pipette::tokens
