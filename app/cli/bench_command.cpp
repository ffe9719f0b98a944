// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/base/input_error.h"
#include "tests/benchmarks/planner/benchmark.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

namespace pipette {
namespace {

struct BenchOptions {
    std::string only, json;
};

/// Processor and threads, so that figures can be told apart.
std::string machine() {
    std::string processor = "unknown processor";
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);)
        if (line.starts_with("model name")) {
            processor = line.substr(line.find(':') + 2);
            break;
        }
    return fmt::format("{}, {} threads", processor, std::thread::hardware_concurrency());
}

std::string line_of(const BenchmarkResult& result) {
    return fmt::format("{:<32} {:>10.4g} {:<3} median of {}, budget {:g} {}{}\n", result.name, result.median,
                       result.unit, result.repeats, result.budget, result.unit,
                       result.median > result.budget ? ": missed" : "");
}

void bench(const BenchOptions& options) {
    std::vector<Benchmark> chosen;
    std::string names;
    for (Benchmark& benchmark : all_benchmarks()) {
        names += (names.empty() ? "" : ", ") + benchmark.name;
        if (options.only.empty() || options.only == benchmark.name)
            chosen.push_back(std::move(benchmark));
    }
    if (chosen.empty())
        throw InputError("--only", {},
                         fmt::format("\"{}\" is not known, expected one of {}", options.only, names));
    nlohmann::ordered_json document{{"machine", machine()}, {"benchmarks", nlohmann::ordered_json::array()}};
    for (const Benchmark& benchmark : chosen) {
        const BenchmarkResult result = run(benchmark);
        document["benchmarks"].push_back({{"name", result.name},
                                          {"median", result.median},
                                          {"unit", result.unit},
                                          {"repeats", result.repeats},
                                          {"budget", result.budget}});
        if (options.json != "-")
            print_out(line_of(result));
    }
    if (options.json == "-")
        print_out(document.dump(2) + "\n");
}

} // namespace

void add_bench_command(CLI::App& app) {
    const auto options = std::make_shared<BenchOptions>();
    CLI::App* command = app.add_subcommand("bench", "Measure how fast this planner is on this machine");
    command->add_option("--only", options->only, "one benchmark by its name");
    command->add_option("--json", options->json, "- writes one JSON document to standard output")
        ->check(CLI::IsMember({"-"}));
    command->callback([options] { bench(*options); });
}

} // namespace pipette
