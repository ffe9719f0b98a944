// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace pipette {

/// Plain text as HTML shows it, in a text or in an attribute. Characters that hide or turn text are written
/// out.
std::string html_text(std::string_view text);

/// A JSON document as the content of a script element: nothing in it can end the element, begin a comment or
/// break a line of a script.
std::string html_json(const nlohmann::ordered_json& document);

/// "sha256-...": the digest by which a page's content security policy knows a script.
std::string script_digest(std::string_view script);

} // namespace pipette
