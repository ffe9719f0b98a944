// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/schedule_kind.h"
#include "core/schedule/operation.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace pipette {

/// Sizes a schedule is made for.
struct ScheduleSize {
    int devices = 1;
    int microbatches = 1; ///< both pipelines together
    int chunks = 1;       ///< model chunks a device
    int slices = 1;       ///< token slices a microbatch
    bool operator==(const ScheduleSize&) const = default;
};

/// What a generator or a person's file says: the order of operations on each device and where the stages
/// live.
struct ScheduleDraft {
    std::string name;
    ScheduleSize size;
    int stages = 1;                            ///< model chunks in model order
    int pipelines = 1;                         ///< 2: bidirectional
    bool gradients_cross = true;               ///< false: no backward between stages (local updates)
    std::vector<std::uint16_t> device_of_part; ///< [pipeline*stages + stage]
    std::vector<std::vector<Operation>> order; ///< [device]; Operation::device is filled in from here
};

/// An output of operation `from` that operation `to` needs. `send` 0: both are on one device, nothing is
/// sent; else 1 + 2*part for the activation of `part` = pipeline*stages + stage to its next stage, 2 + 2*part
/// for the gradient that comes back over the same boundary.
struct Dependency {
    std::int32_t from = 0, to = 0;
    std::uint16_t send = 0;
    bool is_activation() const { return send % 2 == 1; }
    bool operator==(const Dependency&) const = default;
};

/// A fixed order of operations per device with all dependencies, checked and laid out for the simulator.
/// Immutable. Operations are numbered in an order in which each comes after all it needs, so one sweep
/// simulates it.
class Schedule {
public:
    /// Throws InputError when an operation is missing, double or on a wrong device, or when the orders
    /// deadlock (it names the cycle).
    explicit Schedule(ScheduleDraft draft);

    const std::string& name() const { return name_; }
    const ScheduleSize& size() const { return size_; }
    int devices() const { return size_.devices; }
    int stages() const { return stages_; }
    int pipelines() const { return pipelines_; }
    int parts() const { return stages_ * pipelines_; }
    /// Whether stages send gradients back (ScheduleDraft::gradients_cross).
    bool gradients_cross() const { return gradients_cross_; }
    /// Whether it repeats forwards as operations of their own.
    bool recomputes() const { return recomputes_; }
    int part(int pipeline, int stage) const { return pipeline * stages_ + stage; }
    int device_of(int pipeline, int stage) const;
    /// Number of a stage among those of its device (0 .. chunks-1 in model order; the pipeline in
    /// bidirectional ones).
    int chunk_of(const Operation& operation) const {
        return chunk_of_part_[static_cast<std::size_t>(part(operation.pipeline, operation.stage))];
    }

    int count() const { return static_cast<int>(operations_.size()); }
    std::span<const Operation> operations() const { return operations_; }
    const Operation& operation(int i) const { return operations_[static_cast<std::size_t>(i)]; }
    /// Operations of one device in the order it runs them.
    std::span<const std::int32_t> order(int device) const;
    /// What operation i needs beside its predecessor on the device: inputs from other devices.
    std::span<const Dependency> inputs(int i) const;
    /// Operation before / after i on its device, or count() when there is none.
    int before(int i) const { return before_[static_cast<std::size_t>(i)]; }
    int after(int i) const { return after_[static_cast<std::size_t>(i)]; }
    /// Last operation of the device that completes weight gradients; its end starts the gradient exchange.
    int last_backward(int device) const { return last_backward_[static_cast<std::size_t>(device)]; }

    /// Most chunk-microbatches whose activations a device holds at once: from the forward to the end of the
    /// weight gradient; a token slice counts 1/slices. It follows from the order alone, whatever the times.
    double peak_activations(int device) const { return peak_[static_cast<std::size_t>(device)]; }
    /// The same with one microbatch of stage s weighing weight_of_stage[s] (layers or bytes), stages()
    /// entries. The share kept_for_weight of it stays from the input gradient to the weight gradient.
    double peak_activations(int device, std::span<const double> weight_of_stage,
                            double kept_for_weight = 1) const;

private:
    friend class Simulator;
    struct Step { // one operation of the sweep; index count() stands for time zero
        std::int32_t before, from;
        std::uint16_t send, duration;
    };
    struct SecondInput {
        std::int32_t from;
        std::uint16_t send;
    };
    struct Wait { // the operation starts no earlier than end[from], the send and one that follows it
        std::int32_t from;
        std::uint16_t send = 0, then = 0;
    };
    struct WaitList { // [offset[i], offset[i + 1]) are those of operation i
        std::vector<Wait> edges;
        std::vector<std::int32_t> offset{0};
        void end_operation() { offset.push_back(static_cast<std::int32_t>(edges.size())); }
    };
    struct Outputs { // [offset[i], offset[i + 1]) are those of operation i, indices of inputs_
        std::vector<std::int32_t> offset, input;
        explicit Outputs(const Schedule& schedule);
        std::span<const std::int32_t> of(std::int32_t operation) const;
    };
    struct TransferPair { // two that share a link, beside an operation: inputs_[second] follows
        std::int32_t operation, first, second;
    };
    struct DurationClass { // operations that take the same time
        OperationKind kind;
        std::uint16_t device, part, backward_part;
    };

    void compile();
    void compile_blocking(const Outputs& sent);
    void compile_in_turn(const Outputs& sent);
    std::vector<TransferPair> shared_links(const Outputs& sent) const; // by operation

    std::string name_;
    ScheduleSize size_;
    int stages_ = 1, pipelines_ = 1;
    bool gradients_cross_ = true;
    bool recomputes_ = false; // has recompute operations
    std::vector<std::uint16_t> device_of_part_, chunk_of_part_;
    std::vector<Operation> operations_;
    std::vector<std::int32_t> order_, order_offset_;
    std::vector<Dependency> inputs_;
    std::vector<std::int32_t> input_offset_;
    std::vector<std::int32_t> before_, after_;
    std::vector<std::int32_t> last_backward_;
    std::vector<double> peak_;
    std::vector<Step> steps_;
    std::vector<SecondInput> second_; // empty when no operation has two inputs
    WaitList blocking_, in_turn_;
    std::vector<DurationClass> durations_;
};

/// What the schedule was made of: Schedule(draft_of(s)) is s again.
ScheduleDraft draft_of(const Schedule& schedule);

/// The schedule of that kind for those sizes. Throws InputError, saying what is allowed, for sizes it does
/// not allow.
std::shared_ptr<const Schedule> make_schedule(ScheduleKind kind, const ScheduleSize& size);

} // namespace pipette
