// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/measured_run.h"

#include <string>
#include <vector>

namespace pipette {

/// The runs of all files, in order.
std::vector<MeasuredRun> read_runs(const std::vector<std::string>& files);

/// "a.csv, b.csv", for an error of none in particular.
std::string files_text(const std::vector<std::string>& files);

} // namespace pipette
