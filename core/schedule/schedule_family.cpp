// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/schedule_family.h"

#include "core/base/input_error.h"
#include "core/schedule/known_schedules.h"

#include <fmt/format.h>

namespace pipette {
namespace {

constexpr int most_devices = 4096;
constexpr int most_microbatches = 10'000'000; // as many as the largest batch has sequences
constexpr long most_operations = 4'000'000;   // some seconds

bool bounded(const ScheduleSize& s) {
    return s.devices >= 1 && s.devices <= most_devices && s.microbatches >= 1 &&
           s.microbatches <= most_microbatches && s.chunks >= 1 && s.slices >= 1 && s.chunks <= 64 &&
           s.slices <= 4096 && s.devices * s.chunks <= 16384;
}
bool listed(const ScheduleSize& s) {
    return operation_count(s) <= most_operations;
}

/// Sizes, stages and where they live; no operation yet.
ScheduleDraft empty_draft(const ScheduleFamily& family, const ScheduleSize& size) {
    ScheduleDraft draft;
    draft.name = family.name;
    draft.size = size;
    draft.stages = size.devices * size.chunks;
    draft.pipelines = family.pipelines();
    draft.gradients_cross = family.gradients_cross;
    draft.order.resize(static_cast<std::size_t>(size.devices));
    for (int pipeline = 0; pipeline < draft.pipelines; ++pipeline)
        for (int stage = 0; stage < draft.stages; ++stage) {
            const int device = family.device_of_chunk(stage, size.devices);
            draft.device_of_part.push_back(
                static_cast<std::uint16_t>(pipeline == 0 ? device : size.devices - 1 - device));
        }
    return draft;
}

} // namespace

P2p usual_p2p(ScheduleKind kind, const Framework& framework) {
    const P2p reference = family_of(kind).default_p2p;
    return reference == P2p::blocking ? framework.waiting_transfers : reference;
}

ScheduleSize schedule_size(const ParallelConfig& config) {
    return {config.pp, config.microbatches(), config.vpp, 1};
}

long operation_count(const ScheduleSize& s) {
    return 3L * s.devices * s.chunks * s.microbatches * s.slices;
}

bool allows(ScheduleKind kind, const ScheduleSize& size) {
    const ScheduleFamily& family = family_of(kind);
    return bounded(size) && family.sizes.hold(size) && (listed(size) || family.round);
}

std::string refusal(ScheduleKind kind, const ScheduleSize& size) {
    const std::string given = fmt::format("{} devices, {} microbatches, {} chunks, {} slices", size.devices,
                                          size.microbatches, size.chunks, size.slices);
    if (!bounded(size))
        return fmt::format("{} is not possible; 1 to {} devices, 1 to {} microbatches, 1 to 64 chunks, 1 to "
                           "4096 slices are",
                           given, most_devices, most_microbatches);
    if (!family_of(kind).sizes.hold(size))
        return fmt::format("{} is not possible; it allows {}", given, family_of(kind).sizes.text);
    return fmt::format("{} have up to {} operations, more than the {} that are simulated one by one", given,
                       operation_count(size), most_operations);
}

std::shared_ptr<const Schedule> make_schedule(ScheduleKind kind, const ScheduleSize& size) {
    if (!allows(kind, size) || !listed(size))
        throw InputError("", fmt::format("schedule {}", name_of(kind)), refusal(kind, size));
    static KnownSchedules known;
    return known.of(kind, size, [&] {
        ScheduleDraft draft = empty_draft(family_of(kind), size);
        family_of(kind).fill(draft);
        return std::make_shared<const Schedule>(std::move(draft));
    });
}

} // namespace pipette
