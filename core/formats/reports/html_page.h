// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/inks.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace pipette {

/// "var(--accent-text)": a colour of the page, light or dark as the reader's system.
std::string page_colour(Ink ink);

/// One whole HTML page that needs nothing from elsewhere and asks for nothing: `title` as plain text, `body`
/// as HTML, and beside them the figures that the page's own script plays. No other script runs in it.
std::string html_page(const std::string& title, const std::string& body, const nlohmann::ordered_json& data);

} // namespace pipette
