// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/training_job.h"

#include "core/base/bounds.h"
#include "core/base/input_error.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace pipette {
namespace {
constexpr double most_imbalance = 1000;
constexpr std::array<std::string_view, 3> recompute_names{"none", "selective", "full"};
constexpr std::array<std::string_view, 3> weights_names{"usual", "16-bit", "low-precision"};
constexpr std::array<std::string_view, 2> target_names{"all", "attention"};

template <std::size_t count>
std::optional<std::size_t> place_of(std::string_view name, const std::array<std::string_view, count>& names) {
    for (std::size_t i = 0; i < count; ++i)
        if (names[i] == name)
            return i;
    return std::nullopt;
}
} // namespace

std::string_view name_of(Recompute recompute) {
    return recompute_names[static_cast<std::size_t>(recompute)];
}

std::optional<Recompute> recompute_named(std::string_view name) {
    const auto at = place_of(name, recompute_names);
    return at ? std::optional(static_cast<Recompute>(*at)) : std::nullopt;
}

std::string_view name_of(AdapterTargets targets) {
    return target_names[static_cast<std::size_t>(targets)];
}

std::optional<AdapterTargets> adapter_targets_named(std::string_view name) {
    const auto at = place_of(name, target_names);
    return at ? std::optional(static_cast<AdapterTargets>(*at)) : std::nullopt;
}

std::string_view name_of(PrimaryWeights weights) {
    return weights_names[static_cast<std::size_t>(weights)];
}

std::optional<PrimaryWeights> primary_weights_named(std::string_view name) {
    const auto at = place_of(name, weights_names);
    return at ? std::optional(static_cast<PrimaryWeights>(*at)) : std::nullopt;
}

int attended_tokens(const TrainingJob& job) {
    const int mean = job.tuning.mean_sequence;
    return mean > 0 ? std::min(mean, job.sequence_length) : job.sequence_length;
}

std::string tuning_text(const FineTuning& tuning) {
    std::string text;
    if (tuning.freezes_weights())
        text = fmt::format("LoRA of rank {} on {}", tuning.adapter_rank,
                           tuning.targets == AdapterTargets::all ? "all matrices" : "matrices of attention");
    if (tuning.mean_sequence > 0)
        text +=
            fmt::format("{}sequences packed from {} tokens", text.empty() ? "" : ", ", tuning.mean_sequence);
    return text;
}

std::string tuning_clause(const FineTuning& tuning) {
    const std::string text = tuning_text(tuning);
    return text.empty() ? text : ", " + text;
}

void check(const TrainingJob& job) {
    const auto require = [](int value, const WholeBounds& bounds, const char* field) {
        if (!bounds.hold(value))
            throw InputError({}, field, fmt::format("is {}, expected {}", value, text_of(bounds)));
    };
    require(job.global_batch, bounds::global_batch, "global_batch");
    require(job.sequence_length, bounds::sequence_length, "sequence_length");
    require(job.tuning.adapter_rank, bounds::adapter_rank, "lora_rank");
    require(job.tuning.mean_sequence, bounds::mean_sequence, "mean_sequence");
    if (job.tuning.mean_sequence > job.sequence_length)
        throw InputError({}, "mean_sequence",
                         fmt::format("is {}, expected at most the sequence length of {} tokens",
                                     job.tuning.mean_sequence, job.sequence_length));
    if (!(job.expert_imbalance >= 1 && job.expert_imbalance <= most_imbalance))
        throw InputError(
            {}, "expert_imbalance",
            fmt::format("is {}, expected 1 (balanced) to {}", job.expert_imbalance, most_imbalance));
}

} // namespace pipette
