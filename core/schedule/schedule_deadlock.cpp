// SPDX-License-Identifier: GPL-3.0-or-later
// What ScheduleGraph tells of orders that wait for each other.
#include "core/base/index.h"
#include "core/schedule/schedule_graph.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace pipette {

std::vector<int> ScheduleGraph::operations_run() const {
    std::vector<int> run(order_offset.size() - 1, 0);
    for (const std::int32_t i : sorted_)
        ++run[operations[index(i)].device];
    return run;
}

std::vector<std::vector<Operation>> ScheduleGraph::repaired_order() const {
    std::vector<std::vector<Operation>> repaired(order_offset.size() - 1);
    Followers followers(*this);
    std::vector<std::int32_t> ready = sorted_; // of all, those that run come first
    const auto release = [&](std::size_t k) {
        const std::int32_t i = ready[k];
        repaired[operations[index(i)].device].push_back(operations[index(i)]);
        for (const std::int32_t to : followers.of(i))
            if (--followers.degree[index(to)] == 0 && !done_[index(to)])
                ready.push_back(to);
    };
    for (const std::int32_t i : order)
        if (!done_[index(i)] && followers.degree[index(i)] == 0)
            ready.push_back(i);
    for (std::size_t k = 0; k < ready.size(); ++k)
        release(k);
    return repaired;
}

std::vector<OrderWait> ScheduleGraph::cycle() const {
    const std::vector<int> run = operations_run();
    std::vector<std::vector<Step>> steps(run.size()); // [device] what its first stuck operation waits for
    std::vector<std::int32_t> head(run.size(), -1);
    for (std::size_t d = 0; d < run.size(); ++d)
        if (order_offset[d] + run[d] < order_offset[d + 1])
            head[d] = order_offset[d] + run[d];
    const auto add = [&](const Dependency& edge, WaitReason reason) {
        const std::size_t d = operations[index(edge.to)].device;
        if (edge.to == head[d] && !done_[index(edge.from)])
            steps[d].push_back({edge.from, reason});
    };
    for (const Dependency& edge : inputs)
        add(edge, edge.is_activation() ? WaitReason::activation : WaitReason::gradient);
    for (const Dependency& edge : local_)
        add(edge, WaitReason::own_work);
    std::vector<Step> shortest;
    for (std::size_t d = 0; d < head.size(); ++d)
        if (head[d] >= 0 && (shortest.empty() || shortest.size() > 1))
            if (auto way = way_back(d, steps);
                shortest.empty() || (!way.empty() && way.size() < shortest.size()))
                shortest = std::move(way);
    std::vector<OrderWait> cycle;
    std::int32_t at = head[operations[index(shortest.back().awaited)].device];
    for (const Step& step : shortest) {
        cycle.push_back({operations[index(at)], operations[index(step.awaited)], step.reason});
        at = head[operations[index(step.awaited)].device];
        if (at != step.awaited)
            cycle.push_back({operations[index(step.awaited)], operations[index(at)], WaitReason::order});
    }
    return cycle;
}

/// The shortest way from a device over what first stuck operations wait for back to it; empty: there is none.
std::vector<ScheduleGraph::Step> ScheduleGraph::way_back(std::size_t device,
                                                         const std::vector<std::vector<Step>>& steps) const {
    struct Reached {
        std::size_t from;
        Step step;
    };
    std::vector<std::optional<Reached>> reached(steps.size());
    std::vector<std::size_t> open{device};
    for (std::size_t k = 0; k < open.size() && !reached[device]; ++k)
        for (const Step& step : steps[open[k]]) {
            const std::size_t to = operations[index(step.awaited)].device;
            if (reached[to])
                continue;
            reached[to] = {open[k], step};
            open.push_back(to);
        }
    std::vector<Step> way;
    if (!reached[device])
        return way;
    std::size_t at = device;
    do {
        way.push_back(reached[at]->step);
        at = reached[at]->from;
    } while (at != device);
    std::reverse(way.begin(), way.end());
    return way;
}

std::string ScheduleGraph::deadlock() const {
    const std::vector<OrderWait> waits = cycle();
    std::string text = "the orders deadlock: ";
    constexpr std::size_t most = 12; // operations named; long cycles are cut in the middle
    for (std::size_t k = 0; k < waits.size(); ++k) {
        if (waits.size() > most && k == most / 2) {
            text += fmt::format("... {} more ... waits for ", waits.size() - most);
            k = waits.size() - most / 2;
        }
        text += describe(waits[k].operation) + " waits for ";
    }
    return text + describe(waits.front().operation);
}

} // namespace pipette
