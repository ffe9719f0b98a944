// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/text/text_lines.h"

#include "core/base/input_error.h"
#include "core/formats/text/text_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace pipette {
namespace {

constexpr std::size_t longest_text_line = std::size_t{1} << 20;

template <typename Number>
bool whole_word(std::string_view word, Number& value) {
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    return error == std::errc{} && end == word.data() + word.size();
}

} // namespace

std::string TextLine::place() const {
    return fmt::format("line {}", number);
}

std::vector<TextLine> text_lines(std::string_view text, const std::string& file) {
    if (text.substr(0, 3) == "\xef\xbb\xbf")
        text.remove_prefix(3);
    std::vector<TextLine> lines;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        TextLine line{text.substr(0, end), static_cast<int>(lines.size()) + 1};
        if (!line.text.empty() && line.text.back() == '\r')
            line.text.remove_suffix(1);
        if (line.text.size() > longest_text_line)
            throw InputError(file, line.place(), "is longer than 1 MiB: not a measuring tool's output");
        if (line.text.find('\0') != std::string_view::npos)
            throw InputError(file, line.place(), "holds a NUL byte: not a text file");
        lines.push_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::vector<std::string_view> words(std::string_view line) {
    constexpr std::string_view blanks = " \t";
    std::vector<std::string_view> result;
    for (auto start = line.find_first_not_of(blanks); start != std::string_view::npos;) {
        const auto end = std::min(line.find_first_of(blanks, start), line.size());
        result.push_back(line.substr(start, end - start));
        start = line.find_first_not_of(blanks, end);
    }
    return result;
}

std::string_view trimmed(std::string_view text) {
    const auto start = text.find_first_not_of(" \t\r");
    if (start == std::string_view::npos)
        return {};
    return text.substr(start, text.find_last_not_of(" \t\r") - start + 1);
}

bool starts_with_digit(std::string_view word) {
    return !word.empty() && word[0] >= '0' && word[0] <= '9';
}

double parse_number(std::string_view word, std::string_view what, const std::string& file,
                    const TextLine& line) {
    double value = 0;
    if (!whole_word(word, value) || !std::isfinite(value))
        throw InputError(
            file, line.place(),
            fmt::format("{} is not a number with a decimal point, expected {}", in_quotes(word), what));
    return value;
}

double parse_measure(std::string_view word, std::string_view what, const std::string& file,
                     const TextLine& line) {
    const double value = parse_number(word, what, file, line);
    if (value < 0)
        throw InputError(file, line.place(),
                         fmt::format("{} is negative, expected {}", in_quotes(word), what));
    return value;
}

long parse_integer(std::string_view word, std::string_view what, const std::string& file,
                   const TextLine& line, long least, long most) {
    long value = 0;
    if (!whole_word(word, value) || value < least || value > most)
        throw InputError(file, line.place(),
                         fmt::format("{} is not a whole number from {} to {}, expected {}", in_quotes(word),
                                     least, most, what));
    return value;
}

} // namespace pipette
