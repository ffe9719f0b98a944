// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"

#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/formats/text/atomic_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace pipette {

void print_out(const std::string& text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
        throw InputError("standard output", {}, std::string("cannot be written: ") + std::strerror(errno));
}

void print_text(const std::string& text) {
    print_out(readable_lines(text));
}

void print_note(const std::string& message) {
    std::fprintf(stderr, "pipette: %s\n", readable_lines(message).c_str());
}

void write_out(const std::string& file, const std::string& text) {
    if (file == "-")
        print_out(text);
    else
        write_atomically(file, text);
}

void check_output(const std::string& file) {
    if (!file.empty() && file != "-")
        check_writable(file);
}

} // namespace pipette
