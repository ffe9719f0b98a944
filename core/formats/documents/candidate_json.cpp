// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/candidate_json.h"

#include "core/base/input_error.h"
#include "core/formats/documents/candidate_checks.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/text/json_names.h"
#include "core/framework/framework.h"
#include "core/plan/groups/expert_groups.h"
#include "core/plan/stages/stage_tp.h"
#include "core/schedule/schedule_family.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <unordered_map>

namespace pipette {
namespace {

using Json = nlohmann::ordered_json;

constexpr double largest = std::numeric_limits<double>::max();
constexpr Bounds any_figure{-largest, largest, {}};

/// The parts of a breakdown and their names in the document, in its order.
constexpr std::pair<const char*, double Breakdown::*> breakdown_parts[] = {
    {"compute", &Breakdown::compute}, {"recompute", &Breakdown::recompute},
    {"tp", &Breakdown::tp},           {"cp", &Breakdown::cp},
    {"ep", &Breakdown::ep},           {"pp_exposed", &Breakdown::pp_exposed},
    {"bubble", &Breakdown::bubble},   {"dp_exposed", &Breakdown::dp_exposed},
    {"offload", &Breakdown::offload}, {"optimizer", &Breakdown::optimizer}};

constexpr std::pair<const char*, double ModelTimes::*> model_times[] = {{"exact", &ModelTimes::exact},
                                                                        {"bound", &ModelTimes::bound},
                                                                        {"pipette", &ModelTimes::pipette},
                                                                        {"amp", &ModelTimes::amp}};

constexpr std::pair<const char*, int ParallelConfig::*> sizes[] = {
    {"pp", &ParallelConfig::pp},   {"tp", &ParallelConfig::tp},
    {"cp", &ParallelConfig::cp},   {"dp", &ParallelConfig::dp},
    {"vpp", &ParallelConfig::vpp}, {"micro_batch", &ParallelConfig::micro_batch}};

/// Left out where they are 1.
constexpr std::pair<const char*, int ParallelConfig::*> further_sizes[] = {
    {"tp_x", &ParallelConfig::tp_x}, {"ep", &ParallelConfig::ep}, {"etp", &ParallelConfig::etp}};

Json memory_to_json(const std::vector<DeviceMemory>& memory) {
    Json devices = Json::array();
    for (const DeviceMemory& device : memory) {
        Json parts = Json::array();
        for (const MemoryPart& part : device.parts)
            parts.push_back({{"name", part.name},
                             {"bytes", finite(part.bytes, "memory.parts.bytes")},
                             {"place", part.place == MemoryPlace::gpu ? "gpu" : "host"}});
        Json& json = devices.emplace_back(Json{{"limit", finite(device.limit, "memory.limit")},
                                               {"estimate", finite(device.estimate, "memory.estimate")},
                                               {"upper", finite(device.upper, "memory.upper")},
                                               {"verdict", name_of(device.verdict)},
                                               {"parts", std::move(parts)}});
        if (device.host_limit > 0)
            json["host_limit"] = finite(device.host_limit, "memory.host_limit");
    }
    return {{"devices", std::move(devices)}};
}

/// Where they lie: follows from configuration and mapping, for those who read the document alone.
Json expert_groups_to_json(const Cluster& cluster, const Candidate& candidate) {
    const GroupPlaces found = expert_groups(cluster, candidate);
    Json json{{"groups", found.groups},
              {"size", found.size},
              {"inside_node", found.inside_node},
              {"inside_domain", found.inside_domain},
              {"most_domains", found.most_domains}};
    if (found.inside_domain > 0)
        json["nodes"] = found.nodes, json["domain_nodes"] = found.domain_nodes;
    json["text"] = expert_groups_text(cluster, candidate);
    return json;
}

DeviceMemory device_memory_from_json(const JsonValue& value) {
    DeviceMemory device;
    device.limit = value.member("limit").number(0, largest);
    device.estimate = value.member("estimate").number(0, largest);
    device.upper = value.member("upper").number(0, largest);
    device.verdict = static_cast<Verdict>(value.member("verdict").choice({"safe", "tight", "over"}));
    device.host_limit = value.number_or("host_limit", 0, Bounds{0, largest, {}});
    const JsonValue parts = value.member("parts");
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const JsonValue part = parts.element(i);
        device.parts.push_back({part.member("name").text(), part.member("bytes").number(-largest, largest),
                                static_cast<MemoryPlace>(part.member("place").choice({"gpu", "host"}))});
    }
    return device;
}

/// Runs a check of core/plan, whose complaints name a field, and names the place of `value` in its document.
template <class Check>
void at_place_of(const JsonValue& value, const Check& check_it) {
    try {
        check_it();
    } catch (const InputError& error) {
        value.refuse(error.place() + ": " + error.reason());
    }
}

RankMapping mapping_from_json(const JsonValue& value, int world, int gpu_count) {
    RankMapping mapping;
    if (value.size() > static_cast<std::size_t>(gpu_count))
        value.refuse("has more ranks than the cluster has GPUs");
    mapping.gpu_of_rank.reserve(value.size());
    for (std::size_t rank = 0; rank < value.size(); ++rank)
        mapping.gpu_of_rank.push_back(static_cast<int>(value.element(rank).integer(0, gpu_count - 1)));
    at_place_of(value, [&] { check(mapping, world, gpu_count); });
    return mapping;
}

/// What the candidate meets of faults, of links that nobody measured and of links that cost money.
void add_reliance(Json& json, const Cluster& cluster, const Candidate& candidate) {
    std::vector<Fault> met;
    for (const int fault : candidate.faults)
        met.push_back(cluster.faults[static_cast<std::size_t>(fault)]);
    if (!met.empty())
        json["faults"] = faults_to_json(cluster, met);
    const auto host = [&](int node) { return cluster.nodes[static_cast<std::size_t>(node)].host; };
    for (const auto& [from, to] : candidate.assumed_links)
        json["assumed_links"].push_back({host(from), host(to)});
    if (candidate.transfer_bytes > 0) {
        json["transfer_bytes"] = candidate.transfer_bytes;
        json["transfer_usd"] = candidate.transfer_usd;
    }
}

/// A document of an older version has none of these members.
void read_reliance(Candidate& candidate, const JsonValue& value, const Cluster& cluster) {
    constexpr Bounds transfers{0, 1e30, {}};
    candidate.transfer_bytes = value.number_or("transfer_bytes", 0, transfers);
    candidate.transfer_usd = value.number_or("transfer_usd", 0, transfers);
    if (const auto list = value.find("faults")) {
        const std::vector<Fault> met = faults_from_json(*list, cluster.nodes);
        std::size_t known = 0; // they come in the cluster's order
        for (std::size_t i = 0; i < met.size(); ++i, ++known) {
            while (known < cluster.faults.size() && cluster.faults[known] != met[i])
                ++known;
            if (known >= cluster.faults.size())
                list->element(i).expected("a fault of the cluster, in its order");
            candidate.faults.push_back(static_cast<int>(known));
        }
    }
    const auto links = value.find("assumed_links");
    if (!links)
        return;
    std::unordered_map<std::string, int> number;
    for (const Node& node : cluster.nodes)
        number.emplace(node.host, static_cast<int>(number.size()));
    const auto node_of = [&](const JsonValue& name) {
        const auto found = number.find(name.text());
        if (found == number.end())
            name.expected("a host of the cluster");
        return found->second;
    };
    for (std::size_t i = 0; i < links->size(); ++i) {
        const JsonValue link = links->element(i);
        if (link.size() != 2)
            link.expected("two hosts");
        candidate.assumed_links.emplace_back(node_of(link.element(0)), node_of(link.element(1)));
    }
}

} // namespace

double finite(double value, const char* field) {
    if (!std::isfinite(value))
        throw std::domain_error(std::string(field) + " is not a finite number and cannot be written");
    return value;
}

Json config_to_json(const ParallelConfig& config) {
    Json json{{"pp", config.pp},
              {"tp", config.tp},
              {"cp", config.cp},
              {"dp", config.dp},
              {"vpp", config.vpp},
              {"micro_batch", config.micro_batch},
              {"global_batch", config.global_batch},
              {"schedule", name_of(config.schedule)},
              {"p2p", name_of(config.p2p)},
              {"recompute", name_of(config.recompute)},
              {"zero_stage", config.zero_stage},
              {"sequence_parallel", config.sequence_parallel},
              {"layers_per_stage", config.layers_per_stage}};
    if (has_stage_tp(config))
        json["tp_per_stage"] = config.tp_per_stage;
    for (const auto& [name, member] : further_sizes)
        if (config.*member != 1)
            json[name] = config.*member;
    if (config.zero_stage > 1)
        json["shard"] = config.shards(), json["replicas"] = config.shard_replicas();
    const ParallelConfig plain;
    if (config.cp_kind != plain.cp_kind)
        json["cp_kind"] = config.cp_kind;
    if (repeated_modules(config) != RecomputeModules{} && config.recompute_modules != plain.recompute_modules)
        json["recompute_modules"] = names_of(config.recompute_modules);
    if (config.recompute_layers > 0)
        json["recompute_method"] = "block", json["recompute_layers"] = config.recompute_layers;
    if (config.offload.any())
        json["offload"] = {{"optimizer", config.offload.optimizer},
                           {"activations", config.offload.activations}};
    if (config.offload.stride > 0)
        json["offload"]["stride"] = config.offload.stride;
    if (!config.offload.modules.empty())
        json["offload"]["modules"] = names_of(config.offload.modules);
    return json;
}

Json candidate_to_json(const Cluster& cluster, const Candidate& candidate) {
    Json times, breakdown;
    for (const auto& [name, member] : model_times)
        times[name] = finite(candidate.model_times.*member, name);
    for (const auto& [name, member] : breakdown_parts)
        breakdown[name] = finite(candidate.breakdown.*member, name);
    Json json{{"planner", name_of(candidate.planner)},
              {"config", config_to_json(candidate.config)},
              {"iteration_time_s", finite(candidate.iteration_time_s, "iteration_time_s")},
              {"low_s", finite(candidate.low_s, "low_s")},
              {"high_s", finite(candidate.high_s, "high_s")},
              {"tie", candidate.tie},
              {"calibrated", candidate.calibrated},
              {"tokens_per_s", finite(candidate.tokens_per_s, "tokens_per_s")},
              {"mfu", finite(candidate.mfu, "mfu")},
              {"model_times_s", std::move(times)},
              {"breakdown_s", std::move(breakdown)},
              {"memory", memory_to_json(candidate.memory)},
              {"gpu_of_rank", candidate.mapping.gpu_of_rank}};
    if (!candidate.recipe.empty())
        json["recipe"] = candidate.recipe;
    if (candidate.config.ep > 1)
        json["expert_groups"] = expert_groups_to_json(cluster, candidate);
    add_reliance(json, cluster, candidate);
    return json;
}

/// A set of modules as a list of their names.
template <class Module>
static EnumSet<Module> modules_from_json(const JsonValue& value) {
    EnumSet<Module> modules;
    for (std::size_t i = 0; i < value.size(); ++i) {
        const JsonValue name = value.element(i);
        const std::optional<Module> module = value_named<Module>(name.text());
        if (!module)
            name.expected(known_names<Module>());
        modules = modules.with(*module);
    }
    return modules;
}

RecomputeModules recompute_modules_from_json(const JsonValue& value) {
    return modules_from_json<RecomputeModule>(value);
}

ParallelConfig config_from_json(const JsonValue& value, const TransformerModel& model,
                                const TrainingJob& job) {
    ParallelConfig config;
    for (const auto& [name, member] : sizes)
        config.*member = static_cast<int>(value.member(name).integer(bounds::parallel_size));
    config.global_batch =
        static_cast<int>(value.member("global_batch").integer(1, std::numeric_limits<int>::max()));
    config.schedule = named(value.member("schedule"), schedule_named, "the name of a schedule, such as 1f1b");
    const auto p2p = value.find("p2p");
    config.p2p = p2p ? named(*p2p, p2p_named, p2p_choices) : usual_p2p(config.schedule, framework_of(job));
    config.recompute = named(value.member("recompute"), recompute_named, "none, selective or full");
    if (const auto modules = value.find("recompute_modules"))
        config.recompute_modules = recompute_modules_from_json(*modules);
    if (const auto layers = value.find("recompute_layers")) {
        value.member("recompute_method").choice({"block"});
        config.recompute_layers = static_cast<int>(layers->integer(1, model.layers));
    }
    if (const auto offload = value.find("offload")) {
        config.offload.optimizer = offload->number_or("optimizer", 0, Bounds{0, 1, {}});
        config.offload.activations = offload->number_or("activations", 0, Bounds{0, 1, {}});
        config.offload.stride = static_cast<int>(offload->integer_or("stride", 0, 0, 1000));
        if (const auto modules = offload->find("modules"))
            config.offload.modules = modules_from_json<OffloadModule>(*modules);
    }
    config.zero_stage = static_cast<int>(value.member("zero_stage").integer(0, 3));
    config.sequence_parallel = value.member("sequence_parallel").boolean();
    config.cp_kind = value.text_or("cp_kind", config.cp_kind);
    // All of them is how it is said where nobody chose.
    const int shard = static_cast<int>(value.integer_or("shard", 0, 0, bounds::parallel_size.most));
    config.shard = shard == config.sharers() ? 0 : shard;
    for (const auto& [name, member] : further_sizes)
        config.*member = static_cast<int>(value.integer_or(name, 1, 1, bounds::parallel_size.most));
    config.layers_per_stage = value.member("layers_per_stage").integers(0, model.layers);
    if (const auto tps = value.find("tp_per_stage"))
        config =
            with_stage_tp(std::move(config), tps->integers(1, static_cast<int>(bounds::parallel_size.most)));
    at_place_of(value, [&] {
        check(config, model, job);
        check_habits(config, model, job);
    });
    return config;
}

Candidate candidate_from_json(const JsonValue& value, const PlanInputs& inputs) {
    Candidate candidate;
    candidate.planner =
        named(value.member("planner"), planner_named, "pipette, host-order, megatron, amp, varuna or recipe");
    candidate.recipe = value.text_or("recipe", {});
    candidate.config = config_from_json(value.member("config"), inputs.model, inputs.job);
    candidate.iteration_time_s = value.member("iteration_time_s").number(bounds::estimated_time);
    candidate.low_s = value.member("low_s").number(0, largest);
    candidate.high_s = value.member("high_s").number(0, largest);
    candidate.tie = value.member("tie").boolean();
    candidate.calibrated = value.boolean_or("calibrated", true);
    candidate.tokens_per_s = value.member("tokens_per_s").number(0, largest);
    candidate.mfu = value.member("mfu").number(0, largest);
    const JsonValue times = value.member("model_times_s"), breakdown = value.member("breakdown_s");
    for (const auto& [name, member] : model_times)
        candidate.model_times.*member = times.member(name).number(0, largest);
    for (const auto& [name, member] : breakdown_parts)
        candidate.breakdown.*member = breakdown.number_or(name, 0, any_figure);
    const JsonValue devices = value.member("memory").member("devices");
    if (devices.size() != static_cast<std::size_t>(candidate.config.pp))
        devices.expected("one entry a pipeline stage");
    for (std::size_t i = 0; i < devices.size(); ++i)
        candidate.memory.push_back(device_memory_from_json(devices.element(i)));
    read_reliance(candidate, value, *inputs.cluster);
    candidate.mapping =
        mapping_from_json(value.member("gpu_of_rank"), candidate.config.world(), inputs.cluster->gpu_count());
    check_candidate(value, candidate, inputs);
    return candidate;
}

Json gpu_names_to_json(const Cluster& cluster) {
    Json names = Json::array();
    for (int gpu = 0; gpu < cluster.gpu_count(); ++gpu)
        names.push_back(cluster.gpu_name(gpu));
    return names;
}

} // namespace pipette
