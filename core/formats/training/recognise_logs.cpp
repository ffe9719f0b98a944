// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/training/recognise_logs.h"

#include "core/base/input_error.h"
#include "core/formats/logs/import_format.h"
#include "core/formats/text/text_file.h"
#include "core/formats/training/read_training_log.h"

#include <cstddef>

namespace pipette {
namespace {

/// Whether the file has what only one measuring tool writes. Files of other programs have lines of the same
/// shape, too.
bool is_of_measuring_tool(const std::filesystem::path& path) {
    constexpr std::size_t enough = std::size_t{1} << 20;
    const ImportFormat* format = detect_format(beginning_of_file(path, enough));
    return format && format->likeness != Likeness::shape;
}

} // namespace

bool import_as_training_logs(const std::vector<std::filesystem::path>& names) {
    bool any = false;
    try {
        for (const std::filesystem::path& name : names)
            for (const std::filesystem::path& file : files_of(name)) {
                // A job's log may begin with what nvidia-smi printed: the steps count first.
                if (is_training_log_file(file))
                    any = true;
                else if (is_of_measuring_tool(file))
                    return false;
            }
    } catch (const InputError&) {
        return any; // whoever reads the files says what cannot be read
    }
    return any;
}

} // namespace pipette
