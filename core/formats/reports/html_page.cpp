// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/reports/html_page.h"

#include "core/formats/reports/html_text.h"
#include "core/formats/reports/page_files.h"

#include <cctype>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

/// "--accent-text": a colour of the page's style sheet.
std::string variable(Ink ink) {
    std::string name = "--";
    for (const char c : name_of(ink))
        if (std::isalnum(static_cast<unsigned char>(c)) != 0)
            name += c;
        else if (!name.ends_with('-'))
            name += '-';
    if (name.ends_with('-'))
        name.pop_back();
    return ink == Ink::optimizer_state ? name + "-state" : name; // of time and of memory, by one word
}

std::string colours(std::uint32_t InkRow::*theme) {
    std::string text;
    for (const InkRow& row : ink_rows)
        text += fmt::format("{}:#{:06x};", variable(row.ink), row.*theme);
    return text;
}

/// The table of colours as the variables of a style sheet: light, and dark where the reader's system is; on
/// paper light again.
std::string colour_style() {
    return fmt::format("\n:root {{ color-scheme: light dark; {} }}\n"
                       "@media screen and (prefers-color-scheme: dark) {{ :root {{ {} }} }}\n",
                       colours(&InkRow::light), colours(&InkRow::dark));
}

} // namespace

std::string page_colour(Ink ink) {
    return fmt::format("var({})", variable(ink));
}

std::string html_page(const std::string& title, const std::string& body, const nlohmann::ordered_json& data) {
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src "
        "'unsafe-inline'; script-src '{}'\">\n"
        "<link rel=\"icon\" "
        "href=\"data:,\">\n<title>{}</title>\n<style>{}{}</style>\n</head>\n<body>\n<main>\n"
        "{}</main>\n<script type=\"application/json\" id=\"page-data\">{}</script>\n"
        "<script>{}</script>\n</body>\n</html>\n",
        script_digest(page_script()), html_text(title), colour_style(), page_style(), body, html_json(data),
        page_script());
}

} // namespace pipette
