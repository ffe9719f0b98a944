// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/text/json_reader.h"

#include <optional>
#include <string_view>

namespace pipette {

/// The kind that a name in a document stands for; an unknown name is refused with `what` was expected.
template <class Kind>
Kind named(const JsonValue& value, std::optional<Kind> (*lookup)(std::string_view), std::string_view what) {
    const std::optional<Kind> kind = lookup(value.text());
    if (!kind)
        value.expected(what);
    return *kind;
}

/// What p2p_named() knows.
constexpr std::string_view p2p_choices = "blocking, in-turn or overlapped";

} // namespace pipette
