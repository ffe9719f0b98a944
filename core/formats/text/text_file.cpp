// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/text/text_file.h"

#include "core/base/input_error.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {

std::ifstream open_file(const std::filesystem::path& path) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status))
        throw InputError(name_of(path), {}, "does not exist");
    if (!std::filesystem::is_regular_file(status))
        throw InputError(path.string(), {}, "is not a regular file");
    std::ifstream stream(path, std::ios::binary);
    if (!stream)
        throw InputError(path.string(), {}, "cannot be opened for reading");
    return stream;
}

std::vector<std::filesystem::path> files_of(const std::filesystem::path& name) {
    std::error_code error;
    if (!std::filesystem::is_directory(name, error))
        return {name};
    std::vector<std::filesystem::path> files;
    std::filesystem::directory_iterator entry(name, error);
    for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error))
        if (entry->is_regular_file(error) && !entry->path().filename().string().starts_with('.'))
            files.push_back(entry->path());
    if (error)
        throw InputError(name.string(), {}, "cannot be read: " + error.message());
    std::sort(files.begin(), files.end());
    return files;
}

std::string read_text_file(const std::filesystem::path& path, std::size_t limit) {
    std::ifstream stream = open_file(path);
    std::error_code error;
    const auto bytes = std::filesystem::file_size(path, error);
    if (error)
        throw InputError(path.string(), {}, "cannot be read: " + error.message());
    if (bytes > limit)
        throw InputError(path.string(), {},
                         fmt::format("has {} bytes, more than the {} that are read", bytes, limit));
    std::string text(static_cast<std::size_t>(bytes), '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (stream.gcount() != static_cast<std::streamsize>(text.size()))
        throw InputError(path.string(), {}, "could not be read to its end");
    return text;
}

std::string beginning_of_file(const std::filesystem::path& path, std::size_t most) {
    std::ifstream stream = open_file(path);
    std::string beginning(most, '\0');
    stream.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
    beginning.resize(static_cast<std::size_t>(stream.gcount()));
    return beginning;
}

std::string name_of(const std::filesystem::path& path) {
    return path.empty() ? in_quotes({}) : path.string();
}

} // namespace pipette
