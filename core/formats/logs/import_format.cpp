// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/logs/import_format.h"

#include "core/formats/text/text_file.h"

#include <fmt/format.h>

namespace pipette {

const ImportFormat& import_format_named(std::string_view name, const std::string& option) {
    if (const ImportFormat* format = Registry<ImportFormat>::find(name))
        return *format;
    throw InputError(option, {},
                     fmt::format("there is no {}, expected one of {}", in_quotes(std::string(name)),
                                 Registry<ImportFormat>::names()));
}

const ImportFormat* detect_format(std::string_view text) {
    const FileBeginning beginning(text);
    if (beginning.text().empty())
        return nullptr;
    const ImportFormat* likeliest = nullptr;
    for (const ImportFormat* format : Registry<ImportFormat>::all())
        if (format->is_json == beginning.is_json() &&
            (!likeliest || format->likeness < likeliest->likeness) && format->recognises(beginning))
            likeliest = format;
    return likeliest;
}

} // namespace pipette
