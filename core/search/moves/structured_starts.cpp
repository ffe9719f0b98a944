// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/moves/structured_starts.h"

#include "core/search/moves/seatings.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace pipette {
namespace {

/// In which order units are filled with their tiles of stages and replicas.
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

/// Fills unit after unit of the seating with `wide` stages of as many replicas as there is room for.
std::vector<std::uint32_t> tiled(const PlacementProblem& problem, const Seating& seating,
                                 const StageOrder& stages, std::uint32_t wide, FillOrder order) {
    const auto devices = std::uint32_t(problem.devices), replicas = std::uint32_t(problem.replicas),
               high = seating.together / wide;
    const std::uint32_t across = devices / wide, down = replicas / high;
    std::vector<std::uint32_t> slot_of_block(std::size_t(devices) * replicas);
    for (std::uint32_t at = 0; at < devices; ++at)
        for (std::uint32_t replica = 0; replica < replicas; ++replica) {
            const std::uint32_t column = at / wide, row = replica / high;
            std::uint32_t unit = 0;
            switch (order) {
            case FillOrder::along_stages:
                unit = row * across + column;
                break;
            case FillOrder::along_replicas:
                unit = column * down + row;
                break;
            case FillOrder::there_and_back:
                unit = row * across + (row % 2 == 0 ? column : across - 1 - column);
                break;
            }
            slot_of_block[replica * devices + stages[at]] =
                seating.slots[unit * seating.together + at % wide * high + replica % high];
        }
    return slot_of_block;
}

/// Stages with the most work on the fastest slots, all replicas of one before the next; equal ones in order.
/// Empty where all slots have one kind of GPUs.
std::vector<std::uint32_t> heaviest_on_fastest(const PlacementProblem& problem) {
    const PipelineProblem& pipeline = problem.pipeline;
    const auto kind_of = [&](std::uint32_t slot) {
        return problem.links->kind_of_gpu[std::size_t(problem.layout.gpus_of(int(slot)).front())];
    };
    std::vector<std::uint32_t> slots = in_order(std::uint32_t(problem.places()));
    if (std::all_of(slots.begin(), slots.end(), [&](std::uint32_t s) { return kind_of(s) == kind_of(0); }))
        return {};
    std::vector<double> of_class(std::size_t(pipeline.classes), 0), of_stage(std::size_t(problem.devices), 0);
    for (std::size_t type = 0; type < of_class.size(); ++type)
        for (std::size_t chunk = 0; chunk < std::size_t(pipeline.chunks); ++chunk) {
            const std::size_t at = type * std::size_t(pipeline.chunks) + chunk;
            const double pass_s = pipeline.forward[at] + pipeline.backward[at];
            of_class[type] += pass_s;
            of_stage[std::size_t(pipeline.device_of_chunk[chunk])] += pass_s;
        }
    std::stable_sort(slots.begin(), slots.end(), [&](std::uint32_t a, std::uint32_t b) {
        return of_class[problem.slots[a].kind] < of_class[problem.slots[b].kind];
    });
    StageOrder stages = in_order(std::uint32_t(problem.devices));
    std::stable_sort(stages.begin(), stages.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return of_stage[a] > of_stage[b]; });
    std::vector<std::uint32_t> slot_of_block(std::size_t(problem.blocks()));
    for (std::size_t at = 0; at < stages.size(); ++at)
        for (std::size_t replica = 0; replica < std::size_t(problem.replicas); ++replica)
            slot_of_block[replica * stages.size() + stages[at]] =
                slots[at * std::size_t(problem.replicas) + replica];
    return slot_of_block;
}

/// Those of one seating.
class StartsOfSeating {
public:
    StartsOfSeating(const PlacementProblem& problem, const Seating& seating,
                    std::vector<std::vector<std::uint32_t>>& starts)
        : problem_(problem), seating_(seating), starts_(starts) {}

    void add() {
        std::vector<std::uint32_t> start = problem_.layout.slot_of_block;
        for (std::uint32_t& slot : start) // where the block is in rank order
            slot = seating_.slots[slot];
        add(std::move(start));
        add(seating_.slots); // pipeline after pipeline
        const auto devices = std::uint32_t(problem_.devices), replicas = std::uint32_t(problem_.replicas),
                   together = seating_.together;
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
                    add(tiled(problem_, seating_, stages, wide, order));
        }
    }

private:
    void add(std::vector<std::uint32_t> start) {
        if (std::find(starts_.begin(), starts_.end(), start) == starts_.end())
            starts_.push_back(std::move(start));
    }

    const PlacementProblem& problem_;
    const Seating& seating_;
    std::vector<std::vector<std::uint32_t>>& starts_;
};

} // namespace

std::vector<std::vector<std::uint32_t>> structured_starts(const PlacementProblem& problem) {
    std::vector<std::vector<std::uint32_t>> starts;
    if (std::any_of(problem.layout.fixed.begin(), problem.layout.fixed.end(), [](char f) { return f != 0; }))
        return starts;
    starts.push_back(problem.layout.slot_of_block);
    starts.emplace_back(starts.front().size());
    std::iota(starts.back().begin(), starts.back().end(), 0u);
    if (std::vector<std::uint32_t> start = heaviest_on_fastest(problem); !start.empty())
        starts.push_back(std::move(start));
    for (const Seating& seating : seatings(problem))
        StartsOfSeating(problem, seating, starts).add();
    for (const SlotUnits& units : problem.units)
        for (const BlockLine line : {BlockLine::stage, BlockLine::replica}) {
            const int length = line == BlockLine::stage ? problem.replicas : problem.devices;
            const std::size_t most = std::min(units.count(), std::size_t(length));
            for (std::size_t over = 1; over <= most; over += std::max<std::size_t>(1, over / 2))
                if (std::vector<std::uint32_t> start = spread_evenly(problem, units, line, over);
                    !start.empty() && std::find(starts.begin(), starts.end(), start) == starts.end())
                    starts.push_back(std::move(start));
        }
    return starts;
}

} // namespace pipette
