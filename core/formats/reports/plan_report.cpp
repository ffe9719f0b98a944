// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/reports/plan_report.h"

#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/base/time_text.h"
#include "core/cluster/hypothetical.h"
#include "core/cost/candidate_timeline.h"
#include "core/cost/iteration_time.h"
#include "core/formats/evidence/plan_timeline.h"
#include "core/formats/launchers/megatron_flags.h"
#include "core/formats/reports/candidate_tables.h"
#include "core/formats/reports/cluster_charts.h"
#include "core/formats/reports/plan_answer.h"
#include "core/formats/reports/report_charts.h"
#include "core/formats/reports/stage_table.h"
#include "core/plan/calibration_use.h"
#include "core/plan/groups/expert_groups.h"
#include "core/plan/plan_headline.h"
#include "core/plan/rank_grid.h"
#include "core/plan/reliance_text.h"
#include "core/study/find_stage_reasons.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace pipette {
namespace {

std::string cluster_line(const Cluster& cluster) {
    return fmt::format("{} ({}, {}{})", cluster.name, counted(cluster.node_count(), "node"),
                       counted(cluster.gpu_count(), "GPU"), is_assumed(cluster) ? ", assumed" : "");
}

std::string answer(const Plan& plan, const Candidate& candidate) {
    std::string text = fmt::format(
        "{} on {} GPUs: {} an iteration (range {} to {}), {:.0f} tokens a second, {:.1f} % of "
        "the GPUs' peak. Its memory is "
        "{}: the fullest GPU is {:.0f} % full.",
        short_name(candidate.config), candidate.config.world(), time_text(candidate.iteration_time_s, 4),
        time_text(candidate.low_s, 4), time_text(candidate.high_s, 4), candidate.tokens_per_s,
        100 * candidate.mfu, name_of(verdict_of(candidate)), 100 * fullest_share(candidate));
    if (const Candidate* order = baseline_of(plan, Planner::host_order);
        order != nullptr && order != &candidate)
        text += fmt::format(" It is {}.", gain_text(candidate.iteration_time_s, order->iteration_time_s,
                                                    "the best with ranks in host order"));
    return text;
}

std::string sentence_of(std::string words) {
    if (!words.empty())
        words.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(words.front())));
    return words;
}

/// The inputs that a person chose and the files and programs behind the numbers.
void add_inputs(Report& report, const Plan& plan) {
    const PlanInputs& inputs = plan.inputs;
    ReportList list;
    const auto add = [&](const char* what, const std::string& text) {
        if (!text.empty())
            list.items.push_back(what + text + ".");
    };
    add("Excluded, so that no rank is there: ", excluded_text(*inputs.cluster, inputs.faults.excluded_gpus));
    add("Slowed links: ", degraded_text(inputs.faults.degraded));
    add("Pinned, so that they stay where they are: ", pinned_text(inputs));
    add("Faults: ", known_faults_text(inputs));
    add("Times: ", calibration_text(plan.calibrations));
    for (std::string& line : lines_of(plan.made, inputs.cluster.get(), "Planned"))
        list.items.push_back(std::move(line));
    report.blocks.emplace_back(ReportHeading{"What it was made with"});
    report.blocks.emplace_back(std::move(list));
}

/// " without nodes a07, a09 (16 GPUs)": the conditions that a person set, as a part of the question.
std::string conditions_of(const PlanInputs& inputs) {
    std::string text;
    const auto add = [&](const char* what, const std::string& condition) {
        if (!condition.empty())
            text += what + condition;
    };
    add(", without ", excluded_text(*inputs.cluster, inputs.faults.excluded_gpus));
    add(", with slowed links ", degraded_text(inputs.faults.degraded));
    add(", with pinned ", pinned_text(inputs));
    return text;
}

void add_reliance(Report& report, const Plan& plan, const Candidate& candidate) {
    ReportList list;
    for (const std::string& line : plan.assumptions)
        list.items.push_back("Assumed: " + line);
    const auto add = [&](const char* what, const std::string& text) {
        if (!text.empty())
            list.items.push_back(what + text);
    };
    add("Assumed: the plan ", assumed_links_text(*plan.inputs.cluster, candidate));
    add("Warning: the plan ", crossing_text(*plan.inputs.cluster, candidate));
    if (list.items.empty())
        list.items.emplace_back("Nothing: every link that the plan uses was measured.");
    report.blocks.emplace_back(ReportHeading{"What was assumed"});
    report.blocks.emplace_back(std::move(list));
}

/// What of a device's upper estimate comes and goes with the activations that it holds.
std::vector<StepMemory> step_memory(const Candidate& candidate) {
    std::vector<StepMemory> devices;
    for (const DeviceMemory& device : candidate.memory) {
        double comes = 0;
        for (const MemoryPart& part : device.parts)
            if (part.place == MemoryPlace::gpu && part.name == name_of(Ink::activations))
                comes += part.bytes;
        devices.push_back({device.limit, device.upper - comes, comes});
    }
    return devices;
}

void add_step(Report& report, const Plan& plan, const Candidate& candidate,
              const std::optional<Calibration>& calibration) {
    report.blocks.emplace_back(ReportHeading{"One step"});
    try {
        auto timeline = std::make_shared<const Timeline>(plan_timeline(plan, candidate, calibration));
        if (const std::string bars = timeline_text(plan.inputs); !bars.empty())
            report.blocks.emplace_back(ReportParagraph{"In these charts " + bars + "."});
        report.blocks.emplace_back(ReportStep{"One step of the plan", std::move(timeline), StepUnit::seconds,
                                              "stage", step_memory(candidate)});
    } catch (const InputError& error) { // too many operations for a chart, or nobody knows the times' source
        report.blocks.emplace_back(ReportParagraph{"There is no Gantt chart: " + error.reason() + "."});
    }
}

constexpr std::size_t longest_label = 24; ///< characters beside a bar

std::vector<ShownCandidate> compared(const Plan& plan, const Candidate& candidate,
                                     const std::vector<PinnedCandidate>& pinned) {
    std::vector<ShownCandidate> shown{{"this plan", &candidate}};
    for (const auto& [planner, name] : {std::pair(Planner::host_order, "host order"),
                                        {Planner::megatron, "Megatron's rule"},
                                        {Planner::recipe, "published recipe"}})
        if (const Candidate* other = baseline_of(plan, planner); other != nullptr && other != &candidate)
            shown.push_back({name, other});
    for (const PinnedCandidate& one : pinned)
        shown.push_back({readable(one.name, longest_label), one.candidate});
    return shown;
}

void add_candidates(Report& report, const Plan& plan, const Candidate& candidate) {
    report.blocks.emplace_back(ReportHeading{"Candidates"});
    report.blocks.emplace_back(candidates_table(plan, candidate));
    report.blocks.emplace_back(
        ReportList{{"=: within its range a candidate cannot be told from the fastest.", range_note}});
    for (ReportBlock& block : rejections(plan))
        report.blocks.push_back(std::move(block));
}

/// The hosts of each stage's first replica, and what starts the job.
void add_launch(Report& report, const Plan& plan, const Candidate& candidate) {
    constexpr std::size_t most = 64;
    const Cluster& cluster = *plan.inputs.cluster;
    const ParallelConfig& config = candidate.config;
    ReportTable table{{"stage", "layers", "GPUs of the first replica"}, {}, {2}};
    const RankGrid grid(config);
    const int peers = grid.size(Spread::peers);
    for (int stage = 0; stage < config.pp && table.rows.size() < most; ++stage) {
        std::string gpus, layers;
        for (int chunk = 0; chunk < config.chunks(); ++chunk)
            if (device_of_chunk(config, chunk) == stage)
                layers += fmt::format("{}{}", layers.empty() ? "" : " + ",
                                      config.layers_per_stage[static_cast<std::size_t>(chunk)]);
        for (int peer = 0; peer < std::min(peers, 16); ++peer) {
            const int rank = grid.rank({stage, 0, peer});
            gpus += (peer > 0 ? ", " : "") +
                    cluster.gpu_name(candidate.mapping.gpu_of_rank[static_cast<std::size_t>(rank)]);
        }
        table.rows.push_back({std::to_string(stage), layers, gpus + (peers > 16 ? ", ..." : "")});
    }
    if (std::optional<ReportTable> stages = stage_table(plan, candidate)) {
        report.blocks.emplace_back(ReportHeading{"Stages on unlike GPUs"});
        report.blocks.emplace_back(ReportParagraph{
            "Faster GPUs have more layers, so that stages take as long. The last columns say how long a "
            "microbatch of the stage computes on each kind."});
        ReportList reasons;
        for (const StageReason& reason : find_stage_reasons(plan, candidate, links_of(plan.inputs)))
            reasons.items.push_back(stage_reason_text(reason));
        report.blocks.emplace_back(std::move(reasons));
        report.blocks.emplace_back(*std::move(stages));
    }
    report.blocks.emplace_back(ReportHeading{"How to launch it"});
    report.blocks.emplace_back(ReportParagraph{"From the plan's document, here PLAN.json, pipette export "
                                               "PLAN.json --format openmpi -o launch/ writes the whole "
                                               "assignment of GPUs to ranks for a launcher; pipette export "
                                               "--help lists the others."});
    report.blocks.emplace_back(std::move(table));
    try {
        const std::string flags = megatron_flags_text(plan.inputs, candidate);
        report.blocks.emplace_back(ReportParagraph{"Flags of Megatron-LM:"});
        report.blocks.emplace_back(ReportCode{flags});
    } catch (const InputError&) { // a schedule that Megatron-LM does not have: there are no flags to show
        return;
    }
}

/// Where the GPUs of the plan lie, and how fast the links between them are.
void add_cluster(Report& report, const Cluster& cluster, const Candidate& candidate) {
    report.blocks.emplace_back(ReportHeading{"Where it runs"});
    report.blocks.emplace_back(placement_chart(cluster, candidate));
    if (std::optional<ReportMap> map = bandwidth_map(cluster)) {
        const bool alike = map->alike_gb_per_s > 0;
        report.blocks.emplace_back(*std::move(map));
        if (alike)
            return;
        report.blocks.emplace_back(ReportParagraph{"The slowest links:"});
        report.blocks.emplace_back(slowest_links_table(cluster));
    }
}

/// "The plan sends 12.3 GB a step ..."; empty where nothing that it sends has a price.
std::string transfers_sentence(const Cluster& cluster, const Candidate& candidate) {
    const std::string text = transfers_text(cluster, candidate);
    return text.empty() ? text : "The plan " + text;
}

/// "It is 5 % slower than the best plan that the search found, pp=8 tp=1 dp=16 with 2.880 s an iteration".
std::string beside_best_text(const Plan& plan, const Candidate& candidate) {
    const Candidate& best = plan.candidates.front();
    return fmt::format("It is {} that the search found, {} with {} an iteration",
                       gain_text(candidate.iteration_time_s, best.iteration_time_s, "the best plan"),
                       short_name(best.config), time_text(best.iteration_time_s, 4));
}

/// What was asked, and the answer with all that belongs beside its time.
void add_answer(Report& report, const Plan& plan, const Candidate& candidate) {
    const PlanInputs& inputs = plan.inputs;
    const bool wins = is_best(plan, candidate);
    report.blocks.emplace_back(ReportHeading{"Question"});
    report.blocks.emplace_back(ReportParagraph{fmt::format(
        "{} {} ({:.4g} B parameters){}: {} sequences of {} tokens an iteration in {}{}, on {}{}?",
        wins ? "Which configuration, on which GPUs, trains" : "How fast does this configuration train",
        inputs.model.name, total_parameters(inputs.model) / 1e9, wins ? " fastest" : "",
        inputs.job.global_batch, inputs.job.sequence_length, name_of(inputs.job.precision),
        tuning_clause(inputs.job.tuning), cluster_line(*inputs.cluster), conditions_of(inputs))});
    report.blocks.emplace_back(ReportHeading{"Answer"});
    report.blocks.emplace_back(ReportParagraph{answer(plan, candidate), true});
    if (wins && plan.stopped_early)
        report.blocks.emplace_back(
            ReportParagraph{"The search was stopped: this is the best that it had found until then."});
    std::vector<std::string> lines;
    if (wins)
        lines = {sentence_of(gap_text(plan)),
                 safer_text(plan),
                 spare_text(plan),
                 sentence_of(recomputation_text(plan)),
                 sentence_of(offload_text(plan)),
                 launcher_text(plan),
                 plan.headroom ? "Headroom: " + headroom_text(*plan.headroom) : std::string()};
    else if (!plan.candidates.empty())
        lines = {beside_best_text(plan, candidate)};
    for (std::string line :
         {expert_groups_text(*inputs.cluster, candidate), transfers_sentence(*inputs.cluster, candidate),
          sentence_of(expert_room_text(*inputs.cluster, inputs.model))})
        lines.push_back(std::move(line));
    for (const std::string& line : lines)
        if (!line.empty())
            report.blocks.emplace_back(ReportParagraph{line + "."});
    for (const IdleKind& idle : find_idle_kinds(plan, candidate))
        report.blocks.emplace_back(ReportParagraph{idle_kind_text(idle)});
}

/// Charts travel alone: each says by itself that its cluster is not there.
void mark_assumed(Report& report) {
    for (ReportBlock& block : report.blocks)
        if (auto* chart = std::get_if<ReportChart>(&block))
            chart->title += " (assumed cluster)";
        else if (auto* map = std::get_if<ReportMap>(&block))
            map->chart.title += " (assumed cluster)";
}

} // namespace

Report plan_report(const Plan& plan, const Candidate& candidate,
                   const std::optional<Calibration>& calibration,
                   const std::vector<PinnedCandidate>& pinned) {
    const PlanInputs& inputs = plan.inputs;
    Report report;
    report.of =
        fmt::format("Training plan: {} on {}", readable(inputs.model.name), readable(inputs.cluster->name));
    report.title = answer_title(plan, candidate);
    report.subtitle = answer_sentences(candidate);
    report.blocks.emplace_back(answer_pills(plan, candidate));
    report.blocks.emplace_back(answer_tiles(plan, candidate));
    report.blocks.emplace_back(ReportHeading{"Where a step's time goes"});
    report.blocks.emplace_back(ReportParagraph{shares_text(candidate)});
    report.blocks.emplace_back(breakdown_chart(compared(plan, candidate, pinned)));
    add_step(report, plan, candidate, calibration);
    report.blocks.emplace_back(ReportHeading{"Memory of each stage"});
    report.blocks.emplace_back(memory_chart(candidate));
    add_cluster(report, *inputs.cluster, candidate);
    report.blocks.emplace_back(ReportHeading{"Against other planners"});
    report.blocks.emplace_back(ReportParagraph{"Same cluster, model and job."});
    report.blocks.emplace_back(rivals_table(plan, candidate));
    if (!pinned.empty()) {
        report.blocks.emplace_back(ReportHeading{"Beside pinned plans"});
        report.blocks.emplace_back(pinned_table(plan, candidate, pinned));
    }
    add_answer(report, plan, candidate);
    add_candidates(report, plan, candidate);
    add_reliance(report, plan, candidate);
    add_inputs(report, plan);
    add_launch(report, plan, candidate);
    if (is_assumed(*plan.inputs.cluster))
        mark_assumed(report);
    return report;
}

} // namespace pipette
