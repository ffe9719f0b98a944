// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/lessons/lesson_draft.h"

#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/formats/lessons/lesson_json.h"
#include "core/formats/text/json_text.h"

#include <nlohmann/json.hpp>

namespace pipette {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* case_names[]{"a", "b"};

void require_a_lesson_can_hold(const LessonDraft& draft, const std::string& file) {
    const DeviceTimes& times = draft.times_ms;
    if (draft.schedules.empty() || draft.schedules.size() > std::size(case_names))
        throw InputError(file, {}, "cannot be written: there is no schedule");
    for (const auto* list : {&times.forward, &times.backward, &times.link})
        if (list->size() != 1)
            throw InputError(file, {}, "cannot hold times that differ between devices");
    if (times.wrap_link >= 0)
        throw InputError(file, {}, "cannot hold a wrap link");
    for (const LessonDraft::Entry& entry : draft.schedules)
        if (entry.size.slices != 1)
            throw InputError(file, {}, "cannot hold token slices");
}

/// Sizes and times of the first schedule, which the second shares but for what differs.
Json values_of(const LessonDraft& draft) {
    const DeviceTimes& times = draft.times_ms;
    const ScheduleSize& size = draft.schedules.front().size;
    Json values{{"devices", size.devices},     {"microbatches", size.microbatches},
                {"forward", times.forward[0]}, {"backward", times.backward[0]},
                {"link", times.link[0]},       {"weight_share", times.weight_share}};
    if (times.recompute >= 0)
        values["recompute"] = times.recompute;
    if (times.overlapped >= 0)
        values["overlapped"] = times.overlapped;
    return values;
}

Json case_of(const LessonDraft& draft, std::size_t which) {
    const LessonDraft::Entry& entry = draft.schedules[which];
    const ScheduleSize& first = draft.schedules.front().size;
    Json own = Json::object();
    if (entry.size.devices != first.devices)
        own["devices"] = entry.size.devices;
    if (entry.size.microbatches != first.microbatches)
        own["microbatches"] = entry.size.microbatches;
    if (entry.size.chunks != entry.kind.family().default_chunks)
        own["chunks"] = entry.size.chunks;
    Json one{
        {"name", case_names[which]}, {"title", readable(entry.title)}, {"schedule", name_of(entry.kind)}};
    if (draft.p2p)
        one["p2p"] = name_of(*draft.p2p);
    if (!own.empty())
        one["values"] = std::move(own);
    return one;
}

Json choice(const std::string& text, const char* right_when) {
    return {{"text", text}, {"right_when", right_when}};
}

Json question_of(const LessonDraft& draft) {
    if (draft.schedules.size() == 1)
        return {{"prompt", "How much of the time is idle?"},
                {"choices",
                 {choice("Less than a quarter", "a.idle_share < 0.25"),
                  choice("A quarter", "a.idle_share = 0.25"),
                  choice("More than a quarter", "a.idle_share > 0.25")}},
                {"explanation", "**{a.idle_share}** of the time is idle."}};
    return {{"prompt", "Which schedule ends first?"},
            {"choices",
             {choice("The first: " + readable(draft.schedules[0].title), "a.step_time < b.step_time"),
              choice("The second: " + readable(draft.schedules[1].title), "a.step_time > b.step_time"),
              choice("Both take as long", "a.step_time = b.step_time")}},
            {"explanation", "The first takes **{a.step_time}**, the second **{b.step_time}**."}};
}

} // namespace

std::string lesson_to_text(const LessonDraft& draft, const std::string& file) {
    require_a_lesson_can_hold(draft, file);
    Json cases = Json::array();
    std::string title;
    for (std::size_t k = 0; k < draft.schedules.size(); ++k) {
        cases.push_back(case_of(draft, k));
        title += (k > 0 ? " and " : "") + readable(draft.schedules[k].title, 40);
    }
    const Json lesson{{"format", lesson_format},
                      {"version", 1},
                      {"title", title},
                      {"text", {"{a.devices} GPUs train on {a.microbatches} microbatches."}},
                      {"example", {{"values", values_of(draft)}, {"cases", std::move(cases)}}},
                      {"curve", {{"over", "microbatches"}, {"of", "idle_share"}, {"at", {4, 8, 16, 32, 64}}}},
                      {"questions", Json::array({question_of(draft)})}};
    std::string text = json_text(lesson, 1) + "\n";
    (void)parse_lesson(text,
                       file); // what is written can be read: sizes that a lesson does not allow are refused
    return text;
}

} // namespace pipette
