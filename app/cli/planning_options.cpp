// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/planning_options.h"

#include "app/cli/option_checks.h"
#include "core/base/input_error.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/evidence/calibration_use_json.h"
#include "core/formats/evidence/layer_profile_csv.h"
#include "core/framework/dispatcher.h"
#include "core/framework/framework.h"
#include "core/framework/optimizer.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/ranges.h>
#include <set>

namespace pipette {
namespace {

void add_tuning_options(CLI::App& command, WorkloadOptions& options) {
    command
        .add_option("--lora", options.adapter_rank,
                    "Fine-tuning with frozen weights: adapters of this rank are trained (0: all weights)")
        ->check(number_within(bounds::adapter_rank))
        ->capture_default_str();
    command
        .add_option("--lora-targets", options.adapter_targets,
                    "Matrices that carry adapters: all matrices of every layer, or those of attention")
        ->capture_default_str();
    command
        .add_option(
            "--mean-sequence", options.mean_sequence,
            "Length of the short sequences that are packed into one, in tokens, the mean over tokens; "
            "attention stays inside each (0: not packed)")
        ->check(number_within(bounds::mean_sequence))
        ->capture_default_str();
}

/// How weights are kept and updated.
void add_weight_options(CLI::App& command, WorkloadOptions& options) {
    command
        .add_option("--optimizer", options.optimizer,
                    "How parameters are updated: " + Registry<Optimizer>::names())
        ->check(words())
        ->capture_default_str();
    command
        .add_option(
            "--primary-weights", options.primary_weights,
            "Weights whose products cast them to 8 or 4 bits are kept: usual (as the framework does), "
            "16-bit, low-precision (as the products take them)")
        ->check(words())
        ->capture_default_str();
}

/// After the sequence length, which is 0 where it is the model's.
void take_tuning(TrainingJob& job, const WorkloadOptions& options) {
    job.tuning = {options.adapter_rank,
                  named_or_refuse<AdapterTargets>("--lora-targets", options.adapter_targets,
                                                  adapter_targets_named, all_adapter_targets),
                  options.mean_sequence};
    if (job.sequence_length > 0 && options.mean_sequence > job.sequence_length)
        throw InputError("--mean-sequence", {},
                         fmt::format("is {}, expected at most the sequence length of {} tokens",
                                     options.mean_sequence, job.sequence_length));
}

} // namespace

void add_job_options(CLI::App& command, WorkloadOptions& options) {
    command
        .add_option("--model", options.model, "Name of a preset, a model file or a Hugging Face config.json")
        ->required();
    command
        .add_option("--sequence-length", options.sequence_length, "Tokens a sequence (default: the model's)")
        ->check(number_within(bounds::sequence_length));
    command.add_option("--precision", options.precision, precisions_known())->capture_default_str();
    command
        .add_option("--framework", options.framework, "Training framework whose habits the estimates follow")
        ->check(words())
        ->capture_default_str();
    command
        .add_flag("--unfused-attention", options.unfused_attention,
                  "The scores of attention go through memory: no flash attention")
        ->disable_flag_override();
    command
        .add_flag("--overlap-gradient-exchange", options.overlap_exchange,
                  "The gradient exchange hides behind the last backward pass")
        ->disable_flag_override();
    command
        .add_option("--dispatcher", options.dispatcher,
                    "How tokens go to their experts: " + Registry<Dispatcher>::names())
        ->check(words())
        ->capture_default_str();
    command
        .add_option("--expert-imbalance", options.expert_imbalance,
                    "Tokens of the fullest expert GPU over the mean: 1 is balanced")
        ->check(number_between(1, 1000))
        ->capture_default_str();
    command
        .add_flag("--overlap-expert-exchange", options.overlap_experts,
                  "The exchange of tokens with experts hides behind the compute of another microbatch")
        ->disable_flag_override();
    add_weight_options(command, options);
    command
        .add_flag("--fp8-activation-inputs", options.fp8_activation_inputs,
                  "The input of a gated activation is kept in 8 bits for the backward pass")
        ->disable_flag_override();
    command
        .add_flag("--cuda-graphs", options.cuda_graphs,
                  "Layers are launched as CUDA graphs: the host's launches of kernels cost nothing")
        ->disable_flag_override();
    command
        .add_flag("--overlap-parameter-gather", options.overlap_gather,
                  "With ZeRO, parameters are gathered beside the next forward pass")
        ->disable_flag_override();
    command
        .add_flag("--overlap-tensor-parallel", options.overlap_tp,
                  "Gathers and scatters of sequence parallelism go on beside the matrix products; in tensor "
                  "grids, sums of input gradients beside the products of weight gradients")
        ->disable_flag_override();
    add_tuning_options(command, options);
    command.add_option("--calibration", options.calibration,
                       "File of `pipette calibrate` (default: the one that comes with the program)");
    command.add_option(
        "--layer-profile", options.layer_profile,
        "Layer times that you measured with resources/profile_layer.py: they replace the roofline");
}

void add_workload_options(CLI::App& command, WorkloadOptions& options) {
    command.add_option("--cluster", options.cluster, "Cluster file")->required();
    command.add_option("--global-batch", options.global_batch, "Sequences an iteration")
        ->check(number_within(bounds::global_batch))
        ->required();
    add_job_options(command, options);
    command
        .add_flag("--allow-faulty", options.allow_faulty,
                  "Use links, GPUs and hosts that the cluster file calls broken; a broken link counts as not "
                  "measured")
        ->disable_flag_override();
    command
        .add_option(
            "--degrade", options.degrade,
            "Slow links: hostA-hostB=0.5,...; a host may be a group: *-*=0.5, rack:r1-*=0.5, zone:east-*=0.5")
        ->delimiter(',');
    command
        .add_option("--history-quantile", options.history_quantile,
                    "With snapshots of the bandwidth: 0 takes the expected time (the last snapshot counts "
                    "more if links "
                    "change slowly), 0.9 the time of a slow day")
        ->check(number_between(0, 1))
        ->capture_default_str();
}

void take_job_options(TrainingJob& job, const WorkloadOptions& options) {
    job.precision =
        named_or_refuse<Precision>("--precision", options.precision, precision_named, all_precisions());
    job.framework = options.framework;
    job.flash_attention = !options.unfused_attention;
    job.overlap_gradient_exchange = options.overlap_exchange;
    job.dispatcher = options.dispatcher;
    job.expert_imbalance = options.expert_imbalance;
    job.overlap_expert_exchange = options.overlap_experts;
    job.cuda_graphs = options.cuda_graphs;
    job.fp8_activation_inputs = options.fp8_activation_inputs;
    job.optimizer = options.optimizer;
    job.primary_weights = named_or_refuse<PrimaryWeights>("--primary-weights", options.primary_weights,
                                                          primary_weights_named, all_primary_weights);
    try {
        dispatcher_of(job), optimizer_of(job);
    } catch (const InputError& error) {
        throw InputError("--" + error.place(), {}, error.reason());
    }
    job.overlap_parameter_gather = options.overlap_gather;
    job.overlap_tensor_parallel = options.overlap_tp;
    take_tuning(job, options);
}

PlanInputs inputs_of(const WorkloadOptions& options) {
    PlanInputs inputs;
    inputs.cluster = share(read_cluster(options.cluster));
    inputs.model = load_model(options.model);
    inputs.job.global_batch = options.global_batch;
    inputs.job.sequence_length = options.sequence_length.value_or(inputs.model.sequence_length);
    take_job_options(inputs.job, options);
    try {
        check(inputs.job);
    } catch (const InputError& error) {
        throw InputError(error.place() == "global_batch" ? "--global-batch" : "--sequence-length", {},
                         error.reason());
    }
    inputs.budget.history_quantile = options.history_quantile;
    inputs.limits.allow_faulty = options.allow_faulty;
    for (const std::string& text : options.degrade)
        inputs.faults.degraded.push_back(parse_degraded(*inputs.cluster, text, "--degrade"));
    return inputs;
}

Knowledge knowledge_of(const WorkloadOptions& options, const PlanInputs& inputs, KnowledgeFor what) {
    Knowledge knowledge = knowledge_with(
        options.calibration.empty() ? shipped_calibration() : read_calibration(options.calibration), what);
    std::set<std::string> frameworks;
    const auto known_to = [&](const Calibration& calibration) {
        for (const KindCalibration& kind : calibration.kinds)
            frameworks.insert(kind.framework);
        return frameworks.contains(options.framework);
    };
    // One that nobody has calibrated borrows the efficiencies of another; plans say so.
    if (!known_to(knowledge.calibration) && !known_to(shipped_calibration()) &&
        !Registry<Framework>::find(options.framework)) {
        for (const Framework* framework : Registry<Framework>::all())
            frameworks.emplace(framework->name);
        throw InputError("--framework", {},
                         fmt::format("\"{}\" is in no calibration, expected one of {}", options.framework,
                                     fmt::join(frameworks, ", ")));
    }
    if (!options.layer_profile.empty()) {
        knowledge.calibration.layers = read_layer_profile(options.layer_profile);
        check(*knowledge.calibration.layers, *inputs.cluster, inputs.model, inputs.job);
    }
    return knowledge;
}

std::vector<CalibrationUse> calibrations_of(const WorkloadOptions& options, const PlanInputs& inputs,
                                            const Knowledge& knowledge) {
    return calibrations_used(*inputs.cluster, inputs.job.framework, knowledge.calibration,
                             options.calibration);
}

std::vector<int> excluded_gpus(const Cluster& cluster, const std::vector<std::string>& texts) {
    std::vector<int> gpus;
    for (const std::string& text : texts) {
        const std::vector<int> some = parse_gpus(cluster, text, "--exclude");
        gpus.insert(gpus.end(), some.begin(), some.end());
    }
    std::sort(gpus.begin(), gpus.end());
    gpus.erase(std::unique(gpus.begin(), gpus.end()), gpus.end());
    return gpus;
}

} // namespace pipette
