// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pipette {

/// A configuration as tables print it, "pp=4 tp=2 dp=16 mb=2 1f1b full-recompute", written as name=value,...
/// Text without a blank comes back as it is. Throws InputError naming --config and the word.
std::string spelled_out(const std::string& text);

/// The parts between separators, empty ones too.
std::vector<std::string_view> split(std::string_view text, char by);

} // namespace pipette
