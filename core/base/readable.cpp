// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/readable.h"

#include <algorithm>
#include <cstdint>

namespace pipette {
namespace {

constexpr std::size_t any_length = std::string_view::npos;

/// The first character of a text that is not empty.
struct Character {
    std::size_t bytes = 1;
    char32_t code = 0;
    bool utf8 = false;
};

Character first_character(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    if (byte(0) < 0x80)
        return {1, byte(0), true};
    const std::size_t bytes = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
    constexpr char32_t least[]{0, 0, 0x80, 0x800, 0x10000}; // shorter forms hide what they stand for
    if (byte(0) < 0xc0 || byte(0) > 0xf7 || bytes > text.size())
        return {};
    char32_t code = byte(0) & (0x7fu >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xc0) != 0x80)
            return {};
        code = code << 6 | (byte(i) & 0x3f);
    }
    if (code < least[bytes] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        return {};
    return {bytes, code, true};
}

/// Ends a line or turns the direction of what follows.
bool breaks_lines(char32_t code) {
    return code == 0x061c || code == 0x200e || code == 0x200f || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x2069);
}

bool is_plain(const Character& character) {
    const char32_t code = character.code;
    return character.utf8 && code >= 0x20 && !(code >= 0x7f && code < 0xa0) && !breaks_lines(code);
}

std::string hexadecimal(char32_t code, int digits) {
    std::string text;
    for (int digit = digits - 1; digit >= 0; --digit)
        text += "0123456789abcdef"[code >> (4 * digit) & 0xf];
    return text;
}

std::string escaped(const Character& character, char first_byte) {
    switch (first_byte) {
    case '\n':
        return "\\n";
    case '\t':
        return "\\t";
    case '\r':
        return "\\r";
    default:
        break;
    }
    if (!character.utf8 || character.bytes == 1)
        return "\\x" + hexadecimal(static_cast<std::uint8_t>(first_byte), 2);
    return "\\u" + hexadecimal(character.code, 4);
}

} // namespace

std::string readable(std::string_view text, std::size_t most) {
    std::string result;
    for (std::size_t characters = 0; !text.empty(); ++characters) {
        if (characters == most)
            return result + "...";
        const Character character = first_character(text);
        if (is_plain(character))
            result += text.substr(0, character.bytes);
        else
            result += escaped(character, text.front());
        text.remove_prefix(character.bytes);
    }
    return result;
}

std::string readable_lines(std::string_view text) {
    std::string result;
    for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
        result += readable(text.substr(0, end), any_length) + '\n';
        text.remove_prefix(end + 1);
    }
    return result + readable(text, any_length);
}

bool is_printable(std::string_view text) {
    while (!text.empty()) {
        const Character character = first_character(text);
        if (!is_plain(character))
            return false;
        text.remove_prefix(character.bytes);
    }
    return true;
}

std::string in_quotes(std::string_view text) {
    constexpr std::size_t most = 60;
    return '"' + readable(text, most) + '"';
}

std::string counted(long count, std::string_view noun) {
    return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

} // namespace pipette
