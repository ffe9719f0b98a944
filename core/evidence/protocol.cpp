// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/protocol.h"

#include "core/framework/framework.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <map>
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

/// Fits of some sources to predict another. What is common to those of the same runs is fitted once.
class Fits {
public:
    Fits(const Calibration& start, const FitOptions& options, const std::stop_token& stop)
        : start_(start), options_(options), stop_(stop) {}

    /// The entries that predict `unseen`.
    Calibration of(const std::vector<const SourceRuns*>& sources, const SourceRuns& unseen) {
        Calibration calibration{.kinds = {}, .common = common_of(sources), .sites = start_.sites};
        for (FitReport& report : fit_entries(sources, calibration, options_, stop_, &unseen))
            calibration.kinds.push_back(std::move(report.kind));
        return calibration;
    }

private:
    const KindCalibration& common_of(const std::vector<const SourceRuns*>& sources) {
        std::vector<std::pair<std::string, std::size_t>> tell; // source, runs
        for (const SourceRuns* source : sources)
            if (const auto typical = std::count_if(
                    source->runs.begin(), source->runs.end(),
                    [](const PreparedRun& run) { return framework_of(run.job).typical && !run.model.moe; });
                typical > 0)
                tell.emplace_back(source->source, typical);
        const auto known = common_.find(tell);
        return known != common_.end()
                   ? known->second
                   : common_
                         .emplace(std::move(tell),
                                  fit_common(sources, start_.common, start_.sites, options_, stop_))
                         .first->second;
    }

    const Calibration& start_;
    const FitOptions& options_;
    const std::stop_token& stop_;
    std::map<std::vector<std::pair<std::string, std::size_t>>, KindCalibration> common_;
};

UnseenSource predicted_by(const Calibration& calibration, const SourceRuns& source) {
    UnseenSource unseen{source.source, {}};
    for (const PreparedRun& run : source.runs) {
        const GpuKind& gpu = run.cluster.node_kinds.front().gpu;
        const KindCalibration& kind = calibration.nearest(gpu, run.job.framework);
        unseen.runs.push_back(
            {predicted_time_s(run, calibration), run.measured_s,
             standing_of(kind, {gpu, run.job.framework, run.job.precision, run.config.world()}),
             gpu.architecture});
    }
    return unseen;
}

std::vector<const SourceRuns*> all_but(const std::vector<SourceRuns>& sources, std::size_t one,
                                       std::size_t other) {
    std::vector<const SourceRuns*> rest;
    for (std::size_t i = 0; i < sources.size(); ++i)
        if (i != one && i != other)
            rest.push_back(&sources[i]);
    return rest;
}

/// Of the errors of some runs, each source counting alike: what four in five are within.
double within(const std::vector<UnseenSource>& sources, const std::function<bool(const UnseenRun&)>& wanted) {
    std::vector<std::pair<double, double>> sizes; // error, weight
    double all = 0;
    for (const UnseenSource& source : sources)
        for (const UnseenRun& run : source.runs)
            if (wanted(run)) {
                sizes.emplace_back(std::abs(run.off()), 1 / double(source.runs.size()));
                all += sizes.back().second;
            }
    std::sort(sizes.begin(), sizes.end());
    double sum = 0;
    for (const auto& [size, weight] : sizes)
        if (sum += weight; sum >= 0.8 * all)
            return size;
    return 0;
}

ErrorFigures figures_of(const UnseenSource& unseen) {
    std::vector<double> predicted, measured;
    for (const UnseenRun& run : unseen.runs)
        predicted.push_back(run.predicted_s), measured.push_back(run.measured_s);
    return error_figures(predicted, measured);
}

LeftOut left_out(const UnseenSource& unseen, const std::vector<UnseenSource>& others) {
    LeftOut result{.source = unseen.source, .time = figures_of(unseen), .ranges = ranges_of(others)};
    std::map<std::string, Ranges> by_architecture;
    for (const UnseenRun& run : unseen.runs)
        by_architecture.try_emplace(run.architecture, ranges_of(others, run.architecture));
    for (const UnseenRun& run : unseen.runs) {
        const double range = by_architecture.at(run.architecture).of(run.standing);
        result.range += range / double(unseen.runs.size());
        result.in_range += std::abs(run.off()) <= range ? 1.0 : 0.0;
    }
    result.in_range /= std::max<double>(1, double(unseen.runs.size()));
    return result;
}

/// Those runs of a source in every so-manieth place, and the others.
std::pair<SourceRuns, SourceRuns> split(const SourceRuns& source, std::size_t known) {
    std::pair<SourceRuns, SourceRuns> parts{{source.source, 0, {}}, {source.source, 0, {}}};
    const std::size_t count = source.runs.size();
    for (std::size_t i = 0; i < count; ++i)
        (i * known / count != (i + 1) * known / count ? parts.first : parts.second)
            .runs.push_back(source.runs[i]);
    for (SourceRuns* part : {&parts.first, &parts.second})
        part->all = static_cast<int>(part->runs.size());
    return parts;
}

} // namespace

Ranges ranges_of(const std::vector<UnseenSource>& sources, const std::string& architecture) {
    const auto of = [&](Standing standing) {
        return within(sources, [standing](const UnseenRun& run) { return run.standing == standing; });
    };
    const auto own_here = [&](const UnseenRun& run) {
        return run.standing == Standing::own && run.architecture == architecture;
    };
    Ranges ranges;
    double all = of(Standing::own);
    if (all == 0)
        all = within(sources, [](const UnseenRun&) { return true; });
    constexpr int enough = 3; // sources
    const auto here = std::count_if(sources.begin(), sources.end(), [&](const UnseenSource& source) {
        return std::any_of(source.runs.begin(), source.runs.end(), own_here);
    });
    ranges.own = here >= enough ? within(sources, own_here) : all;
    ranges.near_factor = of(Standing::near) / std::max(all, 1e-9);
    ranges.far_factor = of(Standing::far) / std::max(all, 1e-9);
    constexpr double far_at_least = 4;
    const double borrowed =
        std::max(ranges.own, all); // nobody knows whether it is of the best known machines
    ranges.near = borrowed * std::max(1.0, ranges.near_factor);
    ranges.far = std::max(ranges.near, borrowed * std::max(far_at_least, ranges.far_factor));
    return ranges;
}

std::vector<UnseenSource> unseen_errors(const std::vector<SourceRuns>& sources, const Calibration& start,
                                        const FitOptions& options, const std::stop_token& stop) {
    std::vector<UnseenSource> unseen;
    Fits fits(start, options, stop);
    for (std::size_t i = 0; i < sources.size() && !stop.stop_requested(); ++i)
        unseen.push_back(predicted_by(fits.of(all_but(sources, i, i), sources[i]), sources[i]));
    return unseen;
}

std::vector<LeftOut> leave_one_source_out(const std::vector<MeasuredRun>& runs, const Calibration& start,
                                          const std::stop_token& stop) {
    FitOptions options, quick; // of the many fits without two sources only the spread of errors counts
    quick.iterations = 8;
    InexpressibleRuns ignored;
    const std::vector<SourceRuns> sources = runs_by_source(runs, options.max_runs, ignored),
                                  fewer = runs_by_source(runs, options.max_runs / 3, ignored);
    std::vector<LeftOut> result;
    if (sources.size() < 2)
        return result;
    Fits fits(start, options, stop), quick_fits(start, quick, stop);
    std::vector<std::vector<UnseenSource>> others(sources.size()); // [left out] the others without it either
    for (std::size_t i = 0; i < sources.size(); ++i)
        for (std::size_t j = i + 1; j < sources.size() && !stop.stop_requested(); ++j) {
            const std::vector<const SourceRuns*> rest = all_but(fewer, i, j);
            others[i].push_back(predicted_by(quick_fits.of(rest, fewer[j]), fewer[j]));
            others[j].push_back(predicted_by(quick_fits.of(rest, fewer[i]), fewer[i]));
        }
    for (std::size_t i = 0; i < sources.size() && !stop.stop_requested(); ++i) {
        std::vector<const SourceRuns*> rest = all_but(sources, i, i);
        const UnseenSource unseen = predicted_by(fits.of(rest, sources[i]), sources[i]);
        result.push_back(left_out(unseen, others[i]));
        constexpr int few = 20;
        const bool alone = std::all_of(unseen.runs.begin(), unseen.runs.end(),
                                       [](const UnseenRun& run) { return run.standing != Standing::own; });
        if (!alone || sources[i].all < 10 * few)
            continue;
        const auto [known, unknown] = split(sources[i], few);
        rest.push_back(&known);
        result.push_back(left_out(predicted_by(fits.of(rest, unknown), unknown), others[i]));
        result.back().known = few;
    }
    return result;
}

std::vector<UnseenModels> leave_one_model_out(const std::vector<MeasuredRun>& runs, const Calibration& start,
                                              const std::stop_token& stop) {
    constexpr std::size_t runs_each = 2; // in the mean: what fewer are off says little
    FitOptions options;
    options.iterations = 8; // as near as a reader looks
    InexpressibleRuns ignored;
    const std::vector<SourceRuns> sources = runs_by_source(runs, options.max_runs, ignored);
    std::vector<UnseenModels> result;
    std::map<std::string, UnseenSource> experts; // by architecture
    for (const SourceRuns& source : sources) {
        std::map<ModelShape, SourceRuns> models;
        for (const PreparedRun& run : source.runs)
            models[shape_of(run.model)].runs.push_back(run);
        if (models.size() < 2 || source.runs.size() < runs_each * models.size())
            continue;
        UnseenModels& all = result.emplace_back(UnseenModels{source.source, {}, {}});
        UnseenSource together;
        for (const auto& [shape, unseen] : models) {
            if (stop.stop_requested())
                return result;
            std::vector<SourceRuns> rest = sources;
            for (SourceRuns& other : rest)
                std::erase_if(other.runs, [&left_out = shape](const PreparedRun& run) {
                    return shape_of(run.model) == left_out;
                });
            std::vector<const SourceRuns*> known;
            for (const SourceRuns& other : rest)
                if (!other.runs.empty())
                    known.push_back(&other);
            const UnseenSource found = predicted_by(Fits(start, options, stop).of(known, unseen), unseen);
            together.runs.insert(together.runs.end(), found.runs.begin(), found.runs.end());
            for (std::size_t i = 0; i < found.runs.size(); ++i)
                if (unseen.runs[i].model.moe)
                    experts[unseen.runs[i].cluster.node_kinds.front().gpu.architecture].runs.push_back(
                        found.runs[i]);
            all.models.push_back({unseen.runs.front().model.name, figures_of(found)});
        }
        all.time = figures_of(together);
    }
    for (const auto& [architecture, unseen] : experts)
        result.push_back({"with experts, " + architecture, figures_of(unseen), {}});
    return result;
}

std::vector<MemoryTrial> memory_trials(const std::vector<MeasuredRun>& runs, const std::stop_token& stop) {
    std::set<std::string> frameworks;
    for (const MeasuredRun& run : runs)
        if (tells_memory(run))
            frameworks.insert(run.framework);
    std::vector<MemoryTrial> trials;
    for (const std::string& framework : frameworks) {
        const std::vector<MeasuredRun> of = those(runs, [&](const MeasuredRun& run) {
            return run.framework == framework && !run.fine_tunes && run.lacks.empty();
        });
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
