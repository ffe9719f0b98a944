// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/launchers/exported_file.h"

#include <string_view>

namespace pipette {

/// launch.sh: a POSIX script that checks its arguments, sets `folder` to where it lies and goes on with
/// `body`.
ExportedFile launch_script(std::string_view what, std::string_view body);

/// The command lines of a README for launchers that launch.sh starts.
void describe_launch_script(LauncherFiles& files, const LaunchOptions& options);

} // namespace pipette
