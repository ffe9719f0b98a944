// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/run_study.h"

#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace pipette {

/// A study file: the study, and the clusters that it carries itself.
struct StudyDocument {
    Study study;
    std::map<std::string, std::shared_ptr<const Cluster>> clusters; ///< by the names that the study uses
    bool operator==(const StudyDocument&) const = default;          ///< clusters by identity
};

class JsonValue;

/// Reads a study file (help: studies.md). Throws InputError with file and JSON path, also for members that
/// are not known: they would be taken for heeded.
StudyDocument parse_study(std::string_view text, const std::string& file);
StudyDocument read_study(const std::filesystem::path& path);

/// The file; read back it is the same study. Clusters that it does not carry stay references.
std::string study_to_text(const StudyDocument& document);

/// The same as a part of another file; clusters and models that are named lie in `folder`.
nlohmann::ordered_json study_to_json(const StudyDocument& document);
StudyDocument study_from_json(const JsonValue& value, const std::filesystem::path& folder);

/// Everything that a study names: its own clusters, cluster files beside it in `folder`, all GPU kinds and
/// launchers, models by preset or file. Throws InputError for what cannot be found or read.
StudySources sources_of(const StudyDocument& document, const std::filesystem::path& folder);

/// What results of a study hold, as `pipette study --json` prints it (help: formats.md).
std::string study_result_to_text(const Study& study, const StudyResult& result);
/// One row a point, one column an axis and a figure; points without a plan have their reason.
std::string study_result_to_csv(const StudyResult& result);

/// What came of a planned point, without where it is: step, verdict, goodput, days, money, energy, `config`.
/// What is not known is left out.
nlohmann::ordered_json outcome_to_json(const Candidate& best, const Outcome& outcome);

/// The maker's reference system with this GPU: one node. Throws InputError that lists the known kinds.
HypotheticalCluster reference_machine(const std::string& gpu, const std::string& option = "--gpu");

} // namespace pipette
