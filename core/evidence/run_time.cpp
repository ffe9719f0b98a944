// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/run_time.h"

#include "core/cost/iteration_time.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

/// What the runs of an entry of the run's own framework and GPUs met; a borrowed entry says nothing of its
/// cluster.
const Congestion& congestion_of(const Cluster& cluster, const TrainingJob& job,
                                const Calibration& calibration) {
    static const Congestion none;
    const GpuKind& gpu = cluster.node_kinds.front().gpu;
    const KindCalibration& entry = calibration.nearest(gpu, job.framework);
    return entry.framework == job.framework && is_of(entry, gpu) ? entry.congestion : none;
}

} // namespace

PreparedRun prepared(const MeasuredRun& run) {
    PreparedRun ready;
    ready.cluster = cluster_of(run);
    ready.links = make_links(ready.cluster);
    ready.model = run.model;
    ready.job = job_of(run);
    ready.config = config_of(run);
    ready.mapping = host_order_mapping(ready.cluster.gpu_count(), ready.config.world(), {});
    ready.measured_s = run.time_s;
    ready.timer = std::make_shared<PipelineTimer>(timer_of(ready.config));
    return ready;
}

Cluster cluster_of(const MeasuredRun& run, const Calibration& calibration) {
    Cluster cluster = cluster_of(run);
    cluster.fabric.congestion = congestion_of(cluster, job_of(run), calibration);
    return cluster;
}

std::map<std::string, int> unlabel_recompute(std::vector<MeasuredRun>& runs, const Calibration& calibration) {
    std::map<std::string, int> changed;
    for (MeasuredRun& run : runs) {
        const std::vector<std::string>& sources =
            calibration.nearest(run.gpu, run.framework).without_recompute;
        if (run.recompute == Recompute::full &&
            std::find(sources.begin(), sources.end(), run.source) != sources.end()) {
            run.recompute = Recompute::none;
            ++changed[run.source];
        }
    }
    return changed;
}

std::string mislabelled_text(const std::string& source, int runs) {
    return fmt::format(
        "Taken without recomputation, because their times contradict their label: {} runs of {}.", runs,
        source);
}

double predicted_time_s(const PreparedRun& run, const Calibration& calibration) {
    const Congestion& congestion = congestion_of(run.cluster, run.job, calibration);
    const ConfigWork work = config_work(run.cluster, run.model, run.job, run.config, calibration, congestion);
    return exact_iteration(pipeline_costs(run.links, work, run.mapping), run.config, *run.timer).time_s;
}

} // namespace pipette
