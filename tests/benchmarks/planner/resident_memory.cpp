// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/planner/resident_memory.h"

#include "tests/benchmarks/planner/benchmark.h"

#include <fstream>
#include <malloc.h>
#include <stdexcept>
#include <string>

namespace pipette {
namespace {

/// Begins to count the peak of the resident memory again.
void reset_peak() {
    malloc_trim(0);
    std::ofstream("/proc/self/clear_refs") << "5";
}

/// Since reset_peak().
double peak_mib() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:"))
            return std::stod(line.substr(6)) / 1024;
    throw std::runtime_error("/proc/self/status does not tell the memory that is resident");
}

} // namespace

Cost cost_of(const std::function<void()>& work) {
    reset_peak();
    const double seconds = seconds_of(work);
    return {seconds, peak_mib()};
}

} // namespace pipette
