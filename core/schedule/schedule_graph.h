// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/order_faults.h"
#include "core/schedule/schedule.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace pipette {

/// The graph of a draft while a Schedule is made of it: who waits for whom, and an order that satisfies all.
struct ScheduleGraph {
    /// Checks that every operation is there once and on its device. Throws InputError for the first that is
    /// not. With `faults` it lists them all there instead; a graph with faults has no edges and cannot be
    /// sorted. Sizes that are far larger than the orders are refused in either case.
    explicit ScheduleGraph(const ScheduleDraft& draft, std::vector<OrderFault>* faults = nullptr);

    /// Finds an order in which each operation comes after what it needs, round robin over the devices so that
    /// neighbours in it are independent. False: a cycle.
    bool sort();
    /// After a failed sort: a shortest cycle among the first operations that each device cannot run. Each
    /// step's `awaited` is the next step's `operation`; the last one's is the first one's.
    std::vector<OrderWait> cycle() const;
    /// The same for a person.
    std::string deadlock() const;
    /// After sort(): how many operations of each device run, from its first on. All, unless it failed.
    std::vector<int> operations_run() const;
    /// [device] its operations in an order in which each comes after what it needs, whatever the draft's
    /// order says of those that do not run after a failed sort. The ones that do run stay where they are.
    std::vector<std::vector<Operation>> repaired_order() const;
    /// Numbers everything by the order that sort() found.
    void renumber();

    std::vector<Operation> operations;
    std::vector<std::int32_t> order, order_offset; // by device
    std::vector<Dependency> inputs;                // by operation that needs it; only between devices
    std::vector<std::int32_t> input_offset;
    std::vector<std::int32_t> before, after; // on the device; operations.size() when there is none

private:
    struct Step { // what the first stuck operation of a device waits for
        std::int32_t awaited;
        WaitReason reason;
    };
    struct Followers { // who needs each operation, beside the order of its device
        std::vector<std::int32_t> offset, target, degree; // degree: how many it needs itself
        explicit Followers(const ScheduleGraph& graph);
        std::span<const std::int32_t> of(std::int32_t i) const;
    };

    void number(const ScheduleDraft& draft);
    void enter(std::vector<std::int32_t>& table, const Operation& work, std::int32_t i);
    void fail(OrderFaultKind kind, std::int32_t i);
    void list_missing();
    void connect();
    std::vector<Step> way_back(std::size_t device, const std::vector<std::vector<Step>>& steps) const;
    std::size_t place(int pipeline, int stage, int microbatch, int slice) const;
    std::int32_t find(const std::vector<std::int32_t>& table, int pipeline, int stage, int microbatch,
                      int slice, Ink what) const;
    std::string describe(std::int32_t i) const;
    std::string describe(const Operation& o) const;

    const ScheduleDraft& draft_;
    std::vector<OrderFault>* faults_;
    std::vector<std::int32_t> forward_, backward_,
        weight_;                    // [pipeline, stage, microbatch, slice] -> operation
    std::vector<Dependency> local_; // between operations of one device, implied by a sound order
    std::vector<std::int32_t> sorted_;
    std::vector<std::uint8_t> done_;
};

} // namespace pipette
