// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/launchers/exported_file.h"
#include "core/formats/launchers/placement.h"
#include "core/plan/plan.h"

#include <string_view>
#include <vector>

namespace pipette {

/// What every launcher's folder holds beside the launcher's own files.
struct SharedLaunchFiles {
    std::vector<ExportedFile> files; ///< mapping.tsv, rank_wrapper.sh, probe.sh and any megatron_args.txt
    bool has_megatron_flags = false; ///< Megatron-LM has the schedule
};
SharedLaunchFiles shared_launch_files(const PlanInputs& inputs, const Candidate& candidate,
                                      const LaunchOptions& options);

/// CHECKLIST.txt, for who starts the job: what has to be true before, and what to look at after the start.
ExportedFile launch_check_list(const Candidate& candidate, const Placement& placement,
                               const LauncherFiles& launcher);

/// README.txt, a line each: what it is, what to expect of it (time, tokens, memory), how to launch, how to
/// check, what to know, and all that was assumed.
ExportedFile launch_readme(const Plan& plan, const Candidate& candidate, const Placement& placement,
                           const LauncherFiles& launcher, std::string_view launcher_name);

} // namespace pipette
