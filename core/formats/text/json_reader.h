// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bounds.h"

#include <filesystem>
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pipette {

/// What a JSON text may hold before it is refused.
struct JsonLimits {
    std::size_t max_bytes = std::size_t{1} << 29;
    int max_depth = 32;
};

/// Parses strictly: no comments, no duplicate keys, finite numbers, bounded size and depth, UTF-8, nothing
/// after the document. Throws InputError with `file` and the line and column or the path of what is wrong.
nlohmann::json parse_json(std::string_view text, const std::string& file, const JsonLimits& limits = {});

/// parse_json of a file's content.
nlohmann::json read_json_file(const std::filesystem::path& path);

/// A value inside a parsed document together with its place, so that every complaint names file and JSON path
/// and what was expected. Refers to the document: keep that alive. All getters throw InputError.
///
///     const JsonValue node = root.member("nodes").element(3);
///     const std::string host = node.member("host").text();
///     const double latency = node.number_or("latency_us", 5, bounds::latency);
class JsonValue {
public:
    JsonValue(const nlohmann::json& value, const std::string& file)
        : value_(&value), file_(&file), path_("$") {}

    const nlohmann::json& raw() const { return *value_; }
    const std::string& file() const { return *file_; }
    const std::string& path() const { return path_; } ///< "$.nodes[3].host"

    bool is_object() const;
    bool is_array() const;
    bool is_text() const;
    bool is_number() const;
    bool is_null() const;

    JsonValue member(std::string_view key) const;              ///< must exist
    std::optional<JsonValue> find(std::string_view key) const; ///< empty when absent; throws when no object
    /// Refuses members of any other name, where one that is ignored would be taken for heeded.
    void expect_only(const std::vector<std::string_view>& keys) const;
    std::size_t size() const; ///< of an array
    JsonValue element(std::size_t index) const;

    std::string text() const;
    std::string words() const; ///< is_printable() text
    bool boolean() const;
    double number(double least, double most) const; ///< finite by parse_json
    double number(const Bounds& bounds) const;
    long integer(long least, long most) const; ///< 5.0 is refused
    int integer(const WholeBounds& bounds) const;
    std::vector<int> integers(int least, int most) const; ///< of an array

    std::string text_or(std::string_view key, std::string fallback) const;
    bool boolean_or(std::string_view key, bool fallback) const;
    double number_or(std::string_view key, double fallback, const Bounds& bounds) const;
    long integer_or(std::string_view key, long fallback, long least, long most) const;

    /// The member's text must be one of `names`; returns its index.
    std::size_t choice(std::initializer_list<std::string_view> names) const;
    /// Refuses any other `format` or a `version` that is not in oldest..newest.
    void expect_format(std::string_view format, long newest_version, long oldest_version = 1) const;

    /// Throws InputError at this place.
    [[noreturn]] void refuse(const std::string& reason) const;
    /// Throws InputError "is 7, expected ...".
    [[noreturn]] void expected(std::string_view what) const;

private:
    JsonValue(const nlohmann::json& value, const std::string& file, std::string path)
        : value_(&value), file_(&file), path_(std::move(path)) {}

    const nlohmann::json* value_;
    const std::string* file_;
    std::string path_;
};

/// ".key" or "[\"odd key\"]" as it continues a JSON path.
std::string json_path_member(std::string_view key);

} // namespace pipette
