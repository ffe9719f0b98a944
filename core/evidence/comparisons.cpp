// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/comparisons.h"

#include "core/plan/preference.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace pipette {
namespace {

/// Worked and timed, and so with a prediction of its time.
std::vector<const RunPrediction*> timed(const std::vector<MeasuredRun>& runs,
                                        const ValidationReport& report) {
    std::vector<const RunPrediction*> rows;
    for (const RunPrediction& row : report.rows)
        if (runs[row.run].status == RunStatus::ok && runs[row.run].time_s > 0)
            rows.push_back(&row);
    return rows;
}

/// The runs of a layout, of which there may be several.
struct LayoutRuns {
    double measured_sum_s = 0, predicted_sum_s = 0;
    int count = 0;
    double measured_s() const { return measured_sum_s / count; }
    double predicted_s() const { return predicted_sum_s / count; }
};

bool differ_by(double share, double a, double b) {
    return std::max(a, b) > (1 + share) * std::min(a, b);
}

/// Something that a person can choose: what it is called, and a run as it would be without.
struct Choice {
    const char* name;
    bool (*chosen)(const MeasuredRun& run);
    void (*without)(MeasuredRun& run);
};
constexpr Choice choices[] = {
    {"expert overlap", [](const MeasuredRun& run) { return run.overlap_expert_exchange; },
     [](MeasuredRun& run) { run.overlap_expert_exchange = false; }},
    {"asynchronous tensor parallelism", [](const MeasuredRun& run) { return run.overlap_tensor_parallel; },
     [](MeasuredRun& run) { run.overlap_tensor_parallel = false; }},
    {"dispatcher", [](const MeasuredRun& run) { return run.dispatcher != MeasuredRun().dispatcher; },
     [](MeasuredRun& run) { run.dispatcher = MeasuredRun().dispatcher; }},
    {"recomputation", [](const MeasuredRun& run) { return run.recompute != Recompute::none; },
     [](MeasuredRun& run) {
         run.recompute = Recompute::none, run.recompute_modules = MeasuredRun().recompute_modules;
     }},
    {"precision of products", [](const MeasuredRun& run) { return recipe_of(run.precision).casts(); },
     [](MeasuredRun& run) { run.precision = Precision::bf16; }},
    {"shard", [](const MeasuredRun& run) { return config_of(run).shard_replicas() > 1; },
     [](MeasuredRun& run) { run.shard = 0; }},
};

} // namespace

std::vector<PairOrder> pair_orders(const std::vector<MeasuredRun>& runs, const ValidationReport& report) {
    constexpr std::size_t fewest = 8;
    constexpr double least_difference = 0.05;
    std::map<Task, std::map<std::string, LayoutRuns>> groups;
    for (const RunPrediction* row : timed(runs, report)) {
        const MeasuredRun& run = runs[row->run];
        LayoutRuns& layout = groups[task_of(run)][whole_layout(run) + run.recipe];
        layout.measured_sum_s += run.time_s, layout.predicted_sum_s += row->time_s, ++layout.count;
    }
    std::map<std::string, PairOrder> orders;
    for (const auto& [task, layouts] : groups) {
        if (layouts.size() < fewest)
            continue;
        PairOrder& order = orders[task.source];
        for (auto one = layouts.begin(); one != layouts.end(); ++one)
            for (auto other = layouts.begin(); other != one; ++other) {
                const double a = one->second.measured_s(), b = other->second.measured_s();
                const double p = one->second.predicted_s(), q = other->second.predicted_s();
                const bool right = (a - b) * (p - q) > 0;
                if (differ_by(least_difference, a, b))
                    ++order.pairs, order.right += right;
                if (!differ_by(told_apart, p, q))
                    ++order.close, order.close_right += right;
            }
    }
    std::vector<PairOrder> result;
    for (auto& [source, order] : orders) {
        order.source = source;
        result.push_back(order);
    }
    return result;
}

bool MatchedPair::near() const {
    return same_sign() && std::abs(predicted_gain - measured_gain) <= std::abs(measured_gain) / 3;
}

std::vector<MatchedPair> matched_pairs(const std::vector<MeasuredRun>& runs, const ValidationReport& report) {
    std::vector<MatchedPair> pairs;
    for (const Choice& choice : choices) {
        // Source and all the rest: those without the choice, those with it.
        std::map<std::string, std::pair<std::vector<const RunPrediction*>, std::vector<const RunPrediction*>>>
            alike;
        for (const RunPrediction* row : timed(runs, report)) {
            MeasuredRun plain = runs[row->run];
            choice.without(plain);
            auto& [without, with] = alike[plain.source + whole_layout(plain) + plain.recipe];
            (choice.chosen(runs[row->run]) ? with : without).push_back(row);
        }
        for (const auto& [layout, rows] : alike)
            for (const RunPrediction* first : rows.first)
                for (const RunPrediction* second : rows.second)
                    pairs.push_back({choice.name, first->run, second->run,
                                     1 - runs[second->run].time_s / runs[first->run].time_s,
                                     1 - second->time_s / first->time_s});
    }
    return pairs;
}

} // namespace pipette
