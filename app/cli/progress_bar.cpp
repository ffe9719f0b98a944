// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/progress_bar.h"

#include "core/base/readable.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace pipette {
namespace {

constexpr int bar_width = 24;

std::size_t terminal_width() {
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

} // namespace

ProgressBar::ProgressBar() : terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar() {
    if (shown_)
        fmt::print(stderr, "\r\x1b[K");
}

ProgressSink ProgressBar::sink() {
    if (!terminal_)
        return {};
    return [this](const Progress& progress) { show(progress); };
}

void ProgressBar::show(const Progress& progress) {
    const double fraction = std::clamp(progress.fraction, 0.0, 1.0);
    const int done = static_cast<int>(fraction * bar_width);
    std::string line =
        fmt::format("[{:#<{}}{:-<{}}] {:3.0f} %", "", done, "", bar_width - done, 100 * fraction);
    if (progress.best_time_s > 0)
        line += fmt::format("  best {:.1f} ms", 1000 * progress.best_time_s);
    line += "  " + readable(progress.step);
    fmt::print(stderr, "\r\x1b[K{}", line.substr(0, terminal_width() - 1));
    std::fflush(stderr);
    shown_ = true;
}

} // namespace pipette
