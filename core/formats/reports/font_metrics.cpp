// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/reports/font_metrics.h"

#include "core/base/readable.h"

#include <array>
#include <cstdint>
#include <utility>

namespace pipette {
namespace {

// Adobe's font metrics, characters 32 to 126, thousandths of the size.
constexpr std::array<std::uint16_t, 95> helvetica{
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333,  278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,  611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278,  556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,  500, 334, 260, 334, 584};
constexpr std::array<std::uint16_t, 95> helvetica_bold{
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667,
    611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556,
    278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584};
constexpr double typewriter = 600, beyond_ascii = 1000; // the widest of the rest

/// Characters of WinAnsi that Unicode has elsewhere.
constexpr std::array<std::pair<char32_t, unsigned char>, 10> elsewhere{{{0x20AC, 0x80},
                                                                        {0x2026, 0x85},
                                                                        {0x2018, 0x91},
                                                                        {0x2019, 0x92},
                                                                        {0x201C, 0x93},
                                                                        {0x201D, 0x94},
                                                                        {0x2022, 0x95},
                                                                        {0x2013, 0x96},
                                                                        {0x2014, 0x97},
                                                                        {0x2212, 0x96}}};

char encoded(char32_t character) {
    if ((character >= 0x20 && character < 0x7f) || (character >= 0xa0 && character <= 0xff))
        return static_cast<char>(character);
    for (const auto& [unicode, code] : elsewhere)
        if (unicode == character)
            return static_cast<char>(code);
    return '?';
}

} // namespace

std::string font_text(std::string_view utf8) {
    const std::string text = readable_lines(utf8); // valid UTF-8 now
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i]);
        const int more = lead < 0x80 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
        char32_t character = more == 0 ? lead : lead & (0x3fu >> more);
        for (int k = 1; k <= more && i + static_cast<std::size_t>(k) < text.size(); ++k)
            character =
                character << 6 | (static_cast<unsigned char>(text[i + static_cast<std::size_t>(k)]) & 0x3fu);
        i += static_cast<std::size_t>(more) + 1;
        result += lead == '\n' ? '\n' : encoded(character);
    }
    return result;
}

double text_width(std::string_view text, double size, Font font) {
    double thousandths = 0;
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        const auto& widths = font == Font::bold ? helvetica_bold : helvetica;
        thousandths += font == Font::typewriter   ? typewriter
                       : code >= 32 && code < 127 ? widths[code - 32u]
                                                  : beyond_ascii;
    }
    return thousandths * size / 1000;
}

std::string fitted(const std::string& utf8, double size, double width) {
    if (text_width(font_text(utf8), size) <= width)
        return utf8;
    for (std::size_t length = utf8.size(); length > 0; --length) {
        if ((static_cast<unsigned char>(utf8[length]) & 0xc0u) == 0x80)
            continue; // inside a character
        const std::string cut = utf8.substr(0, length) + "...";
        if (text_width(font_text(cut), size) <= width)
            return cut;
    }
    return {};
}

std::vector<std::string> wrapped(std::string_view text, double size, double width, Font font) {
    std::vector<std::string> lines;
    std::string line;
    const auto end_line = [&] {
        lines.push_back(std::move(line));
        line.clear();
    };
    const auto fits = [&](const std::string& more) { return text_width(line + more, size, font) <= width; };
    for (std::size_t i = 0; i < text.size();) {
        if (text[i] == '\n') {
            end_line(), ++i;
            continue;
        }
        std::size_t end = text.find_first_of(" \n", i);
        end = std::min(end, text.size());
        const std::string word(text.substr(i, end - i));
        const std::string space = line.empty() ? "" : " ";
        if (!line.empty() && !fits(space + word))
            end_line();
        else
            line += space;
        for (const char c : word) { // a word that is wider alone is cut
            if (!line.empty() && !fits(std::string(1, c)))
                end_line();
            line += c;
        }
        i = end < text.size() && text[end] == ' ' ? end + 1 : end;
    }
    if (!line.empty() || lines.empty())
        end_line();
    return lines;
}

} // namespace pipette
