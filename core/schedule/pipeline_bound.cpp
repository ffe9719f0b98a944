// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/pipeline_bound.h"

#include "core/schedule/held.h"

#include <algorithm>

namespace pipette {
namespace {

// Sends of the boundary after a stage; none after the last and before the first.
struct Boundary {
    double there = 0, back = 0;
};

Boundary boundary(const PipelineTimes& times, int devices, int after_stage) {
    if (after_stage < 0 || after_stage + 1 >= devices || times.send_forward.empty())
        return {};
    const auto b = static_cast<std::size_t>(after_stage);
    const double there = times.send_forward[b];
    return {there, times.send_backward.empty() ? there : times.send_backward[b]};
}

// Calls visit(s, t, round, of_stage, of_longer) for all s <= t: the time of a round over s..t, of one forward
// and backward of s, and of the longer of the two, each with the transfers that hold a device.
template <P2p p2p, typename Visit>
void for_all_rounds(const PipelineTimes& times, int devices, const Visit& visit) {
    using Held = pipette::Held<p2p>;
    for (int s = 0; s < devices; ++s) {
        const auto stage = static_cast<std::size_t>(s);
        const Boundary above = boundary(times, devices, s - 1), below = boundary(times, devices, s);
        const double upper = Held::above(above.there, above.back);
        const double forward = times.forward[stage], backward = times.backward[stage];
        const double of_stage = forward + backward + upper + Held::below(below.there, below.back);
        const double of_longer = std::max(forward + Held::forward(above.there, below.there),
                                          backward + Held::backward(above.back, below.back));
        double round = upper;
        for (int t = s; t < devices; ++t) {
            const auto last = static_cast<std::size_t>(t);
            round += times.forward[last] + times.backward[last];
            const Boundary next = boundary(times, devices, t);
            visit(s, t, round + Held::below(next.there, next.back), of_stage, of_longer);
            round += next.there + next.back + Held::between(next.back);
        }
    }
}

template <typename Visit>
void for_all_rounds(const PipelineTimes& times, int devices, P2p p2p, const Visit& visit) {
    with_p2p(p2p, [&]<P2p mode>() { for_all_rounds<mode>(times, devices, visit); });
}

double round_trip(const PipelineTimes& times, int devices) {
    double sum = 0;
    for (int s = 0; s < devices; ++s) {
        const Boundary next = boundary(times, devices, s);
        sum += times.forward[static_cast<std::size_t>(s)] + times.backward[static_cast<std::size_t>(s)] +
               next.there + next.back;
    }
    return sum;
}

} // namespace

PipelineBound::PipelineBound(int devices, int microbatches) : devices_(devices) {
    const int n = microbatches, pp = devices;
    for (int s = 0; s < pp; ++s)
        for (int t = s; t < pp; ++t) {
            const int width = t - s + 1;
            const int k = std::min(std::max(0, (n - pp + t) / width), (n - 1) / width);
            const int a = std::min(std::max(0, n - pp + s - k * width), n - 1 - k * width);
            const int b = n - 1 - k * width - a;
            rounds_.push_back({static_cast<double>(k), static_cast<double>(a), static_cast<double>(b)});
        }
}

double PipelineBound::operator()(const PipelineTimes& times, P2p p2p) const {
    double longest = 0;
    const Rounds* rounds = rounds_.data();
    for_all_rounds(times, devices_, p2p, [&](int, int, double round, double of_stage, double of_longer) {
        longest = std::max(longest, rounds->over_stages * round + rounds->of_stage * of_stage +
                                        rounds->of_longer * of_longer);
        ++rounds;
    });
    return longest + round_trip(times, devices_);
}

double pipeline_bound(int devices, int microbatches, const PipelineTimes& times, P2p p2p) {
    return PipelineBound(devices, microbatches)(times, p2p);
}

double steady_period(int devices, const PipelineTimes& times, P2p p2p) {
    double period = 0;
    for_all_rounds(times, devices, p2p, [&](int s, int t, double round, double, double) {
        period = std::max(period, round / (t - s + 1));
    });
    return period;
}

double steady_estimate(Simulator& first, int microbatches, const PipelineTimes& times, P2p p2p) {
    const int simulated = first.schedule().size().microbatches;
    return first.run(times, p2p) +
           (microbatches - simulated) * steady_period(first.schedule().devices(), times, p2p);
}

} // namespace pipette
