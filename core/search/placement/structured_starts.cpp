// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/placement/structured_starts.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace pipette {
namespace {

/// In which order nodes are filled with their tiles of stages and replicas.
enum class FillOrder { along_stages, along_replicas, there_and_back };

/// Stages one beside the other.
using StageOrder = std::vector<std::uint32_t>;

StageOrder in_order(std::uint32_t stages) {
    StageOrder order(stages);
    std::iota(order.begin(), order.end(), 0u);
    return order;
}

/// The last `turn` come first.
StageOrder turned(std::uint32_t stages, std::uint32_t turn) {
    StageOrder order = in_order(stages);
    std::rotate(order.begin(), order.end() - std::ptrdiff_t(turn), order.end());
    return order;
}

/// First, last, second, last but one...
StageOrder folded(std::uint32_t stages) {
    StageOrder order;
    for (std::uint32_t i = 0; order.size() < stages; ++i) {
        order.push_back(i);
        if (order.size() < stages)
            order.push_back(stages - 1 - i);
    }
    return order;
}

/// Fills node after node of `together` slots with `wide` stages of as many replicas as there is room for.
std::vector<std::uint32_t> tiled(const PlacementProblem& problem, const StageOrder& stages,
                                 std::uint32_t wide, FillOrder order) {
    const auto devices = std::uint32_t(problem.devices), replicas = std::uint32_t(problem.replicas),
               high = std::uint32_t(problem.most_local) / wide;
    const std::uint32_t across = devices / wide, down = replicas / high;
    std::vector<std::uint32_t> slot_of_block(std::size_t(devices) * replicas);
    for (std::uint32_t at = 0; at < devices; ++at)
        for (std::uint32_t replica = 0; replica < replicas; ++replica) {
            const std::uint32_t column = at / wide, row = replica / high;
            std::uint32_t node = 0;
            switch (order) {
            case FillOrder::along_stages:
                node = row * across + column;
                break;
            case FillOrder::along_replicas:
                node = column * down + row;
                break;
            case FillOrder::there_and_back:
                node = row * across + (row % 2 == 0 ? column : across - 1 - column);
                break;
            }
            slot_of_block[replica * devices + stages[at]] =
                node * std::uint32_t(problem.most_local) + at % wide * high + replica % high;
        }
    return slot_of_block;
}

} // namespace

std::vector<std::vector<std::uint32_t>> structured_starts(const PlacementProblem& problem) {
    std::vector<std::vector<std::uint32_t>> starts;
    if (std::any_of(problem.layout.fixed.begin(), problem.layout.fixed.end(), [](char f) { return f != 0; }))
        return starts;
    starts.push_back(problem.layout.slot_of_block);
    starts.emplace_back(starts.front().size());
    std::iota(starts.back().begin(), starts.back().end(), 0u);
    const auto devices = std::uint32_t(problem.devices), replicas = std::uint32_t(problem.replicas),
               together = std::uint32_t(problem.most_local);
    if (!problem.nodes_movable && together > 1)
        return starts;
    for (std::uint32_t wide = 1; wide <= std::min(devices, together); ++wide) {
        if (together % wide != 0 || devices % wide != 0 || replicas % (together / wide) != 0)
            continue;
        std::vector<StageOrder> orders{in_order(devices)};
        if (wide > 1 && wide < devices) {
            orders.push_back(turned(devices, wide / 2));
            orders.push_back(folded(devices));
        }
        for (const StageOrder& stages : orders)
            for (const FillOrder order :
                 {FillOrder::along_stages, FillOrder::along_replicas, FillOrder::there_and_back})
                if (std::vector<std::uint32_t> start = tiled(problem, stages, wide, order);
                    std::find(starts.begin(), starts.end(), start) == starts.end())
                    starts.push_back(std::move(start));
    }
    return starts;
}

} // namespace pipette
