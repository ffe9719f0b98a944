// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/memory_estimator.h"

#include "core/base/input_error.h"
#include "core/framework/framework.h"
#include "core/memory/memory_features.h"
#include "core/plan/stages/stage_tp.h"

#include <algorithm>
#include <cmath>

namespace pipette {

void MemoryEstimator::set_state(State state) {
    bool fits = state.layers.size() == 3 && state.feature_mean.size() == state.feature_spread.size() &&
                state.layers[0].weight.cols() == state.feature_mean.size() &&
                state.layers[2].weight.rows() == 2;
    for (std::size_t i = 0; fits && i < 3; ++i)
        fits = state.layers[i].weight.rows() == state.layers[i].bias.size() &&
               (i == 0 || state.layers[i].weight.cols() == state.layers[i - 1].weight.rows());
    if (!fits)
        throw InputError({}, "layers", "have sizes that do not fit together");
    layers_ = std::move(state.layers);
    feature_mean_ = std::move(state.feature_mean), feature_spread_ = std::move(state.feature_spread);
    target_mean_ = state.target_mean, target_spread_ = state.target_spread, upper_shift_ = state.upper_shift;
}

MemoryEstimator::Range MemoryEstimator::predict(const TransformerModel& model, const TrainingJob& job,
                                                const ParallelConfig& config,
                                                const std::vector<DeviceMemory>& analytic) const {
    const DeviceMemory& device = measured_device(analytic, of_first_device);
    Eigen::VectorXd x = memory_features(target, model, job, config, device);
    if (x.size() != feature_mean_.size())
        throw InputError({}, "memory estimator", "was trained on other features");
    // Outside of what was seen a feature counts as the farthest seen one would: the network is no
    // extrapolator.
    x = ((x - feature_mean_).array() / feature_spread_.array()).cwiseMax(-3).cwiseMin(3);
    for (std::size_t i = 0; i < layers_.size(); ++i) {
        x = (layers_[i].weight * x + layers_[i].bias).eval();
        if (i + 1 < layers_.size())
            x = x.array().tanh().matrix().eval();
    }
    const double base = target == MemoryTarget::residual ? std::log(device.estimate) : 0;
    const double middle = base + target_mean_ + target_spread_ * x[0];
    const double upper = base + target_mean_ + target_spread_ * std::max(x[0], x[1]) + upper_shift_;
    return {std::exp(middle), std::exp(std::max(upper, middle))};
}

std::vector<DeviceMemory> estimate_memory(const TransformerModel& model, const TrainingJob& job,
                                          const ParallelConfig& config, const std::vector<DeviceRoom>& rooms,
                                          const std::vector<MemoryEstimator>& estimators) {
    return learned_memory(analytic_memory(model, job, config, rooms), model, job, config, estimators);
}

std::vector<DeviceMemory> learned_memory(std::vector<DeviceMemory> devices, const TransformerModel& model,
                                         const TrainingJob& job, const ParallelConfig& config,
                                         const std::vector<MemoryEstimator>& estimators) {
    const auto own =
        std::find_if(estimators.begin(), estimators.end(), [&](const MemoryEstimator& estimator) {
            // None was trained on runs whose weights were frozen.
            return estimator.trained() && estimator.framework == job.framework &&
                   !job.tuning.freezes_weights();
        });
    if (own == estimators.end())
        for (DeviceMemory& device : devices) {
            device.upper *= 1 + memory_margin(model, job);
            device.verdict = verdict_of(device.upper, device.limit);
        }
    else {
        const MemoryEstimator& estimator = *own;
        const DeviceMemory& measured = measured_device(devices, estimator.of_first_device);
        const MemoryEstimator::Range range = estimator.predict(
            model, job, as_stage(config, static_cast<int>(&measured - devices.data())), devices);
        const double analytic = measured.estimate;
        const double factor = range.estimate / analytic, upper = range.upper / analytic;
        for (DeviceMemory& device : devices) {
            // What the physics leaves out shows as a part of its own; what it counts too much shrinks every
            // part.
            if (factor > 1)
                device.parts.push_back({"fragmentation", (factor - 1) * device.estimate, MemoryPlace::gpu});
            else
                for (MemoryPart& part : device.parts)
                    part.bytes *= part.place == MemoryPlace::gpu ? factor : 1;
            const bool varies = estimator.target == MemoryTarget::residual && device.upper > device.estimate;
            const double highest = varies ? std::max(factor, 1.0) * device.upper : 0;
            device.upper = std::max(upper * device.estimate, highest);
            device.estimate *= factor;
            device.verdict = verdict_of(device.upper, device.limit);
        }
    }
    return devices;
}

} // namespace pipette
