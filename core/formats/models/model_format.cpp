// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/models/model_format.h"

#include "core/base/input_error.h"
#include "core/formats/text/text_file.h"
#include "core/formats/text/text_lines.h"

#include <fmt/format.h>

namespace pipette {

const ModelFormat& model_format_of(std::string_view text, const std::string& file) {
    const FileBeginning beginning(text);
    std::string formats;
    for (const ModelFormat* format : Registry<ModelFormat>::all()) {
        if (format->recognises(beginning))
            return *format;
        formats += fmt::format("{}{} ({})", formats.empty() ? "" : ", ", format->name, format->description);
    }
    text_lines(text, file); // that it is no text says more
    throw InputError(file, {}, "describes no model; what is read: " + formats);
}

TransformerModel read_model(const std::filesystem::path& path) {
    const std::string text = read_text_file(path), file = path.string();
    const ModelFormat& format = model_format_of(text, file);
    const bool usual = path.filename() == format.usual_file;
    const auto named = usual ? std::filesystem::absolute(path).parent_path().filename() : path.stem();
    return format.read(text, file, named.string());
}

} // namespace pipette
