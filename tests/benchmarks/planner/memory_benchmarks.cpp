// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"
#include "core/memory/memory_estimator.h"
#include "tests/benchmarks/planner/benchmark.h"
#include "tests/benchmarks/planner/workloads.h"

#include <algorithm>
#include <memory>

namespace pipette {
namespace {

constexpr double limit_bytes = 80.0 * 1024 * 1024 * 1024;

std::vector<DeviceMemory> analytic(const MemorySample& sample) {
    return analytic_memory(sample.model, sample.job, sample.config,
                           std::vector<DeviceRoom>(std::size_t(sample.config.pp), {limit_bytes}));
}

/// 2000 configurations of a 7.5B model whose peaks are the analytic ones times a lognormal error.
std::vector<MemorySample> samples() {
    Random random(1);
    const PlanInputs inputs = planning_inputs(2, "gpt-7.5b", 512);
    std::vector<MemorySample> all;
    while (all.size() < 2000) {
        MemorySample sample;
        sample.model = inputs.model, sample.job = inputs.job;
        ParallelConfig& config = sample.config;
        config.pp = 1 << random.below(4), config.tp = 1 << random.below(4), config.dp = 1 << random.below(4);
        config.micro_batch = 1 << random.below(4), config.global_batch = inputs.job.global_batch;
        config.layers_per_stage = even_layers(sample.model.layers, config.pp);
        for (const DeviceMemory& device : analytic(sample))
            sample.measured_bytes = std::max(sample.measured_bytes, device.estimate);
        sample.measured_bytes *= random.lognormal(0.1, 0.1);
        all.push_back(std::move(sample));
    }
    return all;
}

std::function<double()> train() {
    const auto known = std::make_shared<std::vector<MemorySample>>(samples());
    return [known] { return seconds_of([&] { train_memory_estimator(*known); }); };
}

/// Microseconds of one learned estimate, its analytic one at hand.
std::function<double()> estimate() {
    const auto known = std::make_shared<std::vector<MemorySample>>(samples());
    TrainingOptions options;
    options.epochs = 1; // how well it is trained does not change what an estimate takes
    const auto estimator = std::make_shared<MemoryEstimator>(train_memory_estimator(*known, options));
    const auto devices = std::make_shared<std::vector<std::vector<DeviceMemory>>>();
    for (const MemorySample& sample : *known)
        devices->push_back(analytic(sample));
    return [=] {
        return 1e6 / double(known->size()) * seconds_of([&] {
                   for (std::size_t i = 0; i < known->size(); ++i) {
                       const MemorySample& sample = (*known)[i];
                       estimator->predict(sample.model, sample.job, sample.config, (*devices)[i]);
                   }
               });
    };
}

} // namespace

std::vector<Benchmark> memory_benchmarks() {
    return {{"learned_memory_train_2000", "s", 10, 3, train},
            {"learned_memory_estimate", "us", 20, 9, estimate}};
}

} // namespace pipette
