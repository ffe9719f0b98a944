// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"

#include <string>
#include <string_view>
#include <vector>

namespace pipette {

/// The program, the date and the cluster file that made a plan or a report. A member is empty where it is not
/// known.
struct PlanOrigin {
    std::string program; ///< version and commit
    std::string date;    ///< UTC, ISO 8601: "2026-11-25T12:00:00Z"
    std::string cluster_file,
        cluster_sha256; ///< the file's name without its folder, and the digest of its bytes
    bool operator==(const PlanOrigin&) const = default;
};

/// For a person: the cluster with its own origin, its file, and "Planned: 2026-11-25T12:00:00Z by Pipette
/// Planner 1.0". `did`: "Planned". `cluster` null: there is no one cluster. What is not known is left out.
std::vector<std::string> lines_of(const PlanOrigin& made, const Cluster* cluster, std::string_view did);

/// The origin of what `program` makes now from the cluster file `file`.
PlanOrigin origin_now(const std::string& program, const ClusterFile& file);

} // namespace pipette
