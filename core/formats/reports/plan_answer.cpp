// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/reports/plan_answer.h"

#include "core/base/readable.h"
#include "core/base/time_text.h"
#include "core/cluster/hypothetical.h"
#include "core/plan/reliance_text.h"
#include "core/plan/stages/stage_tp.h"
#include "core/plan/time_parts.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace pipette {
namespace {

/// Ranks in host order are what a person has without a plan; null where the plan is that itself.
const Candidate* host_order_of(const Plan& plan, const Candidate& candidate) {
    const Candidate* order = baseline_of(plan, Planner::host_order);
    return order != &candidate ? order : nullptr;
}

std::string memory_sentence(const Candidate& candidate) {
    switch (verdict_of(candidate)) {
    case Verdict::safe:
        return "Nothing runs out of memory.";
    case Verdict::tight:
        return "Memory is tight: it may not be enough.";
    case Verdict::over:
        break;
    }
    return "It runs out of memory.";
}

/// What of a step each part is, for a sentence.
std::string part_words(Ink ink) {
    switch (ink) {
    case Ink::idle:
        return "waiting for other stages";
    case Ink::gradient_exchange:
        return "the exchange of gradients between the copies";
    case Ink::pipeline_transfers:
        return "transfers between stages";
    case Ink::tensor_parallel:
        return "exchange between the GPUs that share layers";
    case Ink::expert_parallel:
        return "the way of tokens to their experts and back";
    default:
        return std::string(name_of(ink));
    }
}

std::string short_count(double value) {
    for (const auto& [least, unit] : {std::pair(1e9, " G"), {1e6, " M"}, {1e3, " k"}})
        if (value >= least)
            return fmt::format("{:.{}f}{}", value / least, value / least >= 99.5 ? 0 : 1, unit);
    return fmt::format("{:.0f}", value);
}

/// How many things nobody measured: what the plan says that it assumes, and the links that it relies on.
long assumptions_beside(const Plan& plan, const Candidate& candidate) {
    return static_cast<long>(plan.assumptions.size()) +
           (assumed_links_text(*plan.inputs.cluster, candidate).empty() ? 0 : 1);
}

} // namespace

std::string gain_text(double seconds, double other_seconds, const std::string& other) {
    if (is_level(seconds, other_seconds))
        return "level with " + other;
    const double gain = other_seconds / seconds - 1, loss = seconds / other_seconds - 1;
    const double percent = 100 * (gain > 0 ? gain : loss);
    return fmt::format("{:.{}f} % {} than {}", percent, percent < 1.95 ? 1 : 0,
                       gain > 0 ? "faster" : "slower", other);
}

std::string answer_title(const Plan& plan, const Candidate& candidate) {
    const std::string time = time_text(candidate.iteration_time_s) + " a step";
    const Candidate* order = host_order_of(plan, candidate);
    return order == nullptr
               ? time
               : time + ": " +
                     gain_text(candidate.iteration_time_s, order->iteration_time_s, "ranks in host order");
}

std::string answer_sentences(const Candidate& candidate) {
    const ParallelConfig& config = candidate.config;
    std::string how = config.pp > 1 ? fmt::format("is cut into {} stages", config.pp) : "stays whole";
    std::set<int> shared_by, copies; // of the stages
    for (const StagesOfTp& alike : stages_by_tp(config))
        shared_by.insert(alike.config.peers()), copies.insert(alike.config.dp);
    const auto range = [](const std::set<int>& values) {
        return values.size() == 1 ? std::to_string(*values.begin())
                                  : fmt::format("{} to {}", *values.begin(), *values.rbegin());
    };
    if (*shared_by.rbegin() > 1)
        how += fmt::format(", each layer is shared by {} GPUs", range(shared_by));
    how += *copies.rbegin() > 1 ? fmt::format(" and {} copies of it train together", range(copies))
                                : " and trains in one copy";
    return fmt::format("The model {}. Real time should lie between {} and {} a step. {}", how,
                       time_text(candidate.low_s), time_text(candidate.high_s), memory_sentence(candidate));
}

ReportPills answer_pills(const Plan& plan, const Candidate& candidate) {
    using Kind = ReportPill::Kind;
    ReportPills pills;
    const Verdict verdict = verdict_of(candidate);
    pills.pills.push_back({verdict == Verdict::safe    ? Kind::safe
                           : verdict == Verdict::tight ? Kind::tight
                                                       : Kind::over,
                           fmt::format("memory {}, fullest GPU at most {:.0f} %", name_of(verdict),
                                       100 * fullest_share(candidate))});
    if (const auto ties = std::count_if(plan.candidates.begin(), plan.candidates.end(),
                                        [](const Candidate& one) { return one.tie; });
        ties > 1 && candidate.tie)
        pills.pills.push_back({Kind::tie, fmt::format("{} plans tie: their ranges overlap", ties)});
    if (is_assumed(*plan.inputs.cluster))
        pills.pills.push_back({Kind::assumed, "assumed cluster: nobody measured it"});
    if (const long assumed = assumptions_beside(plan, candidate); assumed > 0)
        pills.pills.push_back({Kind::assumed, counted(assumed, "assumption")});
    return pills;
}

ReportTiles answer_tiles(const Plan& plan, const Candidate& candidate) {
    ReportTiles tiles{{{short_count(candidate.tokens_per_s), "tokens a second"},
                       {fmt::format("{:.0f} %", 100 * candidate.mfu), "of the GPUs' peak (MFU)"}}};
    if (const Candidate* order = host_order_of(plan, candidate)) {
        const std::string gain = gain_text(candidate.iteration_time_s, order->iteration_time_s, "host order");
        const std::size_t cut = gain.find('%');
        const std::string than = cut == std::string::npos ? "with host order" : gain.substr(cut + 2);
        tiles.tiles.push_back({cut == std::string::npos ? "level" : gain.substr(0, cut + 1),
                               fmt::format("{}, {}", than, time_text(order->iteration_time_s))});
    }
    const double range = candidate.high_s / candidate.iteration_time_s - 1;
    long runs = 0;
    for (const CalibrationUse& use : plan.calibrations)
        runs += use.runs;
    tiles.tiles.push_back({fmt::format("\xc2\xb1{:.0f} %", 100 * range),
                           runs > 0 ? fmt::format("range, from {} measured runs", runs)
                                    : std::string("range of the estimate")});
    return tiles;
}

std::string shares_text(const Candidate& candidate) {
    constexpr double least = 0.02;
    const double total = candidate.breakdown.total();
    std::vector<std::pair<double, Ink>> parts;
    for (const TimePart& part : time_parts())
        if (const double share = candidate.breakdown.*part.seconds / total; share >= least)
            parts.emplace_back(share, part.ink);
    std::stable_sort(parts.begin(), parts.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::string text = "Of each step ";
    for (std::size_t i = 0; i < parts.size(); ++i)
        text += fmt::format("{}{:.0f} % is {}", i == 0 ? "" : ", ", 100 * parts[i].first,
                            part_words(parts[i].second));
    return text + ".";
}

} // namespace pipette
