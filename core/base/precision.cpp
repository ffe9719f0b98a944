// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/precision.h"

#include <array>

namespace pipette {
namespace {
constexpr std::array<std::string_view, precision_count> names{"fp32", "fp16", "bf16", "fp8"};
}

double element_bytes(Precision precision) {
    return precision == Precision::fp32 ? 4 : 2;
}

double master_copy_bytes(Precision precision) {
    return precision == Precision::fp32 ? 0 : 4;
}

std::string_view name_of(Precision precision) {
    return names[static_cast<std::size_t>(precision)];
}

std::optional<Precision> precision_named(std::string_view name) {
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] == name)
            return static_cast<Precision>(i);
    return std::nullopt;
}

} // namespace pipette
