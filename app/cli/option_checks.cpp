// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/option_checks.h"

#include "core/formats/text/text_file.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <type_traits>

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

/// Takes leading zeros away before any check, because CLI11 reads what has them as octal; then, where no
/// check of the option's own has refused it with more to say, refuses what is no decimal number. Both say
/// nothing in the help, where the type of the option stands.
template <class Number>
void take_decimal(CLI::Option& option, const char* expected) {
    if constexpr (std::is_integral_v<Number>)
        option.transform(CLI::Validator(
            [](std::string& text) {
                if (Number number{}; parse(text, number))
                    text = std::to_string(number);
                return std::string();
            },
            {}));
    option.check(CLI::Validator(
        [=](std::string& text) {
            Number number{};
            return parse(text, number) ? std::string() : told(text, expected);
        },
        {}));
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

void take_decimal_numbers(CLI::App& app) {
    for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) // option groups, too
        take_decimal_numbers(*command);
    for (CLI::Option* option : app.get_options()) {
        const std::string type = option->get_type_name();
        if (type.starts_with("INT"))
            take_decimal<std::int64_t>(*option, "a whole number");
        else if (type.starts_with("UINT"))
            take_decimal<std::uint64_t>(*option, "a whole number of 0 or more");
        else if (type.starts_with("FLOAT"))
            take_decimal<double>(*option, "a number");
    }
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
