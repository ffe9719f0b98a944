// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/logs/import_files.h"

#include "core/formats/text/text_file.h"

#include <algorithm>

namespace pipette {
namespace {

namespace fs = std::filesystem;

/// Lists files as files_of() does. Throws InputError for a folder without files.
std::vector<fs::path> some_files_of(const fs::path& name) {
    std::vector<fs::path> files = files_of(name);
    if (files.empty())
        throw InputError(name.string(), {}, "is a folder without files");
    return files;
}

/// The folder that several files were chosen in, with nothing but them named; empty: there is no such folder.
fs::path chosen_in(const std::vector<fs::path>& names) {
    if (names.size() < 2 || !names.front().is_absolute())
        return {};
    const fs::path folder = names.front().parent_path();
    const bool all = std::all_of(names.begin(), names.end(),
                                 [&](const fs::path& name) { return name.parent_path() == folder; });
    return all ? folder : fs::path();
}

/// How messages name a file that `name` stands for: from the folder that was opened on, which is named where
/// there are others beside it.
std::string shown_name(const fs::path& file, const fs::path& name, const std::vector<fs::path>& names) {
    if (const fs::path folder = chosen_in(names); !folder.empty())
        return file.lexically_relative(folder).string();
    if (file == name)
        return file.string();
    const fs::path inside = file.lexically_relative(name);
    const fs::path folder = name.has_filename() ? name.filename() : name.parent_path().filename();
    return (names.size() == 1 ? inside : folder / inside).string();
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
            for (const fs::path& file : some_files_of(name))
                add(file, [&] {
                    inputs.push_back({shown_name(file, name, names), read_text_file(file), format, {}});
                });
        });
    return inputs;
}

} // namespace pipette
