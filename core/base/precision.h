// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace pipette {

/// Number format of the matrix products.
enum class Precision { fp32, fp16, bf16, fp8 };
inline constexpr std::size_t precision_count = 4;

/// Bytes of one weight, activation or 16-bit gradient as it is kept and sent: 4 in fp32, else 2; fp8 training
/// casts for the products alone.
double element_bytes(Precision precision);
/// Bytes a parameter of the copy that the optimizer works on beside its two moments: fp32, unless the weights
/// are fp32 themselves.
double master_copy_bytes(Precision precision);

std::string_view name_of(Precision precision);
std::optional<Precision> precision_named(std::string_view name); ///< empty when there is none of that name

} // namespace pipette
