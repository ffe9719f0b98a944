// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/text/json_reader.h"

#include "core/base/input_error.h"
#include "core/formats/text/text_file.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <vector>

namespace pipette {
namespace {

using nlohmann::json;

std::string line_and_column(std::string_view text, std::size_t position) {
    const auto before = text.substr(0, std::min(position, text.size()));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const auto newline = before.rfind('\n');
    const auto column = newline == std::string_view::npos ? before.size() : before.size() - newline - 1;
    return fmt::format("line {}, column {}", line, std::max<std::size_t>(column, 1));
}

/// Builds the document from parser events and refuses what nlohmann's own builder lets pass.
class StrictBuilder : public nlohmann::json_sax<json> {
public:
    StrictBuilder(std::string_view text, const std::string& file, int max_depth)
        : text_(text), file_(file), max_depth_(max_depth) {}

    json take() { return std::move(root_); }

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override { return add(value); }
    bool number_float(number_float_t value, const string_t& written) override {
        if (!std::isfinite(value))
            refuse(fmt::format("{} is not a finite number", in_quotes(written)));
        return add(value);
    }
    bool string(string_t& value) override { return add(std::move(value)); }
    bool binary(binary_t&) override { return false; } // no such thing in JSON text
    bool start_object(std::size_t) override { return open(json::object()); }
    bool start_array(std::size_t) override { return open(json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override {
        const auto [place, fresh] = open_.back()->get_ref<json::object_t&>().emplace(name, nullptr);
        if (!fresh)
            refuse(fmt::format("key {} appears twice", in_quotes(name)));
        member_ = &place->second;
        return true;
    }

    bool parse_error(std::size_t position, const std::string&,
                     const nlohmann::detail::exception& error) override {
        std::string reason =
            error.what(); // "[json.exception...] parse error at line 1, column 5: what - why"
        if (const auto start = reason.find(": "); start != std::string::npos)
            reason.erase(0, start + 2);
        else if (const auto tag = reason.find("] "); tag != std::string::npos)
            reason.erase(0, tag + 2);
        throw InputError(file_, line_and_column(text_, position), "is not valid JSON: " + readable(reason));
    }

private:
    template <typename Value>
    bool add(Value&& value) {
        place(json(std::forward<Value>(value)));
        return true;
    }

    json* place(json value) {
        if (open_.empty()) {
            root_ = std::move(value);
            return &root_;
        }
        json& parent = *open_.back();
        if (parent.is_object()) {
            *member_ = std::move(value);
            return member_;
        }
        parent.push_back(std::move(value));
        return &parent.back();
    }

    bool open(json container) {
        if (static_cast<int>(open_.size()) >= max_depth_)
            refuse(fmt::format("is nested deeper than {} levels", max_depth_));
        open_.push_back(place(std::move(container)));
        return true;
    }

    bool close() {
        open_.pop_back();
        return true;
    }

    /// Path of the container that is open, found only when something is wrong.
    [[noreturn]] void refuse(const std::string& reason) const {
        std::string path = "$";
        for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
            const json& parent = *open_[i];
            if (parent.is_array()) {
                path += fmt::format("[{}]", parent.size() - 1);
                continue;
            }
            for (const auto& [name, child] : parent.items())
                if (&child == open_[i + 1])
                    path += json_path_member(name);
        }
        throw InputError(file_, path, reason);
    }

    std::string_view text_;
    const std::string& file_;
    int max_depth_;
    json root_;
    std::vector<json*> open_; // children of an open container never move: only the last one grows
    json* member_ = nullptr;
};

std::string shown(const json& value) {
    if (value.is_object())
        return "an object";
    if (value.is_array())
        return fmt::format("a list of {}", value.size());
    return value.is_string() ? in_quotes(value.get_ref<const std::string&>()) : value.dump();
}

} // namespace

json parse_json(std::string_view text, const std::string& file, const JsonLimits& limits) {
    if (text.size() > limits.max_bytes)
        throw InputError(
            file, {},
            fmt::format("has {} bytes, more than the {} that are read", text.size(), limits.max_bytes));
    // The parser takes a NUL for the end of the text and would leave what follows unread.
    if (const auto nul = text.find('\0'); nul != std::string_view::npos)
        throw InputError(file, line_and_column(text, nul + 1), "holds a NUL byte: not a JSON text");
    StrictBuilder builder(text, file, limits.max_depth);
    json::sax_parse(text, &builder);
    return builder.take();
}

json read_json_file(const std::filesystem::path& path) {
    return parse_json(read_text_file(path), path.string());
}

std::string json_path_member(std::string_view key) {
    const bool plain = !key.empty() && std::all_of(key.begin(), key.end(), [](unsigned char character) {
        return std::isalnum(character) != 0 || character == '_';
    });
    return plain ? fmt::format(".{}", key) : fmt::format("[{}]", in_quotes(key));
}

bool JsonValue::is_object() const {
    return value_->is_object();
}
bool JsonValue::is_array() const {
    return value_->is_array();
}
bool JsonValue::is_text() const {
    return value_->is_string();
}
bool JsonValue::is_number() const {
    return value_->is_number();
}
bool JsonValue::is_null() const {
    return value_->is_null();
}

void JsonValue::refuse(const std::string& reason) const {
    throw InputError(*file_, path_, reason);
}

void JsonValue::expected(std::string_view what) const {
    refuse(fmt::format("is {}, expected {}", shown(*value_), what));
}

std::optional<JsonValue> JsonValue::find(std::string_view key) const {
    if (!is_object())
        expected("an object");
    const auto found = value_->find(key);
    if (found == value_->end())
        return std::nullopt;
    return JsonValue(*found, *file_, path_ + json_path_member(key));
}

JsonValue JsonValue::member(std::string_view key) const {
    if (auto found = find(key))
        return *found;
    refuse(fmt::format("has no {}", in_quotes(key)));
}

void JsonValue::expect_only(const std::vector<std::string_view>& keys) const {
    if (!is_object())
        expected("an object");
    for (const auto& [key, unused] : value_->items())
        if (std::find(keys.begin(), keys.end(), key) == keys.end())
            refuse(fmt::format("has {}, expected only {}", in_quotes(key), fmt::join(keys, ", ")));
}

std::size_t JsonValue::size() const {
    if (!is_array())
        expected("a list");
    return value_->size();
}

JsonValue JsonValue::element(std::size_t index) const {
    if (index >= size())
        refuse(fmt::format("has {} entries, expected more than {}", size(), index));
    return {(*value_)[index], *file_, fmt::format("{}[{}]", path_, index)};
}

std::string JsonValue::text() const {
    if (!is_text())
        expected("a text");
    return value_->get<std::string>();
}

std::string JsonValue::words() const {
    if (!is_text() || !is_printable(value_->get_ref<const std::string&>()))
        expected("words without control characters");
    return value_->get<std::string>();
}

bool JsonValue::boolean() const {
    if (!value_->is_boolean())
        expected("true or false");
    return value_->get<bool>();
}

double JsonValue::number(double least, double most) const {
    if (!is_number() || value_->get<double>() < least || value_->get<double>() > most)
        expected(fmt::format("a number from {} to {}", least, most));
    return value_->get<double>();
}

double JsonValue::number(const Bounds& bounds) const {
    if (!is_number() || !bounds.hold(value_->get<double>()))
        expected(text_of(bounds));
    return value_->get<double>();
}

long JsonValue::integer(long least, long most) const {
    const bool whole =
        value_->is_number_integer() &&
        !(value_->is_number_unsigned() && value_->get<std::uint64_t>() > std::uint64_t{INT64_MAX});
    if (!whole || value_->get<long>() < least || value_->get<long>() > most)
        expected(fmt::format("a whole number from {} to {}", least, most));
    return value_->get<long>();
}

int JsonValue::integer(const WholeBounds& bounds) const {
    return static_cast<int>(integer(bounds.least, bounds.most));
}

std::vector<int> JsonValue::integers(int least, int most) const {
    std::vector<int> all;
    for (std::size_t i = 0; i < size(); ++i)
        all.push_back(static_cast<int>(element(i).integer(least, most)));
    return all;
}

std::string JsonValue::text_or(std::string_view key, std::string fallback) const {
    const auto found = find(key);
    return found ? found->text() : std::move(fallback);
}

bool JsonValue::boolean_or(std::string_view key, bool fallback) const {
    const auto found = find(key);
    return found ? found->boolean() : fallback;
}

double JsonValue::number_or(std::string_view key, double fallback, const Bounds& bounds) const {
    const auto found = find(key);
    return found ? found->number(bounds) : fallback;
}

long JsonValue::integer_or(std::string_view key, long fallback, long least, long most) const {
    const auto found = find(key);
    return found ? found->integer(least, most) : fallback;
}

std::size_t JsonValue::choice(std::initializer_list<std::string_view> names) const {
    if (is_text())
        for (std::size_t i = 0; i < names.size(); ++i)
            if (value_->get_ref<const std::string&>() == names.begin()[i])
                return i;
    expected(fmt::format("one of {}", fmt::join(names, ", ")));
}

void JsonValue::expect_format(std::string_view format, long newest_version, long oldest_version) const {
    const JsonValue name = member("format");
    if (!name.is_text() || name.text() != format)
        name.expected(in_quotes(format));
    const JsonValue version = member("version");
    if (!version.value_->is_number_integer())
        version.expected("a whole number");
    const auto number = version.value_->get<double>();
    if (number > double(newest_version))
        version.refuse(
            fmt::format("is {}, newer than {}, the last that this program reads", number, newest_version));
    if (number < double(oldest_version))
        version.refuse(
            fmt::format("is {}, older than {}, the first that this program reads", number, oldest_version));
}

} // namespace pipette
