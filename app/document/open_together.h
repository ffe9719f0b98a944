// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document_file.h"

namespace pipette {

/// What was read, and the files that it was read from.
struct OpenedFrom {
    std::vector<std::filesystem::path> paths;
    Opened opened;
};

/// Reads files that a person opens at once. Cluster files and model files are read one by one, in this order;
/// all others together, as open_files() does. A plan, a study, a lesson or a schedule is whole by itself and
/// opens alone; two clusters or two models do not open together either. Throws InputError, and GpuKindNeeded
/// as open_files().
std::vector<OpenedFrom> open_together(const std::vector<std::filesystem::path>& paths,
                                      const std::string& gpu = {});

} // namespace pipette
