// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/layer_times.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

namespace pipette {
namespace {

double distance(int a, int b) {
    return std::abs(std::log(double(a) / b));
}

/// Timings of the kind at the tp and sequence nearest to the asked ones, by micro batch.
std::vector<const LayerTiming*> nearest_timings(const LayerProfile& profile, LayerKind kind, int tp,
                                                int sequence) {
    std::vector<const LayerTiming*> nearest;
    const auto farness = [&](const LayerTiming& timing) {
        // Of two equally far sizes the smaller one, so that the order of the file does not matter.
        return std::tuple(distance(timing.tp, tp), timing.tp, distance(timing.sequence, sequence),
                          timing.sequence);
    };
    for (const LayerTiming& timing : profile.timings) {
        if (timing.kind != kind)
            continue;
        if (!nearest.empty() && farness(timing) > farness(*nearest.front()))
            continue;
        if (!nearest.empty() && farness(timing) < farness(*nearest.front()))
            nearest.clear();
        nearest.push_back(&timing);
    }
    std::sort(nearest.begin(), nearest.end(),
              [](const auto* a, const auto* b) { return a->micro_batch < b->micro_batch; });
    return nearest;
}

/// Measured over estimated, each pass.
struct Ratio {
    double forward = 1, backward = 1;
};

} // namespace

LayerTimes profiled_times(const LayerProfile& profile, LayerKind kind, const TransformerModel& model,
                          const TrainingJob& job, const ParallelConfig& config, const FittedGpu& fitted) {
    LayerTimes time = roofline_times(kind, model, job, config, fitted);
    const auto timings = nearest_timings(profile, kind, config.tp, job.sequence_length);
    if (timings.empty())
        return time;
    const auto ratio_at = [&](const LayerTiming& timing) {
        TrainingJob timed_job = job;
        timed_job.sequence_length = timing.sequence;
        timed_job.tuning = {}; // layers are measured as pre-training runs them
        ParallelConfig timed = config;
        timed.tp = timing.tp, timed.micro_batch = timing.micro_batch, timed.cp = 1;
        timed.sequence_parallel = config.sequence_parallel && timing.tp == config.tp;
        const LayerTimes estimate = roofline_times(kind, model, timed_job, timed, fitted);
        return Ratio{timing.forward_s / estimate.forward, timing.backward_s / estimate.backward};
    };
    const auto above = std::find_if(timings.begin(), timings.end(), [&](const LayerTiming* timing) {
        return timing->micro_batch >= config.micro_batch;
    });
    Ratio ratio = ratio_at(above == timings.end() ? *timings.back() : **above);
    if (above != timings.end() && above != timings.begin() && (*above)->micro_batch > config.micro_batch) {
        const LayerTiming& low = **(above - 1);
        const double share = std::log(double(config.micro_batch) / low.micro_batch) /
                             std::log(double((*above)->micro_batch) / low.micro_batch);
        const Ratio from = ratio_at(low);
        ratio.forward = std::pow(from.forward, 1 - share) * std::pow(ratio.forward, share);
        ratio.backward = std::pow(from.backward, 1 - share) * std::pow(ratio.backward, share);
    }
    time.forward *= ratio.forward, time.again *= ratio.forward;
    time.backward *= ratio.backward, time.weights *= ratio.backward;
    return time;
}

} // namespace pipette
