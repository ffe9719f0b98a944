// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/registry.h"
#include "core/formats/text/file_beginning.h"
#include "core/workload/transformer_model.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace pipette {

/// A kind of file that describes a model. One file of the program each, which registers it.
struct ModelFormat {
    std::string_view name;        ///< for messages: "hugging-face"
    std::string_view description; ///< for a person, half a line
    /// The name that all such files have and that tells nothing: the model is named after their folder.
    std::string_view usual_file = {};
    bool (*recognises)(const FileBeginning& beginning);
    /// `name`: of the model where the file names none. Throws InputError.
    TransformerModel (*read)(std::string_view text, const std::string& file, const std::string& name);
};

/// By the content. Throws InputError that lists the formats there are.
const ModelFormat& model_format_of(std::string_view text, const std::string& file);

/// Reads a model of any format. Throws InputError.
TransformerModel read_model(const std::filesystem::path& path);

} // namespace pipette
