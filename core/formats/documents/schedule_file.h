// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/hand_order.h"
#include "core/schedule/schedule.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace pipette {

/// A person's own schedule.
///
/// JSON: {"format": "pipette-schedule", "version": 1, "name": "mine", "published": "1f1b",
///        "device_of_stage": [0, 1], "order": [["F0", "F1", "B0", "B1"], ["F0", "B0", "F1", "B1"]]}
/// with one list a device. F, B, W and the microbatch; "F0@2" names the stage where a device holds several. A
/// B is the whole backward unless there is a W. `device_of_stage` left out: stage s on device s. `published`,
/// which may be left out: the schedule of the same sizes that the order came from.
///
/// CSV: a header `device,kind,microbatch[,stage]` and one operation a line, in the order of each device.
///
/// Throws InputError with the place of what is wrong; for orders that deadlock it names the cycle.
Schedule read_schedule(std::string_view text, const std::string& file);
Schedule read_schedule_file(const std::filesystem::path& path);

/// The same of an order that may have faults or deadlock: judge_order() tells of them.
HandOrder read_hand_order(std::string_view text, const std::string& file);
HandOrder read_hand_order_file(const std::filesystem::path& path);

/// The schedule of an order that has no faults. Throws InputError as read_schedule() does.
std::shared_ptr<const Schedule> checked_schedule(const HandOrder& hand, const std::string& file);

/// JSON as read_hand_order() takes it, one line a device. Its schedule must be one that hand_order_refusal()
/// lets pass.
std::string hand_order_to_text(const HandOrder& hand);

} // namespace pipette
