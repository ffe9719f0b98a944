// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/studies/size_json.h"

#include "core/formats/documents/cluster_json.h"
#include "core/formats/studies/study_json.h"

#include <nlohmann/json.hpp>

namespace pipette {
namespace {

using nlohmann::ordered_json;

ordered_json size_point_to_json(const SizePoint& point) {
    ordered_json value{{"at", {{"gpus", point.allowed_gpus}}}};
    value.update(outcome_to_json(*point.result.planned.best, point.result.outcome));
    value["assumptions"] = point.result.assumptions;
    return value;
}

} // namespace

std::string size_to_text(const SizeAnswer& sizes, const TrainingGoal& goal, const TrainingJob& job) {
    ordered_json points = ordered_json::array(), failed = ordered_json::array();
    ordered_json answer; // null: none is enough
    for (std::size_t i = 0; i < sizes.points.size(); ++i) {
        const SizePoint& point = sizes.points[i];
        if (!point.result.planned.best) {
            failed.push_back(
                {{"at", {{"gpus", point.allowed_gpus}}}, {"reason", point.result.planned.failed}});
            continue;
        }
        if (static_cast<int>(i) == sizes.answer)
            answer = points.size();
        points.push_back(size_point_to_json(point));
    }
    ordered_json document{{"tokens", goal.tokens},
                          {"global_batch", job.global_batch},
                          {"sequence_length", job.sequence_length},
                          {"points", std::move(points)},
                          {"failed", std::move(failed)},
                          {"answer", std::move(answer)},
                          {"stopped_early", sizes.stopped_early}};
    if (goal.days > 0) {
        document["deadline_days"] = goal.days;
        document["answer_text"] = answer_text(sizes, goal);
    }
    document["currency"] = goal.currency;
    if (goal.price_per_gpu_hour > 0)
        document["price_per_gpu_hour"] = goal.price_per_gpu_hour;
    document["failures"] = {{"gpu_mtbf_hours", goal.failures.gpu_mtbf_hours},
                            {"checkpoint_s", goal.failures.checkpoint_s},
                            {"restart_s", goal.failures.restart_s}};
    document["pue"] = goal.pue;
    if (goal.power_w > 0)
        document["power_w"] = goal.power_w;
    return pretty_json(document);
}

} // namespace pipette
