// SPDX-License-Identifier: GPL-3.0-or-later
// How far plans are from the best that more seeds, a larger budget or a row's own search find.
//
//     plan_quality rows [CLUSTERS...]    every row of the table against what a search of its own makes of it
//     plan_quality seeds                 small clusters with one NIC a node: four seeds against 16 times the
//                                        budget
//     plan_quality samples [CLUSTERS...] samples of 16 nodes, five models: ten seeds against 16 times the
//     budget,
//                                        and whether more moves of the same seed ever end with a slower plan
#include "core/base/input_error.h"
#include "core/base/random.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/evidence/memory_estimator_json.h"
#include "core/search/rounds/planner.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fmt/format.h>
#include <span>
#include <string_view>

using namespace pipette;

namespace {

struct Workload {
    const char* model;
    int global_batch;
};
constexpr Workload row_workloads[]{{"gpt-3.6b", 512}, {"gpt-7.5b", 512}, {"gpt-18.4b", 1024}};
constexpr Workload sample_workloads[]{
    {"gpt-3.6b", 512}, {"gpt-7.5b", 512}, {"gpt-18.4b", 1024}, {"llama-2-7b", 512}, {"llama-2-13b", 512}};
constexpr const char* sample_clusters[]{"a100_hdr_16x8.json", "v100_edr_16x8.json"};
constexpr const char* row_clusters[]{"starter_2x8_a100.json", "a100_hdr_16x8.json", "v100_edr_16x8.json"};

const Knowledge& knowledge() {
    static const Knowledge shipped{
        shipped_calibration(),
        std::make_shared<const std::vector<MemoryEstimator>>(shipped_memory_estimators())};
    return shipped;
}

PlanInputs inputs_for(const Cluster& cluster, const Workload& workload) {
    PlanInputs inputs;
    inputs.cluster = share(cluster);
    inputs.model = load_model(workload.model);
    inputs.job.global_batch = workload.global_batch;
    inputs.job.sequence_length = inputs.model.sequence_length;
    inputs.job.precision = Precision::fp16;
    return inputs;
}

double processor_s() {
    return double(std::clock()) / CLOCKS_PER_SEC;
}

/// Of every row of the table, by how much a search of its own, from its own mapping and with another seed,
/// makes it faster.
void check_rows(const Cluster& cluster, const Workload& workload) {
    PlanInputs inputs = inputs_for(cluster, workload);
    const double before_s = processor_s();
    const Plan found = plan(inputs, knowledge());
    const double plan_s = processor_s() - before_s;
    double worst = 0, sum = 0;
    std::size_t worst_row = 0, above = 0;
    inputs.budget.seed = 12'345;
    for (std::size_t row = 0; row < found.candidates.size(); ++row) {
        const Candidate& candidate = found.candidates[row];
        const Candidate own = improve(inputs, candidate.config, candidate.mapping, knowledge());
        const double gain = 100 * (1 - own.iteration_time_s / candidate.iteration_time_s);
        sum += gain, above += gain > 0.3;
        if (gain > worst)
            worst = gain, worst_row = row;
    }
    if (!found.candidates.empty())
        fmt::print(
            "{:<28} {:<10} best {:9.2f} ms, {:5.2f} s, {:2} rows: {:2} gain over 0.3 %, mean {:.3f} %, "
            "most {:.3f} % (row {}: {})\n",
            cluster.name, workload.model, 1e3 * found.candidates.front().iteration_time_s, plan_s,
            found.candidates.size(), above, sum / double(found.candidates.size()), worst, worst_row,
            short_name(found.candidates[worst_row].config));
    std::fflush(stdout);
}

/// Nodes of eight A100 with one NIC, links lognormal, one in eight at a third.
Cluster one_nic_cluster(int nodes, std::uint64_t seed) {
    Random random(seed);
    Cluster cluster;
    cluster.name = fmt::format("{} x 8, number {}", nodes, seed), cluster.origin = "synthetic";
    NodeKind kind;
    kind.name = "node", kind.gpu = gpu_kind_named("A100-SXM4-80GB"), kind.gpus = 8, kind.nics = 1;
    kind.intra_node.bandwidth_gb_per_s = 235, kind.intra_node.latency_us = 3;
    cluster.node_kinds.push_back(kind);
    for (int node = 0; node < nodes; ++node)
        cluster.nodes.push_back({fmt::format("n{}", node), 0, "r0"});
    cluster.inter_node.bandwidth = BandwidthMatrix(nodes);
    for (int a = 0; a < nodes; ++a)
        for (int b = 0; b < nodes; ++b)
            if (a != b)
                cluster.inter_node.bandwidth.set(
                    a, b, 20 * random.lognormal(0, 0.3) * (random.below(8) == 0 ? 0.33 : 1));
    return make_cluster(std::move(cluster));
}

Candidate best_of(PlanInputs inputs, std::uint64_t seed, long times) {
    inputs.budget.seed = seed;
    inputs.budget.moves *= times;
    return plan(inputs, knowledge()).candidates.front();
}

/// Ten seeds of one workload. Prints every seed's gap to the best that was found.
void check_sample(const Cluster& cluster, const Workload& workload) {
    constexpr int seeds = 10;
    const PlanInputs inputs = inputs_for(cluster, workload);
    PlanInputs fewer = inputs;
    fewer.budget.moves /= 10;
    std::vector<Candidate> found;
    int slower_with_more = 0;
    double plan_s = 0;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        const double before_s = processor_s();
        found.push_back(best_of(inputs, seed, 1));
        plan_s += (processor_s() - before_s) / seeds;
        slower_with_more += best_of(fewer, seed, 1).iteration_time_s < found.back().iteration_time_s;
    }
    const Candidate longer = best_of(inputs, 77, 16);
    double best_s = longer.iteration_time_s;
    for (const Candidate& candidate : found)
        best_s = std::min(best_s, candidate.iteration_time_s);
    double sum = 0, worst = 0;
    std::string gaps;
    for (const Candidate& candidate : found) {
        const double gap = 100 * (candidate.iteration_time_s / best_s - 1);
        sum += gap, worst = std::max(worst, gap);
        gaps += fmt::format(" {:.2f}", gap);
    }
    fmt::print("{:<14} {:<12} {:5.2f} s, best {:9.2f} ms (16 times the budget {:+.2f} %: {}): mean {:.3f} %, "
               "worst {:.3f} %, {} slower than with a tenth of the moves; seeds{}\n",
               cluster.name, workload.model, plan_s, 1e3 * best_s,
               100 * (longer.iteration_time_s / best_s - 1), short_name(longer.config), sum / seeds, worst,
               slower_with_more, gaps);
    std::fflush(stdout);
}

void check_seeds(int nodes, const Workload& workload) {
    constexpr int clusters = 24, seeds = 4;
    int runs = 0, above_half = 0, above_two = 0;
    double sum = 0, worst = 0;
    for (int number = 1; number <= clusters; ++number) {
        const PlanInputs inputs = inputs_for(one_nic_cluster(nodes, std::uint64_t(number)), workload);
        std::vector<double> times;
        for (std::uint64_t seed = 1; seed <= seeds; ++seed)
            times.push_back(best_of(inputs, seed, 1).iteration_time_s);
        const double best =
            std::min(best_of(inputs, 77, 16).iteration_time_s, *std::min_element(times.begin(), times.end()));
        for (const double time : times) {
            const double gap = 100 * (time / best - 1);
            ++runs, above_half += gap > 0.5, above_two += gap > 2;
            sum += gap, worst = std::max(worst, gap);
        }
    }
    fmt::print("{} x 8, one NIC, {} batch {}: {} runs, {} above 0.5 %, {} above 2 %, mean {:.3f} %, worst "
               "{:.2f} %\n",
               nodes, workload.model, workload.global_batch, runs, above_half, above_two, sum / runs, worst);
    std::fflush(stdout);
}

std::vector<std::string> files_of(std::vector<std::string> named, std::span<const char* const> otherwise) {
    if (named.empty())
        for (const char* name : otherwise)
            named.push_back(std::string(PIPETTE_SOURCE_DIR "/sample_clusters/") + name);
    return named;
}

} // namespace

int main(int count, char** arguments) {
    try {
        const std::string_view what = count > 1 ? arguments[1] : "";
        const std::vector<std::string> named(arguments + std::min(count, 2), arguments + count);
        if (what == "seeds") {
            check_seeds(2, {"gpt-1.7b", 32});
            check_seeds(4, {"gpt-3.6b", 64});
        } else if (what == "rows") {
            for (const std::string& file : files_of(named, row_clusters))
                for (const Workload& workload : row_workloads)
                    check_rows(read_cluster(file), workload);
        } else if (what == "samples") {
            for (const std::string& file : files_of(named, sample_clusters))
                for (const Workload& workload : sample_workloads)
                    check_sample(read_cluster(file), workload);
        } else {
            std::fputs("plan_quality rows [CLUSTERS...] | seeds | samples [CLUSTERS...]\n", stderr);
            return 2;
        }
        return 0;
    } catch (const InputError& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
}
