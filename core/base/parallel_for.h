// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace pipette {

/// Number of threads for `wanted` (0: what the machine has).
inline int thread_count(int wanted) {
    return wanted > 0 ? wanted : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

/// Calls work(i) for every i below `count` on up to `threads` threads and waits; the order is not fixed, so
/// the work units must be independent. Once `stop` is requested no further unit starts. The first exception
/// is thrown again.
template <class Work>
void parallel_for(int count, int threads, const std::stop_token& stop, const Work& work) {
    std::atomic<int> next = 0;
    std::mutex mutex;
    std::exception_ptr failed;
    const auto run = [&] {
        for (int i = next++; i < count && !stop.stop_requested(); i = next++)
            try {
                work(i);
            } catch (...) {
                const std::lock_guard lock(mutex);
                if (!failed)
                    failed = std::current_exception();
                next = count;
            }
    };
    {
        std::vector<std::jthread> helpers;
        for (int i = 1; i < std::min(threads, count); ++i)
            helpers.emplace_back(run);
        run();
    }
    if (failed)
        std::rethrow_exception(failed);
}

} // namespace pipette
