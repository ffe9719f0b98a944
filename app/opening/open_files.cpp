// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/opening/open_files.h"

#include "core/base/input_error.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

namespace pipette {
namespace {

/// Files of one format.
struct FilesOfFormat {
    const OpenFormat* format;
    std::vector<FileLook> looks;
};

std::vector<FilesOfFormat> formats_in_order() {
    std::vector<FilesOfFormat> all;
    for (const OpenFormat* format : Registry<OpenFormat>::all())
        all.push_back({format, {}});
    std::stable_sort(all.begin(), all.end(), [](const FilesOfFormat& a, const FilesOfFormat& b) {
        return a.format->order < b.format->order;
    });
    return all;
}

/// Each file with the first format that recognises it; formats of which there is no file are left out.
std::vector<FilesOfFormat> by_format(const std::vector<std::filesystem::path>& paths) {
    std::vector<FilesOfFormat> all = formats_in_order();
    const auto opened = paths.size() == 1 ? FileLook::Opened::alone : FileLook::Opened::with_others;
    for (const std::filesystem::path& path : paths) {
        FileLook look(path, opened);
        const auto of = std::find_if(all.begin(), all.end(), [&](const FilesOfFormat& files) {
            return files.format->recognises(look);
        });
        if (of == all.end())
            throw std::logic_error("no format takes what the others leave");
        of->looks.push_back(std::move(look));
    }
    std::erase_if(all, [](const FilesOfFormat& files) { return files.looks.empty(); });
    return all;
}

void refuse_what_does_not_go_together(const std::vector<FilesOfFormat>& all) {
    using Together = OpenFormat::Together;
    for (const auto& [format, looks] : all)
        if ((format->together == Together::alone || format->together == Together::one) && looks.size() > 1)
            throw InputError(
                looks[1].file(), {},
                fmt::format("is a {0} as {1} is: open one {0} at a time", format->name, looks[0].file()));
    const auto others = std::count_if(all.begin(), all.end(), [](const FilesOfFormat& files) {
        return files.format->together != Together::always;
    });
    for (const auto& [format, looks] : all)
        if (format->together == Together::alone && others > 1)
            throw InputError(looks[0].file(), {}, fmt::format("is a whole {}: open it alone", format->name));
}

} // namespace

std::vector<OpenedFiles> open_files(const std::vector<std::filesystem::path>& paths, const std::string& gpu) {
    const std::vector<FilesOfFormat> all = by_format(paths);
    refuse_what_does_not_go_together(all);
    const auto cluster = std::find_if(all.begin(), all.end(),
                                      [](const FilesOfFormat& files) { return files.format->is_cluster; });
    std::vector<OpenedFiles> opened;
    for (const auto& [format, looks] : all) {
        opened.push_back(format->read(looks, gpu));
        if (opened.back().is_cluster_of_logs && cluster != all.end())
            throw InputError(looks[0].file(), {},
                             fmt::format("is a log of a cluster beside the cluster {}: open one of them",
                                         cluster->looks[0].file()));
    }
    return opened;
}

} // namespace pipette
