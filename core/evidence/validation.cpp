// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/validation.h"

#include "core/base/median.h"
#include "core/base/units.h"
#include "core/evidence/run_time.h"
#include "core/memory/memory_features.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace pipette {
namespace {

ValidationGroup group_of(const std::vector<MeasuredRun>& runs, const std::vector<const RunPrediction*>& rows,
                         const std::vector<Ranking>& rankings) {
    ValidationGroup group;
    group.runs = static_cast<int>(rows.size());
    std::vector<double> time, measured_time, memory, measured_memory;
    int within = 0, in_range = 0;
    for (const RunPrediction* row : rows) {
        const MeasuredRun& run = runs[row->run];
        group.fitted += row->fitted;
        group.refused += row->over;
        if (run.time_s > 0)
            time.push_back(row->time_s), measured_time.push_back(run.time_s),
                in_range += row->low_s <= run.time_s && run.time_s <= row->high_s;
        if (run.peak_memory_bytes > 0) {
            memory.push_back(row->memory_bytes), measured_memory.push_back(run.peak_memory_bytes);
            within += run.peak_memory_bytes <= row->memory_upper_bytes;
            group.memory.slack += row->memory_upper_bytes / run.peak_memory_bytes - 1;
        }
    }
    const double slack = group.memory.slack;
    group.time = error_figures(time, measured_time);
    group.time.in_range = time.empty() ? 0 : in_range / static_cast<double>(time.size());
    static_cast<ErrorFigures&>(group.memory) = error_figures(memory, measured_memory);
    group.memory.within_upper = memory.empty() ? 0 : within / static_cast<double>(memory.size());
    group.memory.slack = memory.empty() ? 0 : slack / static_cast<double>(memory.size());
    group.regret = regret_figures(rankings);
    return group;
}

std::vector<ValidationGroup> by_source_model_and_gpu(const std::vector<MeasuredRun>& runs,
                                                     const std::vector<RunPrediction>& rows) {
    std::map<std::tuple<std::string, std::string, std::string>, std::vector<const RunPrediction*>> alike;
    for (const RunPrediction& row : rows) {
        const MeasuredRun& run = runs[row.run];
        alike[{run.source, run.model.name, run.gpu.name}].push_back(&row);
    }
    std::vector<ValidationGroup> groups;
    for (const auto& [key, of] : alike) {
        ValidationGroup& group = groups.emplace_back(group_of(runs, of, rankings_of(runs, of)));
        std::tie(group.source, group.model, group.gpu) = key;
    }
    return groups;
}

void set_time(RunPrediction& row, const MeasuredRun& run, const Calibration& calibration) {
    const KindCalibration& kind = calibration.nearest(run.gpu, run.framework);
    const double error = error_of(kind, {run.gpu, run.framework, run.precision, run.gpus});
    row.time_s = predicted_time_s(prepared(run), calibration);
    row.low_s = row.time_s * std::max(0.0, 1 - error), row.high_s = row.time_s * (1 + error);
    row.fitted = !run.fine_tunes && !run.offload.any() && fitted_on(kind, run.source);
}

DeviceRoom room_of(const GpuKind& gpu) {
    return {.gpu_bytes = gpu.memory_gib * bytes_per_gib, .layouts = gpu.layouts()};
}

/// The room of each pipeline device: that of its GPU with the least memory.
std::vector<DeviceRoom> rooms_of(const MeasuredRun& run) {
    std::vector<DeviceRoom> rooms(static_cast<std::size_t>(run.pp), room_of(run.gpu));
    const Cluster* cluster = uneven_cluster(run);
    if (!cluster)
        return rooms;
    const RankMapping mapping = mapping_of(run);
    const int gpus_of_device = run.gpus / run.pp;
    for (int rank = 0; rank < run.gpus; ++rank) {
        const int gpu = mapping.gpu_of_rank[static_cast<std::size_t>(rank)];
        const DeviceRoom room = room_of(cluster->kind_of_gpu(gpu).gpu);
        DeviceRoom& least = rooms[static_cast<std::size_t>(rank / gpus_of_device)];
        if (rank % gpus_of_device == 0 || room.gpu_bytes < least.gpu_bytes)
            least = room;
    }
    return rooms;
}

RunPrediction predicted(const MeasuredRun& run, std::size_t index, const Calibration& calibration,
                        const std::vector<MemoryEstimator>& estimators) {
    RunPrediction row;
    row.run = index;
    row.limit_bytes = room_of(run.gpu).gpu_bytes;
    const ParallelConfig config = config_of(run);
    if (run.time_s > 0)
        set_time(row, run, calibration);
    const std::vector<DeviceMemory> devices =
        estimate_memory(run.model, job_of(run), config, rooms_of(run), estimators);
    const DeviceMemory& device = run.memory_scope == MemoryScope::last_rank
                                     ? devices.back()
                                     : measured_device(devices, run.memory_scope == MemoryScope::first_rank);
    row.memory_bytes = device.estimate;
    row.memory_upper_bytes = device.upper;
    row.over = std::any_of(devices.begin(), devices.end(),
                           [](const DeviceMemory& d) { return d.verdict == Verdict::over; });
    return row;
}

} // namespace

std::vector<Ranking> rankings_of(const std::vector<MeasuredRun>& runs,
                                 const std::vector<const RunPrediction*>& rows) {
    std::map<Task, std::vector<const RunPrediction*>> alike;
    for (const RunPrediction* row : rows)
        if (const MeasuredRun& run = runs[row->run]; run.time_s > 0)
            alike[task_of(run)].push_back(row);
    std::vector<Ranking> rankings;
    for (const auto& [task, group] : alike) {
        if (group.size() < 2)
            continue;
        const auto measured = [&](const RunPrediction* row) { return runs[row->run].time_s; };
        const RunPrediction* chosen =
            *std::min_element(group.begin(), group.end(), [&](const auto* a, const auto* b) {
                return std::pair(a->time_s, -measured(a)) < std::pair(b->time_s, -measured(b));
            });
        const RunPrediction* fastest =
            *std::min_element(group.begin(), group.end(), [&](const auto* a, const auto* b) {
                return std::pair(measured(a), a != chosen) < std::pair(measured(b), b != chosen);
            });
        rankings.push_back(
            {*chosen, *fastest, static_cast<int>(group.size()), measured(chosen) / measured(fastest) - 1});
    }
    std::stable_sort(rankings.begin(), rankings.end(),
                     [](const Ranking& a, const Ranking& b) { return a.regret > b.regret; });
    return rankings;
}

RegretFigures regret_figures(const std::vector<Ranking>& rankings) {
    RegretFigures figures;
    figures.groups = static_cast<int>(rankings.size());
    std::vector<double> regrets;
    for (const Ranking& ranking : rankings)
        regrets.push_back(ranking.regret);
    figures.mean = std::accumulate(regrets.begin(), regrets.end(), 0.0) / std::max(1, figures.groups);
    figures.median = median(regrets);
    return figures;
}

ValidationReport validate(const std::vector<MeasuredRun>& runs, const Calibration& calibration,
                          const std::vector<MemoryEstimator>& estimators, const std::stop_token& stop) {
    ValidationReport report;
    std::vector<RunPrediction> failed;
    for (std::size_t i = 0; i < runs.size() && !stop.stop_requested(); ++i) {
        const MeasuredRun& run = runs[i];
        if (const std::string why = why_inexpressible(run); !why.empty()) {
            report.inexpressible[why].push_back(run.id);
            continue;
        }
        if (run.fine_tunes && run.status != RunStatus::ok) {
            report.inexpressible["status: fine-tuning that failed is not counted"].push_back(run.id);
        } else if (run.fine_tunes && run.clean) {
            report.fine_tuned.push_back(predicted(run, i, calibration, estimators));
        } else if (run.status != RunStatus::ok) {
            failed.push_back(predicted(run, i, calibration, estimators));
            ++report.failed;
            report.refused_failed += failed.back().over;
        } else if (run.clean) {
            report.rows.push_back(predicted(run, i, calibration, estimators));
            ++report.worked;
            report.refused_worked += report.rows.back().over;
        } else {
            report.unclean.push_back(run.id);
        }
    }
    std::map<std::string, std::vector<const RunPrediction*>> sources;
    std::vector<const RunPrediction*> all, never_seen, fitted, tuned;
    for (const RunPrediction& row : report.rows) {
        sources[runs[row.run].source].push_back(&row);
        all.push_back(&row);
        (row.fitted ? fitted : never_seen).push_back(&row);
    }
    report.never_seen = group_of(runs, never_seen, rankings_of(runs, never_seen));
    report.fitted = group_of(runs, fitted, rankings_of(runs, fitted));
    report.rankings = rankings_of(runs, all);
    report.overall = group_of(runs, all, report.rankings);
    report.groups = by_source_model_and_gpu(runs, report.rows);
    for (const RunPrediction& row : report.fine_tuned)
        tuned.push_back(&row);
    report.all_fine_tuning = group_of(runs, tuned, {});
    report.fine_tuning = by_source_model_and_gpu(runs, report.fine_tuned);
    for (const auto& [source, rows] : sources) {
        report.sources.push_back(group_of(runs, rows, rankings_of(runs, rows)));
        report.sources.back().source = source;
    }
    report.rows.insert(report.rows.end(), failed.begin(), failed.end());
    return report;
}

std::vector<MemorySample> memory_samples(const std::vector<MeasuredRun>& runs, const std::string& framework) {
    std::vector<MemorySample> samples;
    for (const MeasuredRun& run : runs)
        if (run.framework == framework && tells_memory(run) && run.memory_scope != MemoryScope::last_rank)
            samples.push_back({run.model, job_of(run), config_of(run), run.peak_memory_bytes,
                               run.memory_scope == MemoryScope::first_rank, room_of(run.gpu)});
    return samples;
}

} // namespace pipette
