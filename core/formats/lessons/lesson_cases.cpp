// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/lessons/lesson_cases.h"

#include "core/base/input_error.h"
#include "core/formats/documents/candidate_json.h"
#include "core/formats/studies/setting_json.h"
#include "core/formats/studies/study_json.h"
#include "core/formats/text/json_names.h"
#include "core/plan/kept_off.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

using Of = LessonKnob::Of;

std::string knob_names(Of of) {
    std::string names;
    for (const LessonKnob& knob : lesson_knobs())
        if (knob.of == of)
            names += (names.empty() ? "" : ", ") + std::string(knob.name);
    return names;
}

std::string case_name(const JsonValue& value) {
    std::string name = value.words();
    const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    });
    if (name.empty() || name.size() > 30 || !plain || (name.front() >= '0' && name.front() <= '9'))
        value.expected("a name of 1 to 30 lower-case letters, digits and _, a letter first");
    return name;
}

/// Runs `read` on a value that was put together; what is wrong with it is said of `place`, a part of the
/// file.
template <class Read>
auto at_place(const JsonValue& place, const Read& read) {
    try {
        return read();
    } catch (const InputError& error) {
        const std::string inner = error.place().starts_with("$") ? error.place().substr(1)
                                  : error.place().empty()        ? ""
                                                                 : "." + error.place();
        throw InputError(place.file(), place.path() + inner, error.reason());
    }
}

ScheduleCase schedule_case(const JsonValue& value) {
    ScheduleCase one;
    one.kind = named(value.member("schedule"), schedule_named, "the name of a schedule, such as 1f1b");
    if (const auto p2p = value.find("p2p"))
        one.p2p = named(*p2p, p2p_named, p2p_choices);
    if (const auto values = value.find("values"))
        one.values = lesson_values_from_json(*values, Of::pipelines);
    return one;
}

/// The example's setting with what the case states in its place, and the job of the example's values.
PlanInputs inputs_of_case(const JsonValue& example, const JsonValue& value, const LessonValues& values,
                          const std::filesystem::path& folder) {
    nlohmann::json setting = nlohmann::json::object();
    std::optional<JsonValue> place = example.find("setting");
    if (place)
        setting.update(place->raw());
    if (const auto own = value.find("setting")) {
        setting.update(own->raw());
        place = own;
    }
    for (const char* name : {"global_batch", "sequence_length"})
        if (const double said = values.of(name, 0); said > 0)
            setting[name] = static_cast<long>(said);
    return at_place(place ? *place : value, [&] {
        StudyDocument document;
        document.study.base = setting_from_json(JsonValue(setting, value.file()), folder);
        return inputs_of(document.study.base, sources_of(document, folder));
    });
}

ParallelConfig config_of_case(const JsonValue& value, const PlanInputs& inputs) {
    nlohmann::json config = config_to_json({});
    config.erase("p2p"); // the framework's way where the file states none
    config.erase("layers_per_stage");
    std::vector<std::string_view> known{"ep",  "etp",     "shard",   "recompute_modules", "recompute_method",
                                        "p2p", "offload", "cp_kind", "recompute_layers",  "layers_per_stage"};
    for (const auto& [name, unused] : config.items())
        known.emplace_back(name);
    value.expect_only(known);
    config.update(value.raw());
    config["global_batch"] = inputs.job.global_batch;
    const auto size = [&](const char* name) {
        return static_cast<int>(value.integer_or(name, 1, 1, bounds::study_layers.most));
    };
    if (!config.contains("layers_per_stage"))
        config["layers_per_stage"] =
            usual_layers(inputs.model, std::min(size("pp") * size("vpp"), std::max(inputs.model.layers, 1)));
    return at_place(
        value, [&] { return config_from_json(JsonValue(config, value.file()), inputs.model, inputs.job); });
}

PlanCase plan_case(const JsonValue& example, const JsonValue& value, const LessonValues& values,
                   const std::filesystem::path& folder) {
    PlanCase one;
    one.inputs = inputs_of_case(example, value, values, folder);
    const JsonValue config = value.member("config");
    one.config = config_of_case(config, one.inputs);
    const int all = one.inputs.cluster->gpu_count(), world = one.config.world();
    if (const auto gpus = value.find("gpus")) {
        one.mapping.gpu_of_rank = gpus->integers(0, all - 1);
        at_place(*gpus, [&] { check(one.mapping, world, all); });
    } else {
        one.mapping =
            at_place(config, [&] { return host_order_mapping(all, world, gpus_kept_off(one.inputs)); });
    }
    return one;
}

LessonCase case_from_json(const JsonValue& example, const JsonValue& value, const LessonExample& made,
                          const std::filesystem::path& folder) {
    LessonCase one;
    one.name = case_name(value.member("name"));
    for (const LessonCase& other : made.cases)
        if (other.name == one.name)
            value.member("name").refuse("is the name of another case, too");
    one.title = value.member("title").words();
    if (!value.boolean_or("chart", true))
        one.shown = LessonCase::Shown::in_words;
    if (value.find("config")) {
        value.expect_only({"name", "title", "chart", "setting", "config", "gpus"});
        one.what = plan_case(example, value, made.values, folder);
    } else {
        value.expect_only({"name", "title", "chart", "schedule", "p2p", "values"});
        one.what = schedule_case(value);
    }
    return one;
}

} // namespace

LessonValues lesson_values_from_json(const JsonValue& value, Of of) {
    LessonValues values;
    if (!value.is_object())
        value.expected("an object of numbers");
    for (const auto& [name, unused] : value.raw().items()) {
        const LessonKnob* knob = lesson_knob(name);
        const JsonValue number = value.member(name);
        if (!knob || knob->of != of)
            number.refuse("is no value of this example, expected " + knob_names(of));
        values.set(*knob, knob->whole
                              ? static_cast<double>(number.integer(static_cast<long>(knob->bounds.least),
                                                                   static_cast<long>(knob->bounds.most)))
                              : number.number(knob->bounds));
    }
    return values;
}

LessonExample lesson_example_from_json(const JsonValue& example, const std::filesystem::path& folder) {
    example.expect_only({"values", "setting", "cases"});
    const JsonValue cases = example.member("cases");
    if (cases.size() < 1 || cases.size() > most_lesson_cases)
        cases.expected(fmt::format("1 to {} cases", most_lesson_cases));
    const bool plans = cases.element(0).find("config").has_value();
    LessonExample made;
    if (const auto values = example.find("values"))
        made.values = lesson_values_from_json(*values, plans ? Of::plans : Of::pipelines);
    if (const auto setting = example.find("setting"); setting && !plans)
        setting->refuse("stands beside schedules, which need no cluster");
    std::size_t shown = 0;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const JsonValue value = cases.element(i);
        if (value.find("config").has_value() != plans)
            value.expected(plans ? "a config, as the first case has" : "a schedule, as the first case has");
        made.cases.push_back(case_from_json(example, value, made, folder));
        shown += made.cases.back().shown == LessonCase::Shown::in_charts;
    }
    if (shown < 1 || shown > most_shown_cases)
        cases.expected(fmt::format("1 to {} cases with a chart", most_shown_cases));
    return made;
}

} // namespace pipette
