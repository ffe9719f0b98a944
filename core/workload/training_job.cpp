// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/training_job.h"

#include "core/base/bounds.h"
#include "core/base/input_error.h"

#include <array>
#include <fmt/format.h>

namespace pipette {
namespace {
constexpr double most_imbalance = 1000;
constexpr std::array<std::string_view, 3> recompute_names{"none", "selective", "full"};
} // namespace

std::string_view name_of(Recompute recompute) {
    return recompute_names[static_cast<std::size_t>(recompute)];
}

std::optional<Recompute> recompute_named(std::string_view name) {
    for (std::size_t i = 0; i < recompute_names.size(); ++i)
        if (recompute_names[i] == name)
            return static_cast<Recompute>(i);
    return std::nullopt;
}

void check(const TrainingJob& job) {
    const auto require = [](int value, const WholeBounds& bounds, const char* field) {
        if (!bounds.hold(value))
            throw InputError({}, field, fmt::format("is {}, expected {}", value, text_of(bounds)));
    };
    require(job.global_batch, bounds::global_batch, "global_batch");
    require(job.sequence_length, bounds::sequence_length, "sequence_length");
    if (!(job.expert_imbalance >= 1 && job.expert_imbalance <= most_imbalance))
        throw InputError(
            {}, "expert_imbalance",
            fmt::format("is {}, expected 1 (balanced) to {}", job.expert_imbalance, most_imbalance));
}

} // namespace pipette
