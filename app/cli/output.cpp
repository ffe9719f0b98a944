// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>

namespace pipette {

void print_out(const std::string& text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
        throw std::runtime_error(std::string("standard output cannot be written: ") + std::strerror(errno));
}

} // namespace pipette
