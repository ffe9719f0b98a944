// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include "core/formats/text/temporary_file.h"

#include <csignal>
#include <cstdlib>
#include <pthread.h>

namespace pipette {
namespace {

sigset_t interrupts() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    return set;
}

} // namespace

// A thread waits for the signals: a handler could not run the callbacks of a stop_token safely.
Interrupt::Interrupt() {
    const sigset_t set = interrupts();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    waiting_ = std::thread([this, set] {
        for (int signal = 0; sigwait(&set, &signal) == 0 && !done_;)
            if (!source_.request_stop()) {
                remove_temporary_files();
                std::_Exit(130);
            }
    });
}

Interrupt::~Interrupt() {
    done_ = true;
    // Blocked, it ends no thread: it wakes this one's sigwait.
    // NOLINTNEXTLINE(bugprone-bad-signal-to-kill-thread)
    pthread_kill(waiting_.native_handle(), SIGTERM);
    waiting_.join();
    const sigset_t set = interrupts();
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

} // namespace pipette
