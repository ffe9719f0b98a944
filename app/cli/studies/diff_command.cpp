// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/chosen_candidate.h"
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/text_table.h"
#include "core/base/readable.h"
#include "core/cluster/hypothetical.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/plan_json.h"
#include "core/formats/studies/plan_diff.h"
#include "core/plan/plan.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

struct DiffOptions {
    std::string before, after, json, candidate, other;
};

/// Whose cluster, or some of it, is not there.
std::string assumed_lines(const Plan& before, const Plan& after) {
    std::string lines;
    for (const auto& [which, plan] : {std::pair("first", &before), {"second", &after}})
        if (const std::string text = assumed_text(*plan->inputs.cluster); !text.empty())
            lines += fmt::format("Assumed, {}: {}\n", which, readable(text, longest_shown_sentence));
    return lines;
}

/// The file's name as a title.
std::string title_of(const std::string& file) {
    constexpr std::size_t longest = 40;
    return readable(std::filesystem::path(file).filename().string(), longest);
}

std::string diff_text(const std::vector<Difference>& differences, const DiffOptions& options) {
    using Align = TextTable::Align;
    constexpr std::size_t longest_cell = 60;
    if (differences.empty())
        return "Nothing differs.\n";
    TextTable table;
    for (const auto& [title, align] : {std::pair(std::string(), Align::left),
                                       {"", Align::left},
                                       {title_of(options.before), Align::right},
                                       {title_of(options.after), Align::right},
                                       {"change", Align::right}})
        table.add_column(title, align);
    std::string section;
    for (const Difference& one : differences) {
        table.add_row({one.section == section ? "" : one.section, one.name,
                       readable(one.before, longest_cell), readable(one.after, longest_cell), one.change});
        section = one.section;
    }
    return table.text();
}

void run(const DiffOptions& options) {
    check_output(options.json);
    const Plan before = read_plan(options.before), after = read_plan(options.after);
    const Candidate& first = chosen_candidate(before, options.before, options.candidate);
    const Candidate& second =
        chosen_candidate(after, options.after, options.other.empty() ? options.candidate : options.other);
    const std::vector<Difference> found = differences({before.inputs, first}, {after.inputs, second});
    if (!options.json.empty()) {
        nlohmann::ordered_json list = nlohmann::ordered_json::array();
        for (const Difference& one : found)
            list.push_back({{"section", one.section},
                            {"name", one.name},
                            {"before", one.before},
                            {"after", one.after},
                            {"change", one.change}});
        nlohmann::ordered_json document{{"differences", std::move(list)}};
        for (const auto& [which, plan] : {std::pair("first", &before), {"second", &after}})
            if (const std::string text = assumed_text(*plan->inputs.cluster); !text.empty())
                document["assumed"][which] = text;
        write_out(options.json, pretty_json(document));
    }
    if (options.json != "-")
        print_text(diff_text(found, options) + assumed_lines(before, after));
}

} // namespace

void add_diff_command(CLI::App& app) {
    CLI::App* command = app.add_subcommand(
        "diff", "What differs between two plans: inputs, configuration, mapping, time by part, memory");
    const auto options = std::make_shared<DiffOptions>();
    command->add_option("first", options->before, "Plan document of pipette plan --json")->required();
    command->add_option("second", options->after, "Plan document to compare with the first")->required();
    command
        ->add_option("--candidate", options->candidate,
                     "Number of the candidate in both plans, or the name of a baseline (default: the fastest "
                     "that keeps "
                     "off faults)")
        ->check(candidate_name());
    command
        ->add_option("--other-candidate", options->other,
                     "Candidate of the second plan, if it is not the same as of the first")
        ->check(candidate_name());
    command->add_option("--json", options->json,
                        "Write the answer as JSON to a file, or - for standard output");
    command->callback([options] { run(*options); });
}

} // namespace pipette
