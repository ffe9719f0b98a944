// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace pipette {

/// One figure that the budgets of the design speak of. `prepare` makes what is measured, once, and returns
/// the measurement: each call of that gives one figure in `unit`.
struct Benchmark {
    std::string name, unit;
    double budget = 0; ///< what it may take on two cores, in `unit`
    int repeats = 5;
    std::function<std::function<double()>()> prepare;
};

/// What one benchmark gave.
struct BenchmarkResult {
    std::string name, unit;
    double median = 0;
    int repeats = 0;
    double budget = 0; ///< Benchmark::budget
};

/// All benchmarks, in the order of the contract.
std::vector<Benchmark> all_benchmarks();

BenchmarkResult run(const Benchmark& benchmark);

/// Wall seconds of a call.
double seconds_of(const std::function<void()>& work);

std::vector<Benchmark> annealing_benchmarks();
std::vector<Benchmark> planning_benchmarks();
std::vector<Benchmark> job_benchmarks();
std::vector<Benchmark> largest_benchmarks();
std::vector<Benchmark> schedule_benchmarks();
std::vector<Benchmark> memory_benchmarks();

} // namespace pipette
