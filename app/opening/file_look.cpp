// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/opening/file_look.h"

#include "core/base/input_error.h"
#include "core/formats/text/file_beginning.h"
#include "core/formats/text/json_reader.h"
#include "core/formats/text/text_file.h"
#include "core/formats/training/read_training_log.h"

#include <utility>

namespace pipette {
namespace {

/// Looks at the first bytes alone: a log may be larger than what is read at once.
bool begins_as_json(const std::filesystem::path& path) {
    constexpr std::size_t enough = 4096;
    const std::string beginning = beginning_of_file(path, enough);
    return FileBeginning(beginning).is_json();
}

} // namespace

FileLook::FileLook(std::filesystem::path path, Opened opened) : path_(std::move(path)), opened_(opened) {
    std::error_code error;
    if (std::filesystem::is_directory(path_, error))
        return;
    seen_ = quick_stamp(QString::fromStdString(file()));
    try {
        if (!begins_as_json(path_))
            return;
        text_ = read_text_file(path_);
    } catch (const InputError&) {
        if (alone())
            throw;
        return; // the others are read, and this one is named beside them
    }
    try {
        document_ = parse_json(text_, file());
    } catch (const InputError&) {
        text_.clear();
        if (!is_training_log_file(path_))
            throw;
    }
}

bool FileLook::has_format(std::string_view name) const {
    if (!document_)
        return false;
    const auto format = document_->find("format");
    return format != document_->end() && *format == name;
}

} // namespace pipette
