// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/training_job.h"

#include "core/base/input_error.h"

#include <array>
#include <fmt/format.h>

namespace pipette {
namespace {
constexpr std::array<std::string_view, 3> recompute_names{"none", "selective", "full"};
}

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
    if (job.global_batch < 1 || job.global_batch > 10'000'000)
        throw InputError({}, "global_batch",
                         fmt::format("is {}, expected 1 to 10000000 sequences", job.global_batch));
    if (job.sequence_length < 1 || job.sequence_length > 100'000'000)
        throw InputError({}, "sequence_length",
                         fmt::format("is {}, expected 1 to 100000000 tokens", job.sequence_length));
}

} // namespace pipette
