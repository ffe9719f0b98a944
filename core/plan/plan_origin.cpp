// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_origin.h"

#include "core/base/readable.h"

#include <ctime>
#include <fmt/chrono.h>

namespace pipette {

PlanOrigin origin_now(const std::string& program, const ClusterFile& file) {
    return {program, fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))), file.name,
            file.sha256};
}

std::vector<std::string> lines_of(const PlanOrigin& made, const Cluster* cluster, std::string_view did) {
    std::vector<std::string> lines;
    if (cluster != nullptr)
        lines.push_back(fmt::format("Cluster: {}, {}.", readable(cluster->name), readable(cluster->origin)));
    if (!made.cluster_file.empty())
        lines.push_back(fmt::format("Cluster file: {}, SHA-256 {}.", readable(made.cluster_file),
                                    readable(made.cluster_sha256)));
    if (!made.date.empty())
        lines.push_back(
            fmt::format("{}: {} by Pipette Planner {}.", did, readable(made.date), readable(made.program)));
    return lines;
}

} // namespace pipette
