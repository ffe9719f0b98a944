// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/fit_time.h"

#include "core/evidence/least_squares.h"
#include "core/evidence/run_time.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <tuple>

namespace pipette {
namespace {

/// A number of KindCalibration that is fitted, and where the fit starts.
struct Parameter {
    const char* name;
    double KindCalibration::*member;
    double start;
};

constexpr Parameter parameters[] = {
    {"matmul_efficiency", &KindCalibration::matmul_efficiency, 0.75},
    {"matmul_half_flops", &KindCalibration::matmul_half_flops, 1e10},
    {"attention_efficiency", &KindCalibration::attention_efficiency, 0.4},
    {"memory_efficiency", &KindCalibration::memory_efficiency, 0.8},
    {"unsplit_head_slowdown", &KindCalibration::unsplit_head_slowdown, 1.5},
    {"launch_s", &KindCalibration::launch_s, 3e-3},
    {"pipeline_launch_power", &KindCalibration::pipeline_launch_power, 0.1},
    {"intra_efficiency", &KindCalibration::intra_efficiency, 1},
    {"inter_efficiency", &KindCalibration::inter_efficiency, 1},
    {"inter_latency_s", &KindCalibration::inter_latency_s, 1e-5},
    {"exchange_efficiency", &KindCalibration::exchange_efficiency, 1},
    {"exchange_latency_s", &KindCalibration::exchange_latency_s, 1e-5},
    {"send_latency_s", &KindCalibration::send_latency_s, 2e-4},
    {"crowded_send_s", &KindCalibration::crowded_send_s, 1e-3},
    {"crowded_send_gpus", &KindCalibration::crowded_send_gpus, 500},
    {"iteration_overhead_s", &KindCalibration::iteration_overhead_s, 2e-3},
};
constexpr Eigen::Index count = std::size(parameters);

Eigen::VectorXd logarithms(const KindCalibration& kind) {
    Eigen::VectorXd x(count);
    for (Eigen::Index i = 0; i < count; ++i)
        x[i] = std::log(std::max(kind.*parameters[i].member, 1e-9));
    return x;
}

KindCalibration with(KindCalibration kind, const Eigen::VectorXd& x) {
    for (Eigen::Index i = 0; i < count; ++i)
        kind.*parameters[i].member = std::exp(std::clamp(x[i], -30.0, 30.0));
    return kind;
}

/// Log of predicted over measured for each run.
Eigen::VectorXd errors(const std::vector<PreparedRun>& runs, const KindCalibration& kind) {
    const Calibration only{{kind}};
    Eigen::VectorXd result(static_cast<Eigen::Index>(runs.size()));
    for (std::size_t i = 0; i < runs.size(); ++i)
        result[static_cast<Eigen::Index>(i)] = std::log(predicted_time_s(runs[i], only) / runs[i].measured_s);
    return result;
}

double mean_relative(const Eigen::VectorXd& log_errors) {
    return log_errors.size() == 0 ? 0 : (log_errors.array().exp() - 1).abs().mean();
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
        // Each source counts as much as the square root of its size: the largest must not decide alone.
        ready.back().weight = 1 / std::sqrt(std::sqrt(of_source[run->source]));
    }
    return ready;
}

Eigen::VectorXd fitted(const std::vector<PreparedRun>& runs, const KindCalibration& start,
                       const FitOptions& options, const std::stop_token& stop) {
    const Eigen::VectorXd x0 = logarithms(start);
    const auto rows = static_cast<Eigen::Index>(runs.size());
    const auto residuals = [&](const Eigen::VectorXd& x) {
        Eigen::VectorXd r(rows + count);
        r.head(rows) = errors(runs, with(start, x));
        for (Eigen::Index i = 0; i < rows; ++i)
            r[i] *= runs[static_cast<std::size_t>(i)].weight;
        r.tail(count) = options.prior * (x - x0);
        return r;
    };
    return least_squares(residuals, x0, rows, options.huber, options.iterations, stop);
}

/// Where fits start: the entry at hand, else typical values, once with light and once with heavy pipelines
/// (long waits between stages), because the way from one to the other is longer than a descent walks.
std::vector<KindCalibration> starting_kinds(const MeasuredRun& run, const Calibration& start) {
    for (const KindCalibration& kind : start.kinds)
        if (kind.architecture == run.gpu.architecture && kind.framework == run.framework)
            return {kind};
    KindCalibration kind;
    for (const Parameter& parameter : parameters)
        kind.*parameter.member = parameter.start;
    kind.architecture = run.gpu.architecture;
    kind.framework = run.framework;
    // Megatron's published runs are older than flash attention.
    kind.fused_attention = run.framework != "megatron" && run.framework != "megatron-deepspeed";
    KindCalibration heavy = kind;
    heavy.crowded_send_s = 0.5;
    heavy.pipeline_launch_power = 0.7;
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

FitReport fit_kind(const std::vector<const MeasuredRun*>& all, const Calibration& start,
                   const FitOptions& options, const std::stop_token& stop) {
    FitReport report;
    const std::vector<PreparedRun> used = prepared(thinned(all, options.max_runs));
    KindCalibration from;
    Eigen::VectorXd x;
    double least = std::numeric_limits<double>::infinity();
    for (const KindCalibration& candidate : starting_kinds(*all.front(), start)) {
        const Eigen::VectorXd end = fitted(used, candidate, options, stop);
        // What the runs do not tell stays at its start, so the lighter one wins unless it fits worse.
        constexpr double clearly = 0.8;
        if (const double error = mean_relative(errors(used, with(candidate, end))); error < clearly * least)
            least = error, from = candidate, x = end;
    }
    report.kind = with(from, x);
    report.runs = static_cast<int>(all.size());

    std::vector<std::vector<double>> over_folds(static_cast<std::size_t>(count));
    Eigen::VectorXd held_out = errors(used, report.kind);
    report.error = mean_relative(held_out);
    const int folds = static_cast<int>(used.size()) >= 8 * options.folds ? options.folds : 1;
    for (int fold = 0; folds > 1 && fold < folds && !stop.stop_requested(); ++fold) {
        std::vector<PreparedRun> inside;
        for (std::size_t i = 0; i < used.size(); ++i)
            if (static_cast<int>(i) % folds != fold)
                inside.push_back(used[i]);
        FitOptions few = options;
        few.iterations = std::max(2, options.iterations / 5);
        const Eigen::VectorXd y = fitted(inside, report.kind, few, stop);
        const KindCalibration kind = with(from, y);
        for (std::size_t i = 0; i < used.size(); ++i)
            if (static_cast<int>(i) % folds == fold)
                held_out[static_cast<Eigen::Index>(i)] =
                    std::log(predicted_time_s(used[i], {{kind}}) / used[i].measured_s);
        for (Eigen::Index i = 0; i < count; ++i)
            over_folds[static_cast<std::size_t>(i)].push_back(y[i]);
    }
    report.held_out_error = mean_relative(held_out);
    for (Eigen::Index i = 0; i < count; ++i)
        report.parameters.push_back(
            {parameters[i].name, std::exp(x[i]), deviation(over_folds[static_cast<std::size_t>(i)])});
    report.kind.relative_error = std::sqrt(held_out.squaredNorm() / static_cast<double>(held_out.size()));
    report.kind.runs = report.runs;
    report.kind.source = fmt::format("{}; mean error {:.1f} %, held out {:.1f} %", sources_of(all),
                                     100 * report.error, 100 * report.held_out_error);
    return report;
}

} // namespace

CalibrationFit fit_calibration(const std::vector<MeasuredRun>& runs, const Calibration& start,
                               const FitOptions& options, const ProgressSink& progress,
                               const std::stop_token& stop) {
    std::map<std::pair<std::string, std::string>, std::vector<const MeasuredRun*>> by_kind;
    for (const MeasuredRun& run : runs)
        if (run.clean && run.status == RunStatus::ok && run.time_s > 0 && can_express(run))
            by_kind[{run.gpu.architecture, run.framework}].push_back(&run);
    CalibrationFit fit;
    for (const auto& [key, of_kind] : by_kind) {
        if (stop.stop_requested())
            break;
        if (progress)
            progress({fmt::format("fitting {} {}", key.first, key.second),
                      static_cast<double>(fit.reports.size()) / static_cast<double>(by_kind.size()), 0});
        fit.reports.push_back(fit_kind(of_kind, start, options, stop));
        fit.calibration.kinds.push_back(fit.reports.back().kind);
    }
    return fit;
}

} // namespace pipette
