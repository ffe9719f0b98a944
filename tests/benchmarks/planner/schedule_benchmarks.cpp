// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/simulator.h"
#include "tests/benchmarks/planner/benchmark.h"

#include <memory>

namespace pipette {
namespace {

/// Microseconds of one exact simulation of 1F1B, its operation list at hand.
std::function<double()> simulate(int devices, int microbatches) {
    const auto simulator =
        std::make_shared<Simulator>(make_schedule(ScheduleKind::one_f_one_b, {devices, microbatches, 1, 1}));
    const auto forward = std::make_shared<std::vector<double>>(std::size_t(devices), 1.0);
    const auto backward = std::make_shared<std::vector<double>>(std::size_t(devices), 2.0);
    const auto send = std::make_shared<std::vector<double>>(std::size_t(devices), 0.1);
    return [=] {
        constexpr int runs = 200;
        PipelineTimes times;
        times.forward = *forward, times.backward = *backward, times.send_forward = *send;
        return 1e6 / runs * seconds_of([&] {
                   for (int i = 0; i < runs; ++i)
                       simulator->run(times, P2p::overlapped);
               });
    };
}

} // namespace

std::vector<Benchmark> schedule_benchmarks() {
    return {{"simulate_16x128", "us", 20, 9, [] { return simulate(16, 128); }}};
}

} // namespace pipette
