// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/planner/scratch_folder.h"

#include <stdexcept>
#include <string>
#include <unistd.h>

namespace pipette {

ScratchFolder::ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "pipette-bench-XXXXXX").string();
    if (!mkdtemp(name.data()))
        throw std::runtime_error("no folder for the benchmark's files can be made");
    path_ = name;
}

ScratchFolder::~ScratchFolder() {
    std::error_code unimportant;
    std::filesystem::remove_all(path_, unimportant);
}

} // namespace pipette
