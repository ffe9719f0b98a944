// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/size_json.h"

#include "core/formats/documents/candidate_json.h"
#include "core/formats/documents/cluster_json.h"

#include <nlohmann/json.hpp>

namespace pipette {
namespace {

using nlohmann::ordered_json;

ordered_json point_to_json(const SizePoint& point, const TrainingGoal& goal) {
    const Candidate& best = *point.best;
    ordered_json value{{"at", {{"gpus", point.allowed_gpus}}},
                       {"gpus", best.config.world()},
                       {"iteration_time_s", finite(best.iteration_time_s, "iteration_time_s")},
                       {"low_s", finite(best.low_s, "low_s")},
                       {"high_s", finite(best.high_s, "high_s")},
                       {"tokens_per_s", finite(best.tokens_per_s, "tokens_per_s")},
                       {"mfu", finite(best.mfu, "mfu")},
                       {"verdict", name_of(verdict_of(best))},
                       {"days", finite(point.days, "days")},
                       {"gpu_hours", finite(point.gpu_hours, "gpu_hours")},
                       {"goodput", finite(point.goodput.share, "goodput")},
                       {"mtbf_s", finite(point.goodput.mtbf_s, "mtbf_s")},
                       {"checkpoint_interval_s", finite(point.goodput.interval_s, "checkpoint_interval_s")},
                       {"config", config_to_json(best.config)},
                       {"assumptions", point.assumptions}};
    if (goal.price_per_gpu_hour > 0)
        value["cost"] = finite(point.cost, "cost");
    return value;
}

} // namespace

std::string size_to_text(const SizeAnswer& sizes, const TrainingGoal& goal) {
    ordered_json points = ordered_json::array(), failed = ordered_json::array();
    ordered_json answer; // null: none is enough
    for (std::size_t i = 0; i < sizes.points.size(); ++i) {
        const SizePoint& point = sizes.points[i];
        if (!point.best) {
            failed.push_back(
                {{"at", {{"gpus", point.allowed_gpus}}}, {"reason", "no configuration fits in memory"}});
            continue;
        }
        if (static_cast<int>(i) == sizes.answer)
            answer = points.size();
        points.push_back(point_to_json(point, goal));
    }
    ordered_json document{{"tokens", goal.tokens},
                          {"points", std::move(points)},
                          {"failed", std::move(failed)},
                          {"answer", std::move(answer)},
                          {"stopped_early", sizes.stopped_early}};
    if (goal.days > 0)
        document["deadline_days"] = goal.days;
    if (goal.price_per_gpu_hour > 0)
        document["price_per_gpu_hour"] = goal.price_per_gpu_hour;
    document["failures"] = {{"gpu_mtbf_hours", goal.failures.gpu_mtbf_hours},
                            {"checkpoint_s", goal.failures.checkpoint_s},
                            {"restart_s", goal.failures.restart_s}};
    return pretty_json(document);
}

} // namespace pipette
