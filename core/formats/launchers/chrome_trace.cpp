// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/launchers/chrome_trace.h"

#include "core/base/index.h"
#include "core/formats/text/json_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <queue>
#include <string>

namespace pipette {
namespace {

// Whole nanoseconds, so that one slice's end is exactly the next one's start.
long long nanoseconds(double seconds) {
    constexpr double most = 9e18; // of whole numbers of 64 bits: three hundred years
    return std::llround(std::min(seconds * 1e9, most));
}

class TraceWriter {
public:
    TraceWriter(const ByteSink& sink, const std::string& about) : sink_(sink) {
        text_ = "{\"displayTimeUnit\":\"ms\",";
        if (!about.empty())
            text_ += fmt::format("\"otherData\":{{\"about\":{}}},", json_text(about));
        text_ += "\"traceEvents\":[\n";
    }
    void slice(std::string_view name, std::string_view category, int lane, double start, double end,
               std::string_view arguments) {
        const long long from = nanoseconds(start), length = nanoseconds(end) - from;
        event(
            R"({{"ph":"X","pid":0,"tid":{},"name":"{}","cat":"{}","ts":{}.{:03},"dur":{}.{:03},"args":{{{}}}}})",
            lane, name, category, from / 1000, from % 1000, length / 1000, length % 1000, arguments);
    }
    void arrow(std::size_t id, bool begins, int lane, double seconds) {
        const long long ns = nanoseconds(seconds);
        event(R"({{"ph":"{}","pid":0,"tid":{},"name":"send","cat":"flow","id":{},"ts":{}.{:03}{}}})",
              begins ? 's' : 'f', lane, id, ns / 1000, ns % 1000, begins ? "" : R"(,"bp":"e")");
    }
    void counter(int device, double seconds, double held) {
        const long long ns = nanoseconds(seconds);
        event(R"({{"ph":"C","pid":0,"name":"activations of device {}","ts":{}.{:03},"args":{{"held":{}}}}})",
              device, ns / 1000, ns % 1000, held);
    }
    void name_lane(int lane, std::string_view name, int place) {
        event(R"({{"ph":"M","pid":0,"tid":{},"name":"thread_name","args":{{"name":"{}"}}}})", lane, name);
        event(R"({{"ph":"M","pid":0,"tid":{},"name":"thread_sort_index","args":{{"sort_index":{}}}}})", lane,
              place);
    }
    void name_process(std::string_view name) {
        event(R"({{"ph":"M","pid":0,"name":"process_name","args":{{"name":"{}"}}}})", name);
    }
    void finish() {
        text_ += "\n]}\n";
        sink_(text_);
    }

private:
    template <typename... Values>
    void event(fmt::format_string<Values...> format, Values&&... values) {
        if (!first_)
            text_ += ",\n";
        first_ = false;
        fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
        if (text_.size() > (1u << 20)) {
            sink_(text_);
            text_.clear();
        }
    }
    const ByteSink& sink_;
    std::string text_;
    bool first_ = true;
};

std::string label(const Operation& o) {
    if (o.kind == OperationKind::overlapped)
        return fmt::format("F{} B{}", o.microbatch, o.backward_microbatch);
    return fmt::format("{}{}", letter_of(o.kind), o.microbatch);
}

// Sends of one device in lanes of their own: each goes to the lane that is free for the longest time.
struct SendLanes {
    std::priority_queue<std::pair<long long, int>, std::vector<std::pair<long long, int>>, std::greater<>>
        free_at;
    template <typename NewLane>
    int take(long long start, long long end, NewLane new_lane) {
        int lane = 0;
        if (!free_at.empty() && free_at.top().first <= start) {
            lane = free_at.top().second;
            free_at.pop();
        } else {
            lane = new_lane();
        }
        free_at.emplace(end, lane);
        return lane;
    }
};

std::vector<std::size_t> sends_by_start(const Timeline& timeline) {
    std::vector<std::size_t> order(timeline.sends.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return timeline.sends[a].start < timeline.sends[b].start;
    });
    return order;
}

} // namespace

void stream_chrome_trace(const Timeline& timeline, const ByteSink& sink, const std::string& about) {
    const Schedule& schedule = *timeline.schedule;
    TraceWriter writer(sink, about);
    writer.name_process("pipeline");
    const int devices = schedule.devices();
    constexpr int places = 64; // of lanes of one device among all
    for (int d = 0; d < devices; ++d)
        writer.name_lane(d, fmt::format("device {}", d), d * places);
    for (int i = 0; i < schedule.count(); ++i) {
        const Operation& o = schedule.operation(i);
        if (timeline.end[index(i)] > timeline.start[index(i)])
            writer.slice(label(o), std::string(1, letter_of(o.kind)), o.device, timeline.start[index(i)],
                         timeline.end[index(i)],
                         fmt::format(R"("microbatch":{},"stage":{},"chunk":{})", o.microbatch, o.stage,
                                     schedule.chunk_of(o)));
    }
    for (const TimelineTail& tail : timeline.tails)
        writer.slice(tail.name, "tail", tail.device, tail.start, tail.end, "");

    int lanes = devices;
    std::vector<SendLanes> of_device(static_cast<std::size_t>(devices));
    std::vector<int> lanes_of(static_cast<std::size_t>(devices), 0);
    for (const std::size_t k : sends_by_start(timeline)) {
        const TimelineSend& send = timeline.sends[k];
        const Operation &from = schedule.operation(send.from), &to = schedule.operation(send.to);
        const auto leaves = timeline.start[index(send.from)] +
                            0.999 * (timeline.end[index(send.from)] - timeline.start[index(send.from)]);
        if (send.end > send.start) {
            const int lane = of_device[from.device].take(nanoseconds(send.start), nanoseconds(send.end), [&] {
                const int number = ++lanes_of[from.device];
                writer.name_lane(lanes, fmt::format("device {} sends {}", from.device, number),
                                 from.device * places + std::min(number, places - 1));
                return lanes++;
            });
            writer.slice(
                fmt::format("S{} to {}", send.gradient ? backward_microbatch(from) : from.microbatch,
                            to.device),
                "S", lane, send.start, send.end,
                fmt::format(R"("to":{},"what":"{}")", to.device, send.gradient ? "gradient" : "activation"));
        }
        writer.arrow(k, true, from.device, leaves);
        writer.arrow(k, false, to.device, timeline.start[index(send.to)]);
    }
    for (int d = 0; d < devices; ++d)
        for (const ActivationStep& step : timeline.activations(d))
            writer.counter(d, step.time, step.held);
    writer.finish();
}

void write_chrome_trace(const std::filesystem::path& path, const Timeline& timeline) {
    write_atomically(path, [&](const ByteSink& sink) { stream_chrome_trace(timeline, sink); });
}

void stream_timeline_csv(const Timeline& timeline, const ByteSink& sink) {
    const Schedule& schedule = *timeline.schedule;
    sink("device,kind,microbatch,chunk,stage,start,end\n");
    for (int d = 0; d < schedule.devices(); ++d)
        for (const std::int32_t i : schedule.order(d)) {
            const Operation& o = schedule.operation(i);
            sink(fmt::format("{},{},{},{},{},{},{}\n", d, letter_of(o.kind), o.microbatch,
                             schedule.chunk_of(o), o.stage, timeline.start[index(i)],
                             timeline.end[index(i)]));
        }
    for (const TimelineSend& send : timeline.sends) {
        const Operation& o = schedule.operation(send.from);
        sink(fmt::format("{},S,{},{},{},{},{}\n", o.device,
                         send.gradient ? backward_microbatch(o) : o.microbatch, schedule.chunk_of(o), o.stage,
                         send.start, send.end));
    }
    for (const TimelineTail& tail : timeline.tails)
        sink(fmt::format("{},{},,,,{},{}\n", tail.device, tail.name, tail.start, tail.end));
}

} // namespace pipette
