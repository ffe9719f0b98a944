// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/reports/step_data.h"

#include "core/base/readable.h"
#include "core/schedule/idle_share.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

using Json = nlohmann::ordered_json;

/// Every time of a timeline, ascending, each once.
class TimePlaces {
public:
    explicit TimePlaces(const Timeline& timeline) : sorted_{0} {
        sorted_.insert(sorted_.end(), timeline.start.begin(), timeline.start.end());
        sorted_.insert(sorted_.end(), timeline.end.begin(), timeline.end.end());
        for (const TimelineSend& send : timeline.sends)
            sorted_.insert(sorted_.end(), {send.start, send.end});
        for (const TimelineTail& tail : timeline.tails)
            sorted_.insert(sorted_.end(), {tail.start, tail.end});
        std::sort(sorted_.begin(), sorted_.end());
        sorted_.erase(std::unique(sorted_.begin(), sorted_.end()), sorted_.end());
    }
    std::size_t place(double time) const {
        return static_cast<std::size_t>(std::lower_bound(sorted_.begin(), sorted_.end(), time) -
                                        sorted_.begin());
    }
    const std::vector<double>& all() const { return sorted_; }

private:
    std::vector<double> sorted_;
};

/// What the columns of operations hold beside their times.
struct OperationColumns {
    bool stages = false, slices = false, overlapped = false;
    explicit OperationColumns(const Schedule& schedule)
        : stages(schedule.parts() != schedule.devices()),
          slices(schedule.size().slices > 1),
          overlapped(std::any_of(
              schedule.operations().begin(), schedule.operations().end(),
              [](const Operation& operation) { return operation.kind == OperationKind::overlapped; })) {}
};

/// The letter of an operation's kind. Where input and weight gradients are operations of their own, they are
/// b and W: B stays the letter of a whole backward pass.
char letter(OperationKind kind) {
    return kind == OperationKind::input_gradient ? 'b' : letter_of(kind);
}

Json operations_of(const Timeline& timeline, int device, const TimePlaces& times,
                   const OperationColumns& columns) {
    const Schedule& schedule = *timeline.schedule;
    std::string kinds;
    Json microbatch = Json::array(), from = Json::array(), to = Json::array(), stage = Json::array(),
         slice = Json::array(), other_microbatch = Json::array(), other_stage = Json::array();
    for (const std::int32_t i : schedule.order(device)) {
        const Operation& operation = schedule.operation(i);
        const auto k = static_cast<std::size_t>(i);
        if (operation.kind == OperationKind::recompute && timeline.end[k] <= timeline.start[k])
            continue;
        kinds += letter(operation.kind);
        microbatch.push_back(operation.microbatch);
        from.push_back(times.place(timeline.start[k]));
        to.push_back(times.place(timeline.end[k]));
        stage.push_back(operation.stage);
        slice.push_back(operation.slice);
        other_microbatch.push_back(operation.backward_microbatch);
        other_stage.push_back(operation.backward_stage);
    }
    Json json{{"kinds", kinds}, {"microbatch", microbatch}, {"from", from}, {"to", to}};
    if (columns.stages)
        json["stage"] = stage;
    if (columns.slices)
        json["slice"] = slice;
    if (columns.overlapped)
        json["backward_microbatch"] = other_microbatch, json["backward_stage"] = other_stage;
    return json;
}

Json sends_of(const Timeline& timeline, const TimePlaces& times) {
    Json from = Json::array(), to = Json::array(), microbatch = Json::array(), start = Json::array(),
         end = Json::array();
    std::string gradient;
    for (const TimelineSend& send : timeline.sends) {
        if (send.end <= send.start)
            continue;
        const Operation& operation = timeline.schedule->operation(send.from);
        from.push_back(operation.device);
        to.push_back(timeline.schedule->operation(send.to).device);
        microbatch.push_back(send.gradient ? backward_microbatch(operation) : operation.microbatch);
        gradient += send.gradient ? '1' : '0';
        start.push_back(times.place(send.start));
        end.push_back(times.place(send.end));
    }
    return {{"from", from},         {"to", to},       {"microbatch", microbatch},
            {"gradient", gradient}, {"start", start}, {"end", end}};
}

Json devices_of(const ReportStep& step, const TimePlaces& times) {
    const Timeline& timeline = *step.timeline;
    const OperationColumns columns(*timeline.schedule);
    Json devices = Json::array();
    for (int d = 0; d < timeline.schedule->devices(); ++d) {
        const DeviceUse& use = timeline.devices[static_cast<std::size_t>(d)];
        Json device{{"busy", use.busy},
                    {"start", use.start},
                    {"end", use.end},
                    {"peak_activations", use.peak_activations},
                    {"operations", operations_of(timeline, d, times, columns)}};
        Json tails = Json::array();
        for (const TimelineTail& tail : timeline.tails)
            if (tail.device == d)
                tails.push_back(
                    {{"name", tail.name}, {"from", times.place(tail.start)}, {"to", times.place(tail.end)}});
        if (!tails.empty())
            device["tails"] = std::move(tails);
        if (!step.memory.empty()) {
            const StepMemory& memory = step.memory[static_cast<std::size_t>(d)];
            device["memory"] = {{"limit", memory.limit}, {"stays", memory.stays}, {"comes", memory.comes}};
        }
        devices.push_back(std::move(device));
    }
    return devices;
}

} // namespace

bool plays(const ReportStep& step) {
    constexpr int most_operations = 50'000; // some 4 MB
    return step.timeline->schedule->count() <= most_operations;
}

Json step_to_json(const ReportStep& step) {
    const Timeline& timeline = *step.timeline;
    const Schedule& schedule = *timeline.schedule;
    const TimePlaces times(timeline);
    return {{"title", readable(step.title)},
            {"unit", step.unit == StepUnit::seconds ? "s" : ""},
            {"row", step.row},
            {"schedule", readable(schedule.name())},
            {"p2p", name_of(timeline.p2p)},
            {"microbatches", schedule.size().microbatches},
            {"chunks", schedule.size().chunks},
            {"slices", schedule.size().slices},
            {"makespan", timeline.makespan},
            {"total", timeline.total()},
            {"bubble_fraction", timeline.bubble_fraction()},
            {"idle_share", idle_share(timeline)},
            {"times", times.all()},
            {"devices", devices_of(step, times)},
            {"sends", sends_of(timeline, times)}};
}

Json map_to_json(const ReportMap& map) {
    Json names = Json::array(), figures = Json::array();
    for (const std::string& name : map.names)
        names.push_back(readable(name));
    for (const double figure : map.gb_per_s)
        figures.push_back(std::isnan(figure) ? Json() : Json(figure));
    return {
        {"left", map.left}, {"top", map.top}, {"cell", map.cell}, {"names", names}, {"gb_per_s", figures}};
}

} // namespace pipette
