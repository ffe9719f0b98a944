// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/launchers/exported_file.h"

#include "core/base/input_error.h"
#include "core/formats/text/atomic_file.h"
#include "core/formats/text/text_file.h"

#include <system_error>

namespace pipette {

namespace fs = std::filesystem;

void write_folder(const fs::path& folder, const std::vector<ExportedFile>& files) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        throw InputError(name_of(folder), {}, "cannot be made: " + error.message());
    for (const ExportedFile& file : files)
        write_atomically(folder / file.name, file.text, file.executable ? FileUse::program : FileUse::data);
}

} // namespace pipette
