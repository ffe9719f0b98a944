// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace pipette {

/// SHA-256 of the bytes as 64 hexadecimal digits (FIPS 180-4): tells whether a file beside a document is
/// still the one that it was written with.
std::string sha256_hex(std::string_view bytes);

} // namespace pipette
