// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/chunks_held.h"

#include "core/schedule/schedule.h"
#include "core/schedule/schedule_family.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <tuple>

namespace pipette {
namespace {

using Loads = std::shared_ptr<const std::vector<DeviceLoad>>;
using Key = std::tuple<ScheduleKind, int, int, int, std::vector<double>>;

/// Schedules that hold a bounded number of microbatches reach their peak in the first few rounds: later ones
/// repeat them, and a short schedule of as many left-over microbatches stands for a long one.
int enough_microbatches(const ParallelConfig& config) {
    if (family_of(config.schedule).unbounded_memory)
        return config.microbatches();
    const int round = 2 * config.pp, n = config.microbatches();
    return n <= 5 * round ? n : 4 * round + n % round;
}

Loads loads_of(const ParallelConfig& config, int microbatches, const std::vector<double>& layers) {
    const auto schedule = make_schedule(config.schedule, {config.pp, microbatches, config.vpp, 1});
    auto loads = std::make_shared<std::vector<DeviceLoad>>(static_cast<std::size_t>(config.pp));
    for (int device = 0; device < config.pp; ++device)
        (*loads)[static_cast<std::size_t>(device)].layers_held = schedule->peak_activations(device, layers);
    return loads;
}

} // namespace

Loads chunks_held(const ParallelConfig& config) {
    return chunks_held(config, {config.layers_per_stage.begin(), config.layers_per_stage.end()});
}

Loads chunks_held(const ParallelConfig& config, const std::vector<double>& weights) {
    static std::mutex mutex;
    static std::map<Key, Loads> known;
    constexpr std::size_t most_known = 4096;
    const int microbatches = enough_microbatches(config);
    const Key key{config.schedule, config.pp, config.vpp, microbatches, weights};
    {
        const std::lock_guard lock(mutex);
        if (const auto found = known.find(key); found != known.end())
            return found->second;
    }
    Loads loads = loads_of(config, microbatches, weights);
    const std::lock_guard lock(mutex);
    if (known.size() >= most_known)
        known.clear();
    return known.emplace(key, std::move(loads)).first->second;
}

} // namespace pipette
