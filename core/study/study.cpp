// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study.h"

#include "core/base/input_error.h"
#include "core/base/readable.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace pipette {
namespace {

[[noreturn]] void refuse(const AxisKind& kind, const AxisValue& value, const std::string& expected) {
    throw InputError({}, std::string(kind.name),
                     fmt::format("is {}, expected {}", readable(text_of(value)), expected));
}

void check(const AxisKind& kind, const AxisValue& value) {
    if (kind.values == AxisKind::Values::text) {
        if (!std::holds_alternative<std::string>(value) || std::get<std::string>(value).empty())
            refuse(kind, value, "a name");
        return;
    }
    const double* number = std::get_if<double>(&value);
    const bool whole = kind.values == AxisKind::Values::whole;
    if (number == nullptr || !kind.bounds.hold(*number) || (whole && *number != std::floor(*number)))
        refuse(kind, value, (whole ? "a whole number, " : "") + text_of(kind.bounds));
}

/// Adds the point unless it is there.
void add(std::vector<StudyPoint>& points, StudyPoint point) {
    if (std::find(points.begin(), points.end(), point) == points.end())
        points.push_back(std::move(point));
}

void check_size(const Study& study) {
    double size = 1;
    for (const StudyAxis& axis : study.axes)
        size *= static_cast<double>(axis.values.size());
    if (size > most_study_points)
        throw InputError({}, "axes",
                         fmt::format("make {:.0f} points, expected at most {}", size, most_study_points));
}

void check_axes(const Study& study) {
    for (std::size_t i = 0; i < study.axes.size(); ++i) {
        const StudyAxis& axis = study.axes[i];
        const AxisKind& kind = axis_named(axis.axis);
        if (axis.values.empty())
            throw InputError({}, axis.axis, "has no values");
        for (const AxisValue& value : axis.values)
            check(kind, value);
        for (std::size_t j = 0; j < i; ++j)
            if (study.axes[j].axis == axis.axis)
                throw InputError({}, axis.axis, "stands twice among the axes");
    }
}

/// Whether it matters which of two values is set first: then one writes over what the other says.
bool collide(const StudySetting& base, const std::pair<std::string, AxisValue>& one,
             const std::pair<std::string, AxisValue>& other) {
    StudySetting first = base, second = base;
    set_axis(first, one.first, one.second), set_axis(first, other.first, other.second);
    set_axis(second, other.first, other.second), set_axis(second, one.first, one.second);
    return !(first == second);
}

void check_apart(const Study& study) {
    for (std::size_t i = 0; i < study.axes.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            for (const AxisValue& one : {study.axes[i].values.front(), study.axes[i].values.back()})
                for (const AxisValue& other : {study.axes[j].values.front(), study.axes[j].values.back()})
                    if (collide(study.base, {study.axes[i].axis, one}, {study.axes[j].axis, other}))
                        throw InputError({}, study.axes[i].axis,
                                         fmt::format("sets what the axis {} sets, too: vary one of them",
                                                     study.axes[j].axis));
}

/// Each value once, in their order.
std::vector<AxisValue> distinct(const std::vector<AxisValue>& values) {
    std::set<AxisValue> seen;
    std::vector<AxisValue> once;
    for (const AxisValue& value : values)
        if (seen.insert(value).second)
            once.push_back(value);
    return once;
}

std::vector<StudyPoint> combinations(const Study& study) {
    std::vector<StudyPoint> points{{}};
    for (const StudyAxis& axis : study.axes) {
        const std::vector<AxisValue> values = distinct(axis.values);
        std::vector<StudyPoint> longer;
        longer.reserve(points.size() * values.size());
        for (const StudyPoint& point : points)
            for (const AxisValue& value : values) {
                StudyPoint& next = longer.emplace_back(point);
                next.emplace_back(axis.axis, value);
            }
        points = std::move(longer);
    }
    return points;
}

} // namespace

std::string text_of(const AxisValue& value) {
    if (const auto* text = std::get_if<std::string>(&value))
        return *text;
    return fmt::format("{}", std::get<double>(value));
}

std::string text_of(const StudyPoint& point) {
    std::string text;
    for (const auto& [axis, value] : point)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", axis, text_of(value));
    return text.empty() ? "base" : text;
}

namespace {

/// A value as a person reads it: a cluster by the name of its file, without folder and ending.
std::string shown_value(const AxisKind& kind, const AxisValue& value) {
    std::string text = text_of(value);
    if (kind.names != AxisNames::cluster)
        return text;
    if (const auto folder = text.find_last_of('/'); folder != std::string::npos)
        text.erase(0, folder + 1);
    if (const auto ending = text.find(".json"); ending != std::string::npos)
        text.erase(ending, 5);
    return text;
}

} // namespace

std::string words_of(const StudyPoint& point) {
    std::string words;
    for (const auto& [axis, value] : point) {
        const AxisKind& kind = axis_named(axis);
        const std::string unit = kind.unit.empty() ? "" : fmt::format(" {}", kind.unit);
        words += fmt::format("{}{}{}{}", words.empty() ? "" : ", ",
                             kind.title == kind.unit ? "" : fmt::format("{} ", kind.title),
                             shown_value(kind, value), unit);
    }
    return words.empty() ? "base" : words;
}

std::optional<double> as_is(const AxisKind& kind) {
    return kind.factor ? std::optional(1.0) : kind.as_is;
}

std::string condition_of(const StudyPoint& point) {
    std::string text;
    for (const auto& [axis, value] : point) {
        const AxisKind& kind = axis_named(axis);
        std::string one;
        if (!kind.condition.empty()) {
            one = fmt::format(fmt::runtime(kind.condition), text_of(value));
            if (value == AxisValue(1.0) && !kind.factor && one.ends_with('s'))
                one.pop_back(); // "without 1 node"
        } else {
            std::string title(kind.title);
            if (title.size() > 1 && std::islower(static_cast<unsigned char>(title[1])) != 0)
                title.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(title.front())));
            one =
                fmt::format("with {} {}{}{}", title, text_of(value), kind.unit.empty() ? "" : " ", kind.unit);
        }
        text += (text.empty() ? "" : ", ") + one;
    }
    return text.empty() ? "as it is" : text;
}

const AxisKind& axis_named(std::string_view name) {
    if (const AxisKind* kind = Registry<AxisKind>::find(name))
        return *kind;
    throw InputError({}, "axis",
                     fmt::format("{} is not known, expected one of {}", in_quotes(std::string(name)),
                                 Registry<AxisKind>::names()));
}

void set_axis(StudySetting& setting, std::string_view axis, const AxisValue& value) {
    const AxisKind& kind = axis_named(axis);
    check(kind, value);
    kind.set(setting, value);
}

AxisValue axis_value(std::string_view axis, const std::string& text) {
    const AxisKind& kind = axis_named(axis);
    AxisValue value = text;
    double number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (kind.values != AxisKind::Values::text && error == std::errc{} && stop == end)
        value = number;
    else if (kind.bounds.unit == bounds::tokens.unit && error == std::errc{})
        value = tokens_from_text(std::string(axis), text);
    StudySetting tried;
    set_axis(tried, axis, value);
    return value;
}

std::vector<StudyPoint> points_of(const Study& study) {
    check_axes(study);
    check_size(study);
    check_apart(study);
    std::vector<StudyPoint> points = combinations(study);
    const SensitivityAsked& asked = study.sensitivity;
    if (asked.share <= 0)
        return points;
    add(points, {});
    for (const std::string& name : asked.axes.empty() ? factor_axes() : asked.axes) {
        const AxisKind& kind = axis_named(name);
        if (!kind.factor)
            throw InputError({}, name, "is no factor: it cannot be moved by a share");
        for (const double factor : {1 - asked.share, 1 + asked.share}) {
            check(kind, factor);
            add(points, {{name, factor}});
        }
    }
    return points;
}

std::size_t own_points(const Study& study) {
    std::size_t count = 1;
    for (const StudyAxis& axis : study.axes)
        count *= distinct(axis.values).size();
    return count;
}

StudySetting setting_at(const Study& study, const StudyPoint& point) {
    StudySetting setting = study.base;
    for (const auto& [axis, value] : point)
        set_axis(setting, axis, value);
    return setting;
}

std::vector<std::string> factor_axes() {
    std::vector<std::string> names;
    for (const AxisKind* kind : Registry<AxisKind>::all())
        if (kind->factor)
            names.emplace_back(kind->name);
    return names;
}

} // namespace pipette
