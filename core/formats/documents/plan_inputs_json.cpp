// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/plan_inputs_json.h"

#include "core/base/input_error.h"
#include "core/formats/documents/candidate_json.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/launchers/export_format.h"
#include "core/formats/models/model_json.h"
#include "core/formats/text/json_names.h"
#include "core/framework/dispatcher.h"
#include "core/framework/optimizer.h"
#include "core/plan/context_kind.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t longest_list = 10'000; // of limits and faults: more would be no one's wish

template <class Kind>
Json names_to_json(const std::vector<Kind>& kinds) {
    Json names = Json::array();
    for (const Kind kind : kinds)
        names.push_back(name_of(kind));
    return names;
}

void bound_list(const JsonValue& list) {
    if (list.size() > longest_list)
        list.expected("a list of at most 10000");
}

std::vector<int> integers_from_json(const JsonValue& list, const WholeBounds& bounds) {
    bound_list(list);
    std::vector<int> numbers;
    for (std::size_t i = 0; i < list.size(); ++i)
        numbers.push_back(list.element(i).integer(bounds));
    return numbers;
}

template <class Kind>
std::vector<Kind> kinds_from_json(const JsonValue& list, std::optional<Kind> (*lookup)(std::string_view),
                                  std::string_view what) {
    bound_list(list);
    std::vector<Kind> kinds;
    for (std::size_t i = 0; i < list.size(); ++i)
        kinds.push_back(named(list.element(i), lookup, what));
    return kinds;
}

Json job_to_json(const TrainingJob& job) {
    Json json{{"global_batch", job.global_batch},
              {"sequence_length", job.sequence_length},
              {"precision", name_of(job.precision)}};
    json.update(habits_to_json(job));
    return json;
}

TrainingJob job_from_json(const JsonValue& value) {
    TrainingJob job;
    job.global_batch = value.member("global_batch").integer(bounds::global_batch);
    job.sequence_length = value.member("sequence_length").integer(bounds::sequence_length);
    job.precision = named(value.member("precision"), precision_named, precisions_known());
    take_habits(job, value);
    return job;
}

LauncherLimit launcher_from_json(const JsonValue& value) {
    try {
        return launcher_limit_named(value.text());
    } catch (const InputError& error) {
        value.refuse(error.reason());
    }
}

AnnealingBudget budget_from_json(const JsonValue& value) {
    AnnealingBudget budget;
    const JsonValue seed = value.member("seed");
    if (!seed.raw().is_number_unsigned()) // the whole range of 64 bits, beyond what a long holds
        seed.expected("a whole number of 0 or more");
    budget.seed = seed.raw().get<std::uint64_t>();
    budget.chains = value.member("chains").integer(bounds::chains);
    budget.moves = value.member("moves").integer(bounds::moves);
    budget.threads = value.member("threads").integer(bounds::threads);
    budget.history_quantile = value.member("history_quantile").number(0, 1);
    if (const auto prefer = value.find("prefer")) // documents of before put the fastest first
        budget.prefer = named(*prefer, preference_named, "fastest or safe");
    return budget;
}

Json faults_to_json(const Faults& faults) {
    Json degraded = Json::array();
    for (const DegradedLink& link : faults.degraded)
        degraded.push_back({{"host_a", link.host_a},
                            {"host_b", link.host_b},
                            {"factor", finite(link.factor, "faults.factor")}});
    return {{"excluded_gpus", faults.excluded_gpus}, {"degraded", std::move(degraded)}};
}

Faults faults_from_json(const JsonValue& value, const Cluster& cluster) {
    Faults faults;
    const JsonValue excluded = value.member("excluded_gpus"), degraded = value.member("degraded");
    for (std::size_t i = 0; i < excluded.size(); ++i) {
        const int gpu = static_cast<int>(excluded.element(i).integer(0, cluster.gpu_count() - 1));
        if (!faults.excluded_gpus.empty() && gpu <= faults.excluded_gpus.back())
            excluded.element(i).expected("GPU numbers in ascending order");
        faults.excluded_gpus.push_back(gpu);
    }
    bound_list(degraded);
    for (std::size_t i = 0; i < degraded.size(); ++i) {
        const JsonValue link = degraded.element(i);
        for (const char* host : {"host_a", "host_b"})
            if (nodes_named(cluster, link.member(host).text()).empty())
                link.member(host).expected("a host of the cluster");
        faults.degraded.push_back({link.member("host_a").text(), link.member("host_b").text(),
                                   link.member("factor").number(bounds::slowdown)});
    }
    return faults;
}

RankMapping start_from_json(const JsonValue& value, const Cluster& cluster) {
    RankMapping start;
    const int gpus = cluster.gpu_count();
    for (std::size_t rank = 0; rank < value.size(); ++rank)
        start.gpu_of_rank.push_back(static_cast<int>(value.element(rank).integer(0, gpus - 1)));
    try {
        check(start, static_cast<int>(start.gpu_of_rank.size()), gpus);
    } catch (const InputError& error) {
        value.refuse(error.place() + ": " + error.reason());
    }
    return start;
}

void take_tuning(TrainingJob& job, const JsonValue& value) {
    FineTuning& tuning = job.tuning;
    if (const auto rank = value.find("lora_rank"))
        tuning.adapter_rank = rank->integer(bounds::adapter_rank);
    if (const auto targets = value.find("lora_targets"))
        tuning.targets = named(*targets, adapter_targets_named, "all or attention");
    const auto mean = value.find("mean_sequence");
    if (!mean)
        return;
    tuning.mean_sequence = mean->integer(bounds::mean_sequence);
    if (job.sequence_length > 0 && tuning.mean_sequence > job.sequence_length)
        mean->expected("at most the sequence length");
}

} // namespace

Json habits_to_json(const TrainingJob& job) {
    Json json{{"framework", job.framework},
              {"flash_attention", job.flash_attention},
              {"overlap_gradient_exchange", job.overlap_gradient_exchange},
              {"overlap_parameter_gather", job.overlap_parameter_gather},
              {"overlap_tensor_parallel", job.overlap_tensor_parallel}};
    if (const TrainingJob plain; job.dispatcher != plain.dispatcher)
        json["dispatcher"] = job.dispatcher;
    if (const TrainingJob plain; job.optimizer != plain.optimizer)
        json["optimizer"] = job.optimizer;
    if (job.primary_weights != PrimaryWeights::usual)
        json["primary_weights"] = name_of(job.primary_weights);
    if (job.expert_imbalance != 1)
        json["expert_imbalance"] = finite(job.expert_imbalance, "expert_imbalance");
    if (job.overlap_expert_exchange)
        json["overlap_expert_exchange"] = true;
    if (job.cuda_graphs)
        json["cuda_graphs"] = true;
    if (job.fp8_activation_inputs)
        json["fp8_activation_inputs"] = true;
    if (const FineTuning& tuning = job.tuning; tuning != FineTuning{}) {
        if (tuning.freezes_weights())
            json["lora_rank"] = tuning.adapter_rank;
        if (tuning.targets != AdapterTargets::all)
            json["lora_targets"] = name_of(tuning.targets);
        if (tuning.mean_sequence > 0)
            json["mean_sequence"] = tuning.mean_sequence;
    }
    return json;
}

void take_habits(TrainingJob& job, const JsonValue& value) {
    job.framework = value.text_or("framework", job.framework);
    job.flash_attention = value.boolean_or("flash_attention", job.flash_attention);
    job.overlap_gradient_exchange = value.boolean_or("overlap_gradient_exchange", false);
    job.overlap_parameter_gather = value.boolean_or("overlap_parameter_gather", false);
    job.overlap_tensor_parallel = value.boolean_or("overlap_tensor_parallel", false);
    job.dispatcher = value.text_or("dispatcher", job.dispatcher);
    job.optimizer = value.text_or("optimizer", job.optimizer);
    if (const auto weights = value.find("primary_weights"))
        job.primary_weights = named(*weights, primary_weights_named, "usual, 16-bit or low-precision");
    job.expert_imbalance = value.number_or("expert_imbalance", 1, {1, 1000, {}});
    job.overlap_expert_exchange = value.boolean_or("overlap_expert_exchange", false);
    job.cuda_graphs = value.boolean_or("cuda_graphs", false);
    job.fp8_activation_inputs = value.boolean_or("fp8_activation_inputs", false);
    take_tuning(job, value);
    try {
        dispatcher_of(job), optimizer_of(job);
    } catch (const InputError& error) {
        value.member(error.place().c_str()).refuse(error.reason());
    }
}

Json budget_to_json(const AnnealingBudget& budget) {
    return {{"seed", budget.seed},
            {"chains", budget.chains},
            {"moves", budget.moves},
            {"threads", budget.threads},
            {"history_quantile", finite(budget.history_quantile, "budget.history_quantile")},
            {"prefer", name_of(budget.prefer)}};
}

Json limits_to_json(const SearchLimits& limits) {
    Json json{{"world_sizes", limits.world_sizes},
              {"micro_batches", limits.micro_batches},
              {"recompute", names_to_json(limits.recompute)},
              {"schedules", names_to_json(limits.schedules)}};
    if (limits.p2p)
        json["p2p"] = name_of(*limits.p2p);
    json["max_tp"] = limits.max_tp;
    if (limits.stage_tp)
        json["stage_tp"] = true;
    json["max_cp"] = limits.max_cp;
    if (!limits.cp_kinds.empty())
        json["cp_kinds"] = limits.cp_kinds;
    json["max_vpp"] = limits.max_vpp;
    json["zero_stages"] = limits.zero_stages;
    if (!limits.offloads.empty())
        json["offloads"] = limits.offloads;
    if (limits.allow_faulty)
        json["allow_faulty"] = true;
    if (limits.launcher)
        json["launcher"] = limits.launcher->name;
    return json;
}

std::vector<std::string> context_kinds_from_json(const JsonValue& list) {
    bound_list(list);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < list.size(); ++i) {
        names.push_back(list.element(i).text());
        if (!Registry<ContextKind>::find(names.back()))
            list.element(i).expected("one of " + Registry<ContextKind>::names());
    }
    return names;
}

SearchLimits limits_from_json(const JsonValue& value) {
    SearchLimits limits;
    limits.world_sizes = integers_from_json(value.member("world_sizes"), bounds::parallel_size);
    limits.micro_batches = integers_from_json(value.member("micro_batches"), bounds::parallel_size);
    limits.recompute = kinds_from_json(value.member("recompute"), recompute_named, "none, selective or full");
    limits.schedules =
        kinds_from_json(value.member("schedules"), schedule_named, "the name of a schedule, such as 1f1b");
    if (const auto p2p = value.find("p2p"))
        limits.p2p = named(*p2p, p2p_named, p2p_choices);
    limits.max_tp = static_cast<int>(value.member("max_tp").integer(0, bounds::parallel_size.most));
    limits.stage_tp = value.boolean_or("stage_tp", false);
    limits.max_cp = value.member("max_cp").integer({0, bounds::parallel_size.most, {}});
    if (const auto kinds = value.find("cp_kinds"))
        limits.cp_kinds = context_kinds_from_json(*kinds);
    limits.max_vpp = value.member("max_vpp").integer(bounds::parallel_size);
    limits.zero_stages = integers_from_json(value.member("zero_stages"), {0, 3, {}});
    if (const auto shares = value.find("offloads")) {
        bound_list(*shares);
        for (std::size_t i = 0; i < shares->size(); ++i)
            limits.offloads.push_back(shares->element(i).number(0, 1));
    }
    limits.allow_faulty = value.boolean_or("allow_faulty", false);
    if (const auto launcher = value.find("launcher"))
        limits.launcher = launcher_from_json(*launcher);
    return limits;
}

Json inputs_to_json(const PlanInputs& inputs, const std::filesystem::path& beside) {
    Json json{{"cluster", cluster_to_json(*inputs.cluster, beside)},
              {"model", model_to_json(inputs.model)},
              {"job", job_to_json(inputs.job)},
              {"limits", limits_to_json(inputs.limits)},
              {"budget", budget_to_json(inputs.budget)},
              {"faults", faults_to_json(inputs.faults)}};
    if (inputs.start)
        json["start"] = inputs.start->gpu_of_rank;
    json["pinned_ranks"] = inputs.pinned_ranks;
    json["top"] = inputs.top;
    return json;
}

PlanInputs inputs_from_json(const JsonValue& value, const std::filesystem::path& folder) {
    return inputs_from_json(value, share(cluster_from_json(value.member("cluster"), folder)));
}

PlanInputs inputs_from_json(const JsonValue& value, std::shared_ptr<const Cluster> cluster) {
    PlanInputs inputs;
    inputs.cluster = std::move(cluster);
    inputs.model = model_from_json(value.member("model"));
    inputs.job = job_from_json(value.member("job"));
    inputs.limits = limits_from_json(value.member("limits"));
    inputs.budget = budget_from_json(value.member("budget"));
    inputs.faults = faults_from_json(value.member("faults"), *inputs.cluster);
    if (const auto start = value.find("start"))
        inputs.start = start_from_json(*start, *inputs.cluster);
    const JsonValue pinned = value.member("pinned_ranks");
    for (std::size_t i = 0; i < pinned.size(); ++i) {
        const long ranks = inputs.start ? static_cast<long>(inputs.start->gpu_of_rank.size()) : 0;
        if (ranks == 0)
            pinned.expected("no pins without a start mapping");
        inputs.pinned_ranks.push_back(static_cast<int>(pinned.element(i).integer(0, ranks - 1)));
    }
    inputs.top = static_cast<int>(value.member("top").integer(0, std::numeric_limits<int>::max()));
    return inputs;
}

} // namespace pipette
