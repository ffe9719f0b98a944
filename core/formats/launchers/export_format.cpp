// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/launchers/export_format.h"

#include "core/base/input_error.h"
#include "core/formats/text/text_file.h"
#include "core/plan/stages/stage_tp.h"

#include <fmt/format.h>

namespace pipette {
namespace {

/// "openmpi, slurm, ...": those formats of which `holds` is true.
template <class Holds>
std::string names_of(const Holds& holds) {
    std::string names;
    for (const ExportFormat* format : Registry<ExportFormat>::all())
        if (holds(*format))
            names += (names.empty() ? "" : ", ") + std::string(format->name);
    return names;
}

} // namespace

const ExportFormat& export_format_named(std::string_view name, const std::string& option) {
    if (const ExportFormat* format = Registry<ExportFormat>::find(name))
        return *format;
    throw InputError(option, {},
                     fmt::format("there is no {}, expected one of {}", in_quotes(std::string(name)),
                                 Registry<ExportFormat>::names()));
}

void require_plain_tp(const ParallelConfig& config, std::string_view software) {
    if (has_stage_tp(config))
        throw InputError({}, "tp_per_stage",
                         fmt::format("{} has one tensor parallel size for all stages", software));
    if (config.tp_x > 1)
        throw InputError(
            {}, "tp_x",
            fmt::format("is {}, expected 1: {} cuts matrices along one side", config.tp_x, software));
}

std::string tuning_note(const TrainingJob& job) {
    const std::string tuning = tuning_text(job.tuning);
    return tuning.empty() ? tuning
                          : fmt::format("The plan is of {}: nothing here says so to the training program, so "
                                        "give it to its own recipe.",
                                        tuning);
}

std::vector<std::string> notes_of_tuning(const ExportRequest& request) {
    const std::string note = tuning_note(request.plan.inputs.job);
    return note.empty() ? std::vector<std::string>{} : std::vector{note};
}

LauncherLimit launcher_limit_named(std::string_view name, const std::string& option) {
    std::string launchers;
    for (const LauncherLimit& launcher : launcher_limits()) {
        if (launcher.name == name)
            return launcher;
        launchers += (launchers.empty() ? "" : ", ") + launcher.name;
    }
    throw InputError(
        option, {},
        fmt::format("there is no {}, expected one of {}", in_quotes(std::string(name)), launchers));
}

std::vector<LauncherLimit> launcher_limits() {
    std::vector<LauncherLimit> limits;
    for (const ExportFormat* format : Registry<ExportFormat>::all())
        if (format->is_launcher())
            limits.push_back({std::string(format->name), format->reach});
    return limits;
}

std::string formats_that_take(std::string_view option) {
    return names_of([&](const ExportFormat& format) { return format.takes(option); });
}

std::string formats_for_any_mapping() {
    return names_of([](const ExportFormat& format) { return format.places_any_mapping; });
}

} // namespace pipette
