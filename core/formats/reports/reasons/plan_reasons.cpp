// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/reports/reasons/plan_reasons.h"

#include "core/base/time_text.h"
#include "core/base/units.h"
#include "core/cost/used_links.h"
#include "core/formats/reports/plan_answer.h"
#include "core/formats/reports/stage_table.h"
#include "core/plan/plan_headline.h"
#include "core/plan/reliance_text.h"
#include "core/plan/time_parts.h"
#include "core/schedule/full_name.h"
#include "core/study/find_stage_reasons.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string_view>

namespace pipette {
namespace {

/// "425 ms faster in all; 412 ms less bubble, 33.1 ms less gradient exchange; 20.2 ms more compute": the
/// whole and the parts that matter.
std::string difference(const Candidate& candidate, const Candidate& rival) {
    const Breakdown &own = candidate.breakdown, &other = rival.breakdown;
    struct Change {
        std::string_view name;
        double seconds; // positive: less than the other spends
    };
    std::vector<Change> changes;
    for (const TimePart& part : time_parts())
        changes.push_back({part.name(), other.*part.seconds - own.*part.seconds});
    std::sort(changes.begin(), changes.end(),
              [](const Change& a, const Change& b) { return std::abs(a.seconds) > std::abs(b.seconds); });
    constexpr double shown = 0.05e-3; // smaller differences tell nothing
    const double matters = std::max(shown, 0.1 * std::abs(changes.front().seconds));
    std::string less, more;
    for (const Change& change : changes) {
        if (std::abs(change.seconds) < matters)
            continue;
        std::string& list = change.seconds > 0 ? less : more;
        list += fmt::format("{}{} {} {}", list.empty() ? "" : ", ", time_text(std::abs(change.seconds)),
                            change.seconds > 0 ? "less" : "more", change.name);
    }
    if (less.empty() && more.empty())
        return {};
    const double faster = rival.iteration_time_s - candidate.iteration_time_s;
    std::string text =
        fmt::format("{} {} in all", time_text(std::abs(faster)), faster < 0 ? "slower" : "faster");
    for (const std::string& list : {less, more})
        if (!list.empty())
            text += "; " + list;
    return text;
}

std::string link_text(const Plan& plan, const NodeLink& link) {
    const std::vector<Node>& nodes = plan.inputs.cluster->nodes;
    return fmt::format("{} -> {} ({:.3g} GB/s a stream)", nodes[static_cast<std::size_t>(link.from)].host,
                       nodes[static_cast<std::size_t>(link.to)].host, link.gb_per_s);
}

/// Bandwidths closer than this share are one to a reader.
constexpr double negligible = 0.05;

bool notably_slower(const NodeLink& link, double gb_per_s) {
    return link.gb_per_s < (1 - negligible) * gb_per_s;
}

/// Which slow links a candidate does without, or has to take; nothing where all links are alike.
std::vector<std::string> slow_links(const Plan& plan, const Links& links, const Candidate& candidate,
                                    const Candidate* megatron) {
    const std::optional<NodeLink> worst = slowest_link(links);
    if (!worst)
        return {};
    const auto traffic = [&](const Candidate& of) {
        return traffic_of(plan.inputs.model, plan.inputs.job, of.config);
    };
    const std::vector<NodeLink> used = used_links(links, traffic(candidate), candidate.mapping);
    if (used.empty())
        return {"It sends nothing between nodes."};
    if (!notably_slower(*worst, 1 / (links.typical_s_per_byte * bytes_per_gb)))
        return {};
    const NodeLink& slowest = used.front();
    std::vector<std::string> sentences{
        notably_slower(*worst, slowest.gb_per_s)
            ? fmt::format("It keeps off the slowest link of the cluster, {}; the slowest that it uses is {}.",
                          link_text(plan, *worst), link_text(plan, slowest))
            : fmt::format("It cannot do without the slowest link of the cluster, {}.",
                          link_text(plan, slowest))};
    if (!megatron)
        return sentences;
    const std::vector<NodeLink> theirs = used_links(links, traffic(*megatron), megatron->mapping);
    if (!theirs.empty() && notably_slower(theirs.front(), slowest.gb_per_s))
        sentences.push_back(fmt::format("Megatron's rule sends over {}.", link_text(plan, theirs.front())));
    return sentences;
}

} // namespace

ReportTable breakdown_table(const std::vector<NamedCandidate>& candidates, TableTimes times) {
    ReportTable table{{""}, {}, {0}};
    for (const NamedCandidate& named : candidates) {
        table.titles.push_back(named.name);
        table.titles.emplace_back();
    }
    const bool in_seconds =
        times == TableTimes::readable &&
        std::any_of(candidates.begin(), candidates.end(),
                    [](const NamedCandidate& named) { return named.candidate->iteration_time_s >= 1; });
    const auto add = [&](std::string_view name, const auto& seconds_of) {
        std::vector<std::string> row{std::string(name)};
        for (const NamedCandidate& named : candidates) {
            const double seconds = seconds_of(*named.candidate);
            row.push_back(in_seconds && (seconds == 0 || seconds >= 0.0005)
                              ? fmt::format("{:.3f} s", seconds)
                              : fmt::format("{:.1f} ms", 1000 * seconds));
            row.push_back(fmt::format("{:.1f} %", 100 * seconds / named.candidate->iteration_time_s));
        }
        table.rows.push_back(std::move(row));
    };
    for (const TimePart& part : time_parts())
        if (std::any_of(candidates.begin(), candidates.end(), [&](const NamedCandidate& named) {
                return named.candidate->breakdown.*part.seconds != 0;
            }))
            add(part.name(), [&](const Candidate& candidate) { return candidate.breakdown.*part.seconds; });
    add("step", [](const Candidate& candidate) { return candidate.iteration_time_s; });
    return table;
}

PlanReasons plan_reasons(const Plan& plan, const Candidate& candidate, const Links& links) {
    if (plan.candidates.empty())
        return {};
    const Candidate& best = plan.candidates.front();
    const bool wins = is_best(plan, candidate);
    const Candidate* megatron = baseline_of(plan, Planner::megatron);
    struct Rival {
        const char *column, *name;
        const Candidate* candidate; // null: the plan has none
    };
    const Candidate* second = plan.candidates.size() > 1 ? &plan.candidates[1] : nullptr;
    const Rival rivals[] = {wins ? Rival{"runner-up", "the runner-up", second}
                                 : Rival{"best plan", "the best plan", &best},
                            {"host order", "the best in host order", baseline_of(plan, Planner::host_order)},
                            {"Megatron's rule", "Megatron's rule", megatron},
                            {"published recipe", "the published recipe", baseline_of(plan, Planner::recipe)}};
    const std::string name_of_it = full_name(candidate.config, plan.inputs);
    PlanReasons reasons;
    reasons.heading =
        wins ? fmt::format("Why {} wins", name_of_it)
             : fmt::format("{}: {}", name_of_it,
                           gain_text(candidate.iteration_time_s, best.iteration_time_s, "the best plan"));
    std::vector<NamedCandidate> beside{{wins ? "best" : "this plan", &candidate}};
    for (const auto& [column, name, rival] : rivals) {
        if (!rival || *rival == candidate)
            continue;
        beside.push_back({column, rival});
        if (const std::string parts_text = difference(candidate, *rival); !parts_text.empty())
            reasons.sentences.push_back(
                fmt::format("Against {} ({}): {}.", name, full_name(rival->config, plan.inputs), parts_text));
    }
    reasons.times = breakdown_table(beside, TableTimes::readable);
    for (std::string& sentence : slow_links(plan, links, candidate, megatron))
        reasons.sentences.push_back(std::move(sentence));
    if (const std::string transfers = transfers_text(*plan.inputs.cluster, candidate); !transfers.empty())
        reasons.sentences.push_back("It " + transfers + ".");
    for (const StageReason& reason : find_stage_reasons(plan, candidate, links))
        reasons.sentences.push_back(stage_reason_text(reason));
    for (const IdleKind& idle : find_idle_kinds(plan, candidate))
        reasons.sentences.push_back(idle_kind_text(idle));
    reasons.stages = stage_table(plan, candidate);
    return reasons;
}

} // namespace pipette
