// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/schedule_graph.h"

#include "core/base/index.h"
#include "core/base/input_error.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace pipette {
namespace {

constexpr std::size_t most_listed = std::size_t{1} << 22; // operations whose absence is listed one by one

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

ScheduleGraph::ScheduleGraph(const ScheduleDraft& draft, std::vector<OrderFault>* faults)
    : draft_(draft), faults_(faults) {
    number(draft);
    if (faults_ != nullptr)
        list_missing();
    if (faults_ == nullptr || faults_->empty())
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
    // Before tables are laid out for sizes that a file only claims.
    const std::size_t least = faults_ == nullptr                     ? forwards_needed(draft)
                              : forwards_needed(draft) > most_listed ? forwards_needed(draft)
                                                                     : 0;
    if (given < least)
        refuse_forwards(draft, given);
    const std::size_t cells = forwards_needed(draft) * index(draft.pipelines);
    forward_.assign(cells, -1), backward_.assign(cells, -1), weight_.assign(cells, -1);
    order_offset.assign(1, 0);
    for (std::size_t d = 0; d < draft.order.size(); ++d) {
        for (Operation o : draft.order[d]) {
            o.device = static_cast<std::uint16_t>(d);
            const auto i = static_cast<std::int32_t>(operations.size());
            operations.push_back(o);
            order.push_back(i);
            if (has_forward(o))
                enter(forward_, o, i);
            if (has_backward(o)) {
                Operation half = o;
                half.pipeline = pipette::backward_pipeline(o), half.stage = pipette::backward_stage(o);
                half.microbatch = pipette::backward_microbatch(o);
                enter(backward_, half, i);
            }
            if (o.kind == OperationKind::weight_gradient)
                enter(weight_, o, i);
        }
        order_offset.push_back(static_cast<std::int32_t>(operations.size()));
    }
    const auto n = static_cast<std::int32_t>(operations.size());
    before.assign(operations.size(), n), after.assign(operations.size(), n);
    for (std::size_t d = 0; d + 1 < order_offset.size(); ++d)
        for (std::int32_t k = order_offset[d] + 1; k < order_offset[d + 1]; ++k)
            before[index(k)] = k - 1, after[index(k - 1)] = k;
}

/// `work`: what operation i does, or its backward half.
void ScheduleGraph::enter(std::vector<std::int32_t>& table, const Operation& work, std::int32_t i) {
    const bool inside = work.pipeline < draft_.pipelines && work.stage < draft_.stages &&
                        work.microbatch >= 0 && work.microbatch < draft_.size.microbatches &&
                        work.slice < draft_.size.slices;
    if (!inside)
        return fail(OrderFaultKind::unknown, i);
    if (draft_.device_of_part[index(work.pipeline * draft_.stages + work.stage)] != work.device)
        return fail(OrderFaultKind::wrong_device, i);
    std::int32_t& cell = table[place(work.pipeline, work.stage, work.microbatch, work.slice)];
    if (cell >= 0)
        return fail(OrderFaultKind::twice, i);
    cell = i;
}

void ScheduleGraph::fail(OrderFaultKind kind, std::int32_t i) {
    const Operation& o = operations[index(i)];
    if (faults_ != nullptr) {
        faults_->push_back({kind, o, i - order_offset[o.device]});
        return;
    }
    throw InputError(draft_.name, describe(i),
                     kind == OrderFaultKind::unknown        ? "there is no such stage, microbatch or slice"
                     : kind == OrderFaultKind::wrong_device ? "another device holds this stage"
                                                            : "the operation is there twice");
}

/// Every stage needs a forward and a backward of every microbatch, in one of the pipelines, and a weight
/// gradient where the backward is split.
void ScheduleGraph::list_missing() {
    const auto split = [](const Operation& o) { return o.kind == OperationKind::input_gradient; };
    const bool splits = std::any_of(operations.begin(), operations.end(), split);
    const auto miss = [&](OperationKind kind, int pipeline, int stage, int microbatch, int slice) {
        Operation o;
        o.kind = kind, o.pipeline = static_cast<std::uint8_t>(pipeline);
        o.stage = static_cast<std::uint16_t>(stage), o.slice = static_cast<std::uint16_t>(slice);
        o.microbatch = microbatch;
        o.device = draft_.device_of_part[index(pipeline * draft_.stages + stage)];
        faults_->push_back({OrderFaultKind::missing, o, -1});
    };
    for (int stage = 0; stage < draft_.stages; ++stage)
        for (int microbatch = 0; microbatch < draft_.size.microbatches; ++microbatch)
            for (int slice = 0; slice < draft_.size.slices; ++slice) {
                int pipeline = draft_.pipelines - 1; // the one that runs any of it
                const auto at = [&] { return place(pipeline, stage, microbatch, slice); };
                while (pipeline > 0 && forward_[at()] < 0 && backward_[at()] < 0)
                    --pipeline;
                if (forward_[at()] < 0)
                    miss(OperationKind::forward, pipeline, stage, microbatch, slice);
                if (backward_[at()] < 0)
                    miss(splits ? OperationKind::input_gradient : OperationKind::backward, pipeline, stage,
                         microbatch, slice);
                const bool needs_weight =
                    backward_[at()] < 0 ? splits : split(operations[index(backward_[at()])]);
                if (needs_weight && weight_[at()] < 0)
                    miss(OperationKind::weight_gradient, pipeline, stage, microbatch, slice);
            }
}

std::string ScheduleGraph::describe(std::int32_t i) const {
    return describe(operations[index(i)]);
}

std::string ScheduleGraph::describe(const Operation& o) const {
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

ScheduleGraph::Followers::Followers(const ScheduleGraph& graph)
    : offset(graph.operations.size() + 1, 0), degree(graph.operations.size(), 0) {
    for (const std::vector<Dependency>* edges : {&graph.local_, &graph.inputs})
        for (const Dependency& d : *edges)
            ++offset[index(d.from) + 1], ++degree[index(d.to)];
    for (std::size_t i = 0; i < graph.operations.size(); ++i)
        offset[i + 1] += offset[i];
    target.resize(graph.local_.size() + graph.inputs.size());
    std::vector<std::int32_t> cursor(offset.begin(), offset.end() - 1);
    for (const std::vector<Dependency>* edges : {&graph.local_, &graph.inputs})
        for (const Dependency& d : *edges)
            target[index(cursor[index(d.from)]++)] = d.to;
}

std::span<const std::int32_t> ScheduleGraph::Followers::of(std::int32_t i) const {
    return std::span(target).subspan(index(offset[index(i)]), index(offset[index(i) + 1] - offset[index(i)]));
}

bool ScheduleGraph::sort() {
    Followers followers(*this);
    sorted_.clear();
    done_.assign(operations.size(), 0);
    std::vector<std::int32_t> next(order_offset.begin(), order_offset.end() - 1);
    for (bool moved = true; moved;) {
        moved = false;
        for (std::size_t d = 0; d < next.size(); ++d) {
            if (next[d] == order_offset[d + 1] || followers.degree[index(next[d])] > 0)
                continue;
            const std::int32_t i = next[d]++;
            sorted_.push_back(i);
            done_[index(i)] = 1;
            for (const std::int32_t to : followers.of(i))
                --followers.degree[index(to)];
            moved = true;
        }
    }
    return sorted_.size() == operations.size();
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
