// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/registry.h"
#include "core/cost/calibration.h"
#include "core/formats/launchers/exported_file.h"
#include "core/formats/launchers/placement.h"
#include "core/plan/plan.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pipette {

/// What a single file is made from.
struct ExportRequest {
    const Plan& plan;
    const Candidate& candidate;
    const std::optional<Calibration>&
        calibration; ///< that the plan was made with, where the plan does not hold it; none: the shipped one
};

/// Something that a plan can be exported as: a launcher's folder or a single file. One file of the program
/// each, which registers it; nothing else knows its name.
struct ExportFormat {
    std::string_view name;           ///< as on the command line: "openmpi-rankfile"
    std::string_view description;    ///< for a person, half a line
    std::string_view main_file;      ///< the first of its files: "hostfile"
    bool places_any_mapping = false; ///< says where every rank runs, whatever the mapping
    LauncherReach reach = {};        ///< of a launcher that does not: which mappings it can express
    /// The launcher's own files; `shared`: those that every launcher's folder holds. Null: not a launcher.
    /// Throws InputError when it cannot express the placement or a host name.
    LauncherFiles (*launch)(const Placement& placement, const std::vector<ExportedFile>& shared,
                            const LaunchOptions& options) = nullptr;
    /// The text of a single file, piece by piece. Null: a launcher.
    void (*write)(const ExportRequest& request, const std::function<void(std::string_view)>& piece) = nullptr;
    /// What a person must know of a single file, a sentence each; null: nothing.
    std::vector<std::string> (*notes)(const ExportRequest& request) = nullptr;

    /// Those options of `pipette export` that not every format takes and this one does.
    std::vector<std::string_view> options = {};

    bool is_launcher() const { return launch != nullptr; }
    bool takes(std::string_view option) const {
        return std::find(options.begin(), options.end(), option) != options.end();
    }
};

/// What the files of an export do not say of fine-tuning, a sentence; empty for pre-training.
std::string tuning_note(const TrainingJob& job);
/// The same, where there is something, as ExportFormat::notes.
std::vector<std::string> notes_of_tuning(const ExportRequest& request);

/// Throws InputError for what `software` does not have: a tensor grid, which cuts matrices along both sides,
/// and stages with a tp of their own.
void require_plain_tp(const ParallelConfig& config, std::string_view software);

/// Throws InputError naming `option` and the formats there are.
const ExportFormat& export_format_named(std::string_view name, const std::string& option = "--format");
/// The launcher as a limit of the search. Throws InputError naming `option` and the launchers there are.
LauncherLimit launcher_limit_named(std::string_view name, const std::string& option = "--launcher");
/// Every launcher, as a limit of the search.
std::vector<LauncherLimit> launcher_limits();
/// "kubernetes, ...": the formats that take an option of `pipette export`, for messages.
std::string formats_that_take(std::string_view option);
/// "openmpi, openmpi-rankfile, ...": the formats that carry any mapping, for messages.
std::string formats_for_any_mapping();

} // namespace pipette
