// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pipette {

/// Number of one of the plan's own candidates, which `export --candidate` takes; empty: a baseline, which it
/// takes by its planner's name.
std::optional<std::size_t> number_of(const Plan& plan, const Candidate& candidate);

/// Ours and the baselines, sorted by iteration time: the order of `candidates` in the document. A published
/// recipe is not among them, for it may not fit into memory, or be out of what the limits let us try. The
/// pointers live as long as the plan.
std::vector<const Candidate*> ranked_candidates(const Plan& plan);

/// The plan document (help: formats.md). It holds the inputs whole, so that a plan can be run again from it.
/// Throws std::domain_error for a number that is not finite. `beside`: the file that the text goes to; large
/// matrices of the cluster are written to binaries beside it. Empty: they are inline.
std::string plan_to_text(const Plan& plan, const std::filesystem::path& beside = {});

/// Reads a document back: equal to what was written, to the last bit. Candidates come in the order of
/// iteration time, baselines in the order of Planner. Throws InputError with file and JSON path.
Plan parse_plan(std::string_view text, const std::string& file);
Plan read_plan(const std::filesystem::path& path);

} // namespace pipette
