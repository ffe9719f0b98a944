// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>
#include <functional>
#include <string>
#include <vector>

// Logs of runs that nobody made, in the forms in which training frameworks print them.

namespace pipette::test {

/// The seconds of a run's steps: the first is slow, number 30 waits for a checkpoint.
inline double log_step_s(int step) {
    return step == 1 ? 9.5 : step == 30 ? 3.0 : 1.2 + 0.002 * (step % 5);
}

inline std::string megatron_step(int step, double seconds, int steps = 60, int batch = 64) {
    return fmt::format(
        " [2026-03-01 10:{:02}:{:02}.250000] iteration {:8}/{:8} | consumed samples: {:12} | elapsed time "
        "per iteration (ms): {:.1f} | throughput per GPU (TFLOP/s/GPU): 391.5 | learning rate: "
        "1.000000E-04 | global batch size: {:5} | lm loss: 2.5E+00 | loss scale: 1.0 | number of "
        "skipped iterations:   0 | number of nan iterations:   0 |\n",
        step / 60, step % 60, step, steps, batch * step, 1000 * seconds, batch);
}

inline const char* const megatron_arguments =
    "using world size: 32, data-parallel size: 4, context-parallel size: 1, tensor-model-parallel size: 4, "
    "pipeline-model-parallel size: 2\n"
    "------------------------ arguments ------------------------\n"
    "  bf16 ............................................ True\n"
    "  ffn_hidden_size ................................. 14336\n"
    "  fp8 ............................................. None\n"
    "  global_batch_size ............................... 64\n"
    "  group_query_attention ........................... True\n"
    "  hidden_size ..................................... 4096\n"
    "  micro_batch_size ................................ 1\n"
    "  num_attention_heads ............................. 32\n"
    "  num_experts ..................................... None\n"
    "  num_layers ...................................... 32\n"
    "  num_query_groups ................................ 8\n"
    "  recompute_granularity ........................... selective\n"
    "  recompute_modules ............................... ['core_attn', 'layernorm']\n"
    "  seq_length ...................................... 8192\n"
    "  sequence_parallel ............................... True\n"
    "  swiglu .......................................... True\n"
    "  use_distributed_optimizer ....................... True\n"
    "  virtual_pipeline_model_parallel_size ............ None\n"
    "-------------------- end of arguments ---------------------\n"
    " > padded vocab (size: 128256) with 0 dummy tokens (new size: 128256)\n";

/// Sixty steps with memory of two ranks that share a line.
inline std::string megatron_log() {
    std::string text = megatron_arguments;
    for (int step = 1; step <= 60; ++step) {
        text += megatron_step(step, log_step_s(step));
        if (step == 1)
            text +=
                "[Rank 4] (after 1 iterations) memory (MB) | allocated: 20480.0 | max allocated: 40960.0 | "
                "reserved: 43008.0 | max reserved: 43008.0[Rank 0] (after 1 iterations) memory (MB) | "
                "allocated: 20992.0 | max allocated: 51200.0 | reserved: 53248.0 | max reserved: 53248.0\n";
    }
    return text;
}

/// Two ranks print every step, some on one line.
inline std::string two_ranks_log() {
    std::string text;
    for (int step = 1; step <= 20; ++step) {
        std::string first = "0: " + megatron_step(step, log_step_s(step), 20);
        if (step % 3 == 0)
            first.pop_back();
        text += first + "1: " + megatron_step(step, log_step_s(step) + 0.001, 20);
    }
    return text;
}

inline std::string nemo_log() {
    std::string text;
    for (int step = 0; step < 20; ++step)
        text += fmt::format(
            "0: Training epoch 0, iteration {}/19 | lr: 1.0e-06 | global_batch_size: 128 | global_step: {} "
            "| max_memory_reserved: 96636764160 | max_memory_allocated: 85899345920 | "
            "reduced_train_loss: 11.5 | train_step_timing in s: {} | TFLOPS_per_GPU: 8.11e+02 | "
            "consumed_samples: {}\n",
            step, step, step == 0 ? 40.0 : 5.0 + 0.01 * (step % 3), 128 * (step + 1));
    return text;
}

inline std::string bridge_log() {
    std::string text =
        "  load: /results/pretrain_llama3_8b_bf16_gpus16_tp2_pp2_cp1_vpNone_ep1_mbs2_gbs64/checkpoints\n";
    for (int step = 1; step <= 12; ++step)
        text += megatron_step(step, step == 1 ? 30 : 2.0, 12);
    return text + "[Rank 0] (after 12 iterations) memory (GB) | mem-allocated-gigabytes: 41.0 | "
                  "mem-max-allocated-gigabytes: 64.42450944 | mem-max-reserved-gigabytes: 70.0\n";
}

/// Every field in colours, as on a terminal.
inline std::string torchtitan_log() {
    std::string text =
        "[rank0]:[titan] 2026-02-02 08:00:00,000 - root - INFO - Building 1-D device mesh with "
        "['dp_shard'], [8]\n"
        "[rank0]:[titan] 2026-02-02 08:00:01,000 - root - INFO - CUDA capacity: NVIDIA H100 80GB HBM3 with "
        "79.10GiB memory\n"
        "[rank0]:[titan] 2026-02-02 08:00:09,000 - root - INFO - Applied FSDP to the model\n"
        "[rank0]:[titan] 2026-02-02 08:00:10,000 - root - INFO - Training starts at step 1, with local "
        "batch size 2, global batch size 16, sequence length 8192, total steps 100\n";
    for (int step = 1; step <= 100; step += step == 1 ? 9 : 10)
        text +=
            fmt::format("[rank0]:[titan] 2026-02-02 08:{:02}:{:02},500 - root - INFO - \x1b[31mstep: {:2}  "
                        "\x1b[32mloss:  7.1\x1b[38;2;180;60;0m  grad_norm:  1.2  memory: 52.50GiB(66.37%)  "
                        "\x1b[34mtps: {}  \x1b[36mtflops: 401.2  \x1b[35mmfu: 40.56%\x1b[39m\n",
                        1 + 3 * step / 60, 3 * step % 60, step, step == 1 ? "812" : "8,192");
    return text;
}

inline std::string nanotron_log() {
    std::string text = "05/05/2026 10:00:00 [INFO|DP=0|PP=0|TP=0]:  Memory usage: 2000.00MiB. Peak allocated "
                       "20480.00MiB. Peak reserved: 22528.00MiB\n";
    for (int step = 1; step <= 15; ++step)
        text += fmt::format(
            "05/05/2026 10:00:{:02} [INFO|DP=0|PP=0|TP=0|node-1]: iteration: {} / 15 | consumed_tokens: "
            "{} | elapsed_time_per_iteration_ms: {} | tokens_per_sec: 3.4M | "
            "tokens_per_sec_per_gpu: 6.6K | global_batch_size: 1.02K | lm_loss: 5.1 | "
            "hardware_tflops_per_gpu: 310\n",
            step, step, "4.19M", step == 1 ? "8.1K" : "1.23K");
    return text;
}

inline std::string deepspeed_log() {
    std::string text =
        "[2026-01-01 00:00:00,000] [INFO] [config.py:1002:print]   zero_config .................. stage=1 "
        "contiguous_gradients=True\n"
        "[2026-01-01 00:00:00,001] [INFO] [utils.py:801:see_memory_usage] MA 20.86 GB         Max_MA 31.5 GB "
        "        "
        "CA 22.6 GB         Max_CA 33 GB \n";
    for (int step = 1; step <= 12; ++step)
        text += fmt::format(
            "[2026-01-01 00:01:{:02},000] [INFO] [logging.py:96:log_dist] [Rank 0] time (ms) | fwd: 1000.00 "
            "| "
            "bwd: 2500.00 | bwd_inner: 2300.00 | bwd_allreduce: 200.00 | step: 400.00\n"
            " elapsed_time {} | consumed samples: {} | consumed tokens: {} | elapsed time per iteration "
            "(ms): {} | global batch size:     4 | loss scale: 1.0 | actual seqlen:  2048 | number of "
            "skipped "
            "iterations:   0 | number of nan iterations:   0 | samples per second: 1.0 | TFLOPs: "
            "40.10 |\n",
            step, 4.0, 4 * step, 8192 * step, step == 1 ? 9000.0 : 4000.0);
    return text;
}

/// The rate of the whole job, and no time; every tenth step.
inline std::string deepspeed_rates_log() {
    std::string text =
        "[2026-01-01 00:00:00,000] [INFO] [config.py:1002:print]   train_batch_size ............. 64\n";
    for (int step = 10; step <= 100; step += 10)
        text += fmt::format(
            "[2026-01-01 00:0{}:00,000] [INFO] [timer.py:260:stop] epoch=0/micro_step={}/global_step={}, "
            "RunningAvgSamplesPerSec=31.0, CurrSamplesPerSec=32.0, MemAllocated=4.32GB, "
            "MaxMemAllocated=38.50GB\n",
            step / 20, 4 * step, step);
    return text;
}

inline std::string mllog_log() {
    std::string text =
        "  0: :::MLLOG {\"namespace\": \"\", \"time_ms\": 1, \"event_type\": \"POINT_IN_TIME\", \"key\": "
        "\"global_batch_size\", \"value\": 512, \"metadata\": {}}\n";
    for (int step = 1; step <= 10; ++step)
        for (const int rank : {0, 96})
            text += fmt::format(
                "{:3}: :::MLLOG {{\"namespace\": \"\", \"time_ms\": {}, \"event_type\": \"POINT_IN_TIME\", "
                "\"key\": "
                "\"tracked_stats\", \"value\": {{\"train_step_time\": {}, \"reduced_train_loss\": 3.1}}, "
                "\"metadata\": {{\"lineno\": 299, \"samples_count\": {}}}}}\n",
                rank, 1000 * step + rank, step == 1 ? 70.0 : 20.0, 512 * step);
    return text;
}

inline std::string maxtext_log() {
    std::string text = "Config param base_emb_dim: 4096\nConfig param max_target_length: 4096\n";
    for (int step = 0; step < 12; ++step) {
        const double seconds = step == 0 ? 60 : step == 5 ? 0.002 : 8;
        text += fmt::format(
            "completed step: {}, seconds: {:.3f}, TFLOP/s/device: 410.1, Tokens/s/device: {:.3f}, "
            "total_weights: 1048576, loss: 9.1\n",
            step, seconds, 1048576 / seconds / 32);
    }
    return text;
}

/// Seconds of the parts of one step, as a job's timers show them.
struct Parts {
    double compute = 0, pipeline = 0, exchange = 0, optimizer = 0;
    double total() const { return compute + pipeline + exchange + optimizer; }
};

enum class Timers { all, coarse, none };

inline std::string timer_line(const char* name, double seconds) {
    return fmt::format("    {} {}: ({:.2f}, {:.2f})\n", name, std::string(48 - std::string(name).size(), '.'),
                       990 * seconds, 1000 * seconds);
}

/// The log of a job whose parts take so long at each step.
inline std::string job_log(const std::function<Parts(int step)>& parts_at, int steps, Timers timers,
                           int batch = 64) {
    std::string text;
    for (int step = 1; step <= steps; ++step) {
        const Parts parts = parts_at(step);
        text += megatron_step(step, step == 1 ? 5 * parts.total() : parts.total(), steps, batch);
        if (timers == Timers::none)
            continue;
        text += "(min, max) time across ranks (ms):\n";
        text += timer_line("forward-backward", parts.compute + parts.pipeline);
        if (timers == Timers::all) {
            text += timer_line("forward-compute", parts.compute / 3);
            text += timer_line("backward-compute", 2 * parts.compute / 3);
        }
        if (timers == Timers::all)
            text +=
                timer_line("forward-recv", parts.pipeline / 2) + timer_line("backward-recv", parts.pipeline);
        text += timer_line("all-grads-sync", parts.exchange);
        text += timer_line("optimizer-inner-step", parts.optimizer / 2);
        text += timer_line("optimizer", parts.optimizer);
    }
    return text;
}

} // namespace pipette::test
