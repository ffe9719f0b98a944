// SPDX-License-Identifier: GPL-3.0-or-later
// Our plan against the best in host order and what AMP, Varuna and Megatron's rule would run: what of the
// gain is mapping, what schedule, what configuration. On the cluster files given, or on the two 16x8 samples.
#include "core/base/input_error.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/evidence/memory_estimator_json.h"
#include "core/search/rounds/baselines.h"
#include "core/search/rounds/planner.h"
#include "core/search/space/enumeration.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <utility>

using namespace pipette;

namespace {

struct Workload {
    const char* model;
    int global_batch;
};
/// SC21 table 1 (arXiv:2104.04473) with its batches, and the model of Pipette's authors with theirs.
constexpr Workload workloads[]{
    {"gpt-1.7b", 512}, {"gpt-3.6b", 512}, {"gpt-7.5b", 512}, {"gpt-18.4b", 1024}, {"gpt-8.1b", 128}};
constexpr const char* samples[]{"/sample_clusters/a100_hdr_16x8.json", "/sample_clusters/v100_edr_16x8.json"};
constexpr std::array others{Planner::amp, Planner::varuna, Planner::megatron};
constexpr std::size_t looked_at = 10;

/// Speed-ups over one other planner, for their range and mean.
struct Ratios {
    double least = INFINITY, most = 0, sum_of_logs = 0;
    int count = 0;

    void add(double ratio) {
        least = std::min(least, ratio), most = std::max(most, ratio);
        sum_of_logs += std::log(ratio), ++count;
    }
    std::string text() const {
        return fmt::format("{:.2f}x to {:.2f}x, geometric mean {:.2f}x", least, most,
                           std::exp(sum_of_logs / count));
    }
};
struct Summary {
    std::array<Ratios, others.size()> whole;
    Ratios mapping, schedule, configuration; ///< the whole over Megatron's rule is their product
};

PlanInputs inputs_for(const Cluster& cluster, const Workload& workload) {
    PlanInputs inputs;
    inputs.cluster = share(cluster);
    inputs.model = load_model(workload.model);
    inputs.job.global_batch = workload.global_batch;
    inputs.job.sequence_length = inputs.model.sequence_length;
    inputs.job.precision = Precision::fp16; // V100 knows no bf16
    return inputs;
}

/// A plan that is not empty.
Plan planned(const PlanInputs& inputs, const Knowledge& knowledge) {
    Plan result = plan(inputs, knowledge);
    if (result.candidates.empty())
        throw InputError({}, inputs.model.name, "no configuration fits on " + inputs.cluster->name);
    return result;
}

/// The best of all configurations in host order.
const Candidate& in_host_order(const Plan& plan) {
    return *std::find_if(plan.baselines.begin(), plan.baselines.end(),
                         [](const Candidate& c) { return c.planner == Planner::host_order; });
}

long over_memory(const Baseline& baseline) {
    const std::size_t count = std::min(looked_at, baseline.ranking.size());
    return std::count_if(baseline.ranking.begin(), baseline.ranking.begin() + std::ptrdiff_t(count),
                         [](const RankedConfig& entry) { return !entry.fits; });
}

/// What a row of the table rests on, for the lines below the table.
struct Background {
    std::string configs, assumptions;
};

/// Prints one row.
Background compare(const Cluster& cluster, const Workload& workload, const Knowledge& knowledge,
                   Summary& summary) {
    const PlanInputs inputs = inputs_for(cluster, workload);
    const Plan result = planned(inputs, knowledge);
    const Candidate& whole = result.candidates.front();
    SearchTables tables(inputs, knowledge);
    const std::vector<Baseline> known = baselines(tables, enumerate(inputs).configs, Ranked::all, {});
    PlanInputs narrow = inputs;
    narrow.limits.schedules = {ScheduleKind::one_f_one_b};
    const Plan narrow_plan = planned(narrow, knowledge);
    const Candidate &host_order = in_host_order(result), &plain = in_host_order(narrow_plan);
    summary.mapping.add(host_order.iteration_time_s / whole.iteration_time_s);
    summary.schedule.add(plain.iteration_time_s / host_order.iteration_time_s);

    std::string times, ratios, over;
    Background background;
    background.configs = fmt::format("{:<10} ours       {}\n{:<10} host order {}\n{:<10} ... 1f1b   {}\n",
                                     workload.model, short_name(whole.config), "",
                                     short_name(host_order.config), "", short_name(plain.config));
    for (std::size_t i = 0; i < others.size(); ++i) {
        const auto other = std::find_if(known.begin(), known.end(),
                                        [&](const Baseline& b) { return b.planner == others[i]; });
        over += fmt::format("{:>9}", over_memory(*other));
        if (!other->best) {
            times += fmt::format("{:>10}", "none"), ratios += fmt::format("{:>9}", "-");
            continue;
        }
        const double theirs = other->best->iteration_time_s;
        summary.whole[i].add(theirs / whole.iteration_time_s);
        if (others[i] == Planner::megatron)
            summary.configuration.add(theirs / plain.iteration_time_s);
        times += fmt::format("{:>10.1f}", theirs * 1e3);
        ratios += fmt::format("{:>8.2f}x", theirs / whole.iteration_time_s);
        background.configs +=
            fmt::format("{:<10} {:<10} {}\n", "", name_of(others[i]), short_name(other->best->config));
    }
    fmt::print("{:<10}{:>6} |{:>10.1f}{:>11.1f}{:>10.1f}{} |{:>10.3f}x{} |{}\n", workload.model,
               workload.global_batch, whole.iteration_time_s * 1e3, host_order.iteration_time_s * 1e3,
               plain.iteration_time_s * 1e3, times, host_order.iteration_time_s / whole.iteration_time_s,
               ratios, over);
    std::fflush(stdout);
    for (const std::string& assumption : result.assumptions)
        background.assumptions += fmt::format("Assumed: {}\n", assumption);
    return background;
}

void report(const std::filesystem::path& file, const Knowledge& knowledge, Summary& summary) {
    const Cluster cluster = read_cluster(file);
    fmt::print("{} ({}), fp16, {}\n\n", cluster.name, file.filename().string(), cluster.origin);
    fmt::print("{:<16} |{:^61} |{:^38} |{:>27}\n", "", "simulated time of an iteration, ms",
               "ours faster than", "over memory, of ten best");
    fmt::print("{:<10}{:>6} |{:>10}{:>11}{:>10}", "model", "batch", "ours", "host order", "... 1f1b");
    bool named_host_order = false;
    for (const auto& [width, separator] : {std::pair(10, ""), std::pair(9, " |"), std::pair(9, " |")}) {
        fmt::print("{}", separator);
        if (width == 9 && !std::exchange(named_host_order, true))
            fmt::print("{:>11}", "host order");
        for (const Planner other : others)
            fmt::print("{:>{}}", name_of(other), width);
    }
    fmt::print("\n");
    Background all;
    for (const Workload& workload : workloads) {
        const Background background = compare(cluster, workload, knowledge, summary);
        all.configs += background.configs;
        all.assumptions = background.assumptions; // of the cluster: the same for every model
    }
    fmt::print("\n{}{}\n", all.configs, all.assumptions);
}

} // namespace

int main(int argc, char** argv) {
    std::vector<std::filesystem::path> files(argv + 1, argv + argc);
    if (files.empty())
        for (const char* sample : samples)
            files.emplace_back(std::string(PIPETTE_SOURCE_DIR) + sample);
    try {
        const Knowledge knowledge{shipped_calibration(), std::make_shared<const std::vector<MemoryEstimator>>(
                                                             shipped_memory_estimators())};
        Summary summary;
        for (const std::filesystem::path& file : files)
            report(file, knowledge, summary);
        for (std::size_t i = 0; i < others.size(); ++i)
            fmt::print("Over {:<8}  {}\n", name_of(others[i]), summary.whole[i].text());
        fmt::print("Mapping        {}: over the best configuration in host order\n"
                   "Schedule       {}: of host order over host order with 1f1b alone\n"
                   "Configuration  {}: of host order with 1f1b alone over Megatron's rule\n",
                   summary.mapping.text(), summary.schedule.text(), summary.configuration.text());
        fmt::print(
            "Every time is simulated on the links of the cluster file: ours with its own mapping, "
            "the others' with ranks in host order.\n"
            "Host order: the fastest of all configurations, ranks in plain host order; ... 1f1b: of those "
            "with the one schedule that the others know.\n"
            "The others' plan is the first in their own order that fits by our upper memory estimate; "
            "over memory: those of\ntheir ten first that do not. Our own search drops what does not "
            "fit before it ranks.\n");
        return 0;
    } catch (const InputError& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
}
