// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/studies/pools_json.h"

#include "core/formats/documents/candidate_json.h"
#include "core/formats/documents/cluster_json.h"
#include "core/study/pools/pools_answer.h"

#include <nlohmann/json.hpp>

namespace pipette {
namespace {

using nlohmann::ordered_json;

} // namespace

std::string pools_to_text(const PlanInputs& inputs, const PooledPlan& plan, PoolsBy by) {
    ordered_json shares = ordered_json::array(), left_out = ordered_json::array();
    for (const PoolShare& share : plan.shares)
        shares.push_back({{"pool", share.pool.name},
                          {"gpus", share.pool.gpus.size()},
                          {"sequences", share.sequences},
                          {"waits_s", plan.waits_s(share)},
                          {"candidate", candidate_to_json(*inputs.cluster, share.candidate)}});
    for (const PoolLeftOut& pool : plan.left_out)
        left_out.push_back(
            {{"pool", pool.pool.name}, {"gpus", pool.pool.gpus.size()}, {"reason", pool.reason}});
    ordered_json document{{"by", name_of(by)},
                          {"global_batch", inputs.job.global_batch},
                          {"answer_text", pools_answer(plan)},
                          {"shares", std::move(shares)},
                          {"left_out", std::move(left_out)}};
    if (!plan.shares.empty()) {
        document["iteration_time_s"] = plan.iteration_time_s;
        document["range_s"] = {plan.low_s, plan.high_s};
        document["exchange_s"] = plan.exchange_s;
        document["tokens_per_s"] = plan.tokens_per_s;
        if (plan.transfers.bytes > 0) {
            document["transfer_bytes"] = plan.transfers.bytes;
            document["transfer_usd"] = plan.transfers.usd;
        }
    }
    if (plan.joint)
        document["joint"] = candidate_to_json(*inputs.cluster, *plan.joint);
    document["assumptions"] = all_assumptions(plan);
    document["stopped_early"] = plan.stopped_early;
    return pretty_json(document);
}

} // namespace pipette
