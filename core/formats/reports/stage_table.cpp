// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/reports/stage_table.h"

#include "core/cost/config_work.h"
#include "core/plan/stages/unlike_gpus.h"

#include <fmt/format.h>
#include <map>

namespace pipette {
namespace {

/// "4 A100-SXM4-80GB, 2 V100-SXM2-32GB": the GPUs of a stage, all replicas.
std::string gpus_of(const Cluster& cluster, const Candidate& candidate, int stage) {
    std::string text;
    for (const GpusOfKind& of : by_kind(cluster, gpus_of_stage(candidate, stage)))
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", of.gpus, of.kind);
    return text;
}

/// One of the cluster's node kinds for each kind of GPUs that the candidate uses.
std::map<std::string, int> kinds_used(const Cluster& cluster, const Candidate& candidate) {
    std::map<std::string, int> kinds;
    for (const int gpu : candidate.mapping.gpu_of_rank) {
        const int kind = cluster.nodes[static_cast<std::size_t>(cluster.node_of(gpu))].kind;
        kinds.emplace(cluster.node_kinds[static_cast<std::size_t>(kind)].gpu.name, kind);
    }
    return kinds;
}

} // namespace

std::optional<ReportTable> stage_table(const Plan& plan, const Candidate& candidate) {
    const Cluster& cluster = *plan.inputs.cluster;
    const std::map<std::string, int> kinds = kinds_used(cluster, candidate);
    if (kinds.size() < 2 || !plan.calibration)
        return std::nullopt;
    const ParallelConfig& config = candidate.config;
    const ConfigWork work =
        config_work(cluster, plan.inputs.model, plan.inputs.job, config, *plan.calibration);
    ReportTable table{{"stage", "layers", "GPUs"}, {}, {2}};
    for (const auto& [name, kind] : kinds)
        table.titles.push_back("computes on " + name);
    for (int stage = 0; stage < config.pp; ++stage) {
        std::vector<double> compute_s(kinds.size(), 0);
        for (int chunk = 0; chunk < config.chunks(); ++chunk) {
            if (device_of_chunk(config, chunk) != stage)
                continue;
            auto seconds = compute_s.begin();
            for (const auto& [name, kind] : kinds) {
                const auto at = static_cast<std::size_t>(kind * config.chunks() + chunk);
                *seconds++ += work.forward[at] + work.backward[at];
            }
        }
        std::vector<std::string> row{std::to_string(stage), std::to_string(layers_of_stage(config, stage)),
                                     gpus_of(cluster, candidate, stage)};
        for (const double seconds : compute_s)
            row.push_back(fmt::format("{:.1f} ms", 1e3 * seconds));
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace pipette
