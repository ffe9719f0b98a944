// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/fabric.h"
#include "core/formats/text/json_reader.h"

#include <nlohmann/json_fwd.hpp>

namespace pipette {

/// What was measured to wait, as clusters and calibrations hold it: `measured_on` and the numbers of
/// congestion_numbers(); a wait that is missing is none. Throws InputError for unknown members.
Congestion congestion_from_json(const JsonValue& value);
/// Numbers that wait for nothing are left out.
nlohmann::ordered_json congestion_to_json(const Congestion& congestion);

/// `fabric` of a cluster file. Throws InputError for unknown members.
Fabric fabric_from_json(const JsonValue& value);
/// What is empty is left out.
nlohmann::ordered_json fabric_to_json(const Fabric& fabric);

} // namespace pipette
