// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_study.h"

#include "core/base/input_error.h"
#include "core/formats/studies/study_points_json.h"
#include "core/formats/text/json_reader.h"

#include <nlohmann/json.hpp>

namespace pipette {

namespace {

/// Null where what the study names is no longer found: its points are planned again then.
nlohmann::ordered_json points_json(const DocumentStudy& study, const StudyAnswer& answer) {
    try {
        const StudySources sources =
            sources_of(study.document, std::filesystem::path(study.file).parent_path());
        return study_points_to_json(study.document.study, sources, *answer.result);
    } catch (const InputError&) {
        return nullptr;
    }
}

StudyAnswer answer_in(const JsonValue& points, const DocumentStudy& study,
                      const std::filesystem::path& folder) {
    StudyAnswer answer;
    answer.of = study.document, answer.answered = study.document.study;
    StudySources sources;
    try {
        sources = sources_of(study.document, folder);
    } catch (const InputError&) {
        sources = {}; // its points say then that they are not planned
    }
    answer.result =
        std::make_shared<const StudyResult>(study_points_from_json(points, study.document.study, sources));
    return answer;
}

} // namespace

nlohmann::ordered_json document_study_to_json(const DocumentStudy& study, const StudyAnswer* answer,
                                              const std::shared_ptr<const Cluster>& own) {
    StudyDocument others = study.document;
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    for (const auto& [name, cluster] : study.document.clusters)
        if (cluster == own) {
            json["own_cluster"].push_back(name);
            others.clusters.erase(name);
        }
    if (!study.file.empty())
        json["file"] = study.file;
    json["study"] = study_to_json(others);
    if (answer && answer->answered == study.document.study) // sizes that were tried are found again quickly
        if (auto points = points_json(study, *answer); !points.is_null())
            json["points"] = std::move(points);
    return json;
}

ReadStudy document_study_from_json(const JsonValue& value, const std::shared_ptr<const Cluster>& own,
                                   const std::filesystem::path& folder) {
    ReadStudy read;
    DocumentStudy& study = read.study;
    study.file = value.text_or("file", {});
    const std::filesystem::path beside =
        study.file.empty() ? folder : std::filesystem::path(study.file).parent_path();
    study.document = study_from_json(value.member("study"), beside);
    if (const auto names = value.find("own_cluster"))
        for (std::size_t i = 0; i < names->size(); ++i)
            study.document.clusters[names->element(i).text()] = own;
    if (const auto points = value.find("points"))
        read.answer = answer_in(*points, study, beside);
    return read;
}

} // namespace pipette
