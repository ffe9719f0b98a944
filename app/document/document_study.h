// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/studies/study_json.h"

namespace pipette {

/// The study that a document holds beside its plan.
struct DocumentStudy {
    StudyDocument document;
    std::string file; ///< that it was read from or written to: its points are kept beside; empty: none
    bool operator==(const DocumentStudy&) const = default;

    bool any() const { return document.study.base.model.layers > 0; } ///< there is one
};

/// `study` of the document's "window" (help: formats.md). Its clusters stand in it but for `own`, the
/// document's.
nlohmann::ordered_json document_study_to_json(const DocumentStudy& study,
                                              const std::shared_ptr<const Cluster>& own);
/// Throws InputError. `own`: the document's cluster, shared with the study where it is on it.
DocumentStudy document_study_from_json(const JsonValue& value, const std::shared_ptr<const Cluster>& own,
                                       const std::filesystem::path& folder);

} // namespace pipette
