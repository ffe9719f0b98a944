// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/studies/study_json.h"

#include "core/base/input_error.h"
#include "core/formats/documents/candidate_json.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/plan_inputs_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/models/model_json.h"
#include "core/formats/text/json_names.h"
#include "core/formats/text/text_file.h"

#include <limits>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_links = 10'000;
constexpr WholeBounds study_gpus{0, 65'536, "GPUs"};

AssumedMachine machine_from_json(const JsonValue& value) {
    value.expect_only({"gpu", "nic", "gpus_per_node", "nics", "nodes_per_domain", "nodes_per_leaf",
                       "oversubscription", "spread", "seed"});
    AssumedMachine machine;
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

constexpr Bounds any_factor{1e-6, 1e6, "times"};
constexpr Number<LinkWish> link_numbers[]{{"between_nodes", &LinkWish::between_nodes, any_factor},
                                          {"inside_nodes", &LinkWish::inside_nodes, any_factor},
                                          {"levels", &LinkWish::levels, any_factor}};
constexpr Number<GpuWish> gpu_numbers[]{{"hbm_gb_per_s", &GpuWish::hbm_gb_per_s, bounds::bandwidth},
                                        {"memory_gib", &GpuWish::memory_gib, bounds::memory},
                                        {"hbm_factor", &GpuWish::hbm_factor, any_factor},
                                        {"peak_factor", &GpuWish::peak_factor, any_factor},
                                        {"memory_factor", &GpuWish::memory_factor, any_factor}};
constexpr Number<TrainingGoal> goal_numbers[]{
    {"days", &TrainingGoal::days, bounds::days},
    {"price_per_gpu_hour", &TrainingGoal::price_per_gpu_hour, bounds::price},
    {"price_factor", &TrainingGoal::price_factor, any_factor},
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

TrainingGoal goal_from_json(const JsonValue& value) {
    std::vector<std::string_view> known = names_of(goal_numbers);
    for (const std::string_view name : names_of(failure_numbers))
        known.push_back(name);
    known.emplace_back("tokens");
    value.expect_only(known);
    TrainingGoal goal;
    if (const auto tokens = value.find("tokens"))
        goal.tokens = tokens_from_json(*tokens);
    take_numbers(goal, value, goal_numbers);
    take_numbers(goal.failures, value, failure_numbers);
    return goal;
}

Json goal_to_json(const TrainingGoal& goal) {
    Json json = Json::object();
    if (goal.tokens > 0)
        json["tokens"] = finite(goal.tokens, "tokens");
    put_numbers(json, goal, goal_numbers);
    put_numbers(json, goal.failures, failure_numbers);
    return json;
}

/// Limits may name a few members alone: the rest are filled in before they are read.
SearchLimits partial_limits(const JsonValue& value) {
    const Json plain = limits_to_json({});
    std::vector<std::string_view> known{"p2p", "allow_faulty"};
    for (const auto& [name, unused] : plain.items())
        known.emplace_back(name);
    value.expect_only(known);
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
        job.precision = named(*precision, precision_named, "fp32, fp16, bf16 or fp8");
    job.framework = value.text_or("framework", job.framework);
    job.flash_attention = value.boolean_or("flash_attention", job.flash_attention);
    job.overlap_gradient_exchange = value.boolean_or("overlap_gradient_exchange", false);
    job.overlap_parameter_gather = value.boolean_or("overlap_parameter_gather", false);
    job.overlap_tensor_parallel = value.boolean_or("overlap_tensor_parallel", false);
}

Json effort_to_json(const AnnealingBudget& budget) {
    Json json = Json::object();
    const AnnealingBudget plain = StudySetting{}.budget;
    if (budget.seed != plain.seed)
        json["seed"] = budget.seed;
    if (budget.chains != plain.chains)
        json["chains"] = budget.chains;
    if (budget.moves != plain.moves)
        json["moves"] = budget.moves;
    if (budget.history_quantile != plain.history_quantile)
        json["history_quantile"] = finite(budget.history_quantile, "history_quantile");
    return json;
}

void take_effort(AnnealingBudget& budget, const JsonValue& value) {
    value.expect_only({"seed", "chains", "moves", "history_quantile"});
    if (const auto seed = value.find("seed"))
        budget.seed = static_cast<std::uint64_t>(seed->integer(0, std::numeric_limits<long>::max()));
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
        gpus.push_back(static_cast<int>(list.element(i).integer(0, study_gpus.most)));
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

StudySetting base_from_json(const JsonValue& value, const std::filesystem::path& folder) {
    value.expect_only({"cluster",
                       "machine",
                       "gpus",
                       "lost_nodes",
                       "links",
                       "gpu_wish",
                       "model",
                       "layers",
                       "sequence_length",
                       "global_batch",
                       "tokens_per_step",
                       "precision",
                       "framework",
                       "flash_attention",
                       "overlap_gradient_exchange",
                       "overlap_parameter_gather",
                       "overlap_tensor_parallel",
                       "launcher",
                       "limits",
                       "budget",
                       "degraded",
                       "excluded_gpus"});
    StudySetting base;
    if (const auto machine = value.find("machine")) {
        base.machine = machine_from_json(*machine);
        if (const auto cluster = value.find("cluster"))
            cluster->refuse("stands beside machine, expected one of both");
    } else {
        base.cluster = value.member("cluster").text();
    }
    base.gpus = static_cast<int>(value.integer_or("gpus", 0, study_gpus.least, study_gpus.most));
    base.lost_nodes = static_cast<int>(value.integer_or("lost_nodes", 0, 0, bounds::leaf_nodes.most));
    base.model = model_of(value.member("model"), folder);
    base.layers = static_cast<int>(value.integer_or("layers", 0, 0, 10'000));
    take_job(base, value);
    base.launcher = value.text_or("launcher", {});
    if (const auto limits = value.find("limits"))
        base.limits = partial_limits(*limits);
    if (const auto budget = value.find("budget"))
        take_effort(base.budget, *budget);
    take_wishes(base, value);
    return base;
}

Json work_to_json(const StudySetting& base) {
    const TrainingJob plain;
    Json json = Json::object();
    if (base.job.sequence_length > 0)
        json["sequence_length"] = base.job.sequence_length;
    if (base.tokens_per_step > 0)
        json["tokens_per_step"] = finite(base.tokens_per_step, "tokens_per_step");
    else
        json["global_batch"] = base.job.global_batch;
    json["precision"] = name_of(base.job.precision);
    json["framework"] = base.job.framework;
    if (base.job.flash_attention != plain.flash_attention)
        json["flash_attention"] = base.job.flash_attention;
    if (base.job.overlap_gradient_exchange)
        json["overlap_gradient_exchange"] = true;
    if (base.job.overlap_parameter_gather)
        json["overlap_parameter_gather"] = true;
    if (base.job.overlap_tensor_parallel)
        json["overlap_tensor_parallel"] = true;
    return json;
}

Json base_to_json(const StudySetting& base) {
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

AxisValue value_from_json(const JsonValue& value) {
    if (value.is_text())
        return value.words();
    return value.number(-1e18, 1e18);
}

StudyAxis axis_from_json(const JsonValue& value, const StudySetting& base) {
    value.expect_only({"axis", "values"});
    StudyAxis axis;
    axis.axis = value.member("axis").text();
    if (Registry<AxisKind>::find(axis.axis) == nullptr)
        value.member("axis").expected("one of " + Registry<AxisKind>::names());
    const JsonValue values = value.member("values");
    if (values.size() == 0 || values.size() > most_study_points)
        values.expected("a list of 1 to 10000 values");
    for (std::size_t i = 0; i < values.size(); ++i) {
        axis.values.push_back(value_from_json(values.element(i)));
        StudySetting tried = base;
        try {
            set_axis(tried, axis.axis, axis.values.back());
        } catch (const InputError& error) {
            values.element(i).refuse(error.reason());
        }
    }
    return axis;
}

SensitivityAsked sensitivity_from_json(const JsonValue& value) {
    value.expect_only({"share", "axes"});
    SensitivityAsked asked;
    asked.share = value.member("share").number(1e-6, 0.99);
    if (const auto axes = value.find("axes"))
        for (std::size_t i = 0; i < axes->size(); ++i) {
            const AxisKind* kind = Registry<AxisKind>::find(axes->element(i).text());
            if (kind == nullptr || !kind->factor)
                axes->element(i).expected("the name of an axis that is a factor");
            asked.axes.emplace_back(kind->name);
        }
    return asked;
}

} // namespace

StudyDocument study_from_json(const JsonValue& root, const std::filesystem::path& folder) {
    root.expect_format("pipette-study", 1);
    root.expect_only({"format", "version", "name", "base", "axes", "goals", "sensitivity", "clusters"});
    StudyDocument document;
    if (const auto clusters = root.find("clusters"))
        for (const auto& [name, unused] : clusters->raw().items())
            document.clusters[name] =
                std::make_shared<const Cluster>(cluster_from_json(clusters->member(name), folder));
    Study& study = document.study;
    study.name = root.text_or("name", {});
    study.base = base_from_json(root.member("base"), folder);
    if (const auto goals = root.find("goals"))
        study.base.goal = goal_from_json(*goals);
    if (const auto axes = root.find("axes"))
        for (std::size_t i = 0; i < axes->size(); ++i)
            study.axes.push_back(axis_from_json(axes->element(i), study.base));
    if (const auto sensitivity = root.find("sensitivity"))
        study.sensitivity = sensitivity_from_json(*sensitivity);
    try {
        points_of(study);
    } catch (const InputError& error) {
        throw InputError(root.file(), root.path() + ".axes", error.place() + " " + error.reason());
    }
    return document;
}

StudyDocument parse_study(std::string_view text, const std::string& file) {
    const nlohmann::json parsed = parse_json(text, file);
    return study_from_json(JsonValue(parsed, file), std::filesystem::path(file).parent_path());
}

StudyDocument read_study(const std::filesystem::path& path) {
    return parse_study(read_text_file(path), path.string());
}

Json study_to_json(const StudyDocument& document) {
    const Study& study = document.study;
    Json json{{"format", "pipette-study"}, {"version", 1}, {"name", study.name}};
    json["base"] = base_to_json(study.base);
    Json axes = Json::array();
    for (const StudyAxis& axis : study.axes) {
        Json values = Json::array();
        for (const AxisValue& value : axis.values)
            std::visit([&](const auto& one) { values.push_back(one); }, value);
        axes.push_back({{"axis", axis.axis}, {"values", std::move(values)}});
    }
    json["axes"] = std::move(axes);
    json["goals"] = goal_to_json(study.base.goal);
    if (study.sensitivity.share > 0) {
        json["sensitivity"] = {{"share", study.sensitivity.share}};
        if (!study.sensitivity.axes.empty())
            json["sensitivity"]["axes"] = study.sensitivity.axes;
    }
    for (const auto& [name, cluster] : document.clusters)
        json["clusters"][name] = cluster_to_json(*cluster);
    return json;
}

std::string study_to_text(const StudyDocument& document) {
    return pretty_json(study_to_json(document));
}

} // namespace pipette
