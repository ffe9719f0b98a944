// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/rounds/planner.h"

#include <chrono>
#include <mutex>
#include <string>

namespace pipette {

/// What the parts of a search are taken for in its progress, as shares of the whole: they add up to 1.
namespace progress_share {
constexpr double listing = 0.05, memory = 0.1, bounding = 0.1, placing = 0.3, improving = 0.4,
                 baselines = 0.05;
}

/// Passes what many threads find to the sinks, one call at a time. Progress goes out when a step begins, and
/// at most ten times a second while it lasts. Nothing of it flows back into the search: the result never
/// depends on the clock.
class SearchProgress {
public:
    explicit SearchProgress(const SearchSinks& sinks) : sinks_(sinks) {}

    /// The search goes on to `step`, named for a person: `work` units that take `share` of the whole search.
    /// The shares of all steps add up to 1.
    void begin(std::string step, double share, long work);
    /// `work` units of the step are done, the last of them `with` that configuration.
    void done(long work = 1, const ParallelConfig* with = nullptr);

    /// `of_unit` of one long unit is done, 0 to 1.
    void part(double of_unit, const ParallelConfig& with);

    void found(const Candidate& candidate);
    bool wanted() const { return sinks_.progress || sinks_.found; } ///< somebody watches the search

    bool wants_curve() const { return static_cast<bool>(sinks_.annealing); }
    void annealing(const AnnealingPoint& point);

private:
    using Clock = std::chrono::steady_clock;
    bool is_due() const { return Clock::now() - last_ >= std::chrono::milliseconds(100); }
    void report(const ParallelConfig* with, double of_unit = 0);

    const SearchSinks& sinks_;
    std::mutex mutex_;
    Clock::time_point last_{};
    std::string step_;
    double before_ = 0, share_ = 0; ///< shares of the whole search: of all ended steps, and of this step
    long work_ = 0, done_ = 0;      ///< of this step
    double told_ = 0;               ///< the fraction of the last report
    double best_s_ = 0;
};

} // namespace pipette
