// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/text/json_reader.h"
#include "core/memory/memory_estimator.h"

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace pipette {

/// A trained memory estimator: format "pipette-memory-estimator", version 2, with the source of its runs.
/// Throws InputError for sizes that do not fit together.
MemoryEstimator memory_estimator_from_json(const JsonValue& value);
nlohmann::ordered_json memory_estimator_to_json(const MemoryEstimator& estimator);

MemoryEstimator read_memory_estimator(const std::filesystem::path& path);
void write_memory_estimator(const std::filesystem::path& path, const MemoryEstimator& estimator);
/// All of resources/memory_estimators, in the order of their names.
std::vector<MemoryEstimator> shipped_memory_estimators();

} // namespace pipette
