// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/find_headroom.h"

#include "core/base/bounds.h"
#include "core/base/input_error.h"
#include "core/base/parallel_for.h"
#include "core/base/units.h"
#include "core/search/space/enumeration.h"
#include "core/search/space/memory_check.h"
#include "core/study/least_that.h"
#include "core/study/setting.h"

#include <algorithm>
#include <functional>
#include <mutex>
#include <optional>
#include <tuple>

namespace pipette {
namespace {

/// Memory of the smallest GPU that may be used: what fits there fits everywhere.
double smallest_memory(const PlanInputs& inputs) {
    double least = 0;
    for (const int gpu : usable_gpus(inputs)) {
        const double bytes = inputs.cluster->kind_of_gpu(gpu).gpu.memory_gib * bytes_per_gib;
        least = least == 0 ? bytes : std::min(least, bytes);
    }
    return least;
}

/// Of configurations that differ in micro batch, chunks and optimizer alone the one that holds least: where
/// it does not fit none of them does. What recomputation frees depends on the layers that a stage holds, so
/// that each way stays. Those that spread a model over most GPUs come first.
std::vector<ParallelConfig> leanest(std::vector<ParallelConfig> configs) {
    const auto holds = [](const ParallelConfig& c) {
        return std::tuple(c.micro_batch, c.vpp, -c.zero_stage);
    };
    const auto alike = [](ParallelConfig a, const ParallelConfig& b) {
        a.micro_batch = b.micro_batch, a.vpp = b.vpp, a.zero_stage = b.zero_stage;
        a.layers_per_stage = b.layers_per_stage;
        return a == b;
    };
    std::vector<ParallelConfig> lean;
    for (ParallelConfig& config : configs) {
        const auto known =
            std::find_if(lean.begin(), lean.end(), [&](const ParallelConfig& c) { return alike(c, config); });
        if (known == lean.end())
            lean.push_back(std::move(config));
        else if (holds(config) < holds(*known))
            *known = std::move(config);
    }
    std::stable_sort(lean.begin(), lean.end(), [](const ParallelConfig& a, const ParallelConfig& b) {
        return a.world() / a.dp > b.world() / b.dp;
    });
    return lean;
}

class Search {
public:
    Search(const PlanInputs& inputs, const Knowledge& knowledge, std::stop_token stop)
        : inputs_(inputs), knowledge_(knowledge), stop_(std::move(stop)), bytes_(smallest_memory(inputs)) {
        inputs_.start.reset(), inputs_.pinned_ranks.clear();
    }

    Headroom all() {
        Headroom found;
        found.gpus = fewest_gpus(); // before the numbers of GPUs are those of the other figures
        if (inputs_.limits.world_sizes.empty())
            inputs_.limits.world_sizes = many_ways_to_part();
        found.sequence_length =
            most(bounds::sequence_length.most / sequence_step(), sequence_step(), inputs_.job.sequence_length,
                 [](PlanInputs& inputs, int tokens) { inputs.job.sequence_length = tokens; });
        found.layers = most(bounds::study_layers.most, 1, inputs_.model.layers,
                            [](PlanInputs& inputs, int layers) { inputs.model.layers = layers; });
        found.micro_batch = largest_micro_batch();
        return found;
    }

private:
    using Change = std::function<void(PlanInputs&, int)>;

    /// Numbers of GPUs that a plan tries, and the most nodes that part in many ways: what fits on fewer GPUs
    /// fits on these GPUs, too.
    std::vector<int> many_ways_to_part() const {
        std::vector<int> worlds = allowed_worlds(inputs_);
        const int a_node = inputs_.cluster->kind_of_node(0).gpus;
        for (const int odd : {1, 3}) {
            int nodes = odd;
            while (2 * nodes * a_node <= worlds.front())
                nodes *= 2;
            if (nodes * a_node <= worlds.front())
                worlds.push_back(nodes * a_node);
        }
        return worlds;
    }

    /// One configuration that fits, the first in their order; empty: none does.
    std::optional<ParallelConfig> fitting(const PlanInputs& inputs) const {
        std::vector<ParallelConfig> configs;
        try {
            configs = enumerate(inputs).configs;
        } catch (const InputError&) {
            return std::nullopt; // no such size: nothing to fit
        }
        configs = leanest(std::move(configs));
        std::mutex mutex;
        std::size_t first = configs.size();
        constexpr int at_once = 32;
        const int groups = (static_cast<int>(configs.size()) + at_once - 1) / at_once;
        for (int group = 0; group < groups && first == configs.size() && !stop_.stop_requested(); ++group) {
            const std::size_t from = static_cast<std::size_t>(group) * at_once;
            const std::size_t count = std::min<std::size_t>(at_once, configs.size() - from);
            parallel_for(static_cast<int>(count), thread_count(inputs.budget.threads), {}, [&](int i) {
                const std::size_t at = from + static_cast<std::size_t>(i);
                if (!check_memory(inputs, knowledge_, configs[at], bytes_).fits())
                    return;
                const std::lock_guard lock(mutex);
                first = std::min(first, at);
            });
        }
        return first < configs.size() ? std::optional(configs[first]) : std::nullopt;
    }

    std::optional<ParallelConfig> fitting(const Change& change, int value) const {
        PlanInputs inputs = inputs_;
        change(inputs, value);
        return fitting(inputs);
    }

    /// The most steps that fit, where what fits does with less, too. From the job's own value, for a much
    /// smaller one may not divide into as many parts as there are GPUs.
    Fit most(int steps, int step, int own, const Change& change) const {
        Fit best;
        const auto fits_at = [&](int next) {
            const auto config = fitting(change, next * step);
            if (config)
                best = {next * step, *config};
            return config.has_value();
        };
        int fits = 0, too_many = steps + 1;
        for (int next = std::clamp(own / step, 1, steps); !stop_.stop_requested();) {
            (fits_at(next) ? fits : too_many) = next;
            if ((fits > 0 && too_many <= steps) || fits == steps || too_many == 1)
                break;
            next = fits > 0 ? std::min(2 * fits, steps) : too_many / 2;
        }
        while (fits > 0 && too_many - fits > 1 && !stop_.stop_requested()) {
            const int middle = fits + (too_many - fits) / 2;
            (fits_at(middle) ? fits : too_many) = middle;
        }
        return best;
    }

    /// Micro batches divide the batch: from the largest, with which the pipeline has one of them.
    Fit largest_micro_batch() const {
        const int batch = inputs_.job.global_batch;
        std::vector<int> sizes;
        for (int size = 1; size <= std::min(batch, 4096); ++size)
            if (batch % size == 0)
                sizes.push_back(size);
        const Change change = [](PlanInputs& inputs, int size) { inputs.limits.micro_batches = {size}; };
        for (auto size = sizes.rbegin(); size != sizes.rend() && !stop_.stop_requested(); ++size)
            if (const auto config = fitting(change, *size))
                return {*size, *config};
        return {};
    }

    /// Powers of two inside a node, then whole nodes.
    Fit fewest_gpus() const {
        const int a_node = inputs_.cluster->kind_of_node(0).gpus;
        const int all = static_cast<int>(usable_gpus(inputs_).size());
        const Change change = [](PlanInputs& inputs, int gpus) { inputs.limits.world_sizes = {gpus}; };
        for (int gpus = 1; gpus < std::min(a_node, all); gpus *= 2)
            if (const auto config = fitting(change, gpus))
                return {gpus, *config};
        Fit best;
        const auto fits_on = [&](int nodes) {
            const int gpus = std::min(nodes * a_node, all);
            const auto config = fitting(change, gpus);
            if (config)
                best = {gpus, *config};
            return config.has_value();
        };
        least_that(std::max(1, all / a_node), stop_, fits_on);
        return best;
    }

    PlanInputs inputs_;
    const Knowledge& knowledge_;
    std::stop_token stop_;
    double bytes_;
};

} // namespace

Headroom find_headroom(const PlanInputs& inputs, const Knowledge& knowledge, std::stop_token stop) {
    check(inputs.model);
    check(inputs.job);
    if (usable_gpus(inputs).empty())
        throw InputError({}, "gpus", "are all excluded or broken");
    return Search(inputs, knowledge, std::move(stop)).all();
}

} // namespace pipette
