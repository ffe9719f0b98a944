// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/resources.h"

#include "core/base/input_error.h"
#include "core/formats/models/model_format.h"
#include "core/formats/text/text_file.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/ranges.h>

namespace pipette {
namespace {

namespace fs = std::filesystem;

bool is_preset_name(const std::string& name) {
    return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char character) {
        return std::isalnum(character) != 0 || character == '-' || character == '.' || character == '_';
    });
}

} // namespace

fs::path find_resources() {
    std::vector<fs::path> candidates;
    if (const char* chosen = std::getenv("PIPETTE_RESOURCES"); chosen != nullptr && *chosen != '\0') {
        candidates = {chosen};
    } else {
        std::error_code error;
        const fs::path program = fs::read_symlink("/proc/self/exe", error);
        const fs::path folder = program.parent_path();
        if (!error)
            candidates.push_back(folder.parent_path() / "share/pipette-planner/resources");
        for (fs::path up = folder; up.has_relative_path(); up = up.parent_path())
            candidates.push_back(up / "resources");
#ifdef PIPETTE_SOURCE_RESOURCES
        candidates.push_back(fs::path(PIPETTE_SOURCE_RESOURCES));
#endif
    }
    for (const fs::path& folder : candidates) {
        std::error_code error;
        if (fs::exists(folder / "gpu_kinds.json", error))
            return folder;
    }
    std::vector<std::string> places;
    for (const fs::path& folder : candidates)
        places.push_back(folder.string());
    throw InputError("PIPETTE_RESOURCES", {},
                     fmt::format("no gpu_kinds.json in {}", fmt::join(places, ", ")));
}

std::vector<TransformerModel> model_presets() {
    std::vector<TransformerModel> models;
    for (const auto& entry : fs::directory_iterator(find_resources() / "models"))
        if (entry.path().extension() == ".json")
            models.push_back(read_model(entry.path()));
    std::sort(models.begin(), models.end(), [](const TransformerModel& a, const TransformerModel& b) {
        return std::pair(total_parameters(a), a.name) < std::pair(total_parameters(b), b.name);
    });
    return models;
}

std::vector<std::string> model_preset_names() {
    std::vector<std::string> names;
    for (const TransformerModel& model : model_presets())
        names.push_back(model.name);
    return names;
}

TransformerModel load_model(const std::string& name_or_file) {
    std::error_code error;
    if (fs::is_regular_file(name_or_file, error))
        return read_model(name_or_file);
    if (is_preset_name(name_or_file)) {
        const fs::path preset = find_resources() / "models" / (name_or_file + ".json");
        if (fs::is_regular_file(preset, error))
            return read_model(preset);
    }
    throw InputError("--model", {},
                     fmt::format("{} is neither a file nor a preset; presets are {}", in_quotes(name_or_file),
                                 fmt::join(model_preset_names(), ", ")));
}

} // namespace pipette
