// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/pipeline_costs.h"
#include "core/schedule/device_stages.h"
#include "tests/core/cost/small_clusters.h"

namespace pipette {

inline TransformerModel small_model(bool tied = false) {
    TransformerModel model;
    model.name = "small";
    model.layers = 8, model.hidden = 1024, model.heads = 16, model.kv_heads = 4, model.ffn_hidden = 4096;
    model.vocab = 32000, model.sequence_length = 2048;
    model.gated_mlp = true, model.tied_embeddings = tied;
    return model;
}

/// One configuration of the small model in host order, with all that its costs are made of.
struct SmallCase {
    Cluster cluster;
    TransformerModel model = small_model();
    TrainingJob job;
    ParallelConfig config;
    RankMapping mapping;
    Calibration calibration; // empty: plain roofline, efficiencies of KindCalibration's defaults

    SmallCase(Cluster on, int pp, int tp, int cp, int dp, int vpp = 1) : cluster(std::move(on)) {
        job.global_batch = 32 * dp, job.sequence_length = 2048;
        config.pp = pp, config.tp = tp, config.cp = cp, config.dp = dp, config.vpp = vpp;
        config.global_batch = job.global_batch;
        if (vpp > 1)
            config.schedule = ScheduleKind::interleaved, config.p2p = P2p::overlapped;
        config.layers_per_stage = even_layers(model.layers, pp * vpp);
        mapping = host_order_mapping(cluster.gpu_count(), config.world(), {});
    }
    PipelineCosts costs() const {
        return pipeline_costs(make_links(cluster), config_work(cluster, model, job, config, calibration),
                              mapping);
    }
    /// Of one GPU of a pipeline device.
    double parameters(int device) const {
        return device_stages(model, job, config)[static_cast<std::size_t>(device)].parameters();
    }
    double activation_bytes() const { return 2.0 * 2048 * 1024 * config.micro_batch / config.cp / config.tp; }
};

} // namespace pipette
