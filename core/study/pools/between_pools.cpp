// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/pools/between_pools.h"

#include "core/base/index.h"
#include "core/cluster/forecast.h"
#include "core/cost/group_time.h"
#include "core/cost/iteration_time.h"
#include "core/framework/framework.h"
#include "core/plan/rank_grid.h"
#include "core/workload/fine_tuning.h"

#include <algorithm>
#include <numeric>

namespace pipette {
namespace {

/// The GPUs of a plan, those of its first stage first.
std::vector<int> by_stage(const Candidate& candidate) {
    const RankGrid grid(candidate.config);
    std::vector<int> ranks(candidate.mapping.gpu_of_rank.size());
    std::iota(ranks.begin(), ranks.end(), 0);
    std::stable_sort(ranks.begin(), ranks.end(),
                     [&](int a, int b) { return grid.place(a).stage < grid.place(b).stage; });
    for (int& rank : ranks)
        rank = candidate.mapping.gpu_of_rank[index(rank)];
    return ranks;
}

/// [slice] its owner in each pool.
std::vector<std::vector<int>> owners_of_slices(const std::vector<const Candidate*>& of_pools) {
    std::vector<std::vector<int>> gpus;
    std::size_t slices = 0;
    for (const Candidate* plan : of_pools) {
        gpus.push_back(by_stage(*plan));
        slices = std::max(slices, gpus.back().size());
    }
    std::vector<std::vector<int>> owners(slices);
    for (std::size_t slice = 0; slice < slices; ++slice)
        for (const std::vector<int>& pool : gpus)
            owners[slice].push_back(pool[slice * pool.size() / slices]);
    return owners;
}

} // namespace

double gradient_bytes(const PlanInputs& inputs) {
    return trained_parameters(inputs.model, inputs.job.tuning) * exchanged_gradient_bytes(inputs.job);
}

PoolExchange::PoolExchange(const PlanInputs& inputs, const Calibration& calibration)
    : inputs_(inputs), calibration_(calibration), broken_(kept_off(inputs).links) {
    const History& history = inputs.cluster->history;
    for (std::size_t day = 0; day < history.snapshots.size(); ++day)
        links_.push_back(links_of(inputs, day));
    if (links_.empty())
        links_.push_back(links_of(inputs)), weights_ = {1};
    else
        weights_ = snapshot_weights(history);
}

std::optional<double> PoolExchange::seconds(const std::vector<const Candidate*>& of_pools) const {
    if (of_pools.size() < 2)
        return 0;
    const std::vector<std::vector<int>> owners = owners_of_slices(of_pools);
    if (crosses_broken_link(owners))
        return std::nullopt;
    std::vector<double> times_s;
    for (const Links& links : links_)
        times_s.push_back(on_s(links, owners, of_pools.front()->config));
    if (const double quantile = inputs_.budget.history_quantile; quantile > 0 && times_s.size() > 1)
        return times_s[snapshot_at_quantile(times_s, weights_, quantile)];
    return std::inner_product(times_s.begin(), times_s.end(), weights_.begin(), 0.0);
}

double PoolExchange::on_s(const Links& links, const std::vector<std::vector<int>>& owners,
                          const ParallelConfig& config) const {
    std::vector<int> users(index(links.nics), 0);
    for (const std::vector<int>& group : owners)
        for (const int gpu : group)
            ++users[index(links.nic_of_gpu[index(gpu)])];
    const ConfigWork work = config_work(*inputs_.cluster, inputs_.model, inputs_.job, config, calibration_);
    const double bytes = gradient_bytes(inputs_) / double(owners.size());
    GroupTime time(links);
    double slowest_s = 0;
    for (const std::vector<int>& group : owners)
        for (const int gpu : group) {
            const LinkUse& use = work.exchange_use[index(links.kind_of_gpu[index(gpu)])];
            const GroupMembers members{group.data(), int(group.size()), 1};
            slowest_s = std::max(slowest_s, time.exchange_s(members, bytes, bytes, users, use));
        }
    return slowest_s;
}

Transfers PoolExchange::transfers(const std::vector<const Candidate*>& of_pools) const {
    Transfers sum;
    const Cluster& cluster = *inputs_.cluster;
    const PricedLevels priced(cluster);
    const double pools = double(of_pools.size());
    if (!priced.any() || pools < 2)
        return sum;
    const std::vector<std::vector<int>> owners = owners_of_slices(of_pools);
    // A slice is reduced, then gathered: each owner sends all but its own part of it twice.
    const double sent_bytes = 2 * gradient_bytes(inputs_) / double(owners.size()) * (pools - 1) / pools;
    for (const std::vector<int>& group : owners)
        for (std::size_t i = 0; i < group.size(); ++i)
            priced.send(cluster.node_of(group[i]), cluster.node_of(group[(i + 1) % group.size()]), sent_bytes,
                        sum);
    return sum;
}

bool PoolExchange::crosses_broken_link(const std::vector<std::vector<int>>& owners) const {
    const Cluster& cluster = *inputs_.cluster;
    const auto broken = [&](int a, int b) {
        return cluster.node_of(a) != cluster.node_of(b) &&
               broken_.between(cluster.node_of(a), cluster.node_of(b));
    };
    return broken_.any() && std::any_of(owners.begin(), owners.end(), [&](const std::vector<int>& group) {
               for (std::size_t i = 0; i < group.size(); ++i)
                   if (broken(group[i], group[(i + 1) % group.size()]))
                       return true;
               return false;
           });
}

} // namespace pipette
