// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document_study.h"
#include "app/document/plan_document.h"
#include "core/formats/logs/import_cluster.h"
#include "core/lesson/lesson.h"
#include "core/schedule/hand_order.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace pipette {

/// The plan document (help: formats.md) with one member more, "window": pins, hand edits, the selected row,
/// scenarios, the studies with what was found, the memory estimator that was trained for it, and what has
/// been entered since the plan was made. `pipette export` and every other reader take it as any plan: the
/// candidates in it have the edited mappings. Throws InputError when there is no cluster yet.
std::string document_text(const PlanDocument::Content& content);

/// Reads it back; a document that `pipette plan` wrote is read too. Throws InputError.
PlanDocument::Content parse_document(std::string_view text, const std::string& file);

/// A cluster made of logs, and what became of them.
struct ImportedCluster {
    std::shared_ptr<const Cluster> cluster;
    ImportReport report;
};

/// Files of measured runs: evidence, no part of a document.
struct RunFiles {
    std::vector<std::filesystem::path> paths;
};

/// A plan document and the file that it was when it was read.
struct OpenedDocument {
    PlanDocument::Content content;
    FileStamp stamp;
};

/// A study, and the inputs of its base where they can be made: what a plan of it would be of.
struct OpenedStudy {
    DocumentStudy study;
    std::optional<PlanInputs> base;
};

/// Anything that a person may drop on the window.
using Opened = std::variant<OpenedDocument, std::shared_ptr<const Cluster>, TransformerModel, ImportedCluster,
                            RunFiles, OpenedStudy, std::shared_ptr<const Lesson>, HandOrder>;

/// Reads a plan document, a study, a lesson, an order by hand, a cluster file, a model file, measured runs or
/// raw logs; told apart by what is in them. Several files, or a folder, are runs or logs of one cluster.
/// Throws InputError naming the file and what it was expected to be. `gpu`: the kind of the nodes' GPUs where
/// logs do not say it; GpuKindNeeded is thrown when it is missing.
Opened open_files(const std::vector<std::filesystem::path>& paths, const std::string& gpu = {});

} // namespace pipette
