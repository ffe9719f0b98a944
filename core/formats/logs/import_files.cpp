// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/logs/import_files.h"

#include "core/formats/text/text_file.h"

#include <algorithm>

namespace pipette {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_of(const fs::path& name) {
    std::error_code error;
    if (!fs::is_directory(name, error))
        return {name};
    std::vector<fs::path> files;
    fs::directory_iterator entry(name, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error))
        if (entry->is_regular_file(error) && entry->path().filename().string().front() != '.')
            files.push_back(entry->path());
    if (error)
        throw InputError(name.string(), {}, "cannot be read: " + error.message());
    if (files.empty())
        throw InputError(name.string(), {}, "is a folder without files");
    std::sort(files.begin(), files.end());
    return files;
}

} // namespace

std::vector<ImportInput> read_import_files(const std::vector<fs::path>& names, const ImportFormat* format) {
    std::vector<ImportInput> inputs;
    const auto add = [&](const fs::path& name, const auto& read) {
        try {
            read();
        } catch (const InputError& error) {
            inputs.push_back({name.string(), {}, format, error});
        }
    };
    for (const fs::path& name : names)
        add(name, [&] {
            for (const fs::path& file : files_of(name))
                add(file, [&] { inputs.push_back({file.string(), read_text_file(file), format, {}}); });
        });
    return inputs;
}

} // namespace pipette
