// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/reports/candidate_tables.h"

#include "core/base/readable.h"
#include "core/base/time_text.h"
#include "core/schedule/full_name.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

constexpr std::size_t shown_rows = 12;

/// How people call the planners.
std::string title_of(Planner planner) {
    switch (planner) {
    case Planner::pipette:
        return "Pipette";
    case Planner::host_order:
        return "ranks in host order";
    case Planner::megatron:
        return "Megatron's rule";
    case Planner::amp:
        return "AMP";
    case Planner::varuna:
        return "Varuna";
    case Planner::recipe:
        break;
    }
    return "published recipe";
}

std::string slower_text(double seconds, double plan_seconds) {
    const double slower = seconds / plan_seconds - 1, faster = plan_seconds / seconds - 1;
    return is_level(seconds, plan_seconds) ? "level"
           : slower > 0                    ? fmt::format("{:.{}f} %", 100 * slower, slower < 0.0195 ? 1 : 0)
                        : fmt::format("{:.{}f} % faster", 100 * faster, faster < 0.0195 ? 1 : 0);
}

std::string memory_cell(const Candidate& candidate) {
    return fmt::format("{} {:.0f} %", name_of(verdict_of(candidate)), 100 * fullest_share(candidate));
}

std::string reason_of(RejectionCode code) {
    switch (code) {
    case RejectionCode::out_of_memory:
        return "need more memory than there is";
    case RejectionCode::slower_by_bound:
        return "are slower than the best on any placement";
    case RejectionCode::crosses_fault:
        break;
    }
    return "cannot keep off a known fault";
}

} // namespace

ReportTable rivals_table(const Plan& plan, const Candidate& candidate) {
    ReportTable table{{"planner", "configuration", "time a step", "slower by", "memory"}, {}, {0, 1, 4}, 0};
    table.rows.push_back({title_of(candidate.planner), full_name(candidate.config, plan.inputs),
                          time_text(candidate.iteration_time_s), "this plan", memory_cell(candidate)});
    for (const Candidate& other : plan.baselines)
        if (&other != &candidate)
            table.rows.push_back({title_of(other.planner), full_name(other.config, plan.inputs),
                                  time_text(other.iteration_time_s),
                                  slower_text(other.iteration_time_s, candidate.iteration_time_s),
                                  memory_cell(other)});
    return table;
}

ReportTable pinned_table(const Plan& plan, const Candidate& candidate,
                         const std::vector<PinnedCandidate>& pinned) {
    ReportTable table{{"plan", "model", "cluster", "configuration", "GPUs", "sequences a step", "time a step",
                       "tokens/s", "memory at most"},
                      {},
                      {0, 1, 2, 3, 8},
                      0};
    const auto add = [&](const PinnedCandidate& one) {
        const ParallelConfig& config = one.candidate->config;
        table.rows.push_back(
            {readable(one.name), readable(one.model), readable(one.cluster->name), short_name(config),
             std::to_string(config.world()), std::to_string(config.global_batch),
             time_text(one.candidate->iteration_time_s, 4),
             fmt::format("{:.0f}", one.candidate->tokens_per_s), memory_cell(*one.candidate)});
    };
    add({"this plan", &candidate, plan.inputs.cluster, plan.inputs.model.name});
    for (const PinnedCandidate& one : pinned)
        add(one);
    return table;
}

ReportTable candidates_table(const Plan& plan, const Candidate& candidate) {
    ReportTable table{{"#", "planner", "configuration", "GPUs", "time a step", "range", "tokens/s", "MFU",
                       "memory at most"},
                      {},
                      {1, 2, 8}};
    const auto add = [&](const std::string& number, const Candidate& one) {
        if (&one == &candidate)
            table.chosen = static_cast<int>(table.rows.size());
        table.rows.push_back({one.tie ? number + " =" : number, std::string(name_of(one.planner)),
                              full_name(one.config, plan.inputs), std::to_string(one.config.world()),
                              time_text(one.iteration_time_s, 4),
                              fmt::format("{} to {}", time_text(one.low_s, 4), time_text(one.high_s, 4)),
                              fmt::format("{:.0f}", one.tokens_per_s), fmt::format("{:.1f} %", 100 * one.mfu),
                              memory_cell(one)});
    };
    for (std::size_t i = 0; i < std::min(shown_rows, plan.candidates.size()); ++i)
        add(std::to_string(i), plan.candidates[i]);
    for (const Candidate& one : plan.baselines)
        add("-", one);
    return table;
}

std::vector<ReportBlock> rejections(const Plan& plan) {
    if (plan.rejected_counts.all() == 0)
        return {};
    ReportList counts;
    for (const RejectionCode code : all_rejection_codes)
        if (const long count = plan.rejected_counts.of(code); count > 0)
            counts.items.push_back(fmt::format("{} configurations {}.", count, reason_of(code)));
    std::vector<ReportBlock> blocks{ReportHeading{"What was left out, and why"}, std::move(counts)};
    if (plan.rejected.empty())
        return blocks;
    ReportTable table{{"configuration", "why not"}, {}, {0, 1}};
    for (std::size_t i = 0; i < std::min(shown_rows, plan.rejected.size()); ++i)
        table.rows.push_back({full_name(plan.rejected[i].config, plan.inputs), plan.rejected[i].reason});
    blocks.emplace_back(ReportParagraph{"The nearest to being chosen:"});
    blocks.emplace_back(std::move(table));
    return blocks;
}

} // namespace pipette
