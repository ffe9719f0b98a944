// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/schedule_kind.h"
#include "core/schedule/schedule.h"
#include "core/schedule/timeline.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pipette {

/// A schedule that a person orders by hand: for each device the order of its operations, right or wrong.
struct HandOrder {
    ScheduleDraft order;
    /// The published schedule of the same sizes that it came from and is compared with; empty: of none.
    std::optional<ScheduleKind> published;
};

/// An operation of a device goes to another place in the device's order.
struct OrderMove {
    int device = 0;
    int from = 0, to = 0; ///< places, from 0; `to` counts without the operation itself
    bool operator==(const OrderMove&) const = default;
};

/// Does the move. Places outside of the order are taken as its ends.
void apply(ScheduleDraft& order, const OrderMove& move);

/// Why a schedule cannot be ordered by hand and written to a schedule file, for a person; empty: it can.
std::string hand_order_refusal(const Schedule& schedule);

/// The published schedule in the sizes of the order; null: it came from none.
std::shared_ptr<const Schedule> published_of(const HandOrder& hand);

/// How two simulated orders differ. Both have the same devices.
struct OrderComparison {
    double step = 0;                  ///< longer by this share, 0.03 for 3 %; below 0: shorter
    double idle = 0;                  ///< more of the devices' time by this share: 0.02 from 10 % to 12 %
    std::vector<double> microbatches; ///< [device] more held at most
};
OrderComparison compare_orders(const Timeline& order, const Timeline& published);

/// "step +3 %, idle +2.1 points, 1 microbatch fewer on device 1"; "step, idle share and memory are the same".
std::string text_of(const OrderComparison& comparison);

} // namespace pipette
