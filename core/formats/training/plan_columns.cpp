// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/training/plan_columns.h"

#include "core/base/median.h"
#include "core/evidence/measured_run.h"
#include "core/formats/evidence/run_columns.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace pipette {
namespace {

/// Writes values that tell something.
class Columns {
public:
    void put(const char* column, const std::string& text) {
        if (!text.empty())
            columns_[column] = text;
    }
    void put(const char* column, long value) { columns_[column] = fmt::format("{}", value); }
    void put_number(const char* column, double value) { columns_[column] = fmt::format("{:.6g}", value); }
    void put_flag(const char* column, bool set) { columns_[column] = set ? "1" : "0"; }
    void put_unless(const char* column, long value, long usual) {
        if (value != usual)
            put(column, value);
    }
    RunColumns take() { return std::move(columns_); }

private:
    RunColumns columns_;
};

void put_model(Columns& columns, const TransformerModel& model, int sequence_length) {
    columns.put("model", model.name);
    columns.put("layers", model.layers);
    columns.put("hidden", model.hidden);
    columns.put("heads", model.heads);
    columns.put("kv_heads", model.kv_heads);
    columns.put("ffn_hidden", model.ffn_hidden);
    columns.put_flag("gated_mlp", model.gated_mlp);
    columns.put("sequence_length", sequence_length);
    columns.put("vocab", model.vocab);
    columns.put_unless("head_dim", model.head_dim, 0);
    if (model.mla)
        columns.put("attention", latent_attention_words(*model.mla));
    columns.put_unless("mtp_layers", model.mtp_layers, 0);
    if (!model.moe)
        return;
    columns.put("experts", model.moe->experts);
    columns.put("experts_per_token", model.moe->experts_per_token);
    columns.put("moe_ffn_hidden", model.moe->ffn_hidden);
    columns.put("first_dense_layers", model.moe->first_dense_layers);
    if (model.moe->shared_ffn_hidden > 0)
        columns.put("shared_experts", 1), columns.put("shared_ffn_hidden", model.moe->shared_ffn_hidden);
}

/// What all cards of a node reach together, so that a run's uniform cluster has the plan's median link: its
/// links reach reached_of_nominal of this (cluster_of()).
double node_bandwidth(const Cluster& cluster, const NodeKind& kind) {
    const BandwidthMatrix& matrix = cluster.inter_node.bandwidth;
    const bool gpus = cluster.inter_node.between == MatrixBetween::gpus;
    std::vector<double> links;
    constexpr int most_rows = 256; // of so many the median does not change any more
    const int rows = std::min(matrix.size(), most_rows);
    for (int a = 0; a < rows; ++a)
        for (int b = 0; b < rows; ++b)
            if (a != b && matrix.measured(a, b) && (!gpus || cluster.node_of(a) != cluster.node_of(b)))
                links.push_back(matrix.at(a, b));
    const double flow = median(links);
    const bool aggregate = cluster.inter_node.meaning == BandwidthMeaning::aggregate;
    return flow * (aggregate ? 1 : kind.nics) / reached_of_nominal;
}

void put_cluster(Columns& columns, const Cluster& cluster, const Candidate& candidate) {
    const int node = cluster.node_of(candidate.mapping.gpu_of_rank.front());
    const NodeKind& kind = cluster.kind_of_node(node);
    columns.put("gpu", kind.gpu.name);
    columns.put_number("gpu_memory_gib", kind.gpu.memory_gib);
    columns.put("gpus", candidate.config.world());
    columns.put("gpus_per_node", kind.gpus);
    if (const double bandwidth = node_bandwidth(cluster, kind); bandwidth > 0)
        columns.put_number("node_bandwidth_gb_per_s", bandwidth);
    const std::string& domain = cluster.nodes[static_cast<std::size_t>(node)].domain;
    const auto nodes = domain.empty() ? 1
                                      : std::count_if(cluster.nodes.begin(), cluster.nodes.end(),
                                                      [&](const Node& one) { return one.domain == domain; });
    columns.put_unless("nvlink_domain", nodes > 1 ? nodes * kind.gpus : 0, 0);
}

/// Lists the messages that the job hides behind compute, in the words of the column `overlap` of measured
/// runs. A semicolon separates two names.
std::string overlapped(const TrainingJob& job) {
    std::string text;
    const auto add = [&](bool set, const char* name) {
        if (set)
            text += (text.empty() ? "" : ";") + std::string(name);
    };
    add(job.overlap_gradient_exchange, "overlap-grad-reduce");
    add(job.overlap_parameter_gather, "overlap-param-gather");
    add(job.overlap_tensor_parallel, "async tp");
    add(job.overlap_expert_exchange, "overlap-moe-expert-parallel-comm");
    return text;
}

void put_configuration(Columns& columns, const ParallelConfig& config, const TrainingJob& job) {
    columns.put("tp", config.tp);
    columns.put("pp", config.pp);
    columns.put("dp", config.dp);
    columns.put("cp", config.cp);
    columns.put("vpp", config.vpp);
    columns.put("micro_batch", config.micro_batch);
    columns.put("global_batch", config.global_batch);
    columns.put("precision", std::string(name_of(job.precision)));
    if (job.primary_weights != PrimaryWeights::usual)
        columns.put("primary_weights", std::string(name_of(job.primary_weights)));
    if (job.fp8_activation_inputs)
        columns.put_flag("fp8_activation_inputs", true);
    columns.put("recompute", std::string(name_of(config.recompute)));
    if (config.recompute == Recompute::selective)
        columns.put("recompute_modules", text_of(config.recompute_modules));
    columns.put_flag("sequence_parallel", config.sequence_parallel);
    columns.put("zero_stage", config.zero_stage);
    columns.put_flag("flash_attention", job.flash_attention);
    columns.put("overlap", overlapped(job));
    if (config.zero_stage > 1 && config.shard > 0)
        columns.put("fsdp_shard", config.shard), columns.put("hsdp_replicas", config.shard_replicas());
    columns.put_unless("mean_sequence", job.tuning.mean_sequence, 0);
    if (job.tuning.freezes_weights()) {
        columns.put("lora_rank", job.tuning.adapter_rank);
        columns.put("lora_targets", std::string(name_of(job.tuning.targets)));
    }
}

} // namespace

RunColumns columns_of(const Plan& plan, const Candidate& candidate) {
    Columns columns;
    const TransformerModel& model = plan.inputs.model;
    const TrainingJob& job = plan.inputs.job;
    put_model(columns, model, job.sequence_length);
    put_cluster(columns, *plan.inputs.cluster, candidate);
    put_configuration(columns, candidate.config, job);
    if (model.moe) {
        columns.put("ep", candidate.config.ep);
        columns.put("etp", candidate.config.etp);
        columns.put("dispatcher", job.dispatcher);
    }
    return columns.take();
}

} // namespace pipette
