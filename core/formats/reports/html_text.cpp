// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/reports/html_text.h"

#include "core/base/readable.h"
#include "core/formats/text/json_text.h"
#include "core/formats/text/sha256.h"

#include <nlohmann/json.hpp>

namespace pipette {
namespace {

/// The bits of hexadecimal digits, six at a time (RFC 4648, section 4).
std::string base64_of_hex(std::string_view hex) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string result;
    unsigned bits = 0;
    int held = 0;
    for (const char c : hex) {
        bits = bits << 4 | static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10);
        held += 4;
        if (held >= 6) {
            held -= 6;
            result += digits[bits >> held & 63u];
        }
    }
    if (held > 0)
        result += digits[bits << (6 - held) & 63u];
    while (result.size() % 4 != 0)
        result += '=';
    return result;
}

} // namespace

std::string html_text(std::string_view text) {
    std::string result;
    for (const char c : readable_lines(text))
        switch (c) {
        case '&':
            result += "&amp;";
            break;
        case '<':
            result += "&lt;";
            break;
        case '>':
            result += "&gt;";
            break;
        case '"':
            result += "&quot;";
            break;
        case '\'':
            result += "&#39;";
            break;
        default:
            result += c;
        }
    return result;
}

std::string html_json(const nlohmann::ordered_json& document) {
    std::string result;
    const std::string text = json_text(document);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::string_view rest = std::string_view(text).substr(i);
        if (text[i] == '<')
            result += "\\u003c";
        else if (text[i] == '>')
            result += "\\u003e";
        else if (text[i] == '&')
            result += "\\u0026";
        else if (rest.starts_with("\xe2\x80\xa8") ||
                 rest.starts_with("\xe2\x80\xa9")) { // end a line in scripts
            result += rest[2] == '\xa8' ? "\\u2028" : "\\u2029";
            i += 2;
        } else
            result += text[i];
    }
    return result;
}

std::string script_digest(std::string_view script) {
    return "sha256-" + base64_of_hex(sha256_hex(script));
}

} // namespace pipette
