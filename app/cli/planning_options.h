// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/evidence/shipped_knowledge.h"
#include "core/plan/plan.h"

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace pipette {

/// The options that `plan` and `estimate` share: what is trained, and on what.
struct WorkloadOptions {
    std::string cluster, model, precision = "bf16", calibration, layer_profile;
    std::string framework = TrainingJob{}.framework;
    int global_batch = 0;
    std::optional<int> sequence_length = {}; ///< none: the model's own
    bool unfused_attention = false;
    bool overlap_exchange = false, overlap_gather = false, overlap_tp = false;
    std::string dispatcher = TrainingJob{}.dispatcher;
    double expert_imbalance = 1;
    bool overlap_experts = false;
    bool cuda_graphs = false;
    bool fp8_activation_inputs = false;
    std::string optimizer = TrainingJob().optimizer;
    std::string primary_weights = "usual";
    int adapter_rank = 0;
    std::string adapter_targets = "all";
    int mean_sequence = 0;
    bool allow_faulty = false;
    double history_quantile = 0;
    std::vector<std::string> degrade;
};

void add_workload_options(CLI::App& command, WorkloadOptions& options);

/// Those of them that say what is trained, by what and how, but neither where nor in which batch.
void add_job_options(CLI::App& command, WorkloadOptions& options);

/// Precision, framework and the rest of the job, global batch apart and after the sequence. Throws
/// InputError.
void take_job_options(TrainingJob& job, const WorkloadOptions& options);

/// Reads the files and checks everything that was said. Throws InputError naming file or option.
PlanInputs inputs_of(const WorkloadOptions& options);

/// The calibration of the option, else of the resources, with the layer profile that was named. Throws
/// InputError, also for a profile that cannot be of the model on the GPUs of `inputs`.
Knowledge knowledge_of(const WorkloadOptions& options, const PlanInputs& inputs, KnowledgeFor what);

/// What the plan document says of it.
std::vector<CalibrationUse> calibrations_of(const WorkloadOptions& options, const PlanInputs& inputs,
                                            const Knowledge& knowledge);

/// GPUs of "host" and "host:gpu", sorted, each once. Throws InputError naming --exclude.
std::vector<int> excluded_gpus(const Cluster& cluster, const std::vector<std::string>& texts);

/// Looks `text` up by its name, or throws InputError that lists the names of `all`.
template <class Value, class Named, class All>
Value named_or_refuse(const std::string& option, const std::string& text, const Named& named, const All& all);

} // namespace pipette

#include "core/base/input_error.h"

#include <fmt/format.h>

template <class Value, class Named, class All>
Value pipette::named_or_refuse(const std::string& option, const std::string& text, const Named& named,
                               const All& all) {
    if (const auto value = named(text))
        return *value;
    std::string names;
    for (const Value value : all)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", name_of(value));
    throw InputError(option, {}, fmt::format("\"{}\" is not known, expected one of {}", text, names));
}
