// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

namespace pipette {

/// A sentence with figures and names that the core has written (UTF-8), in one line and in the language of
/// the window: it is recognised by its words, which stand in core_sentences.cpp for lupdate. One that is not
/// there stays English.
QString sentenceText(std::string_view text);

} // namespace pipette
