// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/planner.h"

#include <chrono>
#include <limits>
#include <mutex>

namespace pipette {

/// Passes what many threads find to the sinks, one call at a time, progress at most ten times a second.
/// Nothing of it flows back into the search: the result never depends on the clock.
class SearchProgress {
public:
    explicit SearchProgress(const SearchSinks& sinks) : sinks_(sinks) {}

    void expect(double work) { total_ += work; } ///< more work is known to come

    /// `work` of the expected amount is done.
    void done(double work, const std::string& step) {
        const std::lock_guard lock(mutex_);
        done_ += work;
        report(step);
    }

    void found(const Candidate& candidate) {
        const std::lock_guard lock(mutex_);
        if (best_s_ == 0 || candidate.iteration_time_s < best_s_)
            best_s_ = candidate.iteration_time_s;
        if (sinks_.found)
            sinks_.found(candidate);
    }

    bool wants_curve() const { return static_cast<bool>(sinks_.annealing); }

    void annealing(const AnnealingPoint& point) {
        const std::lock_guard lock(mutex_);
        if (sinks_.annealing)
            sinks_.annealing(point);
    }

private:
    void report(const std::string& step) {
        if (!sinks_.progress)
            return;
        const auto now = std::chrono::steady_clock::now();
        const bool finished = done_ >= total_;
        if (!finished && now - last_ < std::chrono::milliseconds(100))
            return;
        last_ = now;
        sinks_.progress({step, total_ > 0 ? std::min(1.0, done_ / total_) : 0, best_s_});
    }

    const SearchSinks& sinks_;
    std::mutex mutex_;
    std::chrono::steady_clock::time_point last_{};
    double total_ = 0, done_ = 0, best_s_ = 0;
};

} // namespace pipette
