// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/chunks_held.h"

#include "core/base/index.h"
#include "core/schedule/schedule.h"
#include "core/schedule/schedule_family.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>

namespace pipette {
namespace {

/// Microbatches that a device holds of each of its stages at once, at the times when it may hold most.
struct HeldByStage {
    std::vector<int> stages;
    std::vector<std::vector<int>> held; ///< [time][as stages]
};
using AllHeld = std::shared_ptr<const std::vector<HeldByStage>>; // [device]

/// Schedules that hold a bounded number of microbatches reach their peak in the first few rounds: later ones
/// repeat them, and a short schedule of as many left-over microbatches stands for a long one.
int enough_microbatches(const ParallelConfig& config) {
    if (family_of(config.schedule).unbounded_memory)
        return config.microbatches();
    const int round = 2 * config.pp, n = config.microbatches();
    return n <= 5 * round ? n : 4 * round + n % round;
}

/// Adds a time unless another one holds as much of everything; drops those that it holds as much of.
void add_time(std::vector<std::vector<int>>& held, const std::vector<int>& now) {
    const auto covers = [](const std::vector<int>& a, const std::vector<int>& b) {
        return std::equal(a.begin(), a.end(), b.begin(), std::greater_equal<>());
    };
    if (std::any_of(held.begin(), held.end(), [&](const auto& other) { return covers(other, now); }))
        return;
    std::erase_if(held, [&](const auto& other) { return covers(now, other); });
    held.push_back(now);
}

HeldByStage held_by_stage(const Schedule& schedule, int device) {
    HeldByStage result;
    std::vector<int> place(index(schedule.stages()), -1); // [stage] in result.stages
    for (const std::int32_t i : schedule.order(device))
        if (int& at = place[schedule.operation(i).stage]; at < 0) {
            at = int(result.stages.size());
            result.stages.push_back(schedule.operation(i).stage);
        }
    std::vector<int> now(result.stages.size(), 0);
    for (const std::int32_t i : schedule.order(device)) {
        const Operation& o = schedule.operation(i);
        if (has_forward(o))
            ++now[index(place[o.stage])];
        if (!has_weight_gradient(o))
            continue;
        add_time(result.held, now);
        --now[index(place[backward_stage(o)])];
    }
    return result;
}

/// Made once for each schedule and size, then looked up.
AllHeld all_held(const ParallelConfig& config) {
    using Key = std::tuple<ScheduleKind, int, int, int>;
    static std::mutex mutex;
    static std::map<Key, AllHeld> known;
    const Key key{config.schedule, config.pp, config.vpp, enough_microbatches(config)};
    {
        const std::lock_guard lock(mutex);
        if (const auto found = known.find(key); found != known.end())
            return found->second;
    }
    const auto schedule = make_schedule(config.schedule, {config.pp, std::get<3>(key), config.vpp, 1});
    auto held = std::make_shared<std::vector<HeldByStage>>();
    for (int device = 0; device < config.pp; ++device)
        held->push_back(held_by_stage(*schedule, device));
    const std::lock_guard lock(mutex);
    return known.emplace(key, std::move(held)).first->second;
}

} // namespace

std::vector<DeviceLoad> chunks_held(const ParallelConfig& config) {
    return chunks_held(config, {config.layers_per_stage.begin(), config.layers_per_stage.end()});
}

std::vector<DeviceLoad> chunks_held(const ParallelConfig& config, const std::vector<double>& weights) {
    std::vector<DeviceLoad> loads;
    for (const HeldByStage& device : *all_held(config)) {
        double& most = loads.emplace_back().layers_held;
        for (const std::vector<int>& held : device.held) {
            double all = 0;
            for (std::size_t i = 0; i < held.size(); ++i)
                all += held[i] * weights[index(device.stages[i])];
            most = std::max(most, all);
        }
    }
    return loads;
}

} // namespace pipette
