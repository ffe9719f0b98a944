// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/launchers/candidates_csv.h"

#include "core/cluster/hypothetical.h"
#include "core/formats/documents/plan_json.h"
#include "core/formats/launchers/export_format.h"
#include "core/formats/text/csv_table.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pipette {
namespace {

constexpr const char* header = "candidate,planner,pp,tp,cp,dp,vpp,micro_batch,global_batch,schedule,p2p,"
                               "recompute,zero_stage,sequence_parallel,"
                               "layers_per_stage,iteration_time_s,low_s,high_s,tie,calibrated,tokens_per_s,"
                               "mfu,bound_s,pipette_s,amp_s,compute_s,"
                               "recompute_s,tp_s,cp_s,pp_exposed_s,bubble_s,dp_exposed_s,optimizer_s,memory_"
                               "upper_bytes,memory_limit_bytes,verdict,assumed,ep,etp,ep_s,offload,offload_"
                               "activations,offload_s,tp_per_stage\n";

} // namespace

std::string candidates_csv(const Plan& plan) {
    std::string text = header;
    std::vector<const Candidate*> rows = ranked_candidates(plan);
    if (const Candidate* published = baseline_of(plan, Planner::recipe))
        rows.push_back(published);
    for (const Candidate* candidate : rows) {
        const auto number = number_of(plan, *candidate);
        const ParallelConfig& c = candidate->config;
        const Breakdown& b = candidate->breakdown;
        const ModelTimes& t = candidate->model_times;
        const DeviceMemory* const found = fullest(*candidate);
        const DeviceMemory device = found != nullptr ? *found : DeviceMemory{};
        text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},",
                            number ? std::to_string(*number) : std::string(name_of(candidate->planner)),
                            name_of(candidate->planner), c.pp, c.tp, c.cp, c.dp, c.vpp, c.micro_batch,
                            c.global_batch, name_of(c.schedule), name_of(c.p2p), recompute_text(c),
                            c.zero_stage, c.sequence_parallel, fmt::join(c.layers_per_stage, " "));
        text += fmt::format("{},{},{},{},{},{},{},{},{},{},", candidate->iteration_time_s, candidate->low_s,
                            candidate->high_s, candidate->tie, candidate->calibrated, candidate->tokens_per_s,
                            candidate->mfu, t.bound, t.pipette, t.amp);
        text += fmt::format(
            "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", b.compute, b.recompute, b.tp, b.cp,
            b.pp_exposed, b.bubble, b.dp_exposed, b.optimizer, device.upper, device.limit,
            name_of(device.verdict), csv_field(assumed_text(*plan.inputs.cluster)), c.ep, c.etp, b.ep,
            c.offload.optimizer, c.offload.activations, b.offload, fmt::join(c.tp_per_stage, " "));
    }
    return text;
}

namespace {

void write_candidates(const ExportRequest& request, const std::function<void(std::string_view)>& piece) {
    piece(candidates_csv(request.plan));
}

const Registered<ExportFormat> candidates_csv_row({.name = "csv",
                                                   .description = "all candidates of the plan as a table",
                                                   .main_file = "candidates.csv",
                                                   .write = write_candidates});

} // namespace
} // namespace pipette
