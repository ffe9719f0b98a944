// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/plan_table.h"

#include "app/cli/text_table.h"
#include "core/base/readable.h"
#include "core/cluster/hypothetical.h"
#include "core/plan/groups/expert_groups.h"
#include "core/plan/plan_headline.h"
#include "core/plan/reliance_text.h"
#include "core/plan/stages/unlike_gpus.h"
#include "core/schedule/full_name.h"
#include "core/search/space/enumeration.h"
#include "core/workload/encoder.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

/// "1.32x": how much slower the planner's own best feasible plan is, both simulated; "-" when it has none.
std::string speed_up(const Plan& plan, Planner planner, const Candidate& candidate) {
    const Candidate* baseline = baseline_of(plan, planner);
    return baseline != nullptr
               ? fmt::format("{:.2f}x", baseline->iteration_time_s / candidate.iteration_time_s)
               : "-";
}

/// "3 cross something that is known to be broken; " or nothing.
std::string crossing_count(const Plan& plan) {
    const long count = plan.rejected_counts.of(RejectionCode::crosses_fault);
    return count > 0 ? fmt::format("{} cross something that is known to be broken; ", count) : std::string();
}

std::string with_subject(const char* subject, const std::string& sentence) {
    return sentence.empty() ? sentence : fmt::format("{} {}", subject, sentence);
}

/// What a row's signs say of a candidate.
struct Sign {
    const char* sign;
    const char* meaning;
    bool (*applies)(const Candidate& candidate);
};
constexpr Sign signs[]{
    {"=", "cannot be told apart within the error of the estimate", [](const Candidate& c) { return c.tie; }},
    {"!", "crosses a link, GPU or host that is known to be broken",
     [](const Candidate& c) { return !c.faults.empty(); }},
    {"?", "relies on links that nobody measured",
     [](const Candidate& c) { return !c.assumed_links.empty(); }}};

std::string signs_of(const Candidate& candidate) {
    std::string text;
    for (const Sign& sign : signs)
        if (sign.applies(candidate))
            text += sign.sign;
    return text;
}

/// "10 nodes, 80 GPUs: H100-SXM5-80GB"
std::string cluster_text(const Cluster& cluster) {
    std::string kinds;
    for (const NodeKind& kind : cluster.node_kinds)
        if (const std::string name = readable(kind.gpu.name); kinds.find(name) == std::string::npos)
            kinds += (kinds.empty() ? "" : ", ") + name;
    return fmt::format("{} ({}, {}: {}{})", readable(cluster.name), counted(cluster.node_count(), "node"),
                       counted(cluster.gpu_count(), "GPU"), kinds, is_assumed(cluster) ? ", assumed" : "");
}

} // namespace

std::string milliseconds(double seconds) {
    return fmt::format("{:.1f} ms", 1000 * seconds);
}

std::string tokens_text(double tokens_per_s) {
    if (tokens_per_s >= 1e6)
        return fmt::format("{:.2f} M", tokens_per_s / 1e6);
    return tokens_per_s >= 1e3 ? fmt::format("{:.1f} k", tokens_per_s / 1e3)
                               : fmt::format("{:.0f}", tokens_per_s);
}

std::string memory_text(const Candidate& candidate) {
    return fmt::format("{:<5} {:3.0f} %", name_of(verdict_of(candidate)), 100 * fullest_share(candidate));
}

std::string plan_heading(const Plan& plan) {
    const PlanInputs& inputs = plan.inputs;
    std::string text = fmt::format(
        "Cluster  {}\n"
        "Model    {}, {:.4g} B parameters{}{}{}{}\n"
        "Job      {} sequences of {} tokens in {}{}\n"
        "Search   {} combinations: {} do not divide the model, the batch or the nodes; {} need too much "
        "memory; {} are surely slower; {}{} were placed and simulated{}\n",
        cluster_text(*inputs.cluster), readable(inputs.model.name), total_parameters(inputs.model) / 1e9,
        inputs.model.memory_layers ? ", " : "", memory_layers_text(inputs.model),
        inputs.model.encoder ? ", " : "", encoder_text(inputs.model), inputs.job.global_batch,
        inputs.job.sequence_length, name_of(inputs.job.precision), tuning_clause(inputs.job.tuning),
        plan.enumerated, plan.indivisible, plan.rejected_counts.of(RejectionCode::out_of_memory),
        plan.rejected_counts.of(RejectionCode::slower_by_bound), crossing_count(plan), plan.feasible,
        plan.stopped_early ? "; stopped early, best so far" : "");
    const auto add = [&](const char* title, const std::string& line) {
        if (!line.empty())
            text += fmt::format("{:<9}{}\n", title, readable(line, longest_shown_sentence));
    };
    add("Faults", known_faults_text(inputs));
    if (!plan.candidates.empty()) {
        const Candidate& best = plan.candidates.front();
        add("Stages", layers_on_kinds_text(*inputs.cluster, best));
        add("Gap", gap_text(plan));
        add("Safer", safer_text(plan));
        add("Spare", spare_text(plan));
        add("Again", recomputation_text(plan));
        add("Host", offload_text(plan));
        add("Launcher", launcher_text(plan));
        add("Experts", with_subject("the best plan has", expert_groups_text(*inputs.cluster, best)));
        add("Domains", expert_room_text(*inputs.cluster, inputs.model));
        add("Warning", with_subject("the best plan", crossing_text(*inputs.cluster, best)));
        add("Assumed", with_subject("the best plan", assumed_links_text(*inputs.cluster, best)));
        add("Sends", with_subject("the best plan", transfers_text(*inputs.cluster, best)));
    }
    return text;
}

std::string plan_table(const Plan& plan) {
    using Align = TextTable::Align;
    TextTable table;
    const bool experts = plan.inputs.model.moe || plan.inputs.model.memory_layers;
    for (const auto& [title, align] : {std::pair("#", Align::right),
                                       {"", Align::left},
                                       {"planner", Align::left},
                                       {"configuration", Align::left},
                                       {"GPUs", Align::right},
                                       {"time/step", Align::right},
                                       {"range", Align::right},
                                       {"tokens/s", Align::right},
                                       {"MFU", Align::right},
                                       {"memory", Align::left}})
        table.add_column(title, align);
    if (experts)
        table.add_column("expert groups", Align::left);
    for (const char* title : {"x host order", "x AMP", "x Varuna", "x Megatron"})
        table.add_column(title, Align::right);
    std::vector<const Candidate*> rows;
    const auto add = [&](const std::string& number, const Candidate& candidate) {
        rows.push_back(&candidate);
        std::vector<std::string> cells{
            number,
            signs_of(candidate),
            std::string(name_of(candidate.planner)),
            full_name(candidate.config, plan.inputs),
            gpus_text(*plan.inputs.cluster, candidate),
            milliseconds(candidate.iteration_time_s),
            fmt::format("{:.0f}-{:.0f}", 1000 * candidate.low_s, 1000 * candidate.high_s),
            tokens_text(candidate.tokens_per_s),
            fmt::format("{:.1f} %", 100 * candidate.mfu),
            memory_text(candidate)};
        if (experts)
            cells.push_back(expert_groups_brief(*plan.inputs.cluster, candidate));
        for (const Planner planner : {Planner::host_order, Planner::amp, Planner::varuna, Planner::megatron})
            cells.push_back(speed_up(plan, planner, candidate));
        table.add_row(cells);
    };
    for (std::size_t i = 0; i < plan.candidates.size(); ++i)
        add(std::to_string(i), plan.candidates[i]);
    for (const Candidate& baseline : plan.baselines)
        add("-", baseline);
    std::string text = table.text();
    for (const Sign& sign : signs)
        if (std::any_of(rows.begin(), rows.end(), [&](const Candidate* c) { return sign.applies(*c); }))
            text += fmt::format("  {} {}\n", sign.sign, sign.meaning);
    return text;
}

std::string plan_notes(const Plan& plan) {
    std::string notes;
    if (plan.headroom)
        notes += "Headroom: " + headroom_text(*plan.headroom) + "\n";
    if (const Candidate* published = baseline_of(plan, Planner::recipe))
        notes += "Recipe: " + readable(published->recipe, longest_shown_sentence) + "\n";
    if (!plan.calibrations.empty())
        notes += "Times: " + calibration_text(plan.calibrations) + "\n";
    for (const std::string& assumption : plan.assumptions)
        notes += "Assumed: " + readable(assumption, longest_shown_sentence) + "\n";
    return notes;
}

std::string nothing_feasible_text(const Plan& plan) {
    if (plan.rejected.empty())
        return fmt::format("none of the {} configurations divides the model, the batch and the GPUs",
                           plan.enumerated);
    const auto crossing =
        std::find_if(plan.rejected.begin(), plan.rejected.end(), [](const Rejection& rejection) {
            return rejection.code == RejectionCode::crosses_fault;
        });
    if (crossing != plan.rejected.end())
        return fmt::format(
            "no plan can do without what is known to be broken ({}); {}: {}; fewer GPUs (--gpus, "
            "--exclude) may, --allow-faulty plans as if it worked",
            known_faults_text(plan.inputs), short_name(crossing->config), crossing->reason);
    const ParallelConfig& nearest = plan.rejected.front().config;
    const int tp = gpus_of_largest_node(*plan.inputs.cluster);
    return fmt::format("no configuration fits in memory; {}: {}{}", short_name(nearest),
                       plan.rejected.front().reason,
                       plan.inputs.limits.max_tp == 0 && nearest.tp == tp && nearest.world() > tp
                           ? fmt::format("; tp was tried up to {} (--max-tp tries more)", tp)
                           : "");
}

} // namespace pipette
