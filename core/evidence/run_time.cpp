// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/run_time.h"

#include "core/cost/iteration_time.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

const Congestion& congestion_of(const std::string& source, const Calibration& calibration) {
    static const Congestion none;
    for (const Site& site : calibration.sites)
        if (std::find(site.sources.begin(), site.sources.end(), source) != site.sources.end())
            return site.congestion;
    return none;
}

} // namespace

PreparedRun prepared(const MeasuredRun& run) {
    PreparedRun ready;
    ready.cluster = cluster_of(run);
    ready.links = make_links(ready.cluster);
    ready.model = run.model;
    ready.job = job_of(run);
    ready.config = config_of(run);
    ready.mapping = mapping_of(run);
    ready.own_fabric = run.started != nullptr;
    ready.source = run.source;
    ready.measured_s = run.time_s;
    ready.timer = std::make_shared<PipelineTimer>(timer_of(ready.config));
    return ready;
}

Cluster cluster_of(const MeasuredRun& run, const Calibration& calibration) {
    Cluster cluster = cluster_of(run);
    if (!run.started)
        cluster.fabric.congestion = congestion_of(run.source, calibration);
    return cluster;
}

std::map<std::string, int> mislabelled(const std::vector<MeasuredRun>& runs) {
    std::map<std::string, int> changed;
    for (const MeasuredRun& run : runs)
        if (run.lacks.empty() && config_of(run).recompute != run.recompute)
            ++changed[run.source];
    return changed;
}

std::string mislabelled_text(const std::string& source, int runs) {
    return fmt::format(
        "Taken without recomputation, because their times contradict their label: {} runs of {}.", runs,
        source);
}

double predicted_time_s(const PreparedRun& run, const Calibration& calibration) {
    const Congestion& congestion =
        run.own_fabric ? run.cluster.fabric.congestion : congestion_of(run.source, calibration);
    const ConfigWork work = config_work(run.cluster, run.model, run.job, run.config, calibration, congestion);
    return exact_iteration(pipeline_costs(run.links, work, run.mapping), run.config, *run.timer).time_s;
}

} // namespace pipette
