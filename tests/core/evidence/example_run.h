// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/measured_run.h"
#include "core/evidence/training_log.h"

#include <fmt/format.h>

namespace pipette::test {

/// A run of a small GPT on A100s, without figures.
inline MeasuredRun example(int tp, int pp, int dp, int micro_batch) {
    MeasuredRun run;
    run.source = "made up";
    run.framework = "megatron";
    run.model.name = "gpt";
    run.model.layers = 24, run.model.hidden = 2048, run.model.heads = run.model.kv_heads = 16;
    run.model.ffn_hidden = 8192, run.model.vocab = 51200, run.model.sequence_length = 1024;
    run.gpu.name = "A100", run.gpu.architecture = "ampere";
    run.gpu.memory_gib = 80, run.gpu.hbm_gb_per_s = 2039, run.gpu.peak_tflops = {19.5, 0, 312, 312, 0};
    run.nvlink_gb_per_s = 300, run.node_bandwidth_gb_per_s = 200;
    run.tp = tp, run.pp = pp, run.dp = dp, run.gpus = tp * pp * dp;
    run.micro_batch = micro_batch, run.global_batch = dp * micro_batch * 8;
    run.precision = Precision::fp16;
    return run;
}

/// The same on eight GPUs, as a run of a person's own log.
inline MeasuredRun own_run(int tp, double seconds) {
    MeasuredRun run = example(tp, 1, 8 / tp, 1);
    run.id = fmt::format("tp{}", tp);
    run.source = own_runs_source;
    run.time_s = seconds;
    return run;
}

} // namespace pipette::test
