// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/studies/setting_json.h"

#include "core/base/input_error.h"
#include "core/formats/documents/candidate_json.h"
#include "core/formats/documents/plan_inputs_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/models/model_json.h"
#include "core/formats/studies/study_json.h"
#include "core/formats/text/json_names.h"

#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_links = 10'000;

MachinePart part_from_json(const JsonValue& value) {
    value.expect_only({"gpus", "gpu", "nic", "price"});
    return {static_cast<int>(value.member("gpus").integer(bounds::study_gpus)), value.member("gpu").text(),
            value.text_or("nic", {}), value.number_or("price", 0, bounds::price)};
}

Json part_to_json(const MachinePart& part) {
    Json json{{"gpus", part.gpus}, {"gpu", part.gpu}};
    if (!part.nic.empty())
        json["nic"] = part.nic;
    if (part.price > 0)
        json["price"] = part.price;
    return json;
}

AssumedMachine machine_from_json(const JsonValue& value) {
    value.expect_only({"gpu", "nic", "gpus_per_node", "nics", "nodes_per_domain", "nodes_per_leaf",
                       "oversubscription", "spread", "seed", "parts"});
    AssumedMachine machine;
    if (const auto parts = value.find("parts")) {
        if (parts->size() > bounds::machine_parts)
            parts->refuse(fmt::format("has more than {} kinds of nodes", bounds::machine_parts));
        for (std::size_t i = 0; i < parts->size(); ++i)
            machine.parts.push_back(part_from_json(parts->element(i)));
    }
    machine.gpu = value.member("gpu").text();
    machine.nic = value.text_or("nic", {});
    const auto whole = [&](const char* key, int fallback, const WholeBounds& bounds) {
        return static_cast<int>(value.integer_or(key, fallback, bounds.least, bounds.most));
    };
    machine.gpus_per_node = whole("gpus_per_node", 0, {0, bounds::node_gpus.most, {}});
    machine.nics = whole("nics", 0, {0, bounds::node_nics.most, {}});
    machine.nodes_per_domain = whole("nodes_per_domain", 0, {0, domain_nodes.most, {}});
    machine.nodes_per_leaf = whole("nodes_per_leaf", 0, bounds::leaf_nodes);
    machine.oversubscription = value.number_or("oversubscription", 1, bounds::oversubscription);
    machine.spread = value.number_or("spread", 0, bounds::spread);
    machine.seed =
        static_cast<std::uint64_t>(value.integer_or("seed", 1, 0, std::numeric_limits<long>::max()));
    return machine;
}

Json machine_to_json(const AssumedMachine& machine) {
    const AssumedMachine plain;
    Json json{{"gpu", machine.gpu}};
    for (const MachinePart& part : machine.parts)
        json["parts"].push_back(part_to_json(part));
    if (!machine.nic.empty())
        json["nic"] = machine.nic;
    if (machine.gpus_per_node > 0)
        json["gpus_per_node"] = machine.gpus_per_node;
    if (machine.nics > 0)
        json["nics"] = machine.nics;
    if (machine.nodes_per_domain > 0)
        json["nodes_per_domain"] = machine.nodes_per_domain;
    if (machine.nodes_per_leaf > 0)
        json["nodes_per_leaf"] = machine.nodes_per_leaf;
    if (machine.oversubscription != plain.oversubscription)
        json["oversubscription"] = machine.oversubscription;
    if (machine.spread != plain.spread)
        json["spread"] = machine.spread;
    if (machine.seed != plain.seed)
        json["seed"] = machine.seed;
    return json;
}

/// A plain number of a struct: its name in files, where it is kept, what it may be.
template <class Owner>
struct Number {
    const char* name;
    double Owner::*member;
    Bounds bounds;
};

constexpr Number<LinkWish> link_numbers[]{{"between_nodes", &LinkWish::between_nodes, bounds::factor},
                                          {"inside_nodes", &LinkWish::inside_nodes, bounds::factor},
                                          {"levels", &LinkWish::levels, bounds::factor}};
constexpr Number<GpuWish> gpu_numbers[]{{"hbm_gb_per_s", &GpuWish::hbm_gb_per_s, bounds::bandwidth},
                                        {"memory_gib", &GpuWish::memory_gib, bounds::memory},
                                        {"hbm_factor", &GpuWish::hbm_factor, bounds::factor},
                                        {"peak_factor", &GpuWish::peak_factor, bounds::factor},
                                        {"memory_factor", &GpuWish::memory_factor, bounds::factor}};
constexpr Number<TrainingGoal> goal_numbers[]{
    {"days", &TrainingGoal::days, bounds::days},
    {"price_per_gpu_hour", &TrainingGoal::price_per_gpu_hour, bounds::price},
    {"price_factor", &TrainingGoal::price_factor, bounds::factor},
    {"budget", &TrainingGoal::budget, bounds::budget},
    {"power_w", &TrainingGoal::power_w, bounds::power},
    {"pue", &TrainingGoal::pue, bounds::pue}};
constexpr Number<Failures> failure_numbers[]{
    {"gpu_mtbf_hours", &Failures::gpu_mtbf_hours, bounds::mtbf_hours},
    {"checkpoint_s", &Failures::checkpoint_s, bounds::checkpoint_s},
    {"restart_s", &Failures::restart_s, bounds::restart_s}};

/// Takes the numbers that are there.
template <class Owner, std::size_t count>
void take_numbers(Owner& owner, const JsonValue& value, const Number<Owner> (&numbers)[count]) {
    for (const Number<Owner>& number : numbers)
        if (const auto said = value.find(number.name))
            owner.*number.member = said->number(number.bounds);
}

/// Writes those that differ from what they are where nothing is said.
template <class Owner, std::size_t count>
void put_numbers(Json& json, const Owner& owner, const Number<Owner> (&numbers)[count]) {
    for (const Number<Owner>& number : numbers)
        if (owner.*number.member != Owner{}.*number.member)
            json[number.name] = finite(owner.*number.member, number.name);
}

template <class Owner, std::size_t count>
std::vector<std::string_view> names_of(const Number<Owner> (&numbers)[count]) {
    std::vector<std::string_view> names;
    for (const Number<Owner>& number : numbers)
        names.emplace_back(number.name);
    return names;
}

double tokens_from_json(const JsonValue& value) {
    if (!value.is_text())
        return value.number(bounds::tokens);
    try {
        return tokens_from_text({}, value.text());
    } catch (const InputError& error) {
        value.refuse(error.reason());
    }
}

std::string currency_from_json(const JsonValue& value) {
    try {
        return currency_from_text({}, value.text());
    } catch (const InputError& error) {
        value.refuse(error.reason());
    }
}

/// Limits may name a few members alone: the rest are filled in before they are read.
SearchLimits partial_limits(const JsonValue& value) {
    const Json plain = limits_to_json({});
    std::vector<std::string_view> known{"p2p", "allow_faulty", "cp_kinds"};
    for (const auto& [name, unused] : plain.items())
        known.emplace_back(name);
    value.expect_only(known);
    if (const auto worlds = value.find("world_sizes"); worlds && worlds->size() > 0)
        worlds->refuse("is said by base.gpus or the axis gpus in a study");
    nlohmann::json whole = plain;
    whole.update(value.raw());
    try {
        return limits_from_json(JsonValue(whole, value.file()));
    } catch (const InputError& error) {
        throw InputError(value.file(), value.path() + error.place().substr(1), error.reason());
    }
}

void take_job(StudySetting& base, const JsonValue& value) {
    TrainingJob& job = base.job;
    if (const auto sequence = value.find("sequence_length"))
        job.sequence_length = sequence->integer(bounds::sequence_length);
    if (const auto tokens = value.find("tokens_per_step"))
        base.tokens_per_step = tokens_from_json(*tokens);
    if (base.tokens_per_step == 0)
        job.global_batch = value.member("global_batch").integer(bounds::global_batch);
    else if (const auto batch = value.find("global_batch"))
        batch->refuse("stands beside tokens_per_step, expected one of both");
    if (const auto precision = value.find("precision"))
        job.precision = named(*precision, precision_named, precisions_known());
    take_habits(job, value);
}

/// What of it differs from what is usual.
Json unusual(Json members, const Json& usual) {
    for (const auto& [name, value] : usual.items())
        if (members.contains(name) && members[name] == value)
            members.erase(name);
    return members;
}

Json effort_to_json(const AnnealingBudget& budget) {
    Json json = unusual(budget_to_json(budget), budget_to_json(StudySetting{}.budget));
    json.erase("threads"); // of this machine, not of the study
    return json;
}

std::uint64_t seed_from_json(const JsonValue& value) {
    if (!value.raw().is_number_unsigned()) // the whole range of 64 bits, beyond what a long holds
        value.expected("a whole number of 0 or more");
    return value.raw().get<std::uint64_t>();
}

void take_effort(AnnealingBudget& budget, const JsonValue& value) {
    value.expect_only({"seed", "chains", "moves", "history_quantile"});
    if (const auto seed = value.find("seed"))
        budget.seed = seed_from_json(*seed);
    if (const auto chains = value.find("chains"))
        budget.chains = chains->integer(bounds::chains);
    if (const auto moves = value.find("moves"))
        budget.moves = moves->integer(bounds::moves);
    if (const auto quantile = value.find("history_quantile"))
        budget.history_quantile = quantile->number(0, 1);
}

std::vector<DegradedLink> slow_links_from_json(const JsonValue& list) {
    if (list.size() > most_links)
        list.expected("a list of at most 10000");
    std::vector<DegradedLink> links;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const JsonValue link = list.element(i);
        link.expect_only({"host_a", "host_b", "factor"});
        links.push_back({link.member("host_a").text(), link.member("host_b").text(),
                         link.member("factor").number(bounds::slowdown)});
    }
    return links;
}

std::vector<int> excluded_from_json(const JsonValue& list) {
    std::vector<int> gpus;
    for (std::size_t i = 0; i < list.size(); ++i) {
        gpus.push_back(static_cast<int>(list.element(i).integer(0, bounds::study_gpus.most)));
        if (i > 0 && gpus[i] <= gpus[i - 1])
            list.element(i).expected("GPU numbers in ascending order");
    }
    return gpus;
}

void take_wishes(StudySetting& base, const JsonValue& value) {
    if (const auto links = value.find("links")) {
        links->expect_only(names_of(link_numbers));
        take_numbers(base.links, *links, link_numbers);
    }
    if (const auto gpu = value.find("gpu_wish")) {
        std::vector<std::string_view> known = names_of(gpu_numbers);
        known.emplace_back("kind");
        gpu->expect_only(known);
        base.gpu.kind = gpu->text_or("kind", {});
        take_numbers(base.gpu, *gpu, gpu_numbers);
    }
    if (const auto degraded = value.find("degraded"))
        base.degraded = slow_links_from_json(*degraded);
    if (const auto excluded = value.find("excluded_gpus"))
        base.excluded_gpus = excluded_from_json(*excluded);
}

TransformerModel model_of(const JsonValue& value, const std::filesystem::path& folder) {
    if (!value.is_text())
        return model_from_json(value);
    std::error_code error;
    const std::filesystem::path beside = folder / value.text();
    try {
        return load_model(std::filesystem::is_regular_file(beside, error) ? beside.string() : value.text());
    } catch (const InputError& problem) {
        if (problem.file() == "--model")
            value.refuse(problem.reason());
        throw;
    }
}

Json work_to_json(const StudySetting& base) {
    Json json = Json::object();
    if (base.job.sequence_length > 0)
        json["sequence_length"] = base.job.sequence_length;
    if (base.tokens_per_step > 0)
        json["tokens_per_step"] = finite(base.tokens_per_step, "tokens_per_step");
    else
        json["global_batch"] = base.job.global_batch;
    json["precision"] = name_of(base.job.precision);
    json["framework"] = base.job.framework;
    json.update(unusual(habits_to_json(base.job), habits_to_json({})));
    return json;
}

} // namespace

TrainingGoal goal_from_json(const JsonValue& value) {
    std::vector<std::string_view> known = names_of(goal_numbers);
    for (const std::string_view name : names_of(failure_numbers))
        known.push_back(name);
    known.emplace_back("tokens");
    known.emplace_back("currency");
    value.expect_only(known);
    TrainingGoal goal;
    if (const auto tokens = value.find("tokens"))
        goal.tokens = tokens_from_json(*tokens);
    if (const auto currency = value.find("currency"))
        goal.currency = currency_from_json(*currency);
    take_numbers(goal, value, goal_numbers);
    take_numbers(goal.failures, value, failure_numbers);
    return goal;
}

Json goal_to_json(const TrainingGoal& goal) {
    Json json = Json::object();
    if (goal.tokens > 0)
        json["tokens"] = finite(goal.tokens, "tokens");
    put_numbers(json, goal, goal_numbers);
    if (goal.currency != list_currency)
        json["currency"] = goal.currency;
    put_numbers(json, goal.failures, failure_numbers);
    return json;
}

StudySetting setting_from_json(const JsonValue& value, const std::filesystem::path& folder) {
    std::vector<std::string_view> known{
        "cluster", "machine",         "gpus",         "lost_nodes",      "links",     "gpu_wish", "model",
        "layers",  "sequence_length", "global_batch", "tokens_per_step", "precision", "launcher", "limits",
        "budget",  "degraded",        "excluded_gpus"};
    known.insert(known.end(), std::begin(job_habits), std::end(job_habits));
    value.expect_only(known);
    StudySetting base;
    if (const auto machine = value.find("machine")) {
        base.machine = machine_from_json(*machine);
        if (const auto cluster = value.find("cluster"))
            cluster->refuse("stands beside machine, expected one of both");
    } else {
        base.cluster = value.member("cluster").text();
    }
    base.gpus = static_cast<int>(value.integer_or("gpus", 0, 0, bounds::study_gpus.most));
    base.lost_nodes = static_cast<int>(value.integer_or("lost_nodes", 0, 0, bounds::leaf_nodes.most));
    base.model = model_of(value.member("model"), folder);
    base.layers = static_cast<int>(value.integer_or("layers", 0, 0, bounds::study_layers.most));
    take_job(base, value);
    base.launcher = value.text_or("launcher", {});
    if (const auto limits = value.find("limits"))
        base.limits = partial_limits(*limits);
    if (const auto budget = value.find("budget"))
        take_effort(base.budget, *budget);
    take_wishes(base, value);
    return base;
}

Json setting_to_json(const StudySetting& base) {
    Json json = Json::object();
    if (base.cluster.empty())
        json["machine"] = machine_to_json(base.machine);
    else
        json["cluster"] = base.cluster;
    if (base.gpus > 0)
        json["gpus"] = base.gpus;
    if (base.lost_nodes > 0)
        json["lost_nodes"] = base.lost_nodes;
    json["model"] = model_to_json(base.model);
    if (base.layers > 0)
        json["layers"] = base.layers;
    json.update(work_to_json(base));
    if (!base.launcher.empty())
        json["launcher"] = base.launcher;
    if (!(base.limits == SearchLimits{}))
        json["limits"] = limits_to_json(base.limits);
    const auto put = [&](const char* name, Json part) {
        if (!part.empty())
            json[name] = std::move(part);
    };
    put("budget", effort_to_json(base.budget));
    Json links = Json::object(), gpu = Json::object(), degraded = Json::array();
    put_numbers(links, base.links, link_numbers);
    if (!base.gpu.kind.empty())
        gpu["kind"] = base.gpu.kind;
    put_numbers(gpu, base.gpu, gpu_numbers);
    for (const DegradedLink& link : base.degraded)
        degraded.push_back({{"host_a", link.host_a}, {"host_b", link.host_b}, {"factor", link.factor}});
    put("links", std::move(links));
    put("gpu_wish", std::move(gpu));
    put("degraded", std::move(degraded));
    put("excluded_gpus", base.excluded_gpus);
    return json;
}

} // namespace pipette
