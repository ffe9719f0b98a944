// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/open_together.h"

#include "core/base/input_error.h"
#include "core/base/registry.h"
#include "core/formats/models/model_format.h"
#include "core/formats/text/file_beginning.h"
#include "core/formats/text/json_reader.h"
#include "core/formats/text/text_file.h"

#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

using Paths = std::vector<std::filesystem::path>;

enum class Kind { plan, study, lesson, schedule, cluster, model, measured };

std::string_view name_of(Kind kind) {
    switch (kind) {
    case Kind::plan:
        return "plan";
    case Kind::study:
        return "study";
    case Kind::lesson:
        return "lesson";
    case Kind::schedule:
        return "schedule";
    case Kind::cluster:
        return "cluster";
    case Kind::model:
        return "model";
    case Kind::measured:
        break;
    }
    return "measured file";
}

/// By what is in the file. What cannot be read is told where all measured files are.
Kind kind_of(const std::filesystem::path& path) {
    if (std::filesystem::is_directory(path))
        return Kind::measured;
    std::string text;
    try {
        text = read_text_file(path);
    } catch (const InputError&) {
        return Kind::measured;
    }
    const FileBeginning beginning(text);
    if (!beginning.is_json())
        return Kind::measured;
    const nlohmann::json document = parse_json(text, path.string());
    const auto format = document.find("format");
    if (format != document.end() && *format == "pipette-plan")
        return Kind::plan;
    if (format != document.end() && *format == "pipette-study")
        return Kind::study;
    if (format != document.end() && *format == "pipette-lesson")
        return Kind::lesson;
    if (format != document.end() && *format == "pipette-schedule")
        return Kind::schedule;
    if ((format != document.end() && *format == "pipette-cluster") || document.contains("bandwidth"))
        return Kind::cluster;
    for (const ModelFormat* model : Registry<ModelFormat>::all())
        if (model->recognises(beginning))
            return Kind::model;
    return Kind::measured;
}

void refuse_two(const std::map<Kind, Paths>& files) {
    for (const auto& [kind, paths] : files)
        if (kind != Kind::measured && paths.size() > 1)
            throw InputError(
                paths[1].string(), {},
                fmt::format("is a {0} as {1} is: open one {0} at a time", name_of(kind), paths[0].string()));
    for (const Kind whole : {Kind::plan, Kind::study, Kind::lesson, Kind::schedule})
        if (files.contains(whole))
            throw InputError(files.at(whole).front().string(), {},
                             fmt::format("is a whole {}: open it alone", name_of(whole)));
}

} // namespace

std::vector<OpenedFrom> open_together(const Paths& paths, const std::string& gpu) {
    if (paths.size() == 1)
        return {{paths, open_files(paths, gpu)}};
    std::map<Kind, Paths> files;
    for (const std::filesystem::path& path : paths)
        files[kind_of(path)].push_back(path);
    refuse_two(files);
    std::vector<OpenedFrom> opened;
    for (const auto& [kind, of_kind] : files) {
        opened.push_back({of_kind, open_files(of_kind, gpu)});
        if (files.contains(Kind::cluster) && std::holds_alternative<ImportedCluster>(opened.back().opened))
            throw InputError(of_kind.front().string(), {},
                             fmt::format("is a log of a cluster beside the cluster {}: open one of them",
                                         files.at(Kind::cluster).front().string()));
    }
    return opened;
}

} // namespace pipette
