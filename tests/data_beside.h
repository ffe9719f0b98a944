// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/documents/resources.h"

#include <filesystem>
#include <string>

namespace pipette {

/// A file or a folder of published measurements, such as "runs/NAME.csv", that lies beside the project and
/// not in it; empty where it is absent.
inline std::filesystem::path data_beside(const std::string& name) {
    for (auto folder = std::filesystem::absolute(find_resources()); folder != folder.parent_path();
         folder = folder.parent_path())
        if (const auto found = folder / "shared/data" / name; std::filesystem::exists(found))
            return found;
    return {};
}

} // namespace pipette
