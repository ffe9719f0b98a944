// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/logs/host_names.h"

#include "core/base/input_error.h"
#include "core/formats/text/text_file.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

constexpr std::size_t longest = 253; // of a name in the DNS

bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

bool is_letter_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool is_plain(char c) {
    return is_letter_or_digit(c) || c == '.' || c == '-' || c == '_';
}

[[noreturn]] void refuse(std::string_view host, const std::string& reason) {
    throw InputError({}, "host " + in_quotes(host), reason);
}

} // namespace

bool is_plain_host(std::string_view host) {
    return !host.empty() && host.size() <= longest && host.front() != '-' &&
           std::all_of(host.begin(), host.end(), is_plain);
}

void check_host(std::string_view host, const std::string& file, const std::string& place) {
    if (!is_plain_host(host))
        throw InputError(
            file, place,
            fmt::format("host name {} is refused: expected letters, digits, '.', '-' and '_', not "
                        "starting with '-', at most {}",
                        in_quotes(host), longest));
}

void require_plain(std::string_view host, std::string_view what) {
    require_no_option(host);
    if (!is_plain_host(host))
        refuse(host, fmt::format("cannot be written to {}, expected only letters, digits, '.', '-' and "
                                 "'_', at most {}",
                                 what, longest));
}

void require_no_control_characters(std::string_view host) {
    if (std::any_of(host.begin(), host.end(), is_control))
        refuse(host, "holds a control character, which no mapping file can carry");
}

void require_no_option(std::string_view host) {
    require_no_control_characters(host);
    if (host.empty() || host.front() == '-')
        refuse(host, "would be taken for an option, expected a name that does not start with a dash");
}

std::string shell_quoted(std::string_view text) {
    const auto needs_no_quotes = [](char c) {
        return is_plain(c) || c == '/' || c == ':' || c == ',' || c == '=';
    };
    if (!text.empty() && std::all_of(text.begin(), text.end(), needs_no_quotes))
        return std::string(text);
    std::string quoted = "'";
    for (const char c : text)
        if (c == '\'')
            quoted += "'\\''";
        else
            quoted += c;
    return quoted + "'";
}

} // namespace pipette
