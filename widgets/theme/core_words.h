// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace pipette {

/// Words and sentences of the core's registries (UTF-8, English) that wordText() shows in the language of the
/// window. The core knows no languages: they stand here for lupdate, and a test refuses one that is missing.
std::span<const char* const> coreWords();

} // namespace pipette
