// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/studies/study_json.h"

#include "core/base/input_error.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/studies/setting_json.h"
#include "core/formats/text/text_file.h"

#include <nlohmann/json.hpp>

namespace pipette {
namespace {

using Json = nlohmann::ordered_json;

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
    study.base = setting_from_json(root.member("base"), folder);
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
    json["base"] = setting_to_json(study.base);
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
