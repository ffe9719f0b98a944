// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/training/run_collector.h"

#include "core/base/readable.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace pipette {
namespace {

constexpr std::size_t most_runs = 1000;  ///< of one file; further ones count as steps of the last
constexpr std::size_t most_timers = 32;  ///< of one run
constexpr std::size_t most_ranks = 4096; ///< whose reports are told apart
constexpr std::size_t most_timer_samples = std::size_t{1} << 18; ///< of one timer

} // namespace

RunCollector::RunCollector(std::string file, std::string_view format, std::string_view framework)
    : file_(std::move(file)), format_(format), framework_(framework) {}

bool RunCollector::begins_another(const LogStep& step, long total, int rank) const {
    const LogRun& run = runs_.back();
    if (total > 0 && total != run.steps_planned)
        return true;
    const long last = run.steps.back().number;
    if (step.number > last || (rank >= 0 && rank_ >= 0 && rank != rank_))
        return false;
    const bool other_batch =
        step.batch > 0 && run.steps.back().batch > 0 && step.batch != run.steps.back().batch;
    const bool before_all = step.number < last && step.number <= run.steps.front().number;
    return other_batch || (before_all && (step.number <= 1 || total == 0));
}

void RunCollector::begin_run(long total) {
    LogRun& run = runs_.emplace_back();
    run.file = file_;
    run.format = format_;
    run.framework = framework_;
    run.first_line = line_;
    run.steps_planned = total;
    run.memory = std::exchange(pending_memory_, {});
}

void RunCollector::step(LogStep step, long total, int rank) {
    unrecognised_ += !recognised_;
    if (step.number < 0)
        step.number = runs_.empty() ? 1 : runs_.back().steps.back().number + 1;
    const bool begins = runs_.empty() || (runs_.size() < most_runs && begins_another(step, total, rank));
    if (begins) {
        begin_run(total);
        rank_ = rank;
    }
    LogRun& run = runs_.back();
    run.last_line = line_;
    const bool other_rank = rank >= 0 && rank_ >= 0 && rank != rank_;
    const long last = begins ? 0 : run.steps.back().number;
    repeats_ = !begins && (step.number == last || (other_rank && step.number < last));
    if (repeats_) {
        ++run.repeated;
        return;
    }
    if (begins || step.number < last)
        run.starts.push_back(run.steps.size());
    for (auto& [column, text] : std::exchange(pending_, {}))
        run.told[column] = std::move(text);
    if (run.steps.size() >= most_log_steps) {
        ++run.not_kept;
        run.steps.back() = step; // the newest, so that the next is told from it
        return;
    }
    run.steps.push_back(step);
    for (const PendingTimer& timer : std::exchange(next_timers_, {}))
        add_timer(timer.name, timer.place, timer.seconds, step.number);
}

void RunCollector::timer(std::string_view name, TimerPlace place, double seconds, TimerOf of) {
    if (seconds < 0)
        return;
    if (of == TimerOf::next_step) {
        const auto same = std::find_if(next_timers_.begin(), next_timers_.end(),
                                       [&](const PendingTimer& other) { return other.name == name; });
        if (same != next_timers_.end())
            same->seconds = seconds;
        else if (next_timers_.size() < most_timers)
            next_timers_.push_back({std::string(name), place, seconds});
    } else if (const LogStep* step = last_step()) {
        add_timer(name, place, seconds, step->number);
    }
}

void RunCollector::add_timer(std::string_view name, TimerPlace place, double seconds, long step) {
    std::vector<LogTimer>& timers = runs_.back().timers;
    auto timer =
        std::find_if(timers.begin(), timers.end(), [&](const LogTimer& other) { return other.name == name; });
    if (timer == timers.end()) {
        if (timers.size() >= most_timers)
            return;
        timer = timers.insert(timers.end(), {std::string(name), place, {}});
    }
    if (!timer->samples.empty() && timer->samples.back().step == step) // another rank: the slowest counts
        timer->samples.back().seconds = std::max(timer->samples.back().seconds, seconds);
    else if (timer->samples.size() < most_timer_samples)
        timer->samples.push_back({step, seconds});
}

void RunCollector::note_memory(double LogMemory::*figure, double value, int rank) {
    LogMemory& memory = runs_.empty() ? pending_memory_ : runs_.back().memory;
    memory.*figure = std::max(memory.*figure, value);
    if (rank >= 0 && memory.ranks.size() < most_ranks)
        memory.ranks.insert(rank);
}

void RunCollector::tell(std::string_view column, std::string_view words) {
    const std::string text = readable(words);
    if (!text.empty())
        pending_[std::string(column)] = text;
}

void RunCollector::tell(std::string_view column, long value) {
    tell(column, fmt::format("{}", value));
}

void RunCollector::tell_of_step(std::string_view column, long value) {
    if (!runs_.empty())
        runs_.back().told[std::string(column)] = fmt::format("{}", value);
}

void RunCollector::plan_steps(long total) {
    if (runs_.empty())
        return;
    runs_.back().last_line = line_;
    if (runs_.back().steps_planned == 0)
        runs_.back().steps_planned = total;
}

std::string RunCollector::told(std::string_view column) const {
    const auto in = [&](const Told& all) {
        const auto found = all.find(std::string(column));
        return found == all.end() ? std::string() : found->second;
    };
    const std::string text = in(pending_);
    return text.empty() && !runs_.empty() ? in(runs_.back().told) : text;
}

void RunCollector::tell_more(std::string_view column, std::string_view name) {
    const std::string before = told(column);
    if (before.find(name) == std::string::npos)
        tell(column, before.empty() ? std::string(name) : before + ";" + std::string(name));
}

std::vector<LogRun> RunCollector::take() {
    if (!runs_.empty())
        for (auto& [column, text] : std::exchange(pending_, {}))
            runs_.back().told.emplace(column, std::move(text));
    return std::exchange(runs_, {});
}

} // namespace pipette
