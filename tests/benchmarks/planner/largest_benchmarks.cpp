// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/cluster_json.h"
#include "tests/benchmarks/planner/benchmark.h"
#include "tests/benchmarks/planner/resident_memory.h"
#include "tests/benchmarks/planner/scratch_folder.h"
#include "tests/benchmarks/planner/workloads.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>

namespace pipette {
namespace {

/// A cluster of 65,536 GPUs in a file, for as long as this lives.
class ClusterOnDisk {
public:
    ClusterOnDisk() { write_cluster(synthetic_cluster(8192), file()); }
    std::filesystem::path file() const { return folder_.path() / "cluster.json"; }

private:
    const ScratchFolder folder_;
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
