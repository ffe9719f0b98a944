// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace pipette {

/// Number format of the matrix products.
enum class Precision { fp32, fp16, bf16, fp8 };
inline constexpr std::size_t precision_count = 4;

std::string_view name_of(Precision precision);
std::optional<Precision> precision_named(std::string_view name); ///< empty when there is none of that name

} // namespace pipette
