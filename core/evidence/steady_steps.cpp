// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/steady_steps.h"

#include "core/base/median.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace pipette {
namespace {

constexpr std::size_t most_examples = 5;
constexpr double longest_step_s =
    3600; // a longer time between two lines is a pause, or the lines are of two runs

/// Steps that are left out, by reason.
class Sieve {
public:
    explicit Sieve(const LogRun& run) : run_(run), out_(run.steps.size(), false) {}

    bool has(std::size_t step) const { return !out_[step]; }
    void leave_out(std::size_t step, const char* why) {
        out_[step] = true;
        auto reason = std::find_if(reasons_.begin(), reasons_.end(),
                                   [&](const LeftOutSteps& other) { return other.why == why; });
        if (reason == reasons_.end())
            reason = reasons_.insert(reasons_.end(), {why, 0, {}});
        ++reason->count;
        if (reason->examples.size() < most_examples)
            reason->examples.push_back(run_.steps[step].number);
    }
    std::vector<std::size_t> kept() const {
        std::vector<std::size_t> steps;
        for (std::size_t step = 0; step < out_.size(); ++step)
            if (has(step))
                steps.push_back(step);
        return steps;
    }
    std::vector<LeftOutSteps> reasons() { return std::move(reasons_); }

private:
    const LogRun& run_;
    std::vector<bool> out_;
    std::vector<LeftOutSteps> reasons_;
};

double median_of_times(const LogRun& run, const std::size_t* begin, const std::size_t* end) {
    std::vector<double> times;
    for (const std::size_t* step = begin; step != end; ++step)
        times.push_back(run.steps[*step].seconds);
    return median(times);
}

void leave_out_untimed(const LogRun& run, Sieve& sieve) {
    for (std::size_t step = 0; step < run.steps.size(); ++step)
        if (run.steps[step].seconds <= 0)
            sieve.leave_out(step, "no time is known");
}

/// Where the batch grows during the run, steps of the batch that most steps have.
void leave_out_other_batches(const LogRun& run, Sieve& sieve) {
    std::map<int, std::size_t> sizes;
    for (const LogStep& step : run.steps)
        ++sizes[step.batch];
    if (sizes.size() < 2)
        return;
    const auto most = std::max_element(sizes.begin(), sizes.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    for (std::size_t step = 0; step < run.steps.size(); ++step)
        if (sieve.has(step) && run.steps[step].batch != most->first)
            sieve.leave_out(step, "another batch than most steps");
}

/// After each start: the first step of a training, and those behind a start that are slower than the steps
/// after them, or too short. At most a half of what follows the start.
void leave_out_warm_up(const LogRun& run, Sieve& sieve) {
    constexpr double slower = 1.05, too_short = 0.5;
    constexpr std::size_t looked_at = 40;
    const std::vector<std::size_t> kept = sieve.kept();
    for (std::size_t start = 0; start < run.starts.size(); ++start) {
        const std::size_t next = start + 1 < run.starts.size() ? run.starts[start + 1] : run.steps.size();
        const auto begin = std::lower_bound(kept.begin(), kept.end(), run.starts[start]);
        const auto count = std::min<std::size_t>(
            looked_at, static_cast<std::size_t>(std::lower_bound(begin, kept.end(), next) - begin));
        if (count < 2)
            continue;
        const std::size_t* const first = &*begin;
        const double usual = median_of_times(run, first + count / 2, first + count);
        for (std::size_t i = 0; i < count / 2; ++i) {
            const LogStep& step = run.steps[first[i]];
            const bool first_of_training = i == 0 && step.number <= 1;
            if (!first_of_training && step.seconds < slower * usual && step.seconds > too_short * usual)
                break;
            sieve.leave_out(first[i], "warm-up");
        }
    }
}

/// Without an update a step lacks its optimizer; such steps count only where there are no others.
void leave_out_without_update(const LogRun& run, Sieve& sieve) {
    const std::vector<std::size_t> kept = sieve.kept();
    const auto skipped = [&](std::size_t step) { return run.steps[step].update_skipped; };
    if (std::all_of(kept.begin(), kept.end(), skipped))
        return;
    for (const std::size_t step : kept)
        if (skipped(step))
            sieve.leave_out(step, "no update: the loss scale was too large");
}

/// Median of the times around each of the kept steps.
std::vector<double> local_medians(const LogRun& run, const std::vector<std::size_t>& kept) {
    constexpr std::size_t each_side = 8;
    std::vector<double> medians;
    std::array<double, 2 * each_side + 1> times{};
    medians.reserve(kept.size());
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const std::size_t from = i < each_side ? 0 : i - each_side;
        const std::size_t to = std::min(kept.size(), i + each_side + 1);
        for (std::size_t j = from; j < to; ++j)
            times[j - from] = run.steps[kept[j]].seconds;
        const auto middle = times.begin() + static_cast<std::ptrdiff_t>((to - from) / 2);
        std::nth_element(times.begin(), middle, times.begin() + static_cast<std::ptrdiff_t>(to - from));
        medians.push_back(*middle);
    }
    return medians;
}

void leave_out_stragglers(const LogRun& run, Sieve& sieve) {
    constexpr std::size_t enough = 3;
    constexpr double least = 0.1, scatters = 6, to_sigma = 1.4826, too_short = 0.5;
    const std::vector<std::size_t> kept = sieve.kept();
    if (kept.size() < enough)
        return;
    const std::vector<double> usual = local_medians(run, kept);
    std::vector<double> scatter;
    for (std::size_t i = 0; i < kept.size(); ++i)
        scatter.push_back(std::abs(run.steps[kept[i]].seconds / usual[i] - 1));
    const double most = 1 + std::max(least, scatters * to_sigma * median(scatter));
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const double seconds = run.steps[kept[i]].seconds;
        if (seconds > most * usual[i])
            sieve.leave_out(kept[i], "stragglers: much slower than the steps around them");
        else if (seconds < too_short * usual[i])
            sieve.leave_out(kept[i], "too short to be a whole step");
    }
}

/// Finds where the times of steps move to another level for good.
class LevelFinder {
public:
    explicit LevelFinder(std::vector<double> times) : times_(std::move(times)), sums_(times_.size() + 1, 0) {
        for (std::size_t i = 0; i < times_.size(); ++i)
            sums_[i + 1] = sums_[i] + times_[i];
        std::vector<double> jumps;
        for (std::size_t i = 1; i < times_.size(); ++i)
            jumps.push_back(std::abs(times_[i] - times_[i - 1]));
        constexpr double to_sigma = 1.4826 / 1.4142136, floor = 1e-3;
        const double mean = times_.empty() ? 0 : sums_.back() / static_cast<double>(times_.size());
        sigma_ = std::max(to_sigma * median(jumps), floor * mean);
    }
    /// Where each level begins, the first among them.
    std::vector<std::size_t> begins() {
        split(0, times_.size(), 0);
        std::sort(begins_.begin(), begins_.end());
        return begins_;
    }
    double level(std::size_t from, std::size_t to) const {
        std::vector<double> part(times_.begin() + static_cast<std::ptrdiff_t>(from),
                                 times_.begin() + static_cast<std::ptrdiff_t>(to));
        return median(part);
    }

private:
    void split(std::size_t from, std::size_t to, int depth) {
        constexpr std::size_t shortest = 5, beside = 20; ///< steps of a level, and on each side of a move
        constexpr int deepest = 5;
        constexpr double certain = 8, least_move = 0.02;
        std::size_t best = 0;
        double most = 0;
        const double all = sums_[to] - sums_[from], count = static_cast<double>(to - from);
        for (std::size_t at = from + shortest; at + shortest <= to; ++at) {
            const double left = static_cast<double>(at - from), right = count - left;
            const double sum = sums_[at] - sums_[from];
            const double moved = std::abs(sum / left - (all - sum) / right) * std::sqrt(left * right / count);
            if (moved > most)
                most = moved, best = at;
        }
        // Times that rise for a while and fall again move beside the step alone, slow drifts in the whole
        // alone.
        const std::size_t beside_from = std::max(from, best - std::min(best, beside)),
                          beside_to = std::min(to, best + beside);
        const auto moves_by = [&](std::size_t begin, std::size_t end) {
            return std::abs(level(best, end) / level(begin, best) - 1);
        };
        const bool moves = best > 0 && most > certain * sigma_ &&
                           std::max(moves_by(from, to), moves_by(beside_from, beside_to)) >= least_move;
        if (!moves || depth == deepest) {
            begins_.push_back(from);
            return;
        }
        split(from, best, depth + 1);
        split(best, to, depth + 1);
    }

    std::vector<double> times_, sums_;
    std::vector<std::size_t> begins_;
    double sigma_ = 0;
};

void find_levels(const LogRun& run, SteadySteps& steady) {
    std::vector<double> times;
    for (const std::size_t step : steady.counted)
        times.push_back(run.steps[step].seconds);
    LevelFinder finder(times);
    const std::vector<std::size_t> begins = finder.begins();
    for (std::size_t i = 0; i < begins.size(); ++i) {
        const std::size_t from = begins[i], to = i + 1 < begins.size() ? begins[i + 1] : times.size();
        steady.levels.push_back({run.steps[steady.counted[from]].number,
                                 run.steps[steady.counted[to - 1]].number, to - from,
                                 finder.level(from, to)});
        if (steady.levels.back().steps > steady.levels[steady.level].steps)
            steady.level = i;
    }
    std::size_t from = begins[steady.level];
    const std::size_t to = from + steady.levels[steady.level].steps;
    std::vector<double> level, tokens, tflops;
    for (; from < to; ++from) {
        const LogStep& step = run.steps[steady.counted[from]];
        level.push_back(step.seconds);
        if (step.tokens_per_s > 0)
            tokens.push_back(step.tokens_per_s);
        if (step.tflops > 0)
            tflops.push_back(step.tflops);
    }
    std::sort(level.begin(), level.end());
    steady.low_s = level[level.size() / 10], steady.high_s = level[level.size() - 1 - level.size() / 10];
    steady.median_s = steady.levels[steady.level].median_s;
    steady.tokens_per_s = median(tokens), steady.tflops = median(tflops);
}

/// Of a log that tells rates but no times: those of its later half.
void take_rates(const LogRun& run, SteadySteps& steady) {
    std::vector<double> tokens, tflops;
    for (std::size_t i = run.steps.size() / 2; i < run.steps.size(); ++i) {
        if (run.steps[i].tokens_per_s > 0)
            tokens.push_back(run.steps[i].tokens_per_s);
        if (run.steps[i].tflops > 0)
            tflops.push_back(run.steps[i].tflops);
    }
    steady.tokens_per_s = median(tokens), steady.tflops = median(tflops);
}

} // namespace

std::string_view name_of(StepPart part) {
    switch (part) {
    case StepPart::passes:
        return "forward and backward (compute and pipeline)";
    case StepPart::compute:
        return "compute";
    case StepPart::pipeline:
        return "pipeline";
    case StepPart::exchange:
        return "gradient exchange (data parallel)";
    case StepPart::optimizer:
        return "optimizer";
    case StepPart::outside:
        break;
    }
    return "outside of the timers";
}

SteadySteps steady_steps(const LogRun& run) {
    Sieve sieve(run);
    leave_out_untimed(run, sieve);
    leave_out_other_batches(run, sieve);
    leave_out_warm_up(run, sieve);
    leave_out_without_update(run, sieve);
    leave_out_stragglers(run, sieve);
    SteadySteps steady;
    steady.counted = sieve.kept();
    steady.left_out = sieve.reasons();
    if (run.not_kept > 0)
        steady.left_out.push_back({"more steps than are kept of one run", run.not_kept, {}});
    if (steady.counted.empty()) {
        take_rates(run, steady);
        return steady;
    }
    find_levels(run, steady);
    constexpr std::size_t enough = 3;
    steady.steady =
        steady.levels[steady.level].steps >= enough && !run.steps[steady.counted.back()].update_skipped;
    return steady;
}

void resolve_times(LogRun& run, double tokens_a_step, int global_batch) {
    std::string from = run.time_from;
    for (LogStep& step : run.steps) {
        if (step.seconds > 0)
            continue;
        const int batch = step.batch > 0 ? step.batch : global_batch;
        if (step.samples_per_s > 0 && batch > 0)
            step.seconds = batch / step.samples_per_s, from = "sequences a second";
        else if (step.tokens_per_s > 0 && tokens_a_step > 0)
            step.seconds = tokens_a_step / step.tokens_per_s, from = "tokens a second";
    }
    for (std::size_t i = 1; i < run.steps.size(); ++i) {
        LogStep& step = run.steps[i];
        const LogStep& before = run.steps[i - 1];
        const bool starts = std::binary_search(run.starts.begin(), run.starts.end(), i);
        if (step.seconds > 0 || starts || step.clock_s <= before.clock_s || before.clock_s <= 0)
            continue;
        const double seconds =
            (step.clock_s - before.clock_s) / static_cast<double>(step.number - before.number);
        if (seconds > longest_step_s)
            continue;
        step.seconds = seconds, from = "the clock of the log";
    }
    run.time_from = from;
}

} // namespace pipette
