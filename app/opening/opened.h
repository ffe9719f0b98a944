// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document_study.h"
#include "core/formats/logs/import_cluster.h"
#include "core/plan/plan.h"

#include <memory>
#include <optional>
#include <vector>

namespace pipette {

/// A cluster made of logs, what became of them, and what it was made from: to make it again of other options.
struct ImportedCluster {
    std::shared_ptr<const Cluster> cluster;
    ImportReport report;
    std::shared_ptr<const std::vector<ImportInput>> logs;
    ImportOptions options;
};

/// Throws what import_cluster() throws.
std::shared_ptr<const ImportedCluster> imported_cluster(std::shared_ptr<const std::vector<ImportInput>> logs,
                                                        const ImportOptions& options);

/// A study, and the inputs of its base where they can be made: what a plan of it would be of.
struct OpenedStudy {
    DocumentStudy study;
    std::optional<PlanInputs> base;
};

} // namespace pipette
