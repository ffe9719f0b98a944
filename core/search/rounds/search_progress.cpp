// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/rounds/search_progress.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace pipette {

void SearchProgress::begin(std::string step, double share, long work) {
    const std::lock_guard lock(mutex_);
    before_ += std::exchange(share_, share);
    step_ = std::move(step);
    work_ = work, done_ = 0;
    report(nullptr);
}

void SearchProgress::done(long work, const ParallelConfig* with) {
    const std::lock_guard lock(mutex_);
    done_ += work;
    if (done_ >= work_ || is_due())
        report(with);
}

void SearchProgress::part(double of_unit, const ParallelConfig& with) {
    const std::lock_guard lock(mutex_);
    if (is_due())
        report(&with, of_unit);
}

void SearchProgress::found(const Candidate& candidate) {
    const std::lock_guard lock(mutex_);
    if (best_s_ == 0 || candidate.iteration_time_s < best_s_)
        best_s_ = candidate.iteration_time_s;
    if (sinks_.found)
        sinks_.found(candidate);
}

void SearchProgress::annealing(const AnnealingPoint& point) {
    const std::lock_guard lock(mutex_);
    if (sinks_.annealing)
        sinks_.annealing(point);
}

void SearchProgress::report(const ParallelConfig* with, double of_unit) {
    if (!sinks_.progress)
        return;
    last_ = Clock::now();
    std::string text = step_;
    if (work_ > 0)
        text += fmt::format(", {} of {}", std::min(done_, work_), work_);
    if (with)
        text += ": " + short_name(*with);
    if (of_unit > 0)
        text += fmt::format(", {:.0f} %", 100 * of_unit);
    const double of_step = work_ > 0 ? std::min(1.0, (double(done_) + of_unit) / double(work_)) : 0;
    told_ = std::clamp(before_ + share_ * of_step, told_, 1.0); // several units are under way: never back
    sinks_.progress({std::move(text), told_, best_s_});
}

} // namespace pipette
