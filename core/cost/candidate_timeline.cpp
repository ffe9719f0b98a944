// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/candidate_timeline.h"

#include "core/base/grid.h"
#include "core/base/index.h"
#include "core/base/inks.h"
#include "core/base/input_error.h"
#include "core/cluster/forecast.h"
#include "core/schedule/schedule_family.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <span>
#include <utility>

namespace pipette {
namespace {

void refuse_long(const ParallelConfig& config) {
    constexpr long most = 2'000'000;
    if (const long count = operation_count(schedule_size(config)); count > most)
        throw InputError(
            {}, "timeline",
            fmt::format("{} microbatches on {} devices are up to {} operations, more than the {} "
                        "that are drawn or traced one by one; a smaller global batch shows the "
                        "same pattern, of which the rest is repetitions",
                        config.microbatches(), config.pp, count, most));
}

/// What the chunks of the drawn replica wait for, and the copies that they hide, named where some does.
std::vector<TimelineShare> shares_of(const PipelineCosts& costs, int replica) {
    const std::pair<std::string_view, const std::vector<double>*> parts[]{
        {name_of(Ink::recomputation), &costs.recompute},    {name_of(Ink::offload), &costs.copies},
        {name_of(Ink::tensor_parallel), &costs.tp},         {name_of(Ink::context_parallel), &costs.cp},
        {name_of(Ink::expert_parallel), &costs.ep},         {"sharded parameters", &costs.dp},
        {"hidden copies to the host", &costs.copies_hidden}};
    std::vector<TimelineShare> shares;
    for (const auto& [name, seconds] : parts) {
        if (seconds->empty())
            continue;
        TimelineShare share{std::string(name), {}};
        for (int chunk = 0; chunk < costs.chunks(); ++chunk)
            share.of_chunk.push_back(Grid(*seconds, costs.chunks())(replica, chunk) /
                                     (Grid(costs.forward, costs.chunks())(replica, chunk) +
                                      Grid(costs.backward, costs.chunks())(replica, chunk)));
        if (std::any_of(share.of_chunk.begin(), share.of_chunk.end(), [](double part) { return part > 0; }))
            shares.push_back(std::move(share));
    }
    return shares;
}

/// When the parts that follow the pipeline on a device begin and end.
struct Ending {
    double backward = 0;  ///< end of its last backward
    double exchanged = 0; ///< end of its gradient exchange
    double update = 0;    ///< start of its optimizer
    double hosted = 0;    ///< end of what the host does of it
    double done = 0;      ///< end of all
};

/// The replica of a simulated iteration that ends last.
struct DrawnReplica {
    Timeline timeline;           ///< without tails and shares
    std::vector<Ending> endings; ///< [device]
    PipelineCosts costs;         ///< its chunks alone
    double time_s = 0;
};

std::vector<double> row_of(const std::vector<double>& values, int width, int row) {
    if (values.empty())
        return {};
    const std::span<const double> cells = Grid(values, width).row(row);
    return {cells.begin(), cells.end()};
}

constexpr std::vector<double> PipelineCosts::*shared_parts[]{
    &PipelineCosts::forward, &PipelineCosts::backward, &PipelineCosts::recompute,
    &PipelineCosts::tp,      &PipelineCosts::cp,       &PipelineCosts::ep,
    &PipelineCosts::dp,      &PipelineCosts::copies,   &PipelineCosts::copies_hidden};

DrawnReplica drawn_replica(const PipelineCosts& costs, const ParallelConfig& config) {
    const ExactTime exact = exact_iteration(costs, config);
    Simulator simulator(make_schedule(config.schedule, schedule_size(config)));
    simulator.run(replica_times(costs, exact.replica), config.p2p);
    DrawnReplica drawn{simulator.timeline(), {}, {}, exact.time_s};
    drawn.costs.pp = costs.pp, drawn.costs.vpp = costs.vpp;
    for (const auto part : shared_parts)
        drawn.costs.*part = row_of(costs.*part, costs.chunks(), exact.replica);
    for (int device = 0; device < costs.pp; ++device) {
        Ending ending;
        ending.backward = simulator.last_backward_end(device);
        ending.exchanged = ending.backward + Grid(costs.exchange, costs.pp)(exact.replica, device);
        ending.update = std::max(simulator.device_end(device), ending.exchanged);
        ending.hosted = ending.update +
                        (costs.offload.empty() ? 0 : Grid(costs.offload, costs.pp)(exact.replica, device));
        ending.done = ending.update + Grid(costs.optimizer, costs.pp)(exact.replica, device);
        drawn.endings.push_back(ending);
    }
    return drawn;
}

void add_tails(DrawnReplica& drawn) {
    std::vector<TimelineTail>& tails = drawn.timeline.tails;
    int last = 0;
    for (int device = 0; device < drawn.costs.pp; ++device) {
        const Ending& ending = drawn.endings[index(device)];
        if (ending.exchanged > ending.backward)
            tails.push_back(
                {device, std::string(name_of(Ink::gradient_exchange)), ending.backward, ending.exchanged});
        if (ending.hosted > ending.update)
            tails.push_back({device, std::string(name_of(Ink::offload)), ending.update, ending.hosted});
        if (ending.done > ending.hosted)
            tails.push_back({device, std::string(name_of(Ink::optimizer)), ending.hosted, ending.done});
        if (ending.done > drawn.endings[index(last)].done)
            last = device;
    }
    constexpr double rounding = 1e-12; // of sums of the same times in another order
    if (const double done = drawn.endings[index(last)].done; drawn.time_s > done * (1 + rounding))
        tails.push_back({last, waits_for_last, done, drawn.time_s});
}

Timeline finished(DrawnReplica drawn) {
    add_tails(drawn);
    drawn.timeline.shares = shares_of(drawn.costs, 0);
    return std::move(drawn.timeline);
}

void add(std::vector<double>& sum, const std::vector<double>& one, double share) {
    sum.resize(one.size(), 0);
    for (std::size_t i = 0; i < one.size(); ++i)
        sum[i] += share * one[i];
}

/// Adds a share of one snapshot to the weighted sum, which begins as a timeline without times.
void add_share(DrawnReplica& sum, const DrawnReplica& one, double share) {
    Timeline& timeline = sum.timeline;
    add(timeline.start, one.timeline.start, share), add(timeline.end, one.timeline.end, share);
    for (std::size_t i = 0; i < timeline.sends.size(); ++i) {
        timeline.sends[i].start += share * one.timeline.sends[i].start;
        timeline.sends[i].end += share * one.timeline.sends[i].end;
    }
    for (std::size_t device = 0; device < sum.endings.size(); ++device) {
        DeviceUse& use = timeline.devices[device];
        const DeviceUse& used = one.timeline.devices[device];
        use.busy += share * used.busy, use.start += share * used.start, use.end += share * used.end;
        for (double Ending::*time :
             {&Ending::backward, &Ending::exchanged, &Ending::update, &Ending::hosted, &Ending::done})
            sum.endings[device].*time += share * (one.endings[device].*time);
    }
    for (const auto part : shared_parts)
        add(sum.costs.*part, one.costs.*part, share);
    sum.time_s += share * one.time_s;
}

/// The drawn replica with all of its times 0.
DrawnReplica without_times(const DrawnReplica& drawn) {
    DrawnReplica none{drawn.timeline, std::vector<Ending>(drawn.endings.size()), {}, 0};
    none.costs.pp = drawn.costs.pp, none.costs.vpp = drawn.costs.vpp;
    none.timeline.start.clear(), none.timeline.end.clear();
    for (TimelineSend& send : none.timeline.sends)
        send.start = send.end = 0;
    for (DeviceUse& use : none.timeline.devices)
        use.busy = use.start = use.end = 0;
    return none;
}

/// One snapshot after the other, for a timeline may be large. `times`: theirs.
Timeline mean_timeline(const std::vector<PipelineCosts>& days, const std::vector<double>& times,
                       const std::vector<double>& weights, const ParallelConfig& config) {
    const double mean_s = std::inner_product(times.begin(), times.end(), weights.begin(), 0.0);
    const auto nearest = std::min_element(times.begin(), times.end(), [&](double a, double b) {
        return std::abs(a - mean_s) < std::abs(b - mean_s);
    });
    DrawnReplica mean;
    for (std::size_t day = 0; day < days.size(); ++day) {
        const DrawnReplica one = drawn_replica(days[day], config);
        if (day == 0)
            mean = without_times(one);
        add_share(mean, one, weights[day]);
        if (times.begin() + static_cast<std::ptrdiff_t>(day) == nearest)
            mean.timeline.critical_path = one.timeline.critical_path;
    }
    mean.timeline.makespan = *std::max_element(mean.timeline.end.begin(), mean.timeline.end.end());
    return finished(std::move(mean));
}

} // namespace

Timeline candidate_timeline(const PipelineCosts& costs, const ParallelConfig& config) {
    refuse_long(config);
    return finished(drawn_replica(costs, config));
}

Timeline candidate_timeline(const PlanInputs& inputs, const ParallelConfig& config,
                            const RankMapping& mapping, const Calibration& calibration) {
    check(config, inputs.model, inputs.job);
    check(mapping, config.world(), inputs.cluster->gpu_count());
    refuse_long(config);
    const ConfigWork work = config_work(*inputs.cluster, inputs.model, inputs.job, config, calibration);
    const History& history = inputs.cluster->history;
    if (history.snapshots.empty())
        return candidate_timeline(pipeline_costs(links_of(inputs), work, mapping), config);
    std::vector<PipelineCosts> days;
    std::vector<double> times;
    for (std::size_t day = 0; day < history.snapshots.size(); ++day) {
        days.push_back(pipeline_costs(links_of(inputs, day), work, mapping));
        times.push_back(exact_time(days.back(), config));
    }
    const std::vector<double> weights = snapshot_weights(history);
    if (const double quantile = inputs.budget.history_quantile; quantile > 0)
        return candidate_timeline(days[snapshot_at_quantile(times, weights, quantile)], config);
    return mean_timeline(days, times, weights, config);
}

std::string timeline_text(const PlanInputs& inputs) {
    const std::size_t snapshots = inputs.cluster->history.snapshots.size();
    if (snapshots == 0)
        return {};
    if (inputs.budget.history_quantile > 0)
        return fmt::format("the snapshot at the {:g} quantile of {}", inputs.budget.history_quantile,
                           snapshots);
    return fmt::format("each bar is the mean over {} snapshots", snapshots);
}

} // namespace pipette
