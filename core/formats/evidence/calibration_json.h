// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/calibration.h"
#include "core/formats/text/json_reader.h"

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

namespace pipette {

/// A calibration file: format "pipette-calibration", version 8, one entry for each architecture and framework
/// with all of its parameters, its runs, its error and the congestion that those runs met. In version 7 that
/// stood among the parameters. Throws InputError for a parameter that is missing or out of any range and for
/// a second entry of a kind.
Calibration calibration_from_json(const JsonValue& value);
nlohmann::ordered_json calibration_to_json(const Calibration& calibration);

Calibration read_calibration(const std::filesystem::path& path);
/// All files of resources/calibrations together, whatever their names, in the order of these: an architecture
/// each, and typical_and_sites.json with what all have in common.
Calibration shipped_calibration();

} // namespace pipette
