// SPDX-License-Identifier: GPL-3.0-or-later
// A lab's state as one line.
#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/formats/lab/lab_state.h"
#include "core/formats/lab/lab_words.h"
#include "core/formats/text/json_names.h"

#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace pipette {
namespace {

constexpr std::string_view beginning = "pipette-lab:", not_shown = "-", no_curves = "none";
constexpr std::size_t longest_text = std::size_t{1} << 15; // three lists of times for 256 devices fit

/// Without the blanks and line ends that a mail or a terminal leaves around a text.
std::string_view bare(std::string_view text) {
    constexpr std::string_view blank = " \t\r\n";
    const std::size_t start = text.find_first_not_of(blank);
    return start == std::string_view::npos ? std::string_view()
                                           : text.substr(start, text.find_last_not_of(blank) - start + 1);
}

[[noreturn]] void refuse(std::string_view part, const std::string& reason) {
    throw InputError({}, in_quotes(part), reason);
}

std::vector<std::string_view> pieces(std::string_view text, char between) {
    std::vector<std::string_view> all;
    for (;;) {
        const std::size_t end = text.find(between);
        all.push_back(text.substr(0, end));
        if (end == std::string_view::npos)
            return all;
        text.remove_prefix(end + 1);
    }
}

/// The whole word as a number; empty: it is none.
template <class Number>
std::optional<Number> number_in(std::string_view word) {
    Number value{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size())
        return std::nullopt;
    return value;
}

double time_in(std::string_view part, std::string_view word, const Bounds& bounds = bounds::schedule_time) {
    const auto value = number_in<double>(word);
    if (!value || !bounds.hold(*value))
        refuse(part, fmt::format("{} is no number of {}", in_quotes(word), text_of(bounds)));
    return *value;
}

std::vector<double> times_in(std::string_view part, std::string_view words) {
    std::vector<double> times;
    for (const std::string_view word : pieces(words, ','))
        times.push_back(time_in(part, word));
    if (times.size() > static_cast<std::size_t>(bounds::lab_devices.most))
        refuse(part, fmt::format("has {} numbers, expected one, or one for each of {} devices at most",
                                 times.size(), bounds::lab_devices.most));
    return times;
}

/// "1f1b,8x16x1x1".
LabState::Entry entry_in(std::string_view part) {
    const std::size_t comma = part.find(',');
    const std::string_view name = part.substr(0, comma);
    const auto kind = schedule_named(name);
    if (!kind)
        refuse(part, fmt::format("{} is no schedule, expected one of {}", in_quotes(name),
                                 Registry<ScheduleFamily>::names()));
    const auto sizes = comma == std::string_view::npos ? std::vector<std::string_view>()
                                                       : pieces(part.substr(comma + 1), 'x');
    if (sizes.size() != 4)
        refuse(part, "expected the sizes behind the schedule, devices x microbatches x chunks x slices, as "
                     "in 8x16x1x1");
    const auto size = [&](std::size_t which, const WholeBounds& bounds) {
        const auto value = number_in<int>(sizes[which]);
        if (!value || !bounds.hold(*value))
            refuse(part, fmt::format("{} is no number of {}", in_quotes(sizes[which]), text_of(bounds)));
        return *value;
    };
    return {*kind,
            {size(0, bounds::lab_devices), size(1, bounds::lab_microbatches), size(2, bounds::lab_chunks),
             size(3, bounds::lab_slices)}};
}

std::vector<CurveOf> curves_in(std::string_view part, std::string_view words) {
    std::vector<CurveOf> curves;
    if (words == no_curves)
        return curves;
    for (const std::string_view word : pieces(words, ',')) {
        const auto curve = value_named<CurveOf>(lab_curve_names, word);
        if (!curve || !add_curve(curves, *curve))
            refuse(part, fmt::format("expected {}, or none", lab_curve_choices));
    }
    return curves;
}

/// Heeds "f=1,2" and all else with a name in front. False: there is no such name.
bool heed(std::string_view part, std::string_view name, std::string_view words, LabState& state) {
    DeviceTimes& times = state.times_ms;
    if (name == "f")
        times.forward = times_in(part, words);
    else if (name == "b")
        times.backward = times_in(part, words);
    else if (name == "l")
        times.link = times_in(part, words);
    else if (name == "wrap")
        times.wrap_link = time_in(part, words);
    else if (name == "w")
        times.weight_share = time_in(part, words, weight_share_bounds);
    else if (name == "r")
        times.recompute = time_in(part, words);
    else if (name == "o")
        times.overlapped = time_in(part, words);
    else if (name == "curves")
        state.curves = curves_in(part, words);
    else if (name == "p2p") {
        state.p2p = p2p_named(words);
        if (!state.p2p)
            refuse(part, fmt::format("expected {}", p2p_choices));
    } else if (name == "colours") {
        const auto colours = value_named<BarColours>(lab_colour_names, words);
        if (!colours)
            refuse(part, fmt::format("expected {}", lab_colour_choices));
        state.colours = *colours;
    } else
        return false;
    return true;
}

} // namespace

bool is_lab_text(std::string_view text) {
    return bare(text).starts_with(beginning);
}

LabState lab_state_from_text(std::string_view text) {
    text = bare(text);
    if (!is_lab_text(text))
        throw InputError(
            {}, {},
            fmt::format("{} is no lab, expected a text that begins with {}", in_quotes(text), beginning));
    if (text.size() > longest_text)
        refuse(text, fmt::format("has {} characters, expected {} at most", text.size(), longest_text));
    LabState state;
    std::size_t place = 0;
    std::set<std::string_view> heeded;
    for (const std::string_view part : pieces(text.substr(beginning.size()), ';')) {
        const std::size_t sign = part.find('=');
        if (sign == std::string_view::npos) {
            if (place == most_lab_schedules || !heeded.empty())
                refuse(part, fmt::format("expected {} schedules at most, in front of all else",
                                         most_lab_schedules));
            if (place == 0 || part != not_shown)
                state.schedules[place] = entry_in(part);
            ++place;
            continue;
        }
        const std::string_view name = part.substr(0, sign);
        if (place == 0)
            refuse(part, "expected a schedule in front");
        if (!heeded.insert(name).second)
            refuse(part, fmt::format("{} is there twice", in_quotes(name)));
        if (!heed(part, name, part.substr(sign + 1), state))
            refuse(part, fmt::format("{} is not known, expected f, b, l, wrap, w, r, o, p2p, curves or "
                                     "colours",
                                     in_quotes(name)));
    }
    return state;
}

std::string lab_state_to_text(const LabState& state) {
    const LabState usual;
    const DeviceTimes& times = state.times_ms;
    std::string text(beginning);
    std::size_t written = 0;
    for (std::size_t place = 0; place < state.schedules.size(); ++place) {
        const auto& entry = state.schedules[place];
        if (!entry)
            continue;
        for (; written < place; ++written)
            text += fmt::format("{};", not_shown);
        ++written;
        const ScheduleSize& size = entry->size;
        text += fmt::format("{},{}x{}x{}x{};", name_of(entry->kind), size.devices, size.microbatches,
                            size.chunks, size.slices);
    }
    text += fmt::format("f={};b={};l={}", fmt::join(times.forward, ","), fmt::join(times.backward, ","),
                        fmt::join(times.link, ","));
    if (times.wrap_link >= 0)
        text += fmt::format(";wrap={}", times.wrap_link);
    if (times.weight_share != usual.times_ms.weight_share)
        text += fmt::format(";w={}", times.weight_share);
    if (times.recompute >= 0)
        text += fmt::format(";r={}", times.recompute);
    if (times.overlapped >= 0)
        text += fmt::format(";o={}", times.overlapped);
    if (state.p2p)
        text += fmt::format(";p2p={}", name_of(*state.p2p));
    if (state.curves != usual.curves) {
        std::vector<std::string_view> names;
        for (const CurveOf curve : state.curves)
            names.push_back(name_of(curve));
        text += fmt::format(";curves={}", names.empty() ? std::string(no_curves)
                                                        : fmt::format("{}", fmt::join(names, ",")));
    }
    if (state.colours != usual.colours)
        text += fmt::format(";colours={}", name_of(state.colours));
    (void)lab_state_from_text(text); // what is written can be read
    return text;
}

} // namespace pipette
