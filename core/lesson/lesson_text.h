// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pipette {

/// A stretch of a lesson's text in one look.
struct TextSpan {
    enum class Look { plain, strong, emphasis, code, link } look = Look::plain;
    std::string text;
    std::string page = {}; ///< of links: a page of the help, "schedules.md#zero-bubble"
    bool operator==(const TextSpan&) const = default;
};

/// A paragraph, or an item of a list.
struct TextBlock {
    enum class Kind { paragraph, item } kind = Kind::paragraph;
    std::vector<TextSpan> spans;
    bool operator==(const TextBlock&) const = default;
};

/// Reads one paragraph of lesson text: Markdown's **strong**, *emphasis*, `code` and [words](page.md) where
/// the page is one of the help; "- " begins an item. All else, HTML too, is text. Throws InputError without
/// file and place for a link that leads elsewhere.
TextBlock lesson_text(std::string_view text);

} // namespace pipette
