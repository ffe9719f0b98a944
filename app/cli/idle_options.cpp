// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/idle_options.h"

#include "app/cli/output.h"
#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/formats/launchers/export_format.h"
#include "core/framework/framework.h"
#include "core/plan/stages/stage_tp.h"
#include "core/schedule/schedule.h"
#include "core/schedule/stage_times.h"
#include "core/search/rounds/stages_by_kind.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

/// What becomes of an option that changes nothing.
enum class Idle {
    refused,
    named, ///< on standard error: whoever goes through all schedules with the same options may do so
};

/// A rule: where an option changes nothing. Facts: what the rules of one kind of work ask.
template <class Facts>
struct IdleOption {
    const char* option;
    bool (*is_idle)(const Facts& facts);
    std::string (*reason)(const Facts& facts);
    Idle idle = Idle::refused;
};

bool is_given(const CLI::App& command, const std::string& option) {
    const CLI::Option* known = command.get_option_no_throw(option);
    return known != nullptr && known->count() > 0;
}

template <class Facts, std::size_t count>
void check_given(const CLI::App& command, const IdleOption<Facts> (&rules)[count], const Facts& facts) {
    for (const IdleOption<Facts>& rule : rules) {
        if (!is_given(command, rule.option) || !rule.is_idle(facts))
            continue;
        if (rule.idle == Idle::refused)
            throw InputError(rule.option, {}, rule.reason(facts));
        print_note(fmt::format("{} {}", rule.option, rule.reason(facts)));
    }
}

struct JobFacts {
    const TransformerModel& model;
    const TrainingJob& job;
    ModelKnown known;
    bool is_dense() const { return known == ModelKnown::this_model && !model.moe; }
};

std::string has_no_experts(const JobFacts& facts) {
    return fmt::format("changes nothing: {} has no experts", readable(facts.model.name));
}

/// Of its framework; the name of one that is not known.
std::string title_of(const TrainingJob& job) {
    const std::string_view title = framework_of(job).title;
    return title.empty() ? readable(job.framework) : std::string(title);
}

constexpr IdleOption<JobFacts> job_rules[]{
    {"--lora-targets", [](const JobFacts& f) { return !f.job.tuning.freezes_weights(); },
     [](const JobFacts&) -> std::string { return "stands without --lora, which says the rank of adapters"; }},
    {"--primary-weights",
     [](const JobFacts& f) {
         return !recipe_of(f.job.precision).casts() || !framework_of(f.job).memory.keeps_cast_weights;
     },
     [](const JobFacts& f) {
         return recipe_of(f.job.precision).casts()
                    ? fmt::format("changes nothing: {} keeps no weights in 8 or 4 bits", title_of(f.job))
                    : fmt::format("changes nothing: no product casts weights in {}",
                                  name_of(f.job.precision));
     }},
    {"--dispatcher", [](const JobFacts& f) { return f.is_dense(); }, has_no_experts},
    {"--expert-imbalance", [](const JobFacts& f) { return f.is_dense(); }, has_no_experts},
    {"--overlap-expert-exchange", [](const JobFacts& f) { return f.is_dense(); }, has_no_experts},
    {"--overlap-parameter-gather",
     [](const JobFacts& f) {
         const Framework& framework = framework_of(f.job);
         return !f.job.overlap_gradient_exchange && !framework.overlap.gradients &&
                !framework.overlaps_plain_reduce;
     },
     [](const JobFacts&) -> std::string {
         return "stands without --overlap-gradient-exchange, beside which parameters come back";
     }},
};

constexpr IdleOption<PlanInputs> plan_rules[]{
    {"--history-quantile", [](const PlanInputs& inputs) { return inputs.cluster->history.snapshots.empty(); },
     [](const PlanInputs&) -> std::string {
         return "changes nothing: the cluster file has no snapshots of its bandwidth";
     }},
    {"--allow-faulty", [](const PlanInputs& inputs) { return inputs.cluster->faults.empty(); },
     [](const PlanInputs&) -> std::string { return "changes nothing: the cluster file knows of no fault"; }},
    {"--stage-tp",
     [](const PlanInputs& inputs) {
         return !may_split_by_kind(inputs) || !stage_tp_unknown_beside({}, inputs.model).empty();
     },
     [](const PlanInputs& inputs) -> std::string {
         return has_like_gpus(*inputs.cluster)
                    ? "changes nothing: all GPUs of the cluster are alike"
                    : "changes nothing: stages get a tp of their own only in dense "
                      "models whose layers are alike";
     }},
    {"--cp-kind",
     [](const PlanInputs& inputs) {
         const int most = inputs.limits.max_cp;
         return (most > 0 ? most : usual_max_cp(inputs.job.sequence_length)) < 2;
     },
     [](const PlanInputs& inputs) {
         return fmt::format("changes nothing: with sequences of {} tokens no context parallelism is tried, "
                            "expected --max-cp of 2 or more",
                            inputs.job.sequence_length);
     }},
};

struct SimulateFacts {
    const Schedule& schedule;
    ScheduleFrom from;

    bool has(OperationKind kind) const {
        const std::span<const Operation> all = schedule.operations();
        return std::any_of(all.begin(), all.end(), [&](const Operation& o) { return o.kind == kind; });
    }
    bool goes_round() const {
        for (int pipeline = 0; pipeline < schedule.pipelines(); ++pipeline)
            for (int stage = 0; stage + 1 < schedule.stages(); ++stage)
                if (wraps(schedule, pipeline, stage))
                    return true;
        return false;
    }
};

std::string is_in_file(const SimulateFacts&) {
    return "changes nothing: --schedule-file says it";
}
bool is_of_file(const SimulateFacts& facts) {
    return facts.from == ScheduleFrom::file;
}

constexpr IdleOption<SimulateFacts> simulate_rules[]{
    {"--schedule", is_of_file, is_in_file},
    {"--stages", is_of_file, is_in_file},
    {"--microbatches", is_of_file, is_in_file},
    {"--chunks", is_of_file, is_in_file},
    {"--slices", is_of_file, is_in_file},
    {"--weight-fraction", [](const SimulateFacts& f) { return !f.has(OperationKind::weight_gradient); },
     [](const SimulateFacts& f) {
         return fmt::format("changes nothing: {} does not split the backward", readable(f.schedule.name()));
     },
     Idle::named},
    {"--overlapped-time", [](const SimulateFacts& f) { return !f.has(OperationKind::overlapped); },
     [](const SimulateFacts& f) {
         return fmt::format("changes nothing: {} overlaps no forward with a backward",
                            readable(f.schedule.name()));
     },
     Idle::named},
    {"--wrap-link", [](const SimulateFacts& f) { return !f.goes_round(); },
     [](const SimulateFacts& f) {
         return fmt::format("changes nothing: {} sends nothing from the last device to the first",
                            readable(f.schedule.name()));
     },
     Idle::named},
    {"--link", [](const SimulateFacts& f) { return f.schedule.devices() == 1; },
     [](const SimulateFacts&) -> std::string { return "changes nothing: one device has no link"; },
     Idle::named},
};

} // namespace

void check_idle_options(const CLI::App& command, const TransformerModel& model, const TrainingJob& job,
                        ModelKnown known) {
    check_given(command, job_rules, {model, job, known});
}

void check_idle_options(const CLI::App& command, const PlanInputs& inputs) {
    check_idle_options(command, inputs.model, inputs.job);
    check_given(command, plan_rules, inputs);
}

void check_idle_options(const CLI::App& command, const Schedule& schedule, ScheduleFrom from) {
    check_given(command, simulate_rules, {schedule, from});
}

void check_idle_options(const CLI::App& command, const ExportFormat& format) {
    // The rows are the formats' own: what some format takes and this one does not.
    for (const ExportFormat* other : Registry<ExportFormat>::all())
        for (const std::string_view option : other->options)
            if (is_given(command, std::string(option)) && !format.takes(option))
                throw InputError(std::string(option), {},
                                 fmt::format("changes nothing in format {}, expected one of {}", format.name,
                                             formats_that_take(option)));
}

} // namespace pipette
