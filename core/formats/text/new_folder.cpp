// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/text/new_folder.h"

#include "core/base/input_error.h"
#include "core/formats/text/text_file.h"

#include <system_error>

namespace pipette {

namespace fs = std::filesystem;

NewFolder::NewFolder(const fs::path& folder) {
    std::error_code error;
    for (fs::path missing = folder; !missing.empty() && !fs::exists(missing, error);
         missing = missing.parent_path())
        made_.push_back(missing);
    fs::create_directories(folder, error);
    if (error) {
        remove_made();
        throw InputError(name_of(folder), {}, "cannot be made: " + error.message());
    }
}

NewFolder::~NewFolder() {
    remove_made();
}

void NewFolder::remove_made() {
    std::error_code error;
    for (const fs::path& folder : made_) // those that hold anything stay
        fs::remove(folder, error);
}

} // namespace pipette
