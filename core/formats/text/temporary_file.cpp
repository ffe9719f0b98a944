// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/text/temporary_file.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <fmt/format.h>
#include <random>
#include <sched.h>
#include <unistd.h>

namespace pipette {
namespace {

std::atomic_flag list_held;
TemporaryFile* first_file = nullptr;

/// Holds the list of temporary files. A spinlock, because a signal handler waits for it too; never one of
/// this thread's own, to which no signal comes meanwhile.
class ListHeld {
public:
    ListHeld() {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_BLOCK, &all, &before_);
        while (list_held.test_and_set(std::memory_order_acquire))
            sched_yield();
    }
    ListHeld(const ListHeld&) = delete;
    ListHeld& operator=(const ListHeld&) = delete;
    ~ListHeld() {
        list_held.clear(std::memory_order_release);
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }

private:
    sigset_t before_{};
};

void end_without_temporary_files(int signal) {
    remove_temporary_files();
    raise(signal); // comes when this returns, and then does what it does by default
}

} // namespace

TemporaryFile::TemporaryFile(const std::filesystem::path& folder, mode_t mode) {
    constexpr int most_tries = 100;
    std::random_device random;
    for (int tries = 0; tries < most_tries && !there_; ++tries) {
        // Short: the names of targets may be as long as allowed.
        path_ = (folder / fmt::format(".pipette.{:08x}", random())).string();
        const ListHeld held;
        descriptor_ = open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (descriptor_ >= 0)
            link();
        else if (errno != EEXIST)
            return;
    }
}

TemporaryFile::~TemporaryFile() {
    if (descriptor_ >= 0)
        close(descriptor_);
    if (!there_)
        return;
    const ListHeld held;
    std::remove(path_.c_str());
    unlink();
}

bool TemporaryFile::take_place_of(const std::filesystem::path& target) {
    const ListHeld held;
    if (std::rename(path_.c_str(), target.c_str()) != 0)
        return false;
    unlink();
    return true;
}

void TemporaryFile::link() {
    there_ = true;
    next_ = first_file;
    if (next_ != nullptr)
        next_->previous_ = this;
    first_file = this;
}

void TemporaryFile::unlink() {
    there_ = false;
    (previous_ != nullptr ? previous_->next_ : first_file) = next_;
    if (next_ != nullptr)
        next_->previous_ = previous_;
}

void remove_temporary_files() noexcept {
    while (list_held.test_and_set(std::memory_order_acquire)) // for good
        sched_yield();
    for (const TemporaryFile* file = first_file; file != nullptr; file = file->next_)
        ::unlink(file->path_.c_str());
}

void remove_temporary_files_at_signals() {
    for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU, SIGXFSZ}) {
        struct sigaction action {};
        if (sigaction(signal, nullptr, &action) != 0 || action.sa_handler != SIG_DFL)
            continue;
        action.sa_handler = end_without_temporary_files;
        action.sa_flags = SA_RESETHAND;
        sigfillset(&action.sa_mask);
        sigaction(signal, &action, nullptr);
    }
}

} // namespace pipette
