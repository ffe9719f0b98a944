// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/schedule_graph.h"

#include "core/base/index.h"
#include "core/base/input_error.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

// Each microbatch runs in one of the pipelines.
std::size_t forwards_needed(const ScheduleDraft& draft) {
    return index(draft.stages) * index(draft.size.microbatches) * index(draft.size.slices);
}

void refuse_forwards(const ScheduleDraft& draft, std::size_t given) {
    throw InputError(draft.name, "",
                     fmt::format("{} forwards given, {} stages x {} microbatches x {} slices need {}", given,
                                 draft.stages, draft.size.microbatches, draft.size.slices,
                                 forwards_needed(draft)));
}

} // namespace

ScheduleGraph::ScheduleGraph(const ScheduleDraft& draft) : draft_(draft) {
    number(draft);
    connect();
}

std::size_t ScheduleGraph::place(int pipeline, int stage, int microbatch, int slice) const {
    const std::size_t part = index(pipeline * draft_.stages + stage);
    return (part * index(draft_.size.microbatches) + index(microbatch)) * index(draft_.size.slices) +
           index(slice);
}

void ScheduleGraph::number(const ScheduleDraft& draft) {
    std::size_t given = 0;
    for (const auto& device : draft.order)
        for (const Operation& o : device)
            given += has_forward(o);
    if (given < forwards_needed(draft)) // before tables are laid out for sizes that a file only claims
        refuse_forwards(draft, given);
    const std::size_t cells = forwards_needed(draft) * index(draft.pipelines);
    forward_.assign(cells, -1), backward_.assign(cells, -1), weight_.assign(cells, -1);
    order_offset.assign(1, 0);
    const auto enter = [&](std::vector<std::int32_t>& table, int pipeline, int stage, int microbatch,
                           int slice, std::int32_t i) {
        const bool inside = pipeline < draft.pipelines && stage < draft.stages && microbatch >= 0 &&
                            microbatch < draft.size.microbatches && slice < draft.size.slices;
        if (!inside)
            throw InputError(draft.name, describe(i), "there is no such stage, microbatch or slice");
        if (draft.device_of_part[index(pipeline * draft.stages + stage)] != operations[index(i)].device)
            throw InputError(draft.name, describe(i), "another device holds this stage");
        std::int32_t& cell = table[place(pipeline, stage, microbatch, slice)];
        if (cell >= 0)
            throw InputError(draft.name, describe(i), "the operation is there twice");
        cell = i;
    };
    for (std::size_t d = 0; d < draft.order.size(); ++d) {
        for (Operation o : draft.order[d]) {
            o.device = static_cast<std::uint16_t>(d);
            const auto i = static_cast<std::int32_t>(operations.size());
            operations.push_back(o);
            order.push_back(i);
            if (has_forward(o))
                enter(forward_, o.pipeline, o.stage, o.microbatch, o.slice, i);
            if (has_backward(o))
                enter(backward_, pipette::backward_pipeline(o), pipette::backward_stage(o),
                      pipette::backward_microbatch(o), o.slice, i);
            if (o.kind == OperationKind::weight_gradient)
                enter(weight_, o.pipeline, o.stage, o.microbatch, o.slice, i);
        }
        order_offset.push_back(static_cast<std::int32_t>(operations.size()));
    }
    const auto n = static_cast<std::int32_t>(operations.size());
    before.assign(operations.size(), n), after.assign(operations.size(), n);
    for (std::size_t d = 0; d + 1 < order_offset.size(); ++d)
        for (std::int32_t k = order_offset[d] + 1; k < order_offset[d + 1]; ++k)
            before[index(k)] = k - 1, after[index(k - 1)] = k;
}

std::string ScheduleGraph::describe(std::int32_t i) const {
    const Operation& o = operations[index(i)];
    std::string text =
        fmt::format("device {} {}{} stage {}", o.device, letter_of(o.kind), o.microbatch, o.stage);
    if (draft_.size.slices > 1)
        text += fmt::format(" slice {}", o.slice);
    return text;
}

std::int32_t ScheduleGraph::find(const std::vector<std::int32_t>& table, int pipeline, int stage,
                                 int microbatch, int slice, Ink what) const {
    const std::int32_t i = table[place(pipeline, stage, microbatch, slice)];
    if (i < 0)
        throw InputError(draft_.name, fmt::format("microbatch {} stage {}", microbatch, stage),
                         fmt::format("its {} is missing", name_of(what)));
    return i;
}

void ScheduleGraph::connect() {
    const int stages = draft_.stages;
    input_offset.assign(1, 0);
    for (std::int32_t i = 0; i < static_cast<std::int32_t>(operations.size()); ++i) {
        const Operation& o = operations[index(i)];
        const auto need = [&](std::int32_t from, int send) {
            if (operations[index(from)].device == o.device)
                local_.push_back({from, i, 0});
            else
                inputs.push_back({from, i, static_cast<std::uint16_t>(send)});
        };
        if (has_forward(o) && o.stage > 0)
            need(find(forward_, o.pipeline, o.stage - 1, o.microbatch, o.slice, Ink::forward),
                 1 + 2 * (o.pipeline * stages + o.stage - 1));
        if (has_backward(o)) {
            const int pipeline = pipette::backward_pipeline(o), stage = pipette::backward_stage(o);
            const int microbatch = pipette::backward_microbatch(o);
            need(find(forward_, pipeline, stage, microbatch, o.slice, Ink::forward), 0);
            if (draft_.gradients_cross && stage + 1 < stages)
                need(find(backward_, pipeline, stage + 1, microbatch, o.slice, Ink::backward),
                     2 + 2 * (pipeline * stages + stage));
            if (o.slice + 1 < draft_.size.slices)
                need(find(backward_, pipeline, stage, microbatch, o.slice + 1, Ink::backward), 0);
            if (o.kind == OperationKind::input_gradient)
                find(weight_, pipeline, stage, microbatch, o.slice, Ink::weight_gradient);
        }
        if (has_forward(o) && o.slice > 0) // attention looks back at the slices before
            need(find(forward_, o.pipeline, o.stage, o.microbatch, o.slice - 1, Ink::forward), 0);
        if (has_forward(o))
            find(backward_, o.pipeline, o.stage, o.microbatch, o.slice, Ink::backward);
        if (o.kind == OperationKind::weight_gradient)
            need(find(backward_, o.pipeline, o.stage, o.microbatch, o.slice, Ink::input_gradient), 0);
        if (o.kind == OperationKind::recompute) {
            need(find(forward_, o.pipeline, o.stage, o.microbatch, o.slice, Ink::forward), 0);
            local_.push_back(
                {i, find(backward_, o.pipeline, o.stage, o.microbatch, o.slice, Ink::backward), 0});
        }
        input_offset.push_back(static_cast<std::int32_t>(inputs.size()));
    }
    std::size_t forwards = 0;
    for (const std::int32_t i : forward_)
        forwards += i >= 0;
    if (forwards != forwards_needed(draft_))
        refuse_forwards(draft_, forwards);
}

bool ScheduleGraph::sort() {
    std::vector<std::int32_t> degree(operations.size(), 0), offset(operations.size() + 1, 0);
    std::vector<std::pair<std::int32_t, std::int32_t>> edges;
    for (const Dependency& d : local_)
        edges.emplace_back(d.from, d.to);
    for (const Dependency& d : inputs)
        edges.emplace_back(d.from, d.to);
    for (const auto& [from, to] : edges)
        ++offset[index(from) + 1], ++degree[index(to)];
    for (std::size_t i = 0; i < operations.size(); ++i)
        offset[i + 1] += offset[i];
    std::vector<std::int32_t> target(edges.size());
    std::vector<std::int32_t> cursor(offset.begin(), offset.end() - 1);
    for (const auto& [from, to] : edges)
        target[index(cursor[index(from)]++)] = to;

    sorted_.clear();
    done_.assign(operations.size(), 0);
    std::vector<std::int32_t> next(order_offset.begin(), order_offset.end() - 1);
    for (bool moved = true; moved;) {
        moved = false;
        for (std::size_t d = 0; d < next.size(); ++d) {
            if (next[d] == order_offset[d + 1] || degree[index(next[d])] > 0)
                continue;
            const std::int32_t i = next[d]++;
            sorted_.push_back(i);
            done_[index(i)] = 1;
            for (std::int32_t e = offset[index(i)]; e < offset[index(i) + 1]; ++e)
                --degree[index(target[index(e)])];
            moved = true;
        }
    }
    return sorted_.size() == operations.size();
}

std::string ScheduleGraph::deadlock() const {
    const auto n = static_cast<std::int32_t>(operations.size());
    // From any operation that never ran, walk to something it waits for; what is met twice is on a cycle.
    const auto waits_for = [&](std::int32_t i) {
        for (std::int32_t e = input_offset[index(i)]; e < input_offset[index(i) + 1]; ++e)
            if (!done_[index(inputs[index(e)].from)])
                return inputs[index(e)].from;
        for (const Dependency& d : local_)
            if (d.to == i && !done_[index(d.from)] && d.from > i)
                return d.from;
        return before[index(i)];
    };
    std::int32_t i = 0;
    while (i < n && done_[index(i)])
        ++i;
    std::vector<std::int32_t> seen_at(operations.size(), -1), path;
    while (seen_at[index(i)] < 0) {
        seen_at[index(i)] = static_cast<std::int32_t>(path.size());
        path.push_back(i);
        i = waits_for(i);
    }
    std::string text = "the orders deadlock: ";
    const std::size_t first = index(seen_at[index(i)]);
    constexpr std::size_t most = 12; // operations named; long cycles are cut in the middle
    for (std::size_t k = first; k < path.size(); ++k) {
        if (path.size() - first > most && k - first == most / 2) {
            text += fmt::format("... {} more ... waits for ", path.size() - first - most);
            k = path.size() - most / 2;
        }
        text += describe(path[k]) + " waits for ";
    }
    return text + describe(i);
}

void ScheduleGraph::renumber() {
    const auto n = static_cast<std::int32_t>(operations.size());
    std::vector<std::int32_t> now(operations.size() + 1, n);
    for (std::int32_t k = 0; k < n; ++k)
        now[index(sorted_[index(k)])] = k;
    std::vector<Operation> moved(operations.size());
    std::vector<std::int32_t> moved_before(operations.size()), moved_after(operations.size());
    std::vector<Dependency> moved_inputs;
    moved_inputs.reserve(inputs.size());
    std::vector<std::int32_t> offsets(1, 0);
    for (const std::int32_t i : sorted_) {
        const std::size_t k = index(now[index(i)]);
        moved[k] = operations[index(i)];
        moved_before[k] = now[index(before[index(i)])], moved_after[k] = now[index(after[index(i)])];
        for (std::int32_t e = input_offset[index(i)]; e < input_offset[index(i) + 1]; ++e)
            moved_inputs.push_back({now[index(inputs[index(e)].from)], now[index(i)], inputs[index(e)].send});
        offsets.push_back(static_cast<std::int32_t>(moved_inputs.size()));
    }
    for (std::int32_t& i : order)
        i = now[index(i)];
    operations = std::move(moved), before = std::move(moved_before), after = std::move(moved_after);
    inputs = std::move(moved_inputs), input_offset = std::move(offsets);
}

} // namespace pipette
