// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/candidate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace pipette {
namespace {

constexpr std::array<std::string_view, 6> planner_names{"pipette", "host-order", "megatron",
                                                        "amp",     "varuna",     "recipe"};

/// Smaller: simpler.
auto effort_of(const ParallelConfig& config) {
    return std::tuple((config.pp > 1) + (config.tp > 1) + (config.tp_x > 1) + (config.cp > 1), config.vpp,
                      config.offload.optimizer + config.offload.activations, config.recompute,
                      config.schedule, config.world() / config.dp, config.micro_batch);
}

/// Times fall into steps of about a millionth; within one they count as equal.
long long time_number(const Candidate& candidate) {
    return std::llround(1e6 * std::log(std::max(candidate.iteration_time_s, 1e-12)));
}

} // namespace

std::string_view name_of(Planner planner) {
    return planner_names[static_cast<std::size_t>(planner)];
}

std::optional<Planner> planner_named(std::string_view name) {
    const auto at = std::find(planner_names.begin(), planner_names.end(), name);
    if (at == planner_names.end())
        return std::nullopt;
    return static_cast<Planner>(at - planner_names.begin());
}

Candidate proposed_as(const Candidate& old, Candidate fresh) {
    fresh.planner = old.planner;
    fresh.recipe = old.recipe;
    return fresh;
}

std::string_view name_of(Verdict verdict) {
    constexpr std::array<std::string_view, 3> names{"safe", "tight", "over"};
    return names[static_cast<std::size_t>(verdict)];
}

Verdict verdict_of(double upper_bytes, double limit_bytes) {
    if (upper_bytes > limit_bytes)
        return Verdict::over;
    return upper_bytes < 0.8 * limit_bytes ? Verdict::safe : Verdict::tight;
}

double host_bytes(const DeviceMemory& device) {
    double bytes = 0;
    for (const MemoryPart& part : device.parts)
        bytes += part.place == MemoryPlace::host ? part.bytes : 0;
    return bytes;
}

Verdict verdict_of(const DeviceMemory& device) {
    const Verdict on_gpu = verdict_of(device.upper, device.limit);
    return device.host_limit > 0 ? std::max(on_gpu, verdict_of(host_bytes(device), device.host_limit))
                                 : on_gpu;
}

Verdict verdict_of(const Candidate& candidate) {
    Verdict worst = Verdict::safe;
    for (const DeviceMemory& device : candidate.memory)
        worst = std::max(worst, device.verdict);
    return worst;
}

const DeviceMemory* fullest(const Candidate& candidate) {
    const auto found = std::max_element(
        candidate.memory.begin(), candidate.memory.end(),
        [](const DeviceMemory& a, const DeviceMemory& b) { return a.upper / a.limit < b.upper / b.limit; });
    return found == candidate.memory.end() ? nullptr : &*found;
}

double fullest_share(const Candidate& candidate) {
    const DeviceMemory* const device = fullest(candidate);
    return device != nullptr ? device->upper / device->limit : 0;
}

bool comes_before(const Candidate& a, const Candidate& b) {
    if (const long long first = time_number(a), second = time_number(b); first != second)
        return first < second;
    return std::tuple(verdict_of(a), effort_of(a.config), a.iteration_time_s) <
           std::tuple(verdict_of(b), effort_of(b.config), b.iteration_time_s);
}

} // namespace pipette
