// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/schedule.h"

#include "core/base/input_error.h"
#include "core/schedule/schedule_graph.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <utility>

namespace pipette {

Schedule::Schedule(ScheduleDraft draft)
    : size_(draft.size),
      stages_(draft.stages),
      pipelines_(draft.pipelines),
      gradients_cross_(draft.gradients_cross) {
    ScheduleGraph graph(draft);
    if (!graph.sort())
        throw InputError(draft.name, "", graph.deadlock());
    graph.renumber();
    name_ = std::move(draft.name);
    device_of_part_ = std::move(draft.device_of_part);
    operations_ = std::move(graph.operations);
    order_ = std::move(graph.order);
    order_offset_ = std::move(graph.order_offset);
    inputs_ = std::move(graph.inputs);
    input_offset_ = std::move(graph.input_offset);
    before_ = std::move(graph.before);
    after_ = std::move(graph.after);
    for (std::size_t part = 0; part < device_of_part_.size(); ++part)
        chunk_of_part_.push_back(static_cast<std::uint16_t>(
            std::count(device_of_part_.begin(), device_of_part_.begin() + static_cast<std::ptrdiff_t>(part),
                       device_of_part_[part])));
    compile();
    last_backward_.assign(static_cast<std::size_t>(devices()), count());
    for (int d = 0; d < devices(); ++d)
        for (const std::int32_t i : order(d))
            if (has_weight_gradient(operation(i)))
                last_backward_[static_cast<std::size_t>(d)] = i;
    const std::vector<double> ones(static_cast<std::size_t>(stages_), 1.0);
    for (int d = 0; d < devices(); ++d)
        peak_.push_back(peak_activations(d, ones));
}

void Schedule::compile() {
    const std::int32_t n = count();
    std::vector<std::uint16_t> class_of(operations_.size());
    // Operations of one kind and stage take the same time; overlapped ones also by their backward half.
    const auto key = [&](const Operation& o) {
        const auto p = static_cast<std::uint32_t>(part(o.pipeline, o.stage));
        const auto q = o.kind == OperationKind::overlapped
                           ? static_cast<std::uint32_t>(part(o.backward_pipeline, o.backward_stage))
                           : 0u;
        return (static_cast<std::uint64_t>(o.kind) << 40) | (static_cast<std::uint64_t>(p) << 20) | q;
    };
    std::vector<std::uint64_t> keys;
    for (const Operation& o : operations_)
        keys.push_back(key(o));
    std::vector<std::uint64_t> classes = keys;
    std::sort(classes.begin(), classes.end());
    classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
    durations_.resize(classes.size());
    for (std::size_t i = 0; i < keys.size(); ++i) {
        class_of[i] = static_cast<std::uint16_t>(std::lower_bound(classes.begin(), classes.end(), keys[i]) -
                                                 classes.begin());
        const Operation& o = operations_[i];
        recomputes_ = recomputes_ || o.kind == OperationKind::recompute;
        durations_[class_of[i]] = {o.kind, o.device, static_cast<std::uint16_t>(part(o.pipeline, o.stage)),
                                   static_cast<std::uint16_t>(part(o.backward_pipeline, o.backward_stage))};
    }

    steps_.resize(operations_.size());
    for (std::int32_t i = 0; i < n; ++i) {
        const auto in = inputs(i);
        steps_[static_cast<std::size_t>(i)] = {before(i), in.empty() ? n : in[0].from,
                                               in.empty() ? std::uint16_t{0} : in[0].send,
                                               class_of[static_cast<std::size_t>(i)]};
        if (in.size() > 1) {
            second_.resize(operations_.size(), SecondInput{n, 0});
            second_[static_cast<std::size_t>(i)] = {in[1].from, in[1].send};
        }
    }
    const Outputs sent(*this);
    compile_blocking(sent);
    compile_in_turn(sent);
}

/// Which inputs come from each operation, time zero included.
Schedule::Outputs::Outputs(const Schedule& schedule)
    : offset(schedule.operations_.size() + 2, 0), input(schedule.inputs_.size()) {
    const auto from = [](const Dependency& d) { return static_cast<std::size_t>(d.from); };
    for (const Dependency& d : schedule.inputs_)
        ++offset[from(d) + 1];
    std::partial_sum(offset.begin(), offset.end(), offset.begin());
    std::vector<std::int32_t> next = offset;
    for (std::size_t k = 0; k < input.size(); ++k)
        input[static_cast<std::size_t>(next[from(schedule.inputs_[k])]++)] = static_cast<std::int32_t>(k);
}

std::span<const std::int32_t> Schedule::Outputs::of(std::int32_t operation) const {
    const auto i = static_cast<std::size_t>(operation);
    return std::span(input).subspan(static_cast<std::size_t>(offset[i]),
                                    static_cast<std::size_t>(offset[i + 1] - offset[i]));
}

/// A transfer takes part in the exchange after its sender's operation and in the one before its receiver's.
void Schedule::compile_blocking(const Outputs& sent) {
    for (std::int32_t i = 0; i < count(); ++i) {
        for (const std::int32_t k : sent.of(before(i)))
            blocking_.edges.push_back({before(i), inputs_[static_cast<std::size_t>(k)].send});
        for (const Dependency& d : inputs(i)) {
            blocking_.edges.push_back({before(i), d.send});
            blocking_.edges.push_back({d.from, d.send});
        }
        if (sent.of(before(i)).empty() && inputs(i).empty())
            blocking_.edges.push_back({before(i)});
        blocking_.end_operation();
    }
}

/// What an operation's predecessor sends and what it receives itself share the link when the other device,
/// too, exchanges them between two operations: the activation goes first, or of two alike what the lower
/// device sends.
std::vector<Schedule::TransferPair> Schedule::shared_links(const Outputs& sent) const {
    std::vector<TransferPair> pairs;
    for (std::int32_t i = 0; i < count(); ++i)
        for (const std::int32_t out : sent.of(before(i)))
            for (std::int32_t in = input_offset_[static_cast<std::size_t>(i)];
                 in < input_offset_[static_cast<std::size_t>(i) + 1]; ++in) {
                const Dependency &output = inputs_[static_cast<std::size_t>(out)],
                                 &input = inputs_[static_cast<std::size_t>(in)];
                if (before(output.to) != input.from)
                    continue;
                const bool sends_first = output.is_activation() == input.is_activation()
                                             ? operation(i).device < operation(input.from).device
                                             : output.is_activation();
                pairs.push_back(sends_first ? TransferPair{i, out, in} : TransferPair{i, in, out});
            }
    return pairs;
}

/// A sender waits for its own transfer only, and a transfer for the one that goes before it.
void Schedule::compile_in_turn(const Outputs& sent) {
    const std::vector<TransferPair> pairs = shared_links(sent);
    auto pair = pairs.begin();
    for (std::int32_t i = 0; i < count(); ++i) {
        for (const std::int32_t k : sent.of(before(i)))
            in_turn_.edges.push_back({before(i), inputs_[static_cast<std::size_t>(k)].send});
        if (sent.of(before(i)).empty())
            in_turn_.edges.push_back({before(i)});
        for (const Dependency& d : inputs(i))
            in_turn_.edges.push_back({d.from, d.send});
        for (; pair != pairs.end() && pair->operation == i; ++pair) {
            const Dependency& first = inputs_[static_cast<std::size_t>(pair->first)];
            in_turn_.edges.push_back(
                {first.from, first.send, inputs_[static_cast<std::size_t>(pair->second)].send});
        }
        in_turn_.end_operation();
    }
}

int Schedule::device_of(int pipeline, int stage) const {
    return device_of_part_[static_cast<std::size_t>(part(pipeline, stage))];
}

std::span<const std::int32_t> Schedule::order(int device) const {
    const auto d = static_cast<std::size_t>(device);
    return std::span(order_).subspan(static_cast<std::size_t>(order_offset_[d]),
                                     static_cast<std::size_t>(order_offset_[d + 1] - order_offset_[d]));
}

std::span<const Dependency> Schedule::inputs(int i) const {
    const auto k = static_cast<std::size_t>(i);
    return std::span(inputs_).subspan(static_cast<std::size_t>(input_offset_[k]),
                                      static_cast<std::size_t>(input_offset_[k + 1] - input_offset_[k]));
}

double Schedule::peak_activations(int device, std::span<const double> weight_of_stage,
                                  double kept_for_weight) const {
    if (weight_of_stage.size() != static_cast<std::size_t>(stages_))
        throw InputError("", name_,
                         fmt::format("{} stage weights given, {} needed", weight_of_stage.size(), stages_));
    double held = 0, peak = 0;
    const double slice = 1.0 / size_.slices;
    for (const std::int32_t i : order(device)) {
        const Operation& o = operation(i);
        if (has_forward(o))
            held += slice * weight_of_stage[o.stage];
        peak = std::max(peak, held);
        const double weight = slice * weight_of_stage[backward_stage(o)];
        switch (o.kind) {
        case OperationKind::backward:
        case OperationKind::overlapped:
            held -= weight;
            break;
        case OperationKind::input_gradient:
            held -= weight * (1 - kept_for_weight);
            break;
        case OperationKind::weight_gradient:
            held -= weight * kept_for_weight;
            break;
        case OperationKind::forward:
        case OperationKind::recompute:
            break;
        }
    }
    return peak;
}

ScheduleDraft draft_of(const Schedule& schedule) {
    ScheduleDraft draft;
    draft.name = schedule.name();
    draft.size = schedule.size();
    draft.stages = schedule.stages(), draft.pipelines = schedule.pipelines();
    draft.gradients_cross = schedule.gradients_cross();
    for (int pipeline = 0; pipeline < schedule.pipelines(); ++pipeline)
        for (int stage = 0; stage < schedule.stages(); ++stage)
            draft.device_of_part.push_back(static_cast<std::uint16_t>(schedule.device_of(pipeline, stage)));
    for (int d = 0; d < schedule.devices(); ++d) {
        auto& order = draft.order.emplace_back();
        for (const std::int32_t i : schedule.order(d))
            order.push_back(schedule.operation(i));
    }
    return draft;
}

} // namespace pipette
