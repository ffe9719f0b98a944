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

/// How messages name a file: from the folder that was opened on, which is named where there are others beside
/// it.
std::string shown_name(const fs::path& file, const fs::path& opened, bool alone) {
    if (file == opened)
        return file.string();
    const fs::path inside = file.lexically_relative(opened);
    const fs::path folder = opened.has_filename() ? opened.filename() : opened.parent_path().filename();
    return (alone ? inside : folder / inside).string();
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
                add(file, [&] {
                    inputs.push_back(
                        {shown_name(file, name, names.size() == 1), read_text_file(file), format, {}});
                });
        });
    return inputs;
}

} // namespace pipette
