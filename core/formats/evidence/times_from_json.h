// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/calibration.h"
#include "core/formats/text/json_reader.h"

#include <memory>
#include <nlohmann/json_fwd.hpp>

namespace pipette {

/// Adds what a plan's times came from to its document: `calibration`, as a calibration file with the entries
/// that were used, and `layer_profile`, where layers were measured. Adds nothing for null.
void add_times_from(nlohmann::ordered_json& document, const Calibration* used);

/// Reads both back; null where the document is of before and holds neither. Throws InputError.
std::shared_ptr<const Calibration> times_from_json(const JsonValue& document);

} // namespace pipette
