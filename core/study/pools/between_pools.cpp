// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/pools/between_pools.h"

#include "core/base/index.h"
#include "core/cost/group_time.h"
#include "core/framework/framework.h"
#include "core/plan/rank_grid.h"
#include "core/workload/fine_tuning.h"

#include <algorithm>

namespace pipette {
namespace {

/// The GPUs of a plan, those of its first stage first.
std::vector<int> by_stage(const Candidate& candidate) {
    const RankGrid grid(candidate.config);
    std::vector<int> ranks(candidate.mapping.gpu_of_rank.size());
    for (int rank = 0; rank < grid.world(); ++rank)
        ranks[index(rank)] = rank;
    std::stable_sort(ranks.begin(), ranks.end(),
                     [&](int a, int b) { return grid.place(a).stage < grid.place(b).stage; });
    for (int& rank : ranks)
        rank = candidate.mapping.gpu_of_rank[index(rank)];
    return ranks;
}

} // namespace

double gradient_bytes(const PlanInputs& inputs) {
    return trained_parameters(inputs.model, inputs.job.tuning) * exchanged_gradient_bytes(inputs.job);
}

double exchange_between_s(const PlanInputs& inputs, const Links& links,
                          const std::vector<const Candidate*>& of_pools, const Calibration& calibration) {
    if (of_pools.size() < 2)
        return 0;
    std::vector<std::vector<int>> gpus;
    std::size_t slices = 0;
    for (const Candidate* plan : of_pools) {
        gpus.push_back(by_stage(*plan));
        slices = std::max(slices, gpus.back().size());
    }
    std::vector<std::vector<int>> owners(slices);
    std::vector<int> users(index(links.nics), 0);
    for (std::size_t slice = 0; slice < slices; ++slice)
        for (const std::vector<int>& pool : gpus) {
            owners[slice].push_back(pool[slice * pool.size() / slices]);
            ++users[index(links.nic_of_gpu[index(owners[slice].back())])];
        }
    const ConfigWork work =
        config_work(*inputs.cluster, inputs.model, inputs.job, of_pools.front()->config, calibration);
    const double bytes = gradient_bytes(inputs) / double(slices);
    GroupTime time(links);
    double slowest_s = 0;
    for (const std::vector<int>& group : owners) {
        const GroupMembers members{group.data(), int(group.size()), 1};
        const LinkUse& use = work.exchange_use[index(links.kind_of_gpu[index(group.front())])];
        slowest_s = std::max(slowest_s, time.exchange_s(members, bytes, bytes, users, use));
    }
    return slowest_s;
}

} // namespace pipette
