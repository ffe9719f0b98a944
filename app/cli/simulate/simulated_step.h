// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/text/atomic_file.h"
#include "core/schedule/order_judge.h"
#include "core/schedule/timeline.h"

#include <optional>
#include <vector>

namespace pipette {

/// An iteration, and what is said of it beside its operations.
struct SimulatedStep {
    Timeline timeline;
    ActivationBudget budget;
    std::vector<HeldAtMost> held;
    std::optional<Overrun> overrun;
    std::optional<Timeline> published; ///< of the schedule that an order by hand came from
};

/// The JSON document of `pipette simulate --json`, part by part.
void print_json(const SimulatedStep& step, const ByteSink& sink);
/// The table for a person, on standard output.
void print_summary(const SimulatedStep& step);

} // namespace pipette
