// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/opening/run_files.h"

#include "app/document/document_store.h"
#include "core/formats/text/text_file.h"

namespace pipette {

OpenedFiles runs_in(const std::vector<FileLook>& looks) {
    OpenedFiles opened;
    QStringList names;
    for (const FileLook& look : looks) {
        names << QString::fromStdString(look.file());
        for (std::filesystem::path& file : files_of(look.path()))
            opened.runs.push_back(std::move(file));
    }
    opened.tell = [names](DocumentStore& store) { emit store.filesRead(FileKind::runs, names); };
    return opened;
}

} // namespace pipette
