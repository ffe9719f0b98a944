// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/cluster_json.h"
#include "tests/benchmarks/planner/benchmark.h"
#include "tests/benchmarks/planner/workloads.h"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <malloc.h>
#include <memory>
#include <optional>
#include <string>
#include <unistd.h>

namespace pipette {
namespace {

/// A cluster of 65,536 GPUs in a file, for as long as this lives.
class ClusterOnDisk {
public:
    ClusterOnDisk() { write_cluster(synthetic_cluster(8192), file()); }
    ClusterOnDisk(const ClusterOnDisk&) = delete;
    ClusterOnDisk& operator=(const ClusterOnDisk&) = delete;
    ~ClusterOnDisk() {
        std::error_code unimportant;
        std::filesystem::remove_all(folder_, unimportant);
    }
    std::filesystem::path file() const { return folder_ / "cluster.json"; }

private:
    static std::filesystem::path made() {
        std::string name = (std::filesystem::temp_directory_path() / "pipette-bench-XXXXXX").string();
        if (!mkdtemp(name.data()))
            throw std::runtime_error("no folder for the benchmark's cluster can be made");
        return name;
    }
    const std::filesystem::path folder_ = made();
};

/// The most memory that was resident since reset_peak(), in MiB.
double peak_mib() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:"))
            return std::stod(line.substr(6)) / 1024;
    throw std::runtime_error("/proc/self/status does not tell the memory that is resident");
}

/// Gives back what earlier benchmarks left, and begins to count again.
void reset_peak() {
    malloc_trim(0);
    std::ofstream("/proc/self/clear_refs") << "5";
}

struct Cost {
    double seconds = 0, mib = 0;
};

/// Measured by the first of the two benchmarks that show it.
class Largest {
public:
    const Cost& reading() {
        if (!reading_)
            reading_ = cost_of([&] { read_cluster(cluster_.file()); });
        return *reading_;
    }
    /// With the reading.
    const Cost& planning() {
        if (!planning_)
            planning_ = cost_of([&] {
                const auto cluster = share(read_cluster(cluster_.file()));
                if (plan(planning_inputs(cluster, "llama-3-405b", 8192), plain_knowledge())
                        .candidates.empty())
                    throw std::logic_error("the benchmark's plan is empty");
            });
        return *planning_;
    }

private:
    static Cost cost_of(const std::function<void()>& work) {
        reset_peak();
        const double seconds = seconds_of(work);
        return {seconds, peak_mib()};
    }
    ClusterOnDisk cluster_;
    std::optional<Cost> reading_, planning_;
};

} // namespace

std::vector<Benchmark> largest_benchmarks() {
    // One cluster for all of them, made by the first that is run.
    const auto shared = std::make_shared<std::unique_ptr<Largest>>();
    const auto showing = [shared](const Cost& (Largest::*what)(), double Cost::*figure) {
        return [=] {
            if (!*shared)
                *shared = std::make_unique<Largest>();
            return [=] { return ((**shared).*what)().*figure; };
        };
    };
    return {{"read_65536_gpus", "s", 5, 1, showing(&Largest::reading, &Cost::seconds)},
            {"read_65536_gpus_memory", "MiB", 1024, 1, showing(&Largest::reading, &Cost::mib)},
            {"full_plan_65536_gpus", "s", 30, 1, showing(&Largest::planning, &Cost::seconds)},
            {"full_plan_65536_gpus_memory", "MiB", 1024, 1, showing(&Largest::planning, &Cost::mib)}};
}

} // namespace pipette
