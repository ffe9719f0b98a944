// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pipette {

/// A set of the values of an enumeration of at most eight values, counted from 0. A function
/// enum_names(Enum) returns the names of all values in their order.
template <class Enum>
class EnumSet {
public:
    constexpr EnumSet() = default;
    constexpr EnumSet(std::initializer_list<Enum> values) {
        for (const Enum value : values)
            bits_ = static_cast<std::uint8_t>(bits_ | bit(value));
    }
    constexpr bool has(Enum value) const { return (bits_ & bit(value)) != 0; }
    /// Whether the two sets have a value in common.
    constexpr bool meets(EnumSet other) const { return (bits_ & other.bits_) != 0; }
    /// Whether all of these values are in the other set.
    constexpr bool within(EnumSet other) const { return (bits_ & ~other.bits_) == 0; }
    constexpr bool empty() const { return bits_ == 0; }
    constexpr EnumSet with(Enum value) const {
        EnumSet more = *this;
        more.bits_ = static_cast<std::uint8_t>(more.bits_ | bit(value));
        return more;
    }
    constexpr EnumSet with(EnumSet other) const {
        EnumSet more = *this;
        more.bits_ = static_cast<std::uint8_t>(more.bits_ | other.bits_);
        return more;
    }
    constexpr auto operator<=>(const EnumSet&) const = default;

private:
    static constexpr std::uint8_t bit(Enum value) {
        return static_cast<std::uint8_t>(1U << static_cast<unsigned>(value));
    }
    std::uint8_t bits_ = 0;
};

/// The value with this name; empty where there is none.
template <class Enum>
std::optional<Enum> value_named(std::string_view name) {
    const std::span<const std::string_view> names = enum_names(Enum{});
    const auto known = std::find(names.begin(), names.end(), name);
    return known == names.end() ? std::nullopt : std::optional(static_cast<Enum>(known - names.begin()));
}

template <class Enum>
std::vector<std::string> names_of(EnumSet<Enum> set) {
    const std::span<const std::string_view> all = enum_names(Enum{});
    std::vector<std::string> names;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (set.has(static_cast<Enum>(i)))
            names.emplace_back(all[i]);
    return names;
}

/// "layernorm+moe_act": the names in the order of the values.
template <class Enum>
std::string text_of(EnumSet<Enum> set) {
    std::string text;
    for (const std::string& name : names_of(set))
        text += (text.empty() ? "" : "+") + name;
    return text;
}

/// From names separated by '+', ',' or spaces; empty where one of them is the name of no value.
template <class Enum>
std::optional<EnumSet<Enum>> set_named(std::string_view text) {
    constexpr std::string_view separators = "+, ";
    EnumSet<Enum> set;
    for (std::size_t at = text.find_first_not_of(separators); at < text.size();) {
        const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
        const std::optional<Enum> value = value_named<Enum>(text.substr(at, end - at));
        if (!value)
            return std::nullopt;
        set = set.with(*value);
        at = std::min(text.find_first_not_of(separators, end), text.size());
    }
    return set;
}

/// "core_attn, layernorm, ... or shared_experts": all names.
template <class Enum>
std::string known_names() {
    const std::span<const std::string_view> names = enum_names(Enum{});
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 < names.size() ? ", " : " or ") + std::string(names[i]);
    return text;
}

} // namespace pipette
