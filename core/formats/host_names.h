// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace pipette {

/// Throws InputError when a host name holds a control character (tab and newline among them).
void require_no_control_characters(std::string_view host);

/// Throws InputError when a program could take the host name for an option or it holds a control character.
void require_no_option(std::string_view host);

/// For files that cannot quote (host files, rank files): letters, digits, dot, dash and underscore, no
/// leading dash. Throws InputError naming `what` ("an Open MPI hostfile") otherwise.
void require_plain(std::string_view host, std::string_view what);

/// The text as one word of a POSIX shell; unchanged when it needs no quotes.
std::string shell_quoted(std::string_view text);

} // namespace pipette
