// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/documents/resources.h"

#include <filesystem>
#include <string>

namespace pipette {

/// A file of published runs that lies beside the project and not in it; empty where it is absent.
inline std::filesystem::path runs_beside(const std::string& name) {
    for (auto folder = std::filesystem::absolute(find_resources()); folder != folder.parent_path();
         folder = folder.parent_path())
        if (const auto runs = folder / "shared/data/runs_2026" / name; std::filesystem::exists(runs))
            return runs;
    return {};
}

} // namespace pipette
