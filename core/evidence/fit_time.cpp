// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/fit_time.h"

#include "core/evidence/fit_parameters.h"
#include "core/evidence/least_squares.h"
#include "core/evidence/run_time.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <future>
#include <limits>
#include <map>
#include <thread>
#include <tuple>

namespace pipette {
namespace {

constexpr double held = 1e3;       // firmness of what the runs are too few to tell
constexpr std::size_t enough = 50; // fewer runs tell neither heavy pipelines, congestion nor a wrong label

/// Log of predicted over measured for each run, on all cores.
Eigen::VectorXd errors(const std::vector<PreparedRun>& runs, const KindCalibration& kind) {
    const Calibration only{{kind}};
    Eigen::VectorXd result(static_cast<Eigen::Index>(runs.size()));
    const std::size_t workers = std::max(1U, std::thread::hardware_concurrency());
    const auto predict_every = [&](std::size_t first) {
        for (std::size_t i = first; i < runs.size(); i += workers)
            result[static_cast<Eigen::Index>(i)] =
                std::log(predicted_time_s(runs[i], only) / runs[i].measured_s);
    };
    std::vector<std::future<void>> others;
    for (std::size_t worker = 1; worker < workers; ++worker)
        others.push_back(std::async(std::launch::async, predict_every, worker));
    predict_every(0);
    for (std::future<void>& other : others)
        other.get();
    return result;
}

double mean_relative(const Eigen::VectorXd& log_errors) {
    return log_errors.size() == 0 ? 0 : (log_errors.array().exp() - 1).abs().mean();
}

/// The size of error that four in five are below. Not the standard deviation: a few runs that met a congested
/// fabric would make ties of all candidates.
double held_out_quantile(const Eigen::VectorXd& log_errors) {
    std::vector<double> sizes(static_cast<std::size_t>(log_errors.size()));
    for (std::size_t i = 0; i < sizes.size(); ++i)
        sizes[i] = std::abs(std::exp(log_errors[static_cast<Eigen::Index>(i)]) - 1);
    const auto rank = sizes.begin() + static_cast<std::ptrdiff_t>(4 * (sizes.size() - 1) / 5);
    std::nth_element(sizes.begin(), rank, sizes.end());
    return *rank;
}

std::vector<const MeasuredRun*> pointers(const std::vector<MeasuredRun>& runs) {
    std::vector<const MeasuredRun*> to;
    for (const MeasuredRun& run : runs)
        to.push_back(&run);
    return to;
}

/// At most `most` runs, taken evenly from the runs in order of source, size and shape; a source with few runs
/// keeps them all.
std::vector<const MeasuredRun*> thinned(const std::vector<const MeasuredRun*>& runs, int most) {
    std::map<std::string, std::vector<const MeasuredRun*>> by_source;
    for (const MeasuredRun* run : runs)
        by_source[run->source].push_back(run);
    std::vector<const MeasuredRun*> kept;
    const std::size_t share = static_cast<std::size_t>(most) / by_source.size();
    for (auto& [source, all] : by_source) {
        std::sort(all.begin(), all.end(), [](const MeasuredRun* a, const MeasuredRun* b) {
            return std::tie(a->tp, a->model.hidden, a->micro_batch, a->pp, a->gpus, a->id) <
                   std::tie(b->tp, b->model.hidden, b->micro_batch, b->pp, b->gpus, b->id);
        });
        const std::size_t take = std::min(all.size(), std::max<std::size_t>(share, 1));
        for (std::size_t i = 0; i < take; ++i)
            kept.push_back(all[i * all.size() / take]);
    }
    return kept;
}

std::vector<PreparedRun> prepared(const std::vector<const MeasuredRun*>& runs) {
    std::vector<PreparedRun> ready;
    std::map<std::string, double> of_source;
    for (const MeasuredRun* run : runs)
        ++of_source[run->source];
    for (const MeasuredRun* run : runs) {
        ready.push_back(prepared(*run));
        // The largest source must not decide alone: of one ten times as large each run counts for less than
        // half.
        ready.back().weight = std::pow(of_source[run->source], -0.1) *
                              std::pow(of_source[run->source] / static_cast<double>(runs.size()), -0.32);
    }
    return ready;
}

/// From `x`, with the prior around `start`.
Eigen::VectorXd fitted(const std::vector<PreparedRun>& runs, const KindCalibration& start,
                       const Eigen::VectorXd& x, const FitOptions& options, const std::stop_token& stop) {
    const Eigen::VectorXd x0 = logarithms(start);
    const auto rows = static_cast<Eigen::Index>(runs.size());
    const auto residuals = [&](const Eigen::VectorXd& at) {
        Eigen::VectorXd r(rows + x0.size());
        r.head(rows) = errors(runs, with(start, at));
        for (Eigen::Index i = 0; i < rows; ++i)
            r[i] *= runs[static_cast<std::size_t>(i)].weight;
        for (Eigen::Index i = 0; i < x0.size(); ++i) {
            const FitParameter& parameter = fit_parameters()[static_cast<std::size_t>(i)];
            const bool unknown = runs.size() < enough && parameter.of_many;
            r[rows + i] = options.prior * (unknown ? held : parameter.firmness) * (at[i] - x0[i]);
        }
        return r;
    };
    return least_squares(residuals, x, rows, options.huber, options.iterations, stop);
}

/// Where fits of `runs` start: the entry at hand, else typical values, once with light and once with heavy
/// pipelines (long waits between stages), because the way from one to the other is longer than a descent
/// walks.
std::vector<KindCalibration> starting_kinds(const std::vector<MeasuredRun>& runs, const Calibration& start) {
    const MeasuredRun& run = runs.front();
    for (const KindCalibration& kind : start.kinds)
        if (kind.architecture == run.gpu.architecture && kind.framework == run.framework)
            return {kind};
    KindCalibration kind = typical_kind();
    kind.architecture = run.gpu.architecture;
    kind.framework = run.framework;
    kind.launches_ahead = framework_of(run.framework).launches_ahead;
    if (runs.size() < enough)
        return {kind};
    KindCalibration heavy = kind;
    heavy.congestion.send_wait_s = 0.5;
    heavy.congestion.launch_power = 0.7;
    heavy.inter_latency_s = 2e-4;
    return {kind, heavy};
}

double deviation(const std::vector<double>& values) {
    if (values.size() < 2)
        return 0;
    double mean = 0, square = 0;
    for (const double value : values)
        mean += value / static_cast<double>(values.size());
    for (const double value : values)
        square += (value - mean) * (value - mean);
    return std::sqrt(square / static_cast<double>(values.size() - 1));
}

std::string sources_of(const std::vector<const MeasuredRun*>& runs) {
    std::map<std::string, int> count_of;
    for (const MeasuredRun* run : runs)
        ++count_of[run->source];
    std::string text;
    for (const auto& [source, runs_of_it] : count_of)
        text += fmt::format("{}{} runs of {}", text.empty() ? "" : "; ", runs_of_it, source);
    return text;
}

/// A fit before its parameters are written into a calibration: where it began and where it ended.
struct RawFit {
    KindCalibration from;
    Eigen::VectorXd x;
    double error = std::numeric_limits<double>::infinity(); ///< mean relative error on the runs fitted
};

RawFit best_of_starts(const std::vector<PreparedRun>& runs, const std::vector<KindCalibration>& starts,
                      const FitOptions& options, const std::stop_token& stop) {
    RawFit best;
    FitOptions smooth = options; // squares first: absolute errors have kinks at which a descent gets stuck
    smooth.huber = 10 * options.huber;
    smooth.iterations = options.iterations / 3;
    for (const KindCalibration& start : starts) {
        const Eigen::VectorXd near = fitted(runs, start, logarithms(start), smooth, stop);
        const Eigen::VectorXd end = fitted(runs, start, near, options, stop);
        // What the runs do not tell stays at its start, so the lighter one wins unless it fits worse.
        constexpr double clearly = 0.8;
        if (const double error = mean_relative(errors(runs, with(start, end))); error < clearly * best.error)
            best = {start, end, error};
    }
    return best;
}

/// Takes the runs of a source without recomputation where the kind's other sources and these runs' own times
/// cannot both hold otherwise. Returns those sources.
std::vector<std::string> contradicted_recompute(std::vector<MeasuredRun>& runs, const Calibration& start,
                                                const FitOptions& options, const std::stop_token& stop) {
    constexpr double clearly = 0.9;
    std::map<std::string, int> full_of;
    for (const MeasuredRun& run : runs)
        full_of[run.source] += run.recompute == Recompute::full;
    if (full_of.size() < 2)
        return {};
    FitOptions quick = options;
    quick.iterations = options.iterations / 2;
    quick.prior = 10 * options.prior; // a wrong label must not be explained by a machine that cannot be
    const auto error_on = [&](const std::vector<MeasuredRun>& labelled) {
        return best_of_starts(prepared(thinned(pointers(labelled), options.coarse_runs)),
                              starting_kinds(labelled, start), quick, stop)
            .error;
    };
    std::vector<std::string> contradicted;
    double error = error_on(runs);
    for (const auto& [source, labelled] : full_of) {
        if (labelled < static_cast<int>(enough) || stop.stop_requested())
            continue;
        std::vector<MeasuredRun> without = runs;
        for (MeasuredRun& run : without)
            if (run.source == source)
                run.recompute = Recompute::none;
        const double error_without = error_on(without);
        if (error_without > clearly * error)
            continue;
        contradicted.push_back(source);
        runs = std::move(without);
        error = error_without;
    }
    return contradicted;
}

/// Each coarse run predicted by a fit to the folds it is not in; empty where the runs are too few to leave
/// some out, or when stopped. Adds every fold's parameters to `over_folds`.
Eigen::VectorXd held_out_errors(const std::vector<PreparedRun>& runs, const RawFit& fit,
                                const FitOptions& options, const std::stop_token& stop,
                                std::vector<std::vector<double>>& over_folds) {
    constexpr int fewest = 4;        // runs of a fold
    constexpr std::size_t few = 100; // runs that a whole fit takes no time for
    const int folds = std::min(options.folds, static_cast<int>(runs.size()) / fewest);
    if (folds < 2)
        return {};
    Eigen::VectorXd held_out = errors(runs, with(fit.from, fit.x));
    FitOptions quick = options;
    quick.iterations = std::max(2, options.iterations / 5);
    for (int fold = 0; fold < folds && !stop.stop_requested(); ++fold) {
        std::vector<PreparedRun> inside;
        for (std::size_t i = 0; i < runs.size(); ++i)
            if (static_cast<int>(i) % folds != fold)
                inside.push_back(runs[i]);
        const Eigen::VectorXd y = runs.size() <= few ? best_of_starts(inside, {fit.from}, options, stop).x
                                                     : fitted(inside, fit.from, fit.x, quick, stop);
        const KindCalibration of_fold = with(fit.from, y);
        for (std::size_t i = 0; i < runs.size(); ++i)
            if (static_cast<int>(i) % folds == fold)
                held_out[static_cast<Eigen::Index>(i)] =
                    std::log(predicted_time_s(runs[i], {{of_fold}}) / runs[i].measured_s);
        for (Eigen::Index i = 0; i < y.size(); ++i)
            over_folds[static_cast<std::size_t>(i)].push_back(y[i]);
    }
    if (stop.stop_requested())
        return {};
    return held_out;
}

FitReport fit_kind(std::vector<MeasuredRun> runs, const Calibration& start, const FitOptions& options,
                   const std::stop_token& stop) {
    FitReport report;
    std::vector<std::string> contradicted = contradicted_recompute(runs, start, options, stop);
    const std::vector<const MeasuredRun*> all = pointers(runs);
    const std::vector<PreparedRun> coarse = prepared(thinned(all, options.coarse_runs));
    RawFit fit = best_of_starts(coarse, starting_kinds(runs, start), options, stop);
    const std::vector<PreparedRun> fine = prepared(thinned(all, options.max_runs));
    if (fine.size() > coarse.size()) {
        FitOptions last = options;
        last.iterations = options.iterations / 2;
        fit.x = fitted(fine, fit.from, fit.x, last, stop);
    }
    report.kind = with(fit.from, fit.x);
    report.runs = static_cast<int>(runs.size());
    report.error = mean_relative(errors(fine, report.kind));

    std::vector<std::vector<double>> over_folds(fit_parameters().size());
    const Eigen::VectorXd held_out = held_out_errors(coarse, fit, options, stop, over_folds);
    report.held_out = held_out.size() > 0;
    report.held_out_error = report.held_out ? mean_relative(held_out) : report.error;
    for (std::size_t i = 0; i < over_folds.size(); ++i)
        report.parameters.push_back(
            {fit_parameters()[i].name, fit_parameters()[i].of(report.kind), deviation(over_folds[i])});
    // What was only fitted says little of what comes: as wide as for kinds that nobody measured.
    report.kind.relative_error =
        std::min(report.held_out ? held_out_quantile(held_out)
                                 : std::max(report.error, KindCalibration{}.relative_error),
                 kind_number(&KindCalibration::relative_error).most);
    report.kind.runs = report.runs;
    report.kind.flash_attention =
        2 * std::count_if(runs.begin(), runs.end(),
                          [](const MeasuredRun& run) { return job_of(run).flash_attention; }) >=
        std::ssize(runs);
    report.kind.without_recompute = std::move(contradicted);
    report.kind.source = sources_of(all) + "; " + error_text(report);
    report.kind.congestion.measured_on = sources_of(all);
    return report;
}

} // namespace

std::string error_text(const FitReport& report) {
    return fmt::format("mean error {:.1f} %, {}", 100 * report.error,
                       report.held_out ? fmt::format("held out {:.1f} %", 100 * report.held_out_error)
                                       : "none held out");
}

CalibrationFit fit_calibration(const std::vector<MeasuredRun>& runs, const Calibration& start,
                               const FitOptions& options, const ProgressSink& progress,
                               const std::stop_token& stop) {
    CalibrationFit fit;
    std::map<std::pair<std::string, std::string>, std::vector<MeasuredRun>> by_kind;
    for (const MeasuredRun& run : runs) {
        if (!run.clean || run.status != RunStatus::ok || run.time_s <= 0)
            continue;
        if (const std::string why = why_inexpressible(run); why.empty())
            by_kind[{run.gpu.architecture, run.framework}].push_back(run);
        else
            fit.left_out[why].push_back(run.id);
    }
    for (auto& [key, of_kind] : by_kind) {
        if (stop.stop_requested())
            break;
        if (progress)
            progress({fmt::format("fitting {} {}", key.first, key.second),
                      static_cast<double>(fit.reports.size()) / static_cast<double>(by_kind.size()), 0});
        fit.reports.push_back(fit_kind(std::move(of_kind), start, options, stop));
        fit.calibration.kinds.push_back(fit.reports.back().kind);
    }
    return fit;
}

} // namespace pipette
