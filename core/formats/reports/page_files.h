// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace pipette {

/// What every page that is sent carries along: resources/report/player.js and page.css, as they were when the
/// program was built.
std::string_view page_script();
std::string_view page_style();

} // namespace pipette
