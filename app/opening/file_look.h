// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/file_stamp.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace pipette {

/// What a file shows of itself before it is known what it is.
class FileLook {
public:
    /// By itself, or beside others that are opened at once.
    enum class Opened { alone, with_others };

    /// Reads the whole file where it begins as JSON does. A folder shows nothing, nor does a file beside
    /// others that cannot be read. Throws InputError where a file that is alone cannot be read, and where a
    /// file begins as JSON and is none, unless it holds steps of a training.
    FileLook(std::filesystem::path path, Opened opened);

    const std::filesystem::path& path() const { return path_; }
    std::string file() const { return path_.string(); }
    bool alone() const { return opened_ == Opened::alone; }
    bool is_json() const { return document_.has_value(); }
    const std::string& text() const { return text_; } ///< of JSON: the whole file; empty for any other
    const FileStamp& seen() const { return seen_; }   ///< of the file when `text` was read
    /// The member "format" of a JSON document is that name.
    bool has_format(std::string_view name) const;
    bool has_member(const char* name) const { return document_ && document_->contains(name); }

private:
    std::filesystem::path path_;
    Opened opened_;
    std::string text_;
    FileStamp seen_;
    std::optional<nlohmann::json> document_;
};

} // namespace pipette
