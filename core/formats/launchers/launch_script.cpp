// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/launchers/launch_script.h"

#include <fmt/format.h>

namespace pipette {

ExportedFile launch_script(std::string_view what, std::string_view body) {
    return {"launch.sh",
            fmt::format(R"sh(#!/bin/sh
# {}
# usage: launch.sh COMMAND [ARGUMENT...]
set -eu
if [ $# -eq 0 ]; then
    echo 'usage: launch.sh COMMAND [ARGUMENT...]' >&2
    exit 2
fi
folder=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
{})sh",
                        what, body),
            true};
}

void describe_launch_script(LauncherFiles& files, const LaunchOptions& options) {
    files.launch = "./launch.sh python " + options.program;
    files.check = "./launch.sh ./probe.sh | ./probe.sh --compare";
}

} // namespace pipette
