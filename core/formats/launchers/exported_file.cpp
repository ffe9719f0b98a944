// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/launchers/exported_file.h"

#include "core/formats/text/atomic_file.h"
#include "core/formats/text/new_folder.h"

namespace pipette {

void write_folder(const std::filesystem::path& folder, const std::vector<ExportedFile>& files) {
    NewFolder made(folder);
    std::vector<FileContent> contents;
    for (const ExportedFile& file : files)
        contents.push_back(
            {folder / file.name, file.text, file.executable ? FileUse::program : FileUse::data});
    write_atomically(contents);
    made.keep();
}

} // namespace pipette
