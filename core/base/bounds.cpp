// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bounds.h"

#include <fmt/format.h>

namespace pipette {

std::string text_of(const Bounds& bounds) {
    return fmt::format("{}{:.10g} to {:.10g} {}", bounds.or_zero ? "0 or " : "", bounds.least, bounds.most,
                       bounds.unit);
}

std::string text_of(const WholeBounds& bounds) {
    return fmt::format("{} to {}{}{}", bounds.least, bounds.most, bounds.unit.empty() ? "" : " ",
                       bounds.unit);
}

} // namespace pipette
