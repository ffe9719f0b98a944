// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/hand_order.h"

#include "core/base/index.h"
#include "core/schedule/idle_share.h"
#include "core/schedule/schedule_family.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <span>

namespace pipette {
namespace {

constexpr double rounding = 1e-9; // of shares and of microbatches

std::string microbatches_text(double more, const std::vector<int>& devices) {
    const double count = std::abs(more);
    return fmt::format("{:.3g} {} {} on {} {}", count, count == 1 ? "microbatch" : "microbatches",
                       more > 0 ? "more" : "fewer", devices.size() == 1 ? "device" : "devices",
                       fmt::join(devices, ", "));
}

} // namespace

void apply(ScheduleDraft& order, const OrderMove& move) {
    auto& operations = order.order[index(move.device)];
    if (operations.empty())
        return;
    const int last = static_cast<int>(operations.size()) - 1;
    const auto from = operations.begin() + std::clamp(move.from, 0, last),
               to = operations.begin() + std::clamp(move.to, 0, last);
    if (from < to)
        std::rotate(from, from + 1, to + 1);
    else
        std::rotate(to, from, from + 1);
}

std::string hand_order_refusal(const Schedule& schedule) {
    const std::span<const Operation> all = schedule.operations();
    const auto has = [&](OperationKind kind) {
        return std::any_of(all.begin(), all.end(), [&](const Operation& o) { return o.kind == kind; });
    };
    if (schedule.pipelines() > 1)
        return "runs in two directions; a schedule file holds one";
    if (schedule.size().slices > 1)
        return "cuts microbatches into slices, which a schedule file does not hold";
    if (has(OperationKind::overlapped))
        return "overlaps forwards with backwards, which a schedule file does not hold";
    if (has(OperationKind::recompute))
        return "repeats forwards as operations of their own, which a schedule file does not hold";
    if (!schedule.gradients_cross())
        return "sends no gradients between stages, which a schedule file cannot say";
    return {};
}

std::shared_ptr<const Schedule> published_of(const HandOrder& hand) {
    return hand.published ? make_schedule(*hand.published, hand.order.size) : nullptr;
}

OrderComparison compare_orders(const Timeline& order, const Timeline& published) {
    OrderComparison comparison;
    comparison.step = published.makespan > 0 ? order.makespan / published.makespan - 1 : 0;
    comparison.idle = idle_share(order) - idle_share(published);
    const auto held = [](const Timeline& timeline, std::size_t device) {
        return timeline.devices[device].peak_activations / timeline.schedule->size().chunks;
    };
    for (std::size_t d = 0; d < order.devices.size(); ++d)
        comparison.microbatches.push_back(held(order, d) - held(published, d));
    return comparison;
}

std::string text_of(const OrderComparison& comparison) {
    std::vector<std::string> parts;
    const auto same = [](double more) { return std::abs(more) <= rounding; };
    if (same(comparison.step) && same(comparison.idle) &&
        std::all_of(comparison.microbatches.begin(), comparison.microbatches.end(), same))
        return "step, idle share and memory are the same";
    parts.push_back(same(comparison.step) ? "the same step"
                                          : fmt::format("step {:+.3g} %", 100 * comparison.step));
    if (!same(comparison.idle))
        parts.push_back(fmt::format("idle {:+.3g} points", 100 * comparison.idle));
    std::map<long, std::vector<int>> devices; // by difference, in thousandths
    for (std::size_t d = 0; d < comparison.microbatches.size(); ++d)
        if (const double more = comparison.microbatches[d]; !same(more))
            devices[std::lround(1000 * more)].push_back(static_cast<int>(d));
    for (const auto& [thousandths, on] : devices)
        parts.push_back(microbatches_text(static_cast<double>(thousandths) / 1000, on));
    return fmt::format("{}", fmt::join(parts, ", "));
}

} // namespace pipette
