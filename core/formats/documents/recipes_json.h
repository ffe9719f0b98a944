// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/rounds/recipe.h"

#include <filesystem>
#include <vector>

namespace pipette {

/// Reads recipes.json ("pipette-recipes", version 1; help: formats.md, "Published recipes"). Throws
/// InputError.
std::vector<Recipe> read_recipes(const std::filesystem::path& path);

/// recipes.json of the resources; none where it is missing.
std::vector<Recipe> shipped_recipes();

} // namespace pipette
