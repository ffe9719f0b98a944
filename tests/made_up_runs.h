// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <fmt/format.h>
#include <fstream>

namespace pipette::test {

/// Runs that nobody measured: sizes that change, times and peaks that follow them roughly.
inline void write_runs(const QString& path, int runs, const char* source = "first",
                       const char* framework = "Megatron-LM", const char* recompute = "none",
                       const char* model = "gpt") {
    std::ofstream file(path.toStdString());
    file << "run_id,source,framework,model,layers,hidden,heads,kv_heads,ffn_hidden,gated_mlp,sequence_length,"
            "vocab,gpu,gpu_memory_gib,gpus,gpus_per_node,node_bandwidth_gb_per_s,tp,pp,dp,cp,vpp,micro_batch,"
            "global_batch,precision,recompute,sequence_parallel,zero_stage,iteration_time_s,peak_memory_gib,"
            "memory_scope,status,clean\n";
    for (int i = 0; i < runs; ++i) {
        const int tp = 1 << i % 3, pp = 1 << i / 3 % 2, dp = 8 / tp, micro = 1 << i / 6 % 3;
        file << fmt::format("made-{},{}{},{},{}-{},24,{},16,16,{},0,1024,51200,A100,80,{},8,100,{},{},{},1,1,"
                            "{},64,bf16,{},0,0,{:.4f},{:.3f},,ok,1\n",
                            i, source, i % 2 ? "" : " too", framework, model, i % 2 ? "large" : "small",
                            i % 2 ? 2048 : 1024, i % 2 ? 8192 : 4096, tp * pp * dp, tp, pp, dp, micro,
                            recompute, 0.6 + 0.01 * i, 4 + 3.0 * micro / tp + 0.05 * (i % 7));
    }
}

} // namespace pipette::test
