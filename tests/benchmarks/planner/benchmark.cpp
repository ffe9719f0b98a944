// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/planner/benchmark.h"

#include <algorithm>
#include <chrono>

namespace pipette {

std::vector<Benchmark> all_benchmarks() {
    std::vector<Benchmark> all;
    for (auto& part : {annealing_benchmarks(), planning_benchmarks(), job_benchmarks(), largest_benchmarks(),
                       schedule_benchmarks(), memory_benchmarks()})
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

BenchmarkResult run(const Benchmark& benchmark) {
    const std::function<double()> measure = benchmark.prepare();
    std::vector<double> figures;
    for (int i = 0; i < benchmark.repeats; ++i)
        figures.push_back(measure());
    std::sort(figures.begin(), figures.end());
    return {benchmark.name, benchmark.unit, figures[figures.size() / 2], benchmark.repeats, benchmark.budget};
}

double seconds_of(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace pipette
