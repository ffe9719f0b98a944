// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/schedule.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace pipette {

/// A person's own schedule.
///
/// JSON: {"format": "pipette-schedule", "version": 1, "name": "mine", "device_of_stage": [0, 1],
///        "order": [["F0", "F1", "B0", "B1"], ["F0", "B0", "F1", "B1"]]}
/// with one list a device. F, B, W and the microbatch; "F0@2" names the stage where a device holds several. A
/// B is the whole backward unless there is a W. `device_of_stage` left out: stage s on device s.
///
/// CSV: a header `device,kind,microbatch[,stage]` and one operation a line, in the order of each device.
///
/// Throws InputError with the place of what is wrong; for orders that deadlock it names the cycle.
Schedule read_schedule(std::string_view text, const std::string& file);
Schedule read_schedule_file(const std::filesystem::path& path);

} // namespace pipette
