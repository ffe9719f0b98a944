// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/fit_time.h"

#include "core/evidence/fit_parameters.h"
#include "core/evidence/least_squares.h"
#include "core/evidence/protocol.h"
#include "core/framework/framework.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <future>
#include <map>
#include <set>
#include <thread>
#include <tuple>

namespace pipette {
namespace {

using Kind = std::pair<std::string, std::string>; ///< architecture, framework

Kind kind_of(const PreparedRun& run) {
    return {run.cluster.node_kinds.front().gpu.architecture, calibration_name(run.job.framework)};
}

/// Runs that count, and how much each does.
struct Weighted {
    std::vector<const PreparedRun*> runs;
    Eigen::VectorXd weights;
};

/// Those of which `wanted` holds; every source counts alike, whatever the number of its runs.
template <class Wanted>
Weighted weighted(const std::vector<const SourceRuns*>& sources, double spread, Wanted wanted) {
    Weighted chosen;
    std::vector<double> weights;
    for (const SourceRuns* source : sources) {
        const std::size_t before = chosen.runs.size();
        for (const PreparedRun& run : source->runs)
            if (wanted(run))
                chosen.runs.push_back(&run);
        const std::size_t count = chosen.runs.size() - before;
        weights.insert(weights.end(), count, 1 / (spread * std::sqrt(std::max<double>(1, double(count)))));
    }
    chosen.weights = Eigen::Map<Eigen::VectorXd>(weights.data(), static_cast<Eigen::Index>(weights.size()));
    return chosen;
}

/// Log of predicted over measured for each run, on all cores.
Eigen::VectorXd errors(const std::vector<const PreparedRun*>& runs, const KindCalibration& kind,
                       const std::vector<Site>& sites) {
    const Calibration only{.kinds = {}, .common = kind, .sites = sites};
    Eigen::VectorXd result(static_cast<Eigen::Index>(runs.size()));
    const std::size_t workers = std::max(1U, std::thread::hardware_concurrency());
    const auto predict_every = [&](std::size_t first) {
        for (std::size_t i = first; i < runs.size(); i += workers)
            result[static_cast<Eigen::Index>(i)] =
                std::log(predicted_time_s(*runs[i], only) / runs[i]->measured_s);
    };
    std::vector<std::future<void>> others;
    for (std::size_t worker = 1; worker < workers; ++worker)
        others.push_back(std::async(std::launch::async, predict_every, worker));
    predict_every(0);
    for (std::future<void>& other : others)
        other.get();
    return result;
}

/// Where a fit ends, and which parameters its runs tell: those whose move changes errors by more than their
/// prior weight holds it.
struct Fitted {
    KindCalibration kind;
    std::vector<bool> told;
    double error = 0; ///< mean relative error
};

Fitted fitted(const Weighted& from, const KindCalibration& centre, const std::vector<Site>& sites,
              double prior, const FitOptions& options, const std::stop_token& stop) {
    const Eigen::VectorXd x0 = logarithms(centre);
    const auto rows = static_cast<Eigen::Index>(from.runs.size());
    const auto prior_weight = [&](Eigen::Index i) {
        return prior * fit_parameters()[static_cast<std::size_t>(i)].prior_weight;
    };
    const auto residuals = [&](const Eigen::VectorXd& at) {
        Eigen::VectorXd r(rows + x0.size());
        r.head(rows) = errors(from.runs, with(centre, at), sites).cwiseProduct(from.weights);
        for (Eigen::Index i = 0; i < x0.size(); ++i)
            r[rows + i] = prior_weight(i) * (at[i] - x0[i]);
        return r;
    };
    Eigen::VectorXd x = least_squares(residuals, x0, rows, options.huber, options.iterations, stop);
    Fitted result;
    const Eigen::VectorXd end = residuals(x).head(rows);
    for (Eigen::Index i = 0; i < x.size(); ++i) {
        constexpr double step = 0.05, told = 0.5;
        Eigen::VectorXd moved = x;
        moved[i] -= step;
        result.told.push_back((residuals(moved).head(rows) - end).norm() / step > told * prior_weight(i));
    }
    for (Eigen::Index i = 0; i < x.size(); ++i)
        if (!result.told[static_cast<std::size_t>(i)])
            x[i] = x0[i];
    result.kind = with(centre, x);
    for (std::size_t i = 0; i < result.told.size(); ++i)
        if (!result.told[i]) // exactly: 0 has no logarithm
            result.kind.*fit_parameters()[i].member = centre.*fit_parameters()[i].member;
    result.error = (errors(from.runs, result.kind, sites).array().exp() - 1).abs().mean();
    return result;
}

void average_repeats(std::vector<MeasuredRun>& runs) {
    std::map<std::string, std::vector<MeasuredRun*>> same;
    for (MeasuredRun& run : runs)
        same[whole_layout(run)].push_back(&run);
    for (const auto& [layout, repeats] : same) {
        double sum = 0;
        for (const MeasuredRun* run : repeats)
            sum += run->time_s;
        for (MeasuredRun* run : repeats)
            run->time_s = sum / double(repeats.size());
    }
}

/// Sources of very few runs count together as one.
void join_small(std::map<std::string, std::vector<MeasuredRun>>& by_source) {
    constexpr std::size_t few = 4;
    std::vector<MeasuredRun> small;
    std::size_t joined = 0;
    for (const auto& [source, runs] : by_source)
        if (runs.size() < few)
            ++joined, small.insert(small.end(), runs.begin(), runs.end());
    if (joined < 2)
        return;
    std::erase_if(by_source, [](const auto& source) { return source.second.size() < few; });
    by_source[fmt::format("{} sources of fewer than {} runs", joined, few)] = std::move(small);
}

/// Runs with experts differ in more than an entry's numbers: few of them among many without would bend these.
bool tell_of_experts(const std::vector<const SourceRuns*>& sources, const Kind& of) {
    constexpr int enough = 4;
    int with = 0, without = 0;
    for (const SourceRuns* source : sources)
        for (const PreparedRun& run : source->runs)
            if (kind_of(run) == of)
                ++(run.model.moe ? with : without);
    return with >= enough || without == 0;
}

void describe(KindCalibration& kind, const std::vector<const SourceRuns*>& sources, const Kind& of,
              double error) {
    std::string text;
    std::set<std::string> precisions, names;
    int flash = 0, seen = 0;
    const bool experts_tell = tell_of_experts(sources, of);
    kind.runs = kind.fewest_gpus = kind.most_gpus = 0;
    for (const SourceRuns* source : sources) {
        int here = 0;
        for (const PreparedRun& run : source->runs)
            if (kind_of(run) == of && (experts_tell || !run.model.moe)) {
                ++here;
                flash += run.job.flash_attention;
                precisions.emplace(name_of(run.job.precision));
                names.insert(run.source);
                const int gpus = run.config.world();
                kind.fewest_gpus = kind.fewest_gpus == 0 ? gpus : std::min(kind.fewest_gpus, gpus);
                kind.most_gpus = std::max(kind.most_gpus, gpus);
            }
        if (here == 0)
            continue;
        seen += here;
        const int runs =
            here == std::ssize(source->runs) ? source->all : here; // before they were thinned out
        text += fmt::format("{}{} runs of {}", text.empty() ? "" : "; ", runs, source->source);
        kind.runs += runs;
    }
    kind.precisions.assign(precisions.begin(), precisions.end());
    kind.sources.assign(names.begin(), names.end());
    kind.flash_attention = 2 * flash >= seen;
    kind.source = fmt::format("{}; mean error {:.1f} %", text, 100 * error);
}

/// Of all kinds that sources tell, those whose entries predict some runs.
std::set<Kind> nearest_kinds(const std::set<Kind>& kinds, const std::vector<const SourceRuns*>& sources,
                             const Calibration& common, const SourceRuns& predicted) {
    Calibration outline{.kinds = {}, .common = common.common, .sites = {}};
    for (const Kind& of : kinds) {
        KindCalibration& kind = outline.kinds.emplace_back();
        std::tie(kind.architecture, kind.framework) = of;
        describe(kind, sources, of, 0);
    }
    std::set<Kind> nearest;
    for (const PreparedRun& run : predicted.runs)
        if (const KindCalibration& kind =
                outline.nearest(run.cluster.node_kinds.front().gpu, run.job.framework);
            &kind != &outline.common)
            nearest.emplace(kind.architecture, kind.framework);
    return nearest;
}

/// Where the fit of an entry starts and what it leans on: the common entry, but the rates of kernels are
/// those that dense runs of all frameworks of the same kernels tell, where these are of more than one entry.
KindCalibration centre_of(const Kind& of, const std::vector<const SourceRuns*>& sources,
                          const Calibration& common, const FitOptions& options, const std::stop_token& stop) {
    KindCalibration centre = common.common;
    std::tie(centre.architecture, centre.framework) = of;
    const std::string_view kernels = framework_of(of.second).kernels;
    const Weighted kin = weighted(sources, options.spread, [&](const PreparedRun& run) {
        return !kernels.empty() && kind_of(run).first == of.first && !run.model.moe &&
               framework_of(run.job).kernels == kernels;
    });
    std::set<Kind> entries;
    for (const PreparedRun* run : kin.runs)
        entries.insert(kind_of(*run));
    if (entries.size() < 2)
        return centre;
    const KindCalibration shared = fitted(kin, centre, common.sites, options.entry_prior, options, stop).kind;
    for (const FitParameter& parameter : fit_parameters())
        if (parameter.of_kernels)
            centre.*parameter.member = shared.*parameter.member;
    return centre;
}

/// What four in five runs of sources that a fit never saw were within, for the entries of a fit.
void set_ranges(CalibrationFit& fit, const std::vector<SourceRuns>& sources, const FitOptions& options,
                const std::stop_token& stop) {
    constexpr std::size_t enough = 4; // sources
    if (sources.size() < enough)
        return;
    const std::vector<UnseenSource> unseen = unseen_errors(sources, fit.calibration, options, stop);
    const auto set = [&](KindCalibration& kind) {
        const Ranges ranges = ranges_of(unseen, kind.architecture);
        kind.relative_error = ranges.own, kind.borrowed_error = ranges.near, kind.foreign_error = ranges.far;
    };
    set(fit.calibration.common);
    for (KindCalibration& kind : fit.calibration.kinds)
        set(kind);
    for (FitReport& report : fit.reports)
        set(report.kind);
}

} // namespace

std::vector<SourceRuns> runs_by_source(const std::vector<MeasuredRun>& runs, int most,
                                       InexpressibleRuns& left_out) {
    std::map<std::string, std::vector<MeasuredRun>> by_source;
    for (const MeasuredRun& run : runs) {
        if (!run.clean || run.fine_tunes || run.offload.any() || run.status != RunStatus::ok ||
            run.time_s <= 0)
            continue;
        if (const Cluster* cluster = uneven_cluster(run); cluster && cluster->node_kinds.size() > 1)
            left_out["cluster: has several kinds of GPUs, and an entry is of one"].push_back(run.id);
        else if (const std::string why = why_inexpressible(run); why.empty())
            by_source[run.source].push_back(run);
        else
            left_out[why].push_back(run.id);
    }
    join_small(by_source);
    std::vector<SourceRuns> sources;
    for (auto& [source, all] : by_source) {
        average_repeats(all);
        std::sort(all.begin(), all.end(), [](const MeasuredRun& a, const MeasuredRun& b) {
            return std::tie(a.tp, a.model.hidden, a.micro_batch, a.pp, a.gpus, a.id) <
                   std::tie(b.tp, b.model.hidden, b.micro_batch, b.pp, b.gpus, b.id);
        });
        SourceRuns& kept = sources.emplace_back(SourceRuns{source, static_cast<int>(all.size()), {}});
        const std::size_t take = std::min(all.size(), static_cast<std::size_t>(most));
        for (std::size_t i = 0; i < take; ++i)
            kept.runs.push_back(prepared(all[i * all.size() / take]));
    }
    return sources;
}

KindCalibration fit_common(const std::vector<const SourceRuns*>& sources, const KindCalibration& start,
                           const std::vector<Site>& sites, const FitOptions& options,
                           const std::stop_token& stop) {
    constexpr int enough = 4;
    const auto typical = [](const PreparedRun& run) {
        return framework_of(run.job).typical && !run.model.moe;
    };
    const auto tells = std::count_if(sources.begin(), sources.end(), [&](const SourceRuns* source) {
        return std::any_of(source->runs.begin(), source->runs.end(), typical);
    });
    if (tells < enough)
        return start;
    KindCalibration common = fitted(weighted(sources, options.spread, typical), typical_kind(), sites,
                                    options.common_prior, options, stop)
                                 .kind;
    common.source = fmt::format("typical of {} sources", tells);
    return common;
}

std::vector<FitReport> fit_entries(const std::vector<const SourceRuns*>& sources, const Calibration& common,
                                   const FitOptions& options, const std::stop_token& stop,
                                   const SourceRuns* predicted) {
    std::set<Kind> kinds;
    for (const SourceRuns* source : sources)
        for (const PreparedRun& run : source->runs)
            kinds.insert(kind_of(run));
    if (predicted)
        kinds = nearest_kinds(kinds, sources, common, *predicted);
    std::vector<FitReport> reports;
    for (const Kind& of : kinds) {
        if (stop.stop_requested())
            break;
        const bool experts_tell = tell_of_experts(sources, of);
        const Weighted runs = weighted(sources, options.spread, [&](const PreparedRun& run) {
            return kind_of(run) == of && (experts_tell || !run.model.moe);
        });
        const Fitted end = fitted(runs, centre_of(of, sources, common, options, stop), common.sites,
                                  options.entry_prior, options, stop);
        FitReport& report = reports.emplace_back(FitReport{end.kind, {}, end.error});
        for (std::size_t i = 0; i < end.told.size(); ++i) {
            const KindNumber& number = kind_number(fit_parameters()[i].member);
            report.parameters.push_back({number.name, end.kind.*number.member, end.told[i]});
            if (!end.told[i])
                report.kind.not_told.emplace_back(number.name);
        }
        describe(report.kind, sources, of, end.error);
    }
    return reports;
}

CalibrationFit fit_calibration(const std::vector<MeasuredRun>& runs, const Calibration& start,
                               const FitOptions& options, const ProgressSink& progress,
                               const std::stop_token& stop) {
    CalibrationFit fit;
    const std::vector<SourceRuns> sources = runs_by_source(runs, options.max_runs, fit.left_out);
    std::vector<const SourceRuns*> all;
    for (const SourceRuns& source : sources)
        all.push_back(&source);
    fit.calibration.sites = start.sites;
    const auto tell = [&](const char* what, double share) {
        if (progress)
            progress({what, share, 0});
    };
    tell("fitting what is common to all runs", 0);
    fit.calibration.common = fit_common(all, start.common.source.empty() ? typical_kind() : start.common,
                                        start.sites, options, stop);
    tell("fitting each architecture and framework", 0.2);
    fit.reports = fit_entries(all, fit.calibration, options, stop);
    for (const FitReport& report : fit.reports)
        fit.calibration.kinds.push_back(report.kind);
    tell("predicting each source without its runs", 0.5);
    set_ranges(fit, sources, options, stop);
    return fit;
}

} // namespace pipette
