// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/malformed/mutations.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace pipette {
namespace {

using namespace std::string_literals;

/// What takes the place of a number.
const std::array numbers{"0"s,
                         "-1"s,
                         "1e308"s,
                         "1e-308"s,
                         "1e999"s,
                         "NaN"s,
                         "-inf"s,
                         "2147483648"s,
                         "9223372036854775808"s,
                         "99999999999999999999999"s,
                         "null"s,
                         "1,5"s,
                         "0x10"s,
                         "\"7\""s,
                         "1e300"s,
                         "4096"s,
                         "100000"s,
                         "0.1"s,
                         "-0"s,
                         "true"s};
/// What is put somewhere: no text, no UTF-8, what a terminal obeys, syntax of all the formats.
const std::array pieces{"\0"s,
                        "\x1b[31m"s,
                        "\xff\xfe"s,
                        "\xc0\x80"s,
                        "\xe2\x80\xae"s,
                        "\r"s,
                        "\n\n"s,
                        "\t"s,
                        "\""s,
                        "{"s,
                        "]"s,
                        ","s,
                        ":"s,
                        "#"s,
                        "\\"s,
                        "../"s,
                        "$(touch ran)"s,
                        "-o"s,
                        "\xef\xbb\xbf"s,
                        "="s,
                        "%s%n"s};

/// [first, past the last) of each part that `belongs` accepts throughout.
template <class Belongs>
std::vector<std::pair<std::size_t, std::size_t>> parts_of(const std::string& text, const Belongs& belongs) {
    std::vector<std::pair<std::size_t, std::size_t>> parts;
    for (std::size_t start = 0; start < text.size();) {
        std::size_t end = start;
        while (end < text.size() && belongs(static_cast<unsigned char>(text[end])))
            ++end;
        if (end > start)
            parts.emplace_back(start, end);
        start = end + 1;
    }
    return parts;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find('\n', start), text.size() - 1) + 1;
        lines.push_back(text.substr(start, end - start));
        start = end;
    }
    return lines;
}

} // namespace

Mutations::Mutations(std::vector<std::string> good, std::uint64_t seed)
    : good_(std::move(good)), random_(seed) {}

std::string Mutations::next() {
    // Those with more to try come more often.
    constexpr std::array ways{&Mutations::cut,           &Mutations::splice,       &Mutations::change_bytes,
                              &Mutations::insert_piece,  &Mutations::insert_piece, &Mutations::change_word,
                              &Mutations::change_lines,  &Mutations::change_lines, &Mutations::change_number,
                              &Mutations::change_number, &Mutations::change_number};
    constexpr std::size_t most_ways = 4, rare = 32;
    std::string text = any_file();
    for (std::size_t count = 1 + below(most_ways); count > 0; --count)
        (this->*ways[below(ways.size())])(text);
    if (below(rare) == 0)
        insert_monster(text);
    return text;
}

std::size_t Mutations::below(std::size_t bound) {
    return random_.below(static_cast<std::uint32_t>(bound));
}

const std::string& Mutations::any_file() {
    return good_[below(good_.size())];
}

void Mutations::cut(std::string& text) {
    text.resize(below(text.size() + 1));
}

void Mutations::change_bytes(std::string& text) {
    for (std::size_t count = text.empty() ? 0 : 1 + below(8); count > 0; --count) {
        char& byte = text[below(text.size())];
        byte = static_cast<char>(below(2) == 0 ? byte ^ 1 << below(8) : static_cast<int>(below(256)));
    }
}

/// One is left out, said twice, moved, or lost with what follows it.
void Mutations::change_lines(std::string& text) {
    std::vector<std::string> lines = lines_of(text);
    if (lines.empty())
        return;
    const std::size_t here = below(lines.size()), there = below(lines.size());
    const auto at = lines.begin() + static_cast<std::ptrdiff_t>(here);
    switch (below(4)) {
    case 0:
        lines.erase(at);
        break;
    case 1:
        lines.insert(at, std::string(lines[there]));
        break;
    case 2:
        std::swap(lines[here], lines[there]);
        break;
    default:
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(std::min(here, there)),
                    lines.begin() + static_cast<std::ptrdiff_t>(std::max(here, there)));
    }
    text.clear();
    for (const std::string& line : lines)
        text += line;
}

void Mutations::change_number(std::string& text) {
    const auto found = parts_of(text, [](unsigned char c) { return std::isdigit(c) != 0 || c == '.'; });
    if (found.empty())
        return;
    const auto [start, end] = found[below(found.size())];
    text.replace(start, end - start, numbers[below(numbers.size())]);
}

/// One becomes another word of the file, or one that nobody knows.
void Mutations::change_word(std::string& text) {
    const auto found = parts_of(text, [](unsigned char c) { return std::isalpha(c) != 0 || c == '_'; });
    if (found.empty())
        return;
    const auto [start, end] = found[below(found.size())];
    const auto [other, past] = found[below(found.size())];
    text.replace(start, end - start, below(4) == 0 ? "unknown"s : text.substr(other, past - other));
}

void Mutations::splice(std::string& text) {
    const std::string& other = any_file();
    text = text.substr(0, below(text.size() + 1)) + other.substr(below(other.size() + 1));
}

void Mutations::insert_piece(std::string& text) {
    text.insert(below(text.size() + 1), pieces[below(pieces.size())]);
}

/// Deeper or longer than anything that is read.
void Mutations::insert_monster(std::string& text) {
    constexpr std::array parts{'[', '{', 'x', '1'};
    constexpr std::size_t length = (std::size_t{1} << 20) + 1;
    text.insert(below(text.size() + 1), std::string(length, parts[below(parts.size())]));
}

} // namespace pipette
