// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/candidate_checks.h"

#include "core/workload/fine_tuning.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace pipette {
namespace {

constexpr double rounding = 1e-6; // of sums of the same numbers in another order

bool same(double a, double b) {
    return std::abs(a - b) <= rounding * std::max(std::abs(a), std::abs(b));
}

std::string ms(double seconds) {
    return fmt::format("{:.6g} ms", 1000 * seconds);
}

void check_times(const JsonValue& value, const Candidate& candidate) {
    const double time = candidate.iteration_time_s;
    const auto refuse = [&](const char* member, const std::string& what) {
        value.member(member).refuse(fmt::format("{}, but iteration_time_s is {}", what, ms(time)));
    };
    if (!same(candidate.breakdown.total(), time))
        refuse("breakdown_s", "has parts that add up to " + ms(candidate.breakdown.total()));
    if (!same(candidate.model_times.exact, time))
        refuse("model_times_s", fmt::format("says exact {}", ms(candidate.model_times.exact)));
    if (candidate.low_s > candidate.high_s)
        value.member("low_s").refuse(
            fmt::format("is {}, above high_s, which is {}", ms(candidate.low_s), ms(candidate.high_s)));
    if (candidate.low_s > time * (1 + rounding))
        refuse("low_s", fmt::format("is {}", ms(candidate.low_s)));
    if (candidate.high_s < time * (1 - rounding))
        refuse("high_s", fmt::format("is {}", ms(candidate.high_s)));
}

/// Utilisation at which GPUs would work at their peak all the time: model FLOPs count all of attention, and
/// causal attention takes half of that.
double most_mfu(const PlanInputs& inputs) {
    const double tokens = inputs.job.sequence_length, keys = attended_tokens(inputs.job);
    const double all = model_flops_per_sequence(inputs.model, inputs.job);
    const double masked = forward_flops_per_token(inputs.model, keys).attention -
                          forward_flops_per_token(inputs.model, keys / 2).attention;
    return all / (all - 3 * tokens * masked);
}

void check_throughput(const JsonValue& value, const Candidate& candidate, const PlanInputs& inputs) {
    const double tokens = double(inputs.job.global_batch) * inputs.job.sequence_length;
    if (const double tokens_per_s = tokens / candidate.iteration_time_s;
        !same(candidate.tokens_per_s, tokens_per_s))
        value.member("tokens_per_s")
            .expected(fmt::format("{:.6g}: {:.6g} tokens in iteration_time_s", tokens_per_s, tokens));
    if (const double most = most_mfu(inputs); candidate.mfu > most * (1 + rounding))
        value.member("mfu").expected(
            fmt::format("{:.4g} at most, at which the GPUs work at their peak all the time", most));
}

void check_memory(const JsonValue& value, const Candidate& candidate) {
    const JsonValue devices = value.member("memory").member("devices");
    for (std::size_t i = 0; i < candidate.memory.size(); ++i) {
        const DeviceMemory& device = candidate.memory[i];
        for (std::size_t part = 0; part < device.parts.size(); ++part)
            if (device.parts[part].bytes < 0)
                devices.element(i).member("parts").element(part).member("bytes").expected("0 or more");
        if (const Verdict verdict = verdict_of(device); verdict != device.verdict)
            devices.element(i).member("verdict").expected(fmt::format(
                "{}: `upper` is {:.1f} % of `limit`{}", name_of(verdict), 100 * device.upper / device.limit,
                device.host_limit > 0 ? fmt::format(", parts on the host are {:.1f} % of `host_limit`",
                                                    100 * host_bytes(device) / device.host_limit)
                                      : ""));
    }
}

void check_gpus(const JsonValue& value, const Candidate& candidate, const Faults& faults) {
    for (std::size_t rank = 0; rank < candidate.mapping.gpu_of_rank.size(); ++rank)
        if (std::binary_search(faults.excluded_gpus.begin(), faults.excluded_gpus.end(),
                               candidate.mapping.gpu_of_rank[rank]))
            value.member("gpu_of_rank").element(rank).expected("no GPU of faults.excluded_gpus");
}

} // namespace

void check_candidate(const JsonValue& value, const Candidate& candidate, const PlanInputs& inputs) {
    check_times(value, candidate);
    check_throughput(value, candidate, inputs);
    check_memory(value, candidate);
    check_gpus(value, candidate, inputs.faults);
}

} // namespace pipette
