// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <span>
#include <string_view>

namespace pipette {

/// Words and sentences of the core's registries (UTF-8, English) that wordText() shows in the language of the
/// window. The core knows no languages: they stand here for lupdate, and a test refuses one that is missing.
std::span<const char* const> coreWords();

/// A sentence with figures and names that the core has written (UTF-8), in one line and in the language of
/// the window: it is recognised by its words, which stand beside those above. One that is not there stays
/// English.
QString sentenceText(std::string_view text);

} // namespace pipette
