// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/training/log_report.h"

#include "core/base/readable.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

using nlohmann::ordered_json;

std::string text_in(const RunColumns& row, const char* column) {
    const auto found = row.find(column);
    return found == row.end() ? std::string() : found->second;
}

std::string step_count(std::size_t steps) {
    return fmt::format("{} {}", steps, steps == 1 ? "step" : "steps");
}

std::string steps_sentence(const ImportedRun& imported) {
    const SteadySteps& steady = imported.steady;
    const LogRun& run = imported.run;
    std::string text = fmt::format("{}, numbers {} to {}", step_count(run.steps.size()),
                                   run.steps.front().number, run.steps.back().number);
    if (steady.counted.empty())
        return text + "; the log tells no time of them";
    return text +
           fmt::format("; {} count, median {:.6g} s ({:.6g} to {:.6g})", steady.counted.size(),
                       steady.median_s, steady.low_s, steady.high_s) +
           (run.time_from.empty() ? "" : ", from " + run.time_from);
}

std::string left_out_sentence(const LeftOutSteps& left) {
    return fmt::format("left out: {} ({}{})", step_count(static_cast<std::size_t>(left.count)), left.why,
                       left.examples.empty()
                           ? ""
                           : fmt::format("; {}{}", fmt::join(left.examples, ", "),
                                         left.count > std::ssize(left.examples) ? ", ..." : ""));
}

std::string levels_sentence(const SteadySteps& steady) {
    std::string text = "the times move: ";
    for (const StepLevel& level : steady.levels)
        text += fmt::format("{}{:.6g} s from step {} to {}", &level == &steady.levels.front() ? "" : ", ",
                            level.median_s, level.first_step, level.last_step);
    return text + "; the longest stretch stands for the run";
}

std::string measured_sentence(const ImportedRun& imported) {
    std::vector<std::string> parts;
    const auto add = [&](const char* column, const char* form) {
        if (const std::string text = text_in(imported.row, column); !text.empty())
            parts.push_back(fmt::format(fmt::runtime(form), text));
    };
    add("tokens_per_s_per_gpu", "{} tokens/s a GPU");
    add("tflops_per_gpu", "{} TFLOP/s a GPU");
    const std::string scope = text_in(imported.row, "memory_scope");
    add("peak_memory_gib", scope == "first_stage" ? "peak of memory {} GiB (first rank)"
                           : scope == "last_rank" ? "peak of memory {} GiB (last rank)"
                                                  : "peak of memory {} GiB");
    return fmt::format("{}", fmt::join(parts, ", "));
}

/// The columns that the log told by itself.
std::vector<std::string> told_columns(const ImportedRun& imported) {
    constexpr std::string_view made[] = {"run_id",
                                         "source",
                                         "status",
                                         "clean",
                                         "notes",
                                         "src_path",
                                         "time_from",
                                         "iteration_time_s",
                                         "peak_memory_gib",
                                         "memory_scope",
                                         "tokens_per_s_per_gpu",
                                         "tflops_per_gpu",
                                         "framework"};
    std::vector<std::string> told;
    for (const auto& [column, text] : imported.row)
        if (std::find(std::begin(made), std::end(made), column) == std::end(made) &&
            std::find(imported.from_plan.begin(), imported.from_plan.end(), column) ==
                imported.from_plan.end())
            told.push_back(fmt::format("{} {}", column, text));
    return told;
}

std::string measured_line(const ImportedRun& imported) {
    const std::string measured = measured_sentence(imported);
    return fmt::format("{}: {}{}", text_in(imported.row, "run_id"), steps_sentence(imported),
                       measured.empty() ? "" : "; " + measured);
}

ordered_json against_to_json(const LogAgainstPlan& against) {
    ordered_json json = {{"planned_s", against.planned_s},
                         {"low_s", against.low_s},
                         {"high_s", against.high_s},
                         {"measured_s", against.measured_s}};
    json["since_step"] = against.since ? ordered_json(*against.since) : ordered_json();
    if (against.since)
        json["before_s"] = against.before_s;
    if (against.until)
        json["until_step"] = *against.until;
    json["in_range"] = against.in_range();
    json["slower_part"] = against.slower ? ordered_json(name_of(*against.slower)) : ordered_json();
    if (against.slower)
        json["slower_share"] = against.slower_share;
    json["parts"] = ordered_json::array();
    for (const PartTime& part : against.parts) {
        json["parts"].push_back(
            {{"part", name_of(part.part)}, {"planned_s", part.planned_s}, {"measured_s", part.measured_s}});
        if (part.before_s > 0)
            json["parts"].back()["before_s"] = part.before_s;
        ordered_json& timers = json["parts"].back()["timers"] = ordered_json::array();
        for (const TimerTime& timer : part.timers) {
            timers.push_back({{"name", timer.name}, {"measured_s", timer.measured_s}});
            if (timer.before_s > 0)
                timers.back()["before_s"] = timer.before_s;
        }
    }
    json["sentences"] = sentences_of(against);
    return json;
}

ordered_json run_to_json(const ImportedRun& imported) {
    const LogRun& run = imported.run;
    const SteadySteps& steady = imported.steady;
    ordered_json json = {{"file", readable(run.file, longest_shown_sentence)},
                         {"lines", {run.first_line, run.last_line}},
                         {"format", run.format},
                         {"framework", run.framework},
                         {"run_id", text_in(imported.row, "run_id")},
                         {"steps", run.steps.size()},
                         {"counted", steady.counted.size()},
                         {"median_step_s", steady.median_s},
                         {"low_step_s", steady.low_s},
                         {"high_step_s", steady.high_s},
                         {"tokens_per_s_per_gpu", steady.tokens_per_s},
                         {"repeated_by_other_ranks", run.repeated}};
    json["steady"] = steady.steady;
    json["left_out"] = ordered_json::array();
    for (const LeftOutSteps& left : steady.left_out)
        json["left_out"].push_back({{"why", left.why}, {"steps", left.count}, {"examples", left.examples}});
    json["levels"] = ordered_json::array();
    for (const StepLevel& level : steady.levels)
        json["levels"].push_back({{"first_step", level.first_step},
                                  {"last_step", level.last_step},
                                  {"steps", level.steps},
                                  {"median_s", level.median_s}});
    json["row"] = imported.row;
    json["from_plan"] = imported.from_plan;
    json["missing"] = imported.missing;
    json["conflicts"] = imported.conflicts;
    if (imported.against)
        json["against_plan"] = against_to_json(*imported.against);
    return json;
}

} // namespace

ReportSection section_of(const ImportedRun& imported) {
    const LogRun& run = imported.run;
    ReportSection section{fmt::format("{} ({}, lines {} to {})", text_in(imported.row, "run_id"),
                                      run.framework, run.first_line, run.last_line),
                          {steps_sentence(imported)}};
    std::vector<std::string>& lines = section.lines;
    for (const LeftOutSteps& left : imported.steady.left_out)
        lines.push_back(left_out_sentence(left));
    if (run.repeated > 0)
        lines.push_back(fmt::format("{} lines repeat steps, as other ranks print them", run.repeated));
    if (imported.steady.levels.size() > 1)
        lines.push_back(levels_sentence(imported.steady));
    if (const std::string measured = measured_sentence(imported); !measured.empty())
        lines.push_back(measured);
    if (const std::vector<std::string> told = told_columns(imported); !told.empty())
        lines.push_back(fmt::format("the log says: {}", fmt::join(told, ", ")));
    if (!imported.from_plan.empty())
        lines.push_back(fmt::format("from the plan: {}", fmt::join(imported.from_plan, ", ")));
    if (!imported.missing.empty())
        lines.push_back(
            fmt::format("told nowhere, and needed for a prediction: {}", fmt::join(imported.missing, ", ")));
    for (const std::string& conflict : imported.conflicts)
        lines.push_back("in doubt: " + conflict);
    if (!imported.steady.steady)
        lines.emplace_back("marked as unclean: fewer than three steady steps count");
    if (imported.against)
        for (const std::string& sentence : sentences_of(*imported.against))
            lines.push_back("against the plan: " + sentence);
    return section;
}

std::vector<ReportSection> report_sections(const LogImport& import) {
    std::vector<ReportSection> sections;
    for (const ImportedRun& run : import.runs)
        sections.push_back(section_of(run));
    if (!import.skipped.empty())
        sections.push_back({"skipped", import.skipped});
    if (!import.notes.empty())
        sections.push_back({"notes", import.notes});
    return sections;
}

ordered_json log_import_to_json(const LogImport& import) {
    ordered_json json = {{"measured", ordered_json::array()},  {"failed", ordered_json::array()},
                         {"missing", ordered_json::array()},   {"skipped", import.skipped},
                         {"conflicts", ordered_json::array()}, {"notes", import.notes},
                         {"runs", ordered_json::array()}};
    for (const ImportedRun& run : import.runs) {
        const std::string id = text_in(run.row, "run_id");
        json["measured"].push_back(measured_line(run));
        for (const std::string& column : run.missing)
            json["missing"].push_back(id + ": " + column);
        for (const std::string& conflict : run.conflicts)
            json["conflicts"].push_back(id + ": " + conflict);
        json["runs"].push_back(run_to_json(run));
    }
    return json;
}

} // namespace pipette
