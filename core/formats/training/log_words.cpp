// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/training/log_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstring>

namespace pipette {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

std::size_t leading_blanks(std::string_view text) {
    return std::min(text.find_first_not_of(" \t"), text.size());
}

/// Digits at the beginning, and how many characters they take; none: no number of at most twelve digits.
std::optional<std::pair<long, std::size_t>> leading_whole(std::string_view text) {
    long value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || value < 0 || value > most_told_count)
        return std::nullopt;
    return std::pair(value, static_cast<std::size_t>(stop - text.data()));
}

/// The characters of a number without its thousands separators.
struct NumberLetters {
    std::array<char, 40> letters;
    std::size_t count = 0, length = 0; ///< of the letters, and of the text that they stand for

    explicit NumberLetters(std::string_view text) {
        bool point = false, exponent = false;
        for (; length < text.size() && count < letters.size(); ++length) {
            const char c = text[length];
            const bool sign = c == '-' || c == '+';
            if (is_digit(c) || (c == '.' && !point && !exponent) ||
                ((c == 'e' || c == 'E') && count > 0 && !exponent) ||
                (sign && (count == 0 || letters[count - 1] == 'e' || letters[count - 1] == 'E'))) {
                point = point || c == '.';
                exponent = exponent || c == 'e' || c == 'E';
                letters[count++] = c;
            } else if (c != ',' || count == 0 || point || exponent || !group_follows(text)) {
                break;
            }
        }
    }

private:
    /// Three digits and no more behind a comma.
    bool group_follows(std::string_view text) const {
        constexpr std::size_t group = 3;
        for (std::size_t i = length + 1; i <= length + group; ++i)
            if (i >= text.size() || !is_digit(text[i]))
                return false;
        return length + group + 1 >= text.size() || !is_digit(text[length + group + 1]);
    }
};

/// What the letter behind a number multiplies it by.
double scale_of(std::string_view behind) {
    if (behind.empty() || (behind.size() > 1 && std::isalpha(static_cast<unsigned char>(behind[1]))))
        return 1;
    constexpr std::string_view letters = "KMGT";
    const std::size_t at = letters.find(behind.front());
    return at == std::string_view::npos ? 1 : std::pow(1000.0, static_cast<double>(at + 1));
}

std::optional<double> plain_number(std::string_view text, std::size_t* length) {
    const NumberLetters number(text);
    double value = 0;
    const char* const begin = number.letters.data() + (number.count > 0 && number.letters[0] == '+' ? 1 : 0);
    const char* const end = number.letters.data() + number.count;
    const auto [stop, error] = std::from_chars(begin, end, value);
    if (error != std::errc() || !std::isfinite(value))
        return std::nullopt;
    *length = number.length - static_cast<std::size_t>(end - stop); // "12e" is 12
    return value;
}

std::string_view behind_key(std::string_view text, std::string_view key) {
    const std::size_t at = place_of(text, key);
    if (at == std::string_view::npos)
        return {};
    text.remove_prefix(at + key.size());
    text.remove_prefix(std::min(text.find_first_not_of(" \t:=\"'"), text.size()));
    return text;
}

} // namespace

std::size_t place_of(std::string_view text, std::string_view words, std::size_t from) {
    if (from > text.size())
        return std::string_view::npos;
    const void* found = memmem(text.data() + from, text.size() - from, words.data(), words.size());
    return found ? static_cast<std::size_t>(static_cast<const char*>(found) - text.data())
                 : std::string_view::npos;
}

bool holds(std::string_view text, std::string_view words) {
    return place_of(text, words) != std::string_view::npos;
}

std::optional<double> leading_number(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\""), text.size()));
    std::size_t length = 0;
    const std::optional<double> value = plain_number(text, &length);
    return value ? std::optional(*value * scale_of(text.substr(length))) : std::nullopt;
}

std::optional<double> number_behind(std::string_view text, std::string_view key) {
    return leading_number(behind_key(text, key));
}

double amount_behind(std::string_view text, std::string_view key) {
    return std::max(0.0, number_behind(text, key).value_or(0));
}

std::optional<long> whole_behind(std::string_view text, std::string_view key, long least, long most) {
    const std::optional<double> value = number_behind(text, key);
    if (!value || *value < static_cast<double>(least) || *value > static_cast<double>(most) ||
        *value != std::floor(*value))
        return std::nullopt;
    return static_cast<long>(*value);
}

std::string_view word_behind(std::string_view text, std::string_view key) {
    const std::string_view rest = behind_key(text, key);
    return rest.substr(0, std::min(rest.find_first_of(" \t,;\"'|)"), rest.size()));
}

std::optional<double> bytes_behind(std::string_view text, std::string_view key) {
    const std::string_view rest = behind_key(text, key);
    std::size_t length = 0;
    const std::optional<double> value = plain_number(rest, &length);
    if (!value || *value < 0)
        return std::nullopt;
    std::string_view unit = rest.substr(length);
    unit.remove_prefix(leading_blanks(unit));
    constexpr std::string_view letters = "KMGT";
    const std::size_t power = unit.empty() ? std::string_view::npos : letters.find(unit.front());
    return power == std::string_view::npos ? *value
                                           : *value * std::pow(1024.0, static_cast<double>(power + 1));
}

int rank_before(std::string_view text) {
    constexpr int most_ranks = 1 << 20;
    const auto whole = [](std::string_view digits) {
        const auto number = leading_whole(digits.substr(leading_blanks(digits)));
        return number && number->first < most_ranks ? static_cast<int>(number->first) : -1;
    };
    for (const std::string_view word : {"[default", "[rank", "[Rank "})
        if (const std::size_t at = text.rfind(word); at != std::string_view::npos)
            return whole(text.substr(at + word.size()));
    if (const std::size_t bar = text.rfind('|'); bar != std::string_view::npos)
        text.remove_prefix(bar + 1);
    text.remove_prefix(leading_blanks(text));
    const auto number = leading_whole(text);
    const bool is_prefix = number && number->second < text.size() && text[number->second] == ':' &&
                           (number->second + 1 == text.size() || text[number->second + 1] == ' ');
    return is_prefix ? whole(text) : -1;
}

double clock_in(std::string_view text) {
    constexpr std::string_view form = "dddd-dd-dd dd:dd:dd";
    for (std::size_t at = text.find('-'); at != std::string_view::npos; at = text.find('-', at + 1)) {
        constexpr std::size_t year = 4;
        if (at < year || at - year + form.size() > text.size())
            continue;
        const std::string_view date = text.substr(at - year);
        bool fits = true;
        for (std::size_t i = 0; i < form.size() && fits; ++i)
            fits = form[i] == 'd'   ? is_digit(date[i])
                   : form[i] == ' ' ? date[i] == ' ' || date[i] == 'T'
                                    : date[i] == form[i];
        if (!fits)
            continue;
        const auto part = [&](std::size_t from, std::size_t count) {
            return static_cast<int>(leading_whole(date.substr(from, count))->first);
        };
        // Days of the proleptic Gregorian calendar, years from March on.
        const int month = part(5, 2), y = part(0, 4) - (month <= 2);
        const long days = 365L * y + y / 4 - y / 100 + y / 400 +
                          (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + part(8, 2) - 1;
        double fraction = 0;
        if (date.size() > form.size() && (date[form.size()] == '.' || date[form.size()] == ',')) {
            double scale = 0.1;
            for (std::size_t i = form.size() + 1; i < date.size() && is_digit(date[i]); ++i, scale /= 10)
                fraction += scale * (date[i] - '0');
        }
        return static_cast<double>(days) * 86400 + part(11, 2) * 3600 + part(14, 2) * 60 + part(17, 2) +
               fraction;
    }
    return 0;
}

namespace {

enum class Total { printed, absent };

std::vector<StepPiece> find_pieces(std::string_view line, std::string_view marker, Total total) {
    std::vector<StepPiece> pieces;
    std::size_t ended = 0;
    for (std::size_t at = place_of(line, marker); at != std::string_view::npos;
         at = place_of(line, marker, at + marker.size())) {
        std::string_view rest = line.substr(at + marker.size());
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t:"), rest.size()));
        const auto number = leading_whole(rest);
        if (!number)
            continue;
        StepPiece piece{line.substr(ended, at - ended), line.substr(at), {number->first, 0}};
        if (total == Total::printed) {
            rest.remove_prefix(number->second);
            rest.remove_prefix(leading_blanks(rest));
            if (!rest.starts_with('/'))
                continue;
            rest.remove_prefix(1);
            rest.remove_prefix(leading_blanks(rest));
            if (const auto of = leading_whole(rest))
                piece.step.total = of->first;
        }
        if (!pieces.empty())
            pieces.back().text = pieces.back().text.substr(
                0, static_cast<std::size_t>(line.data() + at - pieces.back().text.data()));
        pieces.push_back(piece);
        ended = at;
    }
    return pieces;
}

} // namespace

std::vector<StepPiece> pieces_of(std::string_view line, std::string_view marker) {
    return find_pieces(line, marker, Total::printed);
}

std::vector<StepPiece> pieces_without_total(std::string_view line, std::string_view marker) {
    return find_pieces(line, marker, Total::absent);
}

} // namespace pipette
