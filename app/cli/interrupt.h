// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

namespace pipette {

/// While it lives, Ctrl-C (SIGINT) and SIGTERM ask long work to stop instead of ending the program; a second
/// one ends it with status 130 and leaves no temporary file. Make it before the work starts threads: they
/// inherit the blocked signals.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    std::stop_token token() const { return source_.get_token(); }

private:
    std::stop_source source_;
    std::atomic<bool> done_ = false;
    std::thread waiting_; // last: starts when the rest is there
};

} // namespace pipette
