// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/quit_signals.h"

#include <QSocketNotifier>

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <unistd.h>

namespace pipette {
namespace {

constexpr std::array signals_heard{SIGTERM, SIGHUP, SIGINT};

int to_window = -1, from_handler = -1; // a pipe: little else may be done in a handler

extern "C" void pass_on(int signal) {
    const int before = errno;
    const auto byte = static_cast<unsigned char>(signal);
    (void)!::write(to_window, &byte, 1);
    errno = before;
}

void hear(int signal, void (*handler)(int)) {
    struct sigaction action = {};
    if (::sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN)
        return;
    action = {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
    ::sigaction(signal, &action, nullptr);
}

} // namespace

QuitSignals::QuitSignals(QObject* parent) : QObject(parent) {
    int ends[2];
    if (::pipe(ends) != 0)
        throw std::system_error(errno, std::generic_category(), "pipe");
    from_handler = ends[0];
    to_window = ends[1];
    auto* notifier = new QSocketNotifier(from_handler, QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, [this] {
        unsigned char byte = 0;
        if (::read(from_handler, &byte, 1) == 1)
            emit received(byte);
    });
    for (const int signal : signals_heard)
        hear(signal, pass_on);
}

QuitSignals::~QuitSignals() {
    for (const int signal : signals_heard)
        hear(signal, SIG_DFL);
    ::close(to_window);
    ::close(from_handler);
}

} // namespace pipette
