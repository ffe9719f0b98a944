// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_origin.h"

#include <ctime>
#include <fmt/chrono.h>

namespace pipette {

PlanOrigin origin_now(const std::string& program, const ClusterFile& file) {
    return {program, fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))), file.name,
            file.sha256};
}

} // namespace pipette
