// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/schedule.h"

#include <cstdint>
#include <string>
#include <vector>

namespace pipette {

/// The graph of a draft while a Schedule is made of it: who waits for whom, and an order that satisfies all.
struct ScheduleGraph {
    /// Checks that every operation is there once and on its device. Throws InputError.
    explicit ScheduleGraph(const ScheduleDraft& draft);

    /// Finds an order in which each operation comes after what it needs, round robin over the devices so that
    /// neighbours in it are independent. False: a cycle.
    bool sort();
    /// After a failed sort: the cycle, for a person.
    std::string deadlock() const;
    /// Numbers everything by the order that sort() found.
    void renumber();

    std::vector<Operation> operations;
    std::vector<std::int32_t> order, order_offset; // by device
    std::vector<Dependency> inputs;                // by operation that needs it; only between devices
    std::vector<std::int32_t> input_offset;
    std::vector<std::int32_t> before, after; // on the device; operations.size() when there is none

private:
    void number(const ScheduleDraft& draft);
    void connect();
    std::size_t place(int pipeline, int stage, int microbatch, int slice) const;
    std::int32_t find(const std::vector<std::int32_t>& table, int pipeline, int stage, int microbatch,
                      int slice, Ink what) const;
    std::string describe(std::int32_t i) const;

    const ScheduleDraft& draft_;
    std::vector<std::int32_t> forward_, backward_,
        weight_;                    // [pipeline, stage, microbatch, slice] -> operation
    std::vector<Dependency> local_; // between operations of one device, implied by a sound order
    std::vector<std::int32_t> sorted_;
    std::vector<std::uint8_t> done_;
};

} // namespace pipette
