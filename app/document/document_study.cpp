// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_study.h"

#include "core/formats/text/json_reader.h"

#include <nlohmann/json.hpp>

namespace pipette {

nlohmann::ordered_json document_study_to_json(const DocumentStudy& study,
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
    return json;
}

DocumentStudy document_study_from_json(const JsonValue& value, const std::shared_ptr<const Cluster>& own,
                                       const std::filesystem::path& folder) {
    DocumentStudy study;
    study.file = value.text_or("file", {});
    const std::filesystem::path beside =
        study.file.empty() ? folder : std::filesystem::path(study.file).parent_path();
    study.document = study_from_json(value.member("study"), beside);
    if (const auto names = value.find("own_cluster"))
        for (std::size_t i = 0; i < names->size(); ++i)
            study.document.clusters[names->element(i).text()] = own;
    return study;
}

} // namespace pipette
