// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/cluster/forecast.h"
#include "core/cluster/hypothetical.h"
#include "core/cluster/implausible.h"
#include "core/cost/congestion.h"
#include "core/cost/hops.h"
#include "core/cost/iteration_time.h"
#include "core/cost/traffic/transfers.h"
#include "core/framework/framework.h"
#include "core/plan/flash_attention.h"
#include "core/plan/time_parts.h"
#include "core/workload/fine_tuning.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace pipette {
namespace {

/// What the GPUs of a mapping have in common and what their calibration is worth.
struct UsedGpus {
    double peak_flops = 0;     ///< of all together
    double relative_error = 0; ///< the largest of their kinds
    bool calibrated = true;
};

UsedGpus used_gpus(const PlanInputs& inputs, const Links& links, const RankMapping& mapping,
                   const Calibration& calibration) {
    std::vector<long> count(inputs.cluster->node_kinds.size(), 0);
    for (const int gpu : mapping.gpu_of_rank)
        ++count[static_cast<std::size_t>(links.kind_of_gpu[static_cast<std::size_t>(gpu)])];
    UsedGpus used;
    for (std::size_t kind = 0; kind < count.size(); ++kind) {
        if (count[kind] == 0)
            continue;
        const GpuKind& gpu = inputs.cluster->node_kinds[kind].gpu;
        if (!gpu.supports(inputs.job.precision))
            throw InputError({},
                             fmt::format("$.node_kinds[\"{}\"].gpu", inputs.cluster->node_kinds[kind].name),
                             unsupported_text(gpu, inputs.job.precision));
        const KindCalibration& fit = calibration.nearest(gpu, inputs.job.framework);
        used.peak_flops += static_cast<double>(count[kind]) * gpu.peak_flops(inputs.job.precision);
        used.relative_error =
            std::max(used.relative_error, error_of(fit, {gpu, inputs.job.framework, inputs.job.precision,
                                                         static_cast<int>(mapping.gpu_of_rank.size())}));
        used.calibrated = used.calibrated && is_of(fit, gpu);
    }
    return used;
}

/// Adds a share of what was found on one snapshot, part by part.
void add_share(Candidate& sum, const Candidate& one, double share) {
    sum.iteration_time_s += share * one.iteration_time_s;
    sum.low_s += share * one.low_s, sum.high_s += share * one.high_s;
    for (double ModelTimes::*time :
         {&ModelTimes::exact, &ModelTimes::bound, &ModelTimes::pipette, &ModelTimes::amp})
        sum.model_times.*time += share * (one.model_times.*time);
    for (const TimePart& part : time_parts())
        sum.breakdown.*part.seconds += share * (one.breakdown.*part.seconds);
}

/// A link that one snapshot missed was measured all the same.
void keep_what_no_day_measured(std::vector<Candidate>& days) {
    std::vector<std::pair<int, int>> never = days.front().assumed_links;
    for (const Candidate& day : days)
        std::erase_if(never, [&](const std::pair<int, int>& link) {
            return !std::binary_search(day.assumed_links.begin(), day.assumed_links.end(), link);
        });
    for (Candidate& day : days)
        day.assumed_links = never;
}

/// Simulated on every snapshot: the weighted means of all figures, or the snapshot at the weighted quantile.
Candidate over_snapshots(const PlanInputs& inputs, const ParallelConfig& config, const RankMapping& mapping,
                         const Calibration& calibration) {
    const std::vector<double> weights = snapshot_weights(inputs.cluster->history);
    std::vector<Candidate> days;
    std::vector<double> times;
    for (std::size_t day = 0; day < weights.size(); ++day) {
        days.push_back(estimate_time(inputs, links_of(inputs, day), config, mapping, calibration));
        times.push_back(days.back().iteration_time_s);
    }
    keep_what_no_day_measured(days);
    if (const double quantile = inputs.budget.history_quantile; quantile > 0)
        return days[snapshot_at_quantile(times, weights, quantile)];
    const Candidate& first = days.front();
    Candidate mean = first;
    mean.iteration_time_s = mean.low_s = mean.high_s = 0;
    mean.model_times = {}, mean.breakdown = {};
    for (std::size_t day = 0; day < weights.size(); ++day)
        add_share(mean, days[day], weights[day]);
    const double slower = mean.iteration_time_s / first.iteration_time_s;
    mean.tokens_per_s /= slower, mean.mfu /= slower;
    return mean;
}

} // namespace

Links links_of(const PlanInputs& inputs) {
    const Cluster& cluster = *inputs.cluster;
    if (cluster.history.snapshots.empty())
        return make_links(cluster, cluster.inter_node.bandwidth, inputs.faults.degraded);
    const History& history = cluster.history;
    const std::vector<double> weights = snapshot_weights(history);
    const Forecast expected = forecast(history, weights);
    Links links = make_links(cluster, expected.expected, inputs.faults.degraded);
    links.inter_spread = expected.spread;
    const double quantile = inputs.budget.history_quantile;
    links.assumptions.push_back(fmt::format(
        "times are {} over {} snapshots, of which the last counts {:.0f} % (how alike links are from one to "
        "the next: {:.2f})",
        quantile > 0 ? fmt::format("the {:g} quantile", quantile) : std::string("the mean"), weights.size(),
        weights.back() * 100, day_to_day(history)));
    return links;
}

Links links_of(const PlanInputs& inputs, std::size_t snapshot) {
    return make_links(*inputs.cluster, inputs.cluster->history.snapshots[snapshot], inputs.faults.degraded);
}

std::vector<std::string> assumptions_of(const PlanInputs& inputs, const Links& links,
                                        const Calibration& calibration) {
    std::vector<std::string> assumptions;
    if (is_assumed(*inputs.cluster))
        assumptions.push_back("the cluster is " + inputs.cluster->origin);
    for (const std::string& line : inputs.cluster->assumptions)
        assumptions.push_back("by the import of the cluster, " + line);
    assumptions.insert(assumptions.end(), links.assumptions.begin(), links.assumptions.end());
    if (const std::vector<Fault>& faults = inputs.cluster->faults;
        inputs.limits.allow_faulty && !faults.empty())
        assumptions.push_back(fmt::format(
            "what is known to be broken works again ({}{}): its links are taken as if they were not "
            "measured",
            faults.size() > 1 ? fmt::format("{} faults, the first: ", faults.size()) : std::string(),
            fault_text(*inputs.cluster, faults.front())));
    for (std::string& line : implausible_links(*inputs.cluster))
        assumptions.push_back(std::move(line));
    if (const std::string waits = congestion_text(inputs.cluster->fabric.congestion); !waits.empty())
        assumptions.push_back("times include congestion of the fabric: " + waits);
    if (const std::string tuning = tuning_text(inputs.job.tuning); !tuning.empty())
        assumptions.push_back(
            fmt::format("fine-tuning ({}): the calibrations of times are of pre-training", tuning));
    std::set<std::string> told;
    for (const NodeKind& node : inputs.cluster->node_kinds) {
        if (!told.insert(node.gpu.name).second)
            continue;
        const KindCalibration& kind = calibration.nearest(node.gpu, inputs.job.framework);
        const bool flash_attention = fuses_attention(inputs.job, node.gpu);
        if (!is_of(kind, node.gpu))
            assumptions.push_back(fmt::format("efficiencies of another GPU architecture for {}, because "
                                              "the calibration has no runs of this one (uncalibrated)",
                                              node.gpu.name));
        const Asked asked{node.gpu, inputs.job.framework, inputs.job.precision, inputs.cluster->gpu_count()};
        std::vector<std::string> borrowed = borrowed_by(kind, asked);
        std::erase(borrowed, "architecture"); // said above
        if (kind.runs > 0 && !borrowed.empty())
            assumptions.push_back(fmt::format("times on {} go by the calibration of {}, which has no runs of "
                                              "this {}: plus or minus {:.0f} %",
                                              node.gpu.name, kind.framework, fmt::join(borrowed, " and "),
                                              100 * error_of(kind, asked)));
        if (calibration.layers && !flash_attention)
            assumptions.push_back(fmt::format("attention on {} is without flash attention in its memory; in "
                                              "its time it is as it was when the layers were measured",
                                              node.gpu.name));
        else if (!calibration.layers && kind.runs > 0 && kind.flash_attention != flash_attention)
            assumptions.push_back(
                fmt::format("times on {} go by runs {} flash attention, this job runs {} it", node.gpu.name,
                            kind.flash_attention ? "with" : "without", flash_attention ? "with" : "without"));
    }
    if (calibration.layers)
        assumptions.push_back(assumption_of(*calibration.layers));
    return assumptions;
}

Candidate estimate_time(const PlanInputs& inputs, const ParallelConfig& config, const RankMapping& mapping,
                        const Calibration& calibration) {
    if (!inputs.cluster->history.snapshots.empty())
        return over_snapshots(inputs, config, mapping, calibration);
    return estimate_time(inputs, links_of(inputs), config, mapping, calibration);
}

Candidate estimate_time(const PlanInputs& inputs, const Links& links, const ParallelConfig& config,
                        const RankMapping& mapping, const Calibration& calibration) {
    check(config, inputs.model, inputs.job);
    check_habits(config, inputs.model, inputs.job);
    check(mapping, config.world(), inputs.cluster->gpu_count());
    const UsedGpus used = used_gpus(inputs, links, mapping, calibration);
    const ConfigWork work = config_work(*inputs.cluster, inputs.model, inputs.job, config, calibration);
    const PipelineCosts costs = pipeline_costs(links, work, mapping);
    PipelineTimer timer = timer_of(config);
    const ExactTime exact = exact_iteration(costs, config, timer);

    Candidate candidate;
    candidate.config = config;
    candidate.mapping = mapping;
    candidate.iteration_time_s = exact.time_s;
    candidate.low_s = exact.time_s * std::max(0.0, 1 - used.relative_error);
    candidate.high_s = exact.time_s * (1 + used.relative_error);
    candidate.calibrated = used.calibrated;
    candidate.model_times = {exact.time_s, bound_time(costs, config), pipette_time(costs, config),
                             amp_time(pipeline_costs(uniform_links(links), work, mapping), config)};
    candidate.breakdown = breakdown_of(costs, config, exact, timer);
    const double sequences = inputs.job.global_batch;
    candidate.tokens_per_s = sequences * inputs.job.sequence_length / exact.time_s;
    candidate.mfu =
        sequences * model_flops_per_sequence(inputs.model, inputs.job) / (exact.time_s * used.peak_flops);
    Reliance reliance = reliance_of(*inputs.cluster, links, work.traffic, mapping);
    candidate.faults = std::move(reliance.faults);
    candidate.assumed_links = std::move(reliance.assumed_links);
    const Transfers transfers = transfers_of(*inputs.cluster, work, mapping);
    candidate.transfer_bytes = transfers.bytes, candidate.transfer_usd = transfers.usd;
    return candidate;
}

} // namespace pipette
