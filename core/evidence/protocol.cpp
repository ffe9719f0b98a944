// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/protocol.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <limits>
#include <set>

namespace pipette {
namespace {

constexpr int small_job_gpus = 32; ///< the paper fits on at most this many

std::vector<MeasuredRun> those(const std::vector<MeasuredRun>& runs,
                               const std::function<bool(const MeasuredRun&)>& wanted) {
    std::vector<MeasuredRun> chosen;
    for (const MeasuredRun& run : runs)
        if (wanted(run))
            chosen.push_back(run);
    return chosen;
}

void add_trials(std::vector<MemoryTrial>& trials, const std::string& protocol, const std::string& framework,
                const std::vector<MeasuredRun>& fit, std::vector<MeasuredRun> test,
                const std::stop_token& stop) {
    const std::vector<MemorySample> samples = memory_samples(fit, framework);
    if (samples.size() < fewest_samples || memory_samples(test, framework).empty())
        return;
    for (MeasuredRun& run : test)
        run.time_s = 0; // memory alone
    trials.push_back({protocol, "analytic", validate(test, {}, {}, stop).overall.memory});
    for (const auto& [name, target] :
         {std::pair("direct", MemoryTarget::direct), std::pair("residual", MemoryTarget::residual)}) {
        TrainingOptions options;
        options.target = target;
        trials.push_back(
            {protocol, name,
             validate(test, {}, {train_memory_estimator(samples, options, {}, stop)}, stop).overall.memory});
    }
}

} // namespace

std::vector<LeftOut> leave_one_source_out(const std::vector<MeasuredRun>& runs, const std::stop_token& stop) {
    std::set<std::string> sources;
    for (const MeasuredRun& run : runs)
        if (run.time_s > 0)
            sources.insert(run.source);
    std::vector<LeftOut> result;
    if (sources.size() < 2)
        return result;
    // Kinds are fitted one by one, so leaving a source out changes only the kinds that it measured.
    FitOptions options;
    options.folds = 1;
    options.max_runs = options.coarse_runs = 400;
    options.iterations = 20;
    const Calibration whole = fit_calibration(runs, {}, options, {}, stop).calibration;
    for (const std::string& source : sources) {
        if (stop.stop_requested())
            break;
        const std::vector<MeasuredRun> of =
            those(runs, [&](const auto& run) { return run.source == source; });
        const auto measured_by_it = [&](const std::string& architecture, const std::string& framework) {
            return std::any_of(of.begin(), of.end(), [&](const MeasuredRun& run) {
                return run.gpu.architecture == architecture && run.framework == framework;
            });
        };
        Calibration others =
            fit_calibration(those(runs,
                                  [&](const MeasuredRun& run) {
                                      return run.source != source &&
                                             measured_by_it(run.gpu.architecture, run.framework);
                                  }),
                            {}, options, {}, stop)
                .calibration;
        for (const KindCalibration& kind : whole.kinds)
            if (!measured_by_it(kind.architecture, kind.framework))
                others.kinds.push_back(kind);
        std::vector<MeasuredRun> timed = those(of, [](const MeasuredRun& run) { return run.time_s > 0; });
        result.push_back({source, validate(timed, others, {}, stop).overall.time});
    }
    return result;
}

std::vector<MemoryTrial> memory_trials(const std::vector<MeasuredRun>& runs, const std::stop_token& stop) {
    std::set<std::string> frameworks;
    for (const MeasuredRun& run : runs)
        if (run.peak_memory_bytes > 0)
            frameworks.insert(run.framework);
    std::vector<MemoryTrial> trials;
    for (const std::string& framework : frameworks) {
        const std::vector<MeasuredRun> of =
            those(runs, [&](const MeasuredRun& run) { return run.framework == framework; });
        add_trials(trials, fmt::format("{}, up to {} GPUs -> more", framework, small_job_gpus), framework,
                   those(of, [](const MeasuredRun& run) { return run.gpus <= small_job_gpus; }),
                   those(of, [](const MeasuredRun& run) { return run.gpus > small_job_gpus; }), stop);
        const MeasuredRun* smallest = &of.front();
        for (const MeasuredRun& run : of)
            if (total_parameters(run.model) < total_parameters(smallest->model))
                smallest = &run;
        const std::string name = smallest->model.name;
        add_trials(trials, fmt::format("{}, {} -> others", framework, name), framework,
                   those(of, [&](const MeasuredRun& run) { return run.model.name == name; }),
                   those(of, [&](const MeasuredRun& run) { return run.model.name != name; }), stop);
    }
    return trials;
}

} // namespace pipette
