// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <span>
#include <string_view>

namespace pipette {

/// The sentences that the core writes, in English, with places "%1" for figures and names; lupdate finds them
/// in core_sentences.cpp.
std::span<const char* const> coreSentences();

/// A sentence with figures and names that the core has written (UTF-8), in one line and in the language of
/// the window: it is recognised by its words among coreSentences(). One that is not among them stays English.
/// Sizes of a configuration stand as tables draw them, "pp 8 · tp 1".
QString sentenceText(std::string_view text);

} // namespace pipette
