// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/studies/study_json.h"

#include <optional>

namespace pipette {

class MemoryEstimator;
struct Calibration;
struct SizeAnswer;

/// A study that a document holds beside its plan.
struct DocumentStudy {
    StudyDocument document;
    std::string file; ///< that it was read from or written to: its points are kept beside; empty: none
    bool operator==(const DocumentStudy&) const = default;

    bool any() const { return document.study.base.model.layers > 0; } ///< there is one
};

/// What was found for a study: kept and saved with it, but no edit.
struct StudyAnswer {
    StudyDocument of;
    std::shared_ptr<const MemoryEstimator> estimator; ///< that judged the plans; null: none of the document's
    Study answered; ///< the study, or the sizes that were tried for its goal
    std::shared_ptr<const StudyResult> result;
    bool store_has_plans = false; ///< found by this window: another price asks for no plan again
    std::shared_ptr<const SizeAnswer> sizes = nullptr; ///< what the results are of; null: a study. Not saved
    /// That the times came from; null: none of the document's.
    std::shared_ptr<const Calibration> calibration = nullptr;

    bool is_of(const StudyDocument& study, const std::shared_ptr<const MemoryEstimator>& judge,
               const std::shared_ptr<const Calibration>& times) const {
        return of == study && estimator == judge && calibration == times;
    }
};

/// A study of the document's "window" (help: formats.md). Its clusters stand in it but for `own`, the
/// document's. `answer`: null: there is none.
nlohmann::ordered_json document_study_to_json(const DocumentStudy& study, const StudyAnswer* answer,
                                              const std::shared_ptr<const Cluster>& own);

/// One that was read, and its answer where the file has it.
struct ReadStudy {
    DocumentStudy study;
    std::optional<StudyAnswer> answer; ///< without its estimator and calibration
};
/// Throws InputError. `own`: the document's cluster, shared with the study where it is on it.
ReadStudy document_study_from_json(const JsonValue& value, const std::shared_ptr<const Cluster>& own,
                                   const std::filesystem::path& folder);

} // namespace pipette
