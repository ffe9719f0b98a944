// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace pipette {

/// Whether every launcher's files can carry the host name unquoted: letters, digits, '.', '-' and '_', no
/// leading '-', at most 253.
bool is_plain_host(std::string_view host);

/// What comes in: throws InputError with file and place unless the host name is plain.
void check_host(std::string_view host, const std::string& file, const std::string& place);

/// What goes out to files that cannot quote (host files, rank files): throws InputError naming `what` ("an
/// Open MPI hostfile") unless the host name is plain.
void require_plain(std::string_view host, std::string_view what);

/// Throws InputError when a host name holds a control character (tab and newline among them).
void require_no_control_characters(std::string_view host);

/// Throws InputError when a program could take the host name for an option or it holds a control character.
void require_no_option(std::string_view host);

/// The text as one word of a POSIX shell; unchanged when it needs no quotes.
std::string shell_quoted(std::string_view text);

} // namespace pipette
