// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/simulator.h"

#include "core/base/index.h"
#include "core/base/input_error.h"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>

namespace pipette {
Simulator::Simulator(std::shared_ptr<const Schedule> schedule) : schedule_(std::move(schedule)) {
    end_.assign(index(schedule_->count()) + 1, 0.0);
    duration_.assign(schedule_->durations_.size(), 0.0);
    send_.assign(2 * index(schedule_->parts()) + 1, 0.0);
}

void Simulator::check(const PipelineTimes& times) const {
    const Schedule& s = *schedule_;
    const std::size_t stages = index(s.stages()), parts = index(s.parts());
    const auto sized = [&](std::span<const double> values, const char* what, bool optional) {
        if ((values.empty() && optional) || values.size() == stages || values.size() == parts)
            return;
        throw InputError("", s.name(),
                         fmt::format("{} times of {} given, {} needed", values.size(), what, stages));
    };
    sized(times.forward, "forward", false), sized(times.backward, "backward", false);
    sized(times.weight_share, "weight share", true), sized(times.recompute, "recompute", true);
    sized(times.send_forward, "send forward", true), sized(times.send_backward, "send backward", true);
    if (!times.overlapped.empty() && times.overlapped.size() != index(s.devices()))
        throw InputError(
            "", s.name(),
            fmt::format("{} overlapped times given, {} needed", times.overlapped.size(), s.devices()));
}

void Simulator::load(const PipelineTimes& times) {
    check(times);
    const Schedule& s = *schedule_;
    const std::size_t stages = index(s.stages()), parts = index(s.parts());
    const auto of = [&](std::span<const double> values, std::size_t part, double otherwise) {
        return values.empty() ? otherwise : values[part < values.size() ? part : part - stages];
    };
    const double slice = 1.0 / s.size().slices;
    for (std::size_t i = 0; i < duration_.size(); ++i) {
        const Schedule::DurationClass& c = s.durations_[i];
        const double forward = of(times.forward, c.part, 0), backward = of(times.backward, c.part, 0);
        const double weight = backward * of(times.weight_share, c.part, 0.5);
        double& duration = duration_[i];
        switch (c.kind) {
        case OperationKind::forward:
            duration = forward * slice;
            break;
        case OperationKind::backward:
            duration = (backward - (s.recomputes_ ? of(times.recompute, c.part, 0) : 0)) * slice;
            break;
        case OperationKind::input_gradient:
            duration = (backward - weight) * slice;
            break;
        case OperationKind::weight_gradient:
            duration = weight * slice;
            break;
        case OperationKind::recompute:
            duration = of(times.recompute, c.part, 0) * slice;
            break;
        case OperationKind::overlapped:
            duration = times.overlapped.empty() ? forward + of(times.backward, c.backward_part, 0)
                                                : times.overlapped[c.device];
            break;
        }
    }
    const std::span<const double> back =
        times.send_backward.empty() ? times.send_forward : times.send_backward;
    for (std::size_t p = 0; p < parts; ++p) {
        double forward = 0, backward = 0;
        if (p < stages || times.send_forward.size() == parts)
            forward = of(times.send_forward, p, 0);
        else if (p + 1 < parts) // the other way over the first pipeline's link
            forward = of(back, parts - 2 - p, 0);
        if (p < stages || back.size() == parts)
            backward = of(back, p, 0);
        else if (p + 1 < parts)
            backward = of(times.send_forward, parts - 2 - p, 0);
        send_[1 + 2 * p] = forward * slice;
        send_[2 + 2 * p] = backward * slice;
    }
}

template <bool TwoInputs>
void Simulator::sweep() {
    const Schedule& s = *schedule_;
    const std::size_t n = s.steps_.size();
    const Schedule::Step* const steps = s.steps_.data();
    const Schedule::SecondInput* const second = s.second_.data();
    const double *const duration = duration_.data(), *const send = send_.data();
    double* const end = end_.data();
    for (std::size_t i = 0; i < n; ++i) {
        const Schedule::Step step = steps[i];
        double start = std::max(end[step.before], end[step.from] + send[step.send]);
        if constexpr (TwoInputs)
            start = std::max(start, end[second[i].from] + send[second[i].send]);
        end[i] = start + duration[step.duration];
    }
}

const Schedule::WaitList& Simulator::waits() const {
    assert(p2p_ != P2p::overlapped);
    return p2p_ == P2p::blocking ? schedule_->blocking_ : schedule_->in_turn_;
}

template <bool InTurn>
void Simulator::sweep_waits() {
    const std::size_t n = schedule_->steps_.size();
    const Schedule::Step* const steps = schedule_->steps_.data();
    const Schedule::Wait* edge = waits().edges.data();
    const std::int32_t* const offset = waits().offset.data();
    const double *const duration = duration_.data(), *const send = send_.data();
    double* const end = end_.data();
    for (std::size_t i = 0; i < n; ++i) {
        double start = 0;
        for (std::int32_t k = offset[i]; k < offset[i + 1]; ++k, ++edge)
            start = std::max(start, end[edge->from] + send[edge->send] + (InTurn ? send[edge->then] : 0));
        end[i] = start + duration[steps[i].duration];
    }
}

double Simulator::run(const PipelineTimes& times, P2p p2p) {
    load(times);
    p2p_ = p2p;
    end_.back() = 0;
    if (p2p == P2p::blocking)
        sweep_waits<false>();
    else if (p2p == P2p::in_turn)
        sweep_waits<true>();
    else if (schedule_->second_.empty())
        sweep<false>();
    else
        sweep<true>();
    double makespan = 0;
    for (int d = 0; d < schedule_->devices(); ++d)
        makespan = std::max(makespan, device_end(d));
    return makespan;
}

double Simulator::start(int operation) const {
    return end(operation) - duration_[schedule_->steps_[index(operation)].duration];
}

double Simulator::device_start(int device) const {
    const auto order = schedule_->order(device);
    return order.empty() ? 0 : start(order.front());
}

double Simulator::device_end(int device) const {
    const auto order = schedule_->order(device);
    return order.empty() ? 0 : end(order.back());
}

double Simulator::device_busy(int device) const {
    double busy = 0;
    for (const std::int32_t i : schedule_->order(device))
        busy += duration_[schedule_->steps_[index(i)].duration];
    return busy;
}

Timeline Simulator::timeline() const {
    const Schedule& s = *schedule_;
    Timeline timeline;
    timeline.schedule = schedule_;
    timeline.p2p = p2p_;
    timeline.end.assign(end_.begin(), end_.end() - 1);
    timeline.start.resize(timeline.end.size());
    int last = s.count();
    for (int i = 0; i < s.count(); ++i) {
        timeline.start[index(i)] = start(i);
        if (end(i) >= timeline.makespan)
            timeline.makespan = end(i), last = i;
        for (const Dependency& d : s.inputs(i))
            timeline.sends.push_back(
                {d.from, d.to, end(d.from), end(d.from) + send_[d.send], !d.is_activation()});
    }
    if (p2p_ == P2p::in_turn) // sends are in the order of the schedule's inputs
        for (const Schedule::TransferPair& pair : s.shared_links(Schedule::Outputs(s))) {
            TimelineSend& second = timeline.sends[index(pair.second)];
            const Dependency& first = s.inputs_[index(pair.first)];
            const double free = end(first.from) + send_[first.send];
            if (second.start < free)
                second.end += free - second.start, second.start = free;
        }
    for (int d = 0; d < s.devices(); ++d)
        timeline.devices.push_back({device_busy(d), device_start(d), device_end(d), s.peak_activations(d)});

    // Backwards along what each operation waited for.
    while (last < s.count()) {
        timeline.critical_path.push_back(last);
        int cause = s.before(last);
        double latest = cause < s.count() ? end(cause) : -1;
        const auto consider = [&](int from, double send) {
            if (from < s.count() && end(from) + send > latest)
                latest = end(from) + send, cause = from;
        };
        if (p2p_ == P2p::overlapped)
            for (const Dependency& d : s.inputs(last))
                consider(d.from, send_[d.send]);
        else
            for (int k = waits().offset[index(last)]; k < waits().offset[index(last) + 1]; ++k) {
                const Schedule::Wait& wait = waits().edges[index(k)];
                consider(wait.from, send_[wait.send] + send_[wait.then]);
            }
        last = cause;
    }
    std::reverse(timeline.critical_path.begin(), timeline.critical_path.end());
    return timeline;
}

} // namespace pipette
