// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/plan_json.h"

#include "core/base/input_error.h"
#include "core/formats/documents/candidate_json.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/model_figures_json.h"
#include "core/formats/documents/plan_inputs_json.h"
#include "core/formats/evidence/calibration_use_json.h"
#include "core/formats/evidence/times_from_json.h"
#include "core/formats/text/text_file.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

using Json = nlohmann::ordered_json;

Json rejected_to_json(const std::vector<Rejection>& rejected) {
    Json list = Json::array();
    for (const Rejection& rejection : rejected)
        list.push_back({{"config", config_to_json(rejection.config)},
                        {"reason", rejection.reason},
                        {"code", name_of(rejection.code)}});
    return list;
}

long count_from_json(const JsonValue& value) {
    return value.integer(0, std::numeric_limits<long>::max());
}

Json counts_to_json(const RejectionCounts& counts) {
    Json object = Json::object();
    for (const RejectionCode code : all_rejection_codes)
        object[std::string(name_of(code))] = counts.of(code);
    return object;
}

Rejection rejection_from_json(const JsonValue& value, const PlanInputs& inputs) {
    Rejection rejection;
    rejection.config = config_from_json(value.member("config"), inputs.model, inputs.job);
    rejection.reason = value.member("reason").text();
    rejection.code = static_cast<RejectionCode>(
        value.member("code").choice({"out_of_memory", "slower_by_bound", "crosses_fault"}));
    return rejection;
}

/// Sets what the plan knows of rejected configurations. A document of before has no counts and lists every
/// rejected configuration, in no order: all are counted, as many as a plan keeps are kept.
void take_rejected(const JsonValue& root, Plan& plan) {
    const JsonValue rejected = root.member("rejected");
    const auto counts = root.find("rejected_counts");
    for (std::size_t i = 0; i < rejected.size(); ++i) {
        Rejection rejection = rejection_from_json(rejected.element(i), plan.inputs);
        ++plan.rejected_counts.of(rejection.code);
        if (plan.rejected.size() < most_rejections_kept)
            plan.rejected.push_back(std::move(rejection));
    }
    if (!counts)
        return;
    for (const RejectionCode code : all_rejection_codes) {
        const long listed = plan.rejected_counts.of(code);
        const JsonValue count = counts->member(name_of(code));
        plan.rejected_counts.of(code) = count_from_json(count);
        if (plan.rejected_counts.of(code) < listed)
            count.expected(std::to_string(listed) + " or more, as many as are listed");
    }
}

/// `gpus` repeats the cluster's GPUs for readers that do not know clusters; a document where they differ was
/// edited on one side only, and its numbers would mean other GPUs.
void check_gpu_names(const JsonValue& names, const Cluster& cluster) {
    if (names.size() != static_cast<std::size_t>(cluster.gpu_count()))
        names.expected("one name a GPU of the cluster");
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names.element(i).text() != cluster.gpu_name(static_cast<int>(i)))
            names.element(i).expected(in_quotes(cluster.gpu_name(static_cast<int>(i))));
}

/// A thing that fits, or null where nothing does.
Json fit_to_json(const Fit& fit) {
    return fit.value > 0 ? Json{{"value", fit.value}, {"config", config_to_json(fit.config)}} : Json();
}

Json headroom_to_json(const Headroom& headroom) {
    return {{"sequence_length", fit_to_json(headroom.sequence_length)},
            {"micro_batch", fit_to_json(headroom.micro_batch)},
            {"layers", fit_to_json(headroom.layers)},
            {"gpus", fit_to_json(headroom.gpus)}};
}

Headroom headroom_from_json(const JsonValue& value, const PlanInputs& inputs) {
    Headroom headroom;
    const auto take = [&](const char* name, Fit& fit, const auto& change) {
        const JsonValue entry = value.member(name);
        if (entry.is_null())
            return;
        fit.value = static_cast<int>(entry.member("value").integer(1, bounds::sequence_length.most));
        TransformerModel model = inputs.model;
        TrainingJob job = inputs.job;
        change(model, job, fit.value);
        fit.config = config_from_json(entry.member("config"), model, job);
    };
    take("sequence_length", headroom.sequence_length,
         [](TransformerModel&, TrainingJob& job, int tokens) { job.sequence_length = tokens; });
    take("micro_batch", headroom.micro_batch, [](TransformerModel&, TrainingJob&, int) {});
    take("layers", headroom.layers,
         [](TransformerModel& model, TrainingJob&, int layers) { model.layers = layers; });
    take("gpus", headroom.gpus, [](TransformerModel&, TrainingJob&, int) {});
    return headroom;
}

Json phases_to_json(const std::vector<SearchPhase>& phases) {
    Json list = Json::array();
    for (const SearchPhase& phase : phases)
        list.push_back({{"name", phase.name},
                        {"seconds", phase.seconds},
                        {"chains", phase.chains},
                        {"moves", phase.moves},
                        {"cycles", phase.cycles}});
    return list;
}

std::vector<SearchPhase> phases_from_json(const JsonValue& value) {
    std::vector<SearchPhase> phases;
    for (std::size_t i = 0; i < value.size(); ++i) {
        const JsonValue phase = value.element(i);
        phases.push_back({phase.member("name").text(), phase.member("seconds").number(0, 1e9),
                          count_from_json(phase.member("chains")), count_from_json(phase.member("moves")),
                          count_from_json(phase.member("cycles"))});
    }
    return phases;
}

Json origin_to_json(const PlanOrigin& made) {
    Json value = Json::object();
    for (const auto& [name, text] : {std::pair("program", &made.program),
                                     {"date", &made.date},
                                     {"cluster_file", &made.cluster_file},
                                     {"cluster_sha256", &made.cluster_sha256}})
        if (!text->empty())
            value[name] = *text;
    return value;
}

PlanOrigin origin_from_json(const JsonValue& value) {
    return {value.text_or("program", {}), value.text_or("date", {}), value.text_or("cluster_file", {}),
            value.text_or("cluster_sha256", {})};
}

/// What the times came from, with the digest that `calibrations` gives of it.
void take_times_from(Plan& plan, const JsonValue& root) {
    if (const auto calibrations = root.find("calibrations")) // documents of before do not say
        plan.calibrations = calibrations_used_from_json(*calibrations, *plan.inputs.cluster);
    plan.calibration = times_from_json(root);
    if (!plan.calibration || plan.calibrations.empty())
        return;
    if (!same_figures(plan.calibrations,
                      calibrations_used(*plan.inputs.cluster, plan.inputs.job.framework, *plan.calibration)))
        root.member("calibration").refuse("holds other figures than `calibrations` has the sha256 of");
}

bool faster(const Candidate& a, const Candidate& b) {
    return a.iteration_time_s < b.iteration_time_s;
}

} // namespace

std::optional<std::size_t> number_of(const Plan& plan, const Candidate& candidate) {
    const Candidate* first = plan.candidates.data();
    const bool ours =
        !std::less<>()(&candidate, first) && std::less<>()(&candidate, first + plan.candidates.size());
    return ours ? std::optional<std::size_t>(&candidate - first) : std::nullopt;
}

std::vector<const Candidate*> ranked_candidates(const Plan& plan) {
    std::vector<const Candidate*> ranked;
    for (const auto* list : {&plan.candidates, &plan.baselines})
        for (const Candidate& candidate : *list)
            if (candidate.planner != Planner::recipe)
                ranked.push_back(&candidate);
    std::stable_sort(ranked.begin(), ranked.end(),
                     [](const Candidate* a, const Candidate* b) { return faster(*a, *b); });
    return ranked;
}

std::string plan_to_text(const Plan& plan, const std::filesystem::path& beside) {
    Json candidates = Json::array();
    for (const Candidate* candidate : ranked_candidates(plan)) {
        Json entry = candidate_to_json(*plan.inputs.cluster, *candidate);
        if (const auto number = number_of(plan, *candidate))
            entry["number"] = *number;
        candidates.push_back(std::move(entry));
    }
    Json document{{"format", "pipette-plan"},
                  {"version", 1},
                  {"inputs", inputs_to_json(plan.inputs, beside)},
                  {"model", model_figures_to_json(plan.inputs.model, plan.inputs.job)},
                  {"gpus", gpu_names_to_json(*plan.inputs.cluster)},
                  {"candidates", std::move(candidates)},
                  {"rejected", rejected_to_json(plan.rejected)},
                  {"rejected_counts", counts_to_json(plan.rejected_counts)},
                  {"indivisible", plan.indivisible},
                  {"enumerated", plan.enumerated},
                  {"feasible", plan.feasible},
                  {"assumptions", plan.assumptions},
                  {"calibrations", calibrations_used_to_json(plan.calibrations)},
                  {"stopped_early", plan.stopped_early}};
    if (plan.made != PlanOrigin{})
        document["made"] = origin_to_json(plan.made);
    add_times_from(document, plan.calibration.get());
    if (plan.least_time_s > 0)
        document["least_time_s"] = plan.least_time_s;
    if (!plan.phases.empty())
        document["search"] = phases_to_json(plan.phases);
    if (plan.headroom)
        document["headroom"] = headroom_to_json(*plan.headroom);
    if (const Candidate* published = baseline_of(plan, Planner::recipe))
        document["published_recipe"] = candidate_to_json(*plan.inputs.cluster, *published);
    if (plan.unconstrained)
        document["unconstrained"] = candidate_to_json(*plan.inputs.cluster, *plan.unconstrained);
    return pretty_json(document);
}

Plan parse_plan(std::string_view text, const std::string& file) {
    const nlohmann::json document = parse_json(text, file);
    const JsonValue root(document, file);
    root.expect_format("pipette-plan", 1);
    Plan plan;
    plan.inputs = inputs_from_json(root.member("inputs"), std::filesystem::path(file).parent_path());
    check_gpu_names(root.member("gpus"), *plan.inputs.cluster);
    const JsonValue candidates = root.member("candidates");
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        Candidate candidate = candidate_from_json(candidates.element(i), plan.inputs);
        (candidate.planner == Planner::pipette ? plan.candidates : plan.baselines)
            .push_back(std::move(candidate));
    }
    if (const auto published = root.find("published_recipe"))
        plan.baselines.push_back(candidate_from_json(*published, plan.inputs));
    put_in_order(plan.candidates, plan.inputs.budget.prefer);
    std::stable_sort(plan.baselines.begin(), plan.baselines.end(),
                     [](const Candidate& a, const Candidate& b) { return a.planner < b.planner; });
    take_rejected(root, plan);
    if (const auto free = root.find("unconstrained"))
        plan.unconstrained = candidate_from_json(*free, plan.inputs);
    if (const auto headroom = root.find("headroom"))
        plan.headroom = headroom_from_json(*headroom, plan.inputs);
    plan.indivisible = count_from_json(root.member("indivisible"));
    plan.enumerated = count_from_json(root.member("enumerated"));
    plan.feasible = count_from_json(root.member("feasible"));
    const JsonValue assumptions = root.member("assumptions");
    for (std::size_t i = 0; i < assumptions.size(); ++i)
        plan.assumptions.push_back(assumptions.element(i).text());
    take_times_from(plan, root);
    if (const auto made = root.find("made"))
        plan.made = origin_from_json(*made);
    if (const auto least = root.find("least_time_s"))
        plan.least_time_s = least->number(0, std::numeric_limits<double>::max());
    if (const auto search = root.find("search"))
        plan.phases = phases_from_json(*search);
    plan.stopped_early = root.member("stopped_early").boolean();
    return plan;
}

Plan read_plan(const std::filesystem::path& path) {
    return parse_plan(read_text_file(path), path.string());
}

} // namespace pipette
