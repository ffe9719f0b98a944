// SPDX-License-Identifier: GPL-3.0-or-later
// How long a training log of 100 MB takes to be recognised and read: all of its lines are steps of two ranks
// in colours, or most of them are other output.
#include "core/formats/training/import_log.h"
#include "core/formats/training/recognise_logs.h"
#include "tests/benchmarks/planner/benchmark.h"
#include "tests/training_logs.h"

#include <cstdio>
#include <filesystem>
#include <fstream>

using namespace pipette;
using namespace pipette::test;

namespace {

/// Lines of a step, and what the log holds beside them.
std::string lines_of(int step, const std::string& between) {
    constexpr int steps = 9'999'999;
    std::string first = "0: " + megatron_step(step, 1, steps);
    first.pop_back();
    return "\x1b[32m" + first + "\x1b[0m1: " + megatron_step(step, 1.001, steps) + between;
}

void measure(const char* name, const std::string& between) {
    constexpr std::size_t size = 100'000'000;
    const std::filesystem::path path = std::filesystem::temp_directory_path() / "pipette-log-import.log";
    {
        std::ofstream out(path, std::ios::binary);
        std::size_t bytes = 0;
        for (int step = 1; bytes < size; ++step) {
            const std::string text = lines_of(step, between);
            out << text;
            bytes += text.size();
        }
    }
    bool is_log = false;
    std::size_t steps = 0;
    const double recognised = seconds_of([&] { is_log = import_as_training_logs({path}); });
    const double imported =
        seconds_of([&] { steps = import_logs({path}, {}).runs.front().run.steps.size(); });
    std::printf("%-28s %s recognised in %.3f s, %zu steps imported in %.2f s\n", name, is_log ? "" : "not",
                recognised, steps, imported);
    std::filesystem::remove(path);
}

} // namespace

int main() {
    std::string noise;
    for (int line = 0; line < 40; ++line)
        noise += "a01:4711:4811 [3] NCCL INFO Channel 00/0 : 3[3] -> 4[4] via P2P/CUMEM\n";
    measure("100 MB of steps", "");
    measure("100 MB, mostly other output", noise);
    return 0;
}
