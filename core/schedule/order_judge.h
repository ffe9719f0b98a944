// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/order_faults.h"
#include "core/schedule/stage_times.h"
#include "core/schedule/timeline.h"

#include <memory>
#include <optional>
#include <vector>

namespace pipette {

/// Memory that activations take, and how much of it there is.
struct ActivationBudget {
    std::vector<double>
        bytes;              ///< [device] one microbatch of all its chunks; one value: all; empty: not known
    double limit_bytes = 0; ///< of activations on one device; 0: none
};

/// The most that a device holds at once.
struct HeldAtMost {
    double microbatches = 0; ///< of the device's whole share of the model, as in the lab's table
    double bytes = 0;        ///< 0: not known
};

/// A device that holds more than the limit allows.
struct Overrun {
    int device = 0;
    double time = 0;  ///< when it first does
    double bytes = 0; ///< what it holds then
};

/// The first of all waits that never end, and how far the devices come.
struct Deadlock {
    double time = 0;              ///< end of the last operation that runs
    std::vector<OrderWait> cycle; ///< each `awaited` is the next one's `operation`
};

/// What is to be said of an order of operations. Times in the unit of the given times.
struct OrderVerdict {
    std::vector<OrderFault> faults; ///< not empty: nothing else is known
    std::optional<Deadlock> deadlock;
    /// The simulated iteration; after a deadlock what runs before it. Operations that never run lie after
    /// Deadlock::time, in the order of their devices, each as long as it would take. Null: there are faults.
    std::shared_ptr<const Timeline> timeline;
    double idle = 0;                ///< idle_share; 0 after a deadlock
    std::vector<HeldAtMost> held;   ///< [device]; empty after a deadlock
    std::optional<Overrun> overrun; ///< the earliest of all devices

    bool runs() const { return faults.empty() && !deadlock; }
};

/// Judges an order: whether every operation is there once, whether the devices wait for each other for ever,
/// how long a step takes and what the devices hold. Throws InputError when the times do not fit the devices,
/// and for sizes that are far larger than the orders.
OrderVerdict judge_order(const ScheduleDraft& draft, const DeviceTimes& times, P2p p2p,
                         const ActivationBudget& budget = {});

/// The earliest moment at which a device of a simulated iteration holds more than the limit.
std::optional<Overrun> first_overrun(const Timeline& timeline, const ActivationBudget& budget);
/// The most that each device holds. Throws InputError when `budget` has a wrong number of values.
std::vector<HeldAtMost> held_at_most(const Schedule& schedule, const ActivationBudget& budget);

} // namespace pipette
