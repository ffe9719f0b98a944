// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/text/sha256.h"

#include <array>
#include <bit>
#include <cstdint>
#include <fmt/format.h>

namespace pipette {
namespace {

using Words = std::array<std::uint32_t, 8>;

/// The first 32 bits of the fractional part of the `root`-th root of each prime, as the standard defines its
/// constants; integer arithmetic, so that they are exact.
constexpr std::uint32_t root_fraction(std::uint64_t prime, int root) {
    __extension__ using Wide = unsigned __int128;
    const auto power = [root](std::uint64_t x) { return root == 2 ? Wide(x) * x : Wide(x) * x * x; };
    std::uint64_t value = 0; // floor(root of prime * 2^(32*root))
    for (int bit = 36; bit >= 0; --bit) {
        const std::uint64_t next = value | (std::uint64_t{1} << bit);
        if (power(next) <= Wide(prime) << (32 * root))
            value = next;
    }
    return static_cast<std::uint32_t>(value);
}

template <std::size_t count>
constexpr std::array<std::uint32_t, count> constants(int root) {
    std::array<std::uint32_t, count> result{};
    std::size_t found = 0;
    for (std::uint64_t candidate = 2; found < count; ++candidate) {
        bool prime = true;
        for (std::uint64_t divisor = 2; divisor * divisor <= candidate; ++divisor)
            prime = prime && candidate % divisor != 0;
        if (prime)
            result[found++] = root_fraction(candidate, root);
    }
    return result;
}

constexpr auto initial = constants<8>(2);
constexpr auto rounds = constants<64>(3);

void absorb(Words& state, const unsigned char* block) {
    std::array<std::uint32_t, 64> w{};
    for (std::size_t i = 0; i < 16; ++i)
        w[i] = std::uint32_t{block[4 * i]} << 24 | std::uint32_t{block[4 * i + 1]} << 16 |
               std::uint32_t{block[4 * i + 2]} << 8 | std::uint32_t{block[4 * i + 3]};
    for (std::size_t i = 16; i < 64; ++i)
        w[i] = w[i - 16] + w[i - 7] + (std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3) +
               (std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10);
    auto [a, b, c, d, e, f, g, h] = state;
    for (std::size_t i = 0; i < 64; ++i) {
        const std::uint32_t first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                                    ((e & f) ^ (~e & g)) + rounds[i] + w[i];
        const std::uint32_t second =
            (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + first, d = c, c = b, b = a, a = first + second;
    }
    const Words change{a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < 8; ++i)
        state[i] += change[i];
}

} // namespace

std::string sha256_hex(std::string_view bytes) {
    Words state = initial;
    const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
    std::size_t done = 0;
    for (; bytes.size() - done >= 64; done += 64)
        absorb(state, data + done);

    std::string tail(bytes.substr(done)); // then a one bit, zeros, and the length in bits
    tail += '\x80';
    tail.append((tail.size() > 56 ? 128 : 64) - 8 - tail.size(), '\0');
    for (int shift = 56; shift >= 0; shift -= 8)
        tail += static_cast<char>(std::uint64_t{bytes.size()} * 8 >> shift & 0xff);
    for (std::size_t at = 0; at < tail.size(); at += 64)
        absorb(state, reinterpret_cast<const unsigned char*>(tail.data()) + at);

    std::string hex;
    for (const std::uint32_t word : state)
        hex += fmt::format("{:08x}", word);
    return hex;
}

} // namespace pipette
