// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/config/config_text.h"
#include "app/cli/idle_options.h"
#include "app/cli/output.h"
#include "app/cli/plan_reasons.h"
#include "app/cli/plan_table.h"
#include "app/cli/planning_options.h"
#include "app/cli/text_table.h"
#include "core/base/readable.h"
#include "core/base/units.h"
#include "core/cost/iteration_time.h"
#include "core/formats/documents/estimate_json.h"
#include "core/formats/documents/mapping_tsv.h"
#include "core/plan/groups/expert_groups.h"
#include "core/plan/kept_off.h"
#include "core/plan/reliance_text.h"
#include "core/plan/stages/stage_tp.h"
#include "core/schedule/full_name.h"
#include "core/search/rounds/evaluate.h"
#include "core/search/space/free_choice.h"
#include "core/study/find_stage_reasons.h"

#include <CLI/CLI.hpp>
#include <memory>

namespace pipette {
namespace {

struct EstimateOptions {
    WorkloadOptions workload;
    std::string config, mapping, json;
    std::vector<std::string> exclude;
};

std::string memory_table(const Candidate& candidate) {
    using Align = TextTable::Align;
    TextTable table;
    table.add_column("stage", Align::right);
    table.add_column("estimate", Align::right);
    table.add_column("upper", Align::right);
    table.add_column("of", Align::right);
    const bool on_host = candidate.config.offload.any();
    if (on_host) {
        table.add_column("on the host", Align::right);
        table.add_column("of", Align::right);
    }
    table.add_column("verdict", Align::left);
    const auto gib = [](double bytes) { return fmt::format("{:.1f} GiB", bytes / bytes_per_gib); };
    for (std::size_t device = 0; device < candidate.memory.size(); ++device) {
        const DeviceMemory& memory = candidate.memory[device];
        std::vector<std::string> cells{std::to_string(device), gib(memory.estimate), gib(memory.upper),
                                       gib(memory.limit)};
        if (on_host)
            cells.insert(cells.end(), {gib(host_bytes(memory)), gib(memory.host_limit)});
        cells.emplace_back(name_of(memory.verdict));
        table.add_row(cells);
    }
    return table.text();
}

std::string estimate_text(const std::string& name, const Cluster& cluster, const Candidate& candidate,
                          const std::optional<FreeChoice>& free, const std::string& stages,
                          const std::vector<std::string>& assumptions,
                          const std::vector<CalibrationUse>& calibrations) {
    std::string text =
        fmt::format("{}: {} a step ({:.0f}-{:.0f}), {} tokens/s, MFU {:.1f} %, memory {}\n", name,
                    milliseconds(candidate.iteration_time_s), 1000 * candidate.low_s, 1000 * candidate.high_s,
                    tokens_text(candidate.tokens_per_s), 100 * candidate.mfu, memory_text(candidate));
    const ModelTimes& times = candidate.model_times;
    text += fmt::format("By model: simulated {}, bound {}, Pipette's formula {}, AMP's formula {}\n",
                        milliseconds(times.exact), milliseconds(times.bound), milliseconds(times.pipette),
                        milliseconds(times.amp));
    text += table_text(breakdown_table({{"time", &candidate}}));
    text += memory_table(candidate) + stages;
    if (free)
        text += "Free choice: " + free_choice_text(*free) + "\n";
    if (const std::string groups = expert_groups_text(cluster, candidate); !groups.empty())
        text += groups + "\n";
    if (!candidate.faults.empty())
        text += fmt::format("Warning: it {}; its links are taken as if they were not measured\n",
                            crossing_text(cluster, candidate));
    if (!candidate.assumed_links.empty())
        text += fmt::format("Assumed: it {}\n", assumed_links_text(cluster, candidate));
    if (const std::string transfers = transfers_text(cluster, candidate); !transfers.empty())
        text += "Transfers: it " + transfers + "\n";
    for (const std::string& assumption : assumptions)
        text += "Assumed: " + readable(assumption, longest_shown_sentence) + "\n";
    return text + "Times: " + calibration_text(calibrations) + "\n";
}

/// Why its stages have their layers, where they lie on unlike GPUs.
std::string stage_reasons_text(const PlanInputs& inputs, const Candidate& candidate, const Links& links,
                               const Calibration& calibration) {
    Plan plan;
    plan.inputs = inputs, plan.calibration = std::make_shared<const Calibration>(calibration);
    std::string text;
    for (const StageReason& reason : find_stage_reasons(plan, candidate, links))
        text += stage_reason_text(reason) + "\n";
    return text;
}

void run(const EstimateOptions& options, const CLI::App& command) {
    PlanInputs inputs = inputs_of(options.workload);
    check_idle_options(command, inputs);
    inputs.faults.excluded_gpus = excluded_gpus(*inputs.cluster, options.exclude);
    const ParallelConfig config = parse_config(options.config, inputs.model, inputs.job);
    RankMapping mapping;
    if (options.mapping.empty()) {
        mapping = host_order_mapping(inputs.cluster->gpu_count(), config.world(), gpus_kept_off(inputs));
    } else {
        mapping = read_mapping_tsv(options.mapping, *inputs.cluster);
        try {
            check(mapping, config.world(), inputs.cluster->gpu_count());
        } catch (const InputError& error) {
            throw InputError(options.mapping, error.place(), error.reason());
        }
    }
    const Knowledge knowledge = knowledge_of(options.workload, inputs, KnowledgeFor::estimate);
    const Candidate candidate = evaluate(inputs, config, mapping, knowledge);
    const Links links = links_of(inputs);
    std::vector<std::string> assumptions = assumptions_of(inputs, links, knowledge.calibration);
    for (std::string& line : assumed_hosts(*inputs.cluster, config))
        assumptions.push_back(std::move(line));
    if (has_stage_tp(config))
        assumptions.emplace_back(stage_tp_assumption);
    const std::vector<CalibrationUse> calibrations = calibrations_of(options.workload, inputs, knowledge);
    if (!options.json.empty())
        write_out(options.json, estimate_to_text(inputs, candidate, assumptions, calibrations));
    if (options.json != "-")
        print_text(estimate_text(full_name(candidate.config, inputs), *inputs.cluster, candidate,
                                 free_choice(inputs, knowledge, candidate),
                                 stage_reasons_text(inputs, candidate, links, knowledge.calibration),
                                 assumptions, calibrations));
}

} // namespace

void add_estimate_command(CLI::App& app) {
    CLI::App* command = app.add_subcommand("estimate", "Time and memory of one configuration and mapping");
    const auto options = std::make_shared<EstimateOptions>();
    add_workload_options(*command, options->workload);
    command
        ->add_option("--config", options->config,
                     "Configuration, such as pp=8,tp=8,dp=2,micro_batch=1, or as tables print it: \"pp=8 "
                     "tp=8 dp=2 mb=1 1f1b\"")
        ->required();
    command->add_option("--mapping", options->mapping, "Mapping file (default: ranks in host order)");
    command->add_option("--exclude", options->exclude, "GPUs that host order leaves out: host[:gpu],...")
        ->delimiter(',');
    command->add_option("--json", options->json,
                        "Write the estimate as JSON to a file, or - for standard output");
    command->callback([options, command] { run(*options, *command); });
}

} // namespace pipette
