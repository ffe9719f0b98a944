// SPDX-License-Identifier: GPL-3.0-or-later
// A lab's state as JSON.
#include "core/formats/lab/lab_state.h"

#include "core/formats/lab/lab_words.h"
#include "core/formats/text/json_names.h"
#include "core/formats/text/json_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

using Json = nlohmann::ordered_json;

constexpr JsonLimits lab_limits{std::size_t{1} << 18, 8};

void expect_count(const JsonValue& list, std::size_t least, std::size_t most, std::string_view what) {
    if (list.size() < least || list.size() > most)
        list.expected(fmt::format("{} to {} {}", least, most, what));
}

LabState::Entry place_from_json(const JsonValue& value) {
    value.expect_only({"schedule", "devices", "microbatches", "chunks", "slices"});
    const JsonValue name = value.member("schedule");
    const auto kind = schedule_named(name.text());
    if (!kind)
        name.expected("one of " + Registry<ScheduleFamily>::names());
    return {*kind,
            {value.member("devices").integer(bounds::lab_devices),
             value.member("microbatches").integer(bounds::lab_microbatches),
             value.member("chunks").integer(bounds::lab_chunks),
             value.member("slices").integer(bounds::lab_slices)}};
}

std::vector<double> list_from_json(const JsonValue& value) {
    expect_count(value, 1, static_cast<std::size_t>(bounds::lab_devices.most), "numbers");
    std::vector<double> values;
    for (std::size_t i = 0; i < value.size(); ++i)
        values.push_back(value.element(i).number(bounds::schedule_time));
    return values;
}

DeviceTimes device_times_from_json(const JsonValue& value) {
    value.expect_only({"forward", "backward", "link", "wrap_link", "recompute", "overlapped"});
    DeviceTimes times;
    times.forward = list_from_json(value.member("forward"));
    times.backward = list_from_json(value.member("backward"));
    times.link = list_from_json(value.member("link"));
    times.wrap_link = value.number_or("wrap_link", times.wrap_link, bounds::schedule_time);
    times.recompute = value.number_or("recompute", times.recompute, bounds::schedule_time);
    times.overlapped = value.number_or("overlapped", times.overlapped, bounds::schedule_time);
    return times;
}

std::vector<CurveOf> curves_from_json(const JsonValue& value) {
    std::vector<CurveOf> curves;
    expect_count(value, 0, lab_curve_names.size(), "curves");
    for (std::size_t i = 0; i < value.size(); ++i) {
        const JsonValue name = value.element(i);
        const auto curve = value_named<CurveOf>(lab_curve_names, name.text());
        if (!curve || !add_curve(curves, *curve))
            name.expected(lab_curve_choices);
    }
    return curves;
}

BarColours colours_from_json(const JsonValue& value) {
    const auto colours = value_named<BarColours>(lab_colour_names, value.text());
    if (!colours)
        value.expected(lab_colour_choices);
    return *colours;
}

Json times_to_json(const DeviceTimes& times) {
    Json json{{"forward", times.forward}, {"backward", times.backward}, {"link", times.link}};
    if (times.wrap_link >= 0)
        json["wrap_link"] = times.wrap_link;
    if (times.recompute >= 0)
        json["recompute"] = times.recompute;
    if (times.overlapped >= 0)
        json["overlapped"] = times.overlapped;
    return json;
}

/// Places up to the last one that is shown; null where none is.
Json schedules_to_json(const LabState& state) {
    Json schedules = Json::array();
    for (std::size_t place = 0, shown = 0; place < state.schedules.size(); ++place) {
        const auto& entry = state.schedules[place];
        if (!entry)
            continue;
        for (; shown < place; ++shown)
            schedules.push_back(nullptr);
        ++shown;
        schedules.push_back({{"schedule", name_of(entry->kind)},
                             {"devices", entry->size.devices},
                             {"microbatches", entry->size.microbatches},
                             {"chunks", entry->size.chunks},
                             {"slices", entry->size.slices}});
    }
    return schedules;
}

} // namespace

bool add_curve(std::vector<CurveOf>& curves, CurveOf curve) {
    const auto place = std::lower_bound(curves.begin(), curves.end(), curve);
    if (place != curves.end() && *place == curve)
        return false;
    curves.insert(place, curve);
    return true;
}

LabState read_lab_state(std::string_view text, const std::string& file) {
    const nlohmann::json document = parse_json(text, file, lab_limits);
    const JsonValue root(document, file);
    root.expect_format(lab_state_format, 1);
    root.expect_only(
        {"format", "version", "schedules", "times_ms", "weight_share", "p2p", "curves", "colours"});
    LabState state;
    const JsonValue schedules = root.member("schedules");
    expect_count(schedules, 1, most_lab_schedules, "schedules");
    for (std::size_t place = 0; place < schedules.size(); ++place)
        if (const JsonValue entry = schedules.element(place); place == 0 || !entry.is_null())
            state.schedules[place] = place_from_json(entry);
    state.times_ms = device_times_from_json(root.member("times_ms"));
    state.times_ms.weight_share =
        root.number_or("weight_share", state.times_ms.weight_share, weight_share_bounds);
    if (const auto p2p = root.find("p2p"))
        state.p2p = named(*p2p, p2p_named, p2p_choices);
    if (const auto curves = root.find("curves"))
        state.curves = curves_from_json(*curves);
    if (const auto colours = root.find("colours"))
        state.colours = colours_from_json(*colours);
    return state;
}

std::string lab_state_to_json(const LabState& state, const std::string& file) {
    Json json{{"format", lab_state_format},
              {"version", 1},
              {"schedules", schedules_to_json(state)},
              {"times_ms", times_to_json(state.times_ms)},
              {"weight_share", state.times_ms.weight_share}};
    if (state.p2p)
        json["p2p"] = name_of(*state.p2p);
    Json curves = Json::array();
    for (const CurveOf curve : state.curves)
        curves.push_back(name_of(curve));
    json["curves"] = std::move(curves);
    json["colours"] = name_of(state.colours);
    std::string text = json_text(json, 1) + "\n";
    (void)read_lab_state(text, file); // what is written can be read
    return text;
}

} // namespace pipette
