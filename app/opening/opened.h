// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document_study.h"
#include "core/formats/logs/import_cluster.h"
#include "core/plan/plan.h"

#include <memory>
#include <optional>

namespace pipette {

/// A cluster made of logs, and what became of them.
struct ImportedCluster {
    std::shared_ptr<const Cluster> cluster;
    ImportReport report;
};

/// A study, and the inputs of its base where they can be made: what a plan of it would be of.
struct OpenedStudy {
    DocumentStudy study;
    std::optional<PlanInputs> base;
};

} // namespace pipette
