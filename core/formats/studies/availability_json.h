// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/availability/run_availability.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace pipette {

/// Reads a file of availability (help: availability.md). Throws InputError with file and JSON path, also for
/// members that are not known. Whether the cluster has its hosts, gpu_sets() says.
Availability parse_availability(std::string_view text, const std::string& file);
Availability read_availability(const std::filesystem::path& path);

/// The document of `pipette availability --json` (help: formats.md, "JSON of the commands").
std::string availability_to_text(const AvailabilityQuestion& question, const AvailabilityResult& result);

} // namespace pipette
