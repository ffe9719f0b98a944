// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/option_checks.h"

#include "core/formats/text/text_file.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <fmt/format.h>

namespace pipette {
namespace {

/// The whole text as a number; false when it is none.
template <class Number>
bool parse(const std::string& text, Number& number) {
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    return error == std::errc{} && stop == end;
}

std::string told(const std::string& text, const std::string& expected) {
    return fmt::format("is {}, expected {}", in_quotes(text), expected);
}

} // namespace

CLI::Validator number_between(double least, double most) {
    return {[=](std::string& text) {
                double number = 0;
                return parse(text, number) && number >= least && number <= most
                           ? std::string()
                           : told(text, fmt::format("a number from {} to {}", least, most));
            },
            fmt::format("FLOAT in [{} - {}]", least, most)};
}

CLI::Validator number_within(const Bounds& bounds) {
    return {[=](std::string& text) {
                double number = 0;
                return parse(text, number) && bounds.hold(number) ? std::string()
                                                                  : told(text, text_of(bounds));
            },
            text_of(bounds)};
}

CLI::Validator number_within(const WholeBounds& bounds) {
    return {[=](std::string& text) {
                long number = 0;
                return parse(text, number) && bounds.hold(number) ? std::string()
                                                                  : told(text, text_of(bounds));
            },
            text_of(bounds)};
}

CLI::Validator whole_number() {
    return {[](std::string& text) {
                std::uint64_t number = 0;
                return parse(text, number) ? std::string()
                                           : told(text, "a whole number of 0 or more, of 64 bits at most");
            },
            "UINT"};
}

CLI::Validator words() {
    return {[](std::string& text) {
                return is_printable(text) && !text.empty()
                           ? std::string()
                           : told(text, "words in UTF-8 without control characters");
            },
            {}};
}

} // namespace pipette
