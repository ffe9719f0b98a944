// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/text/json_text.h"

#include <nlohmann/json.hpp>

namespace pipette {

std::string json_text(const nlohmann::ordered_json& document, int indent) {
    return document.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

} // namespace pipette
