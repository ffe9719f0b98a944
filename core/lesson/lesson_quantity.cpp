// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/lesson_quantity.h"

#include "core/schedule/idle_share.h"

#include <algorithm>

namespace pipette {
namespace {

using Result = LessonCaseResult;
using Of = LessonQuantity::Of;

double held_by(const Result& result, int device) {
    const Timeline& timeline = *result.timeline;
    return timeline.devices[static_cast<std::size_t>(device)].peak_activations /
           timeline.schedule->size().chunks;
}

double most_held(const Result& result) {
    double most = 0;
    for (int device = 0; device < result.timeline->schedule->devices(); ++device)
        most = std::max(most, held_by(result, device));
    return most;
}

double longest_busy(const Result& result) {
    double most = 0;
    for (const DeviceUse& device : result.timeline->devices)
        most = std::max(most, device.busy);
    return most;
}

double step_time(const Result& result) {
    return result.candidate ? result.candidate->iteration_time_s : result.timeline->total();
}

double parameter_copies(const Result& result) {
    return result.timeline->schedule->pipelines();
}

/// Bytes of a part of the memory of the fullest GPU.
double part_of_memory(const Result& result, std::string_view name) {
    const DeviceMemory* device = fullest(*result.candidate);
    double bytes = 0;
    if (device)
        for (const MemoryPart& part : device->parts)
            bytes += part.name == name && part.place == MemoryPlace::gpu ? part.bytes : 0;
    return bytes;
}

template <double Breakdown::*part>
double part_of_time(const Result& result) {
    return result.candidate->breakdown.*part;
}

constexpr LessonQuantity quantities[]{
    {"step_time", "Time of a step", Dimension::time, Of::every_case, step_time},
    {"idle_share", "Idle share", Dimension::share, Of::every_case,
     [](const Result& result) { return idle_share(*result.timeline); }},
    {"busy_time", "Work of the busiest GPU", Dimension::time, Of::every_case, longest_busy},
    {"held", "Activations held at most", Dimension::number, Of::every_case, most_held},
    {"held_first", "Microbatches held by the first GPU", Dimension::number, Of::every_case,
     [](const Result& result) { return held_by(result, 0); }},
    {"held_last", "Microbatches held by the last GPU", Dimension::number, Of::every_case,
     [](const Result& result) { return held_by(result, result.timeline->schedule->devices() - 1); }},
    {"sends", "Transfers between GPUs", Dimension::number, Of::every_case,
     [](const Result& result) { return static_cast<double>(result.timeline->sends.size()); }},
    {"copies", "Copies of the parameters", Dimension::number, Of::every_case, parameter_copies},
    {"memory", "Memory of the fullest GPU", Dimension::memory, Of::plans,
     [](const Result& result) {
         const DeviceMemory* device = fullest(*result.candidate);
         return device ? device->estimate : 0;
     }},
    {"memory_limit", "Memory that the fullest GPU has", Dimension::memory, Of::plans,
     [](const Result& result) {
         const DeviceMemory* device = fullest(*result.candidate);
         return device ? device->limit : 0;
     }},
    {"parameters", "Parameters of the fullest GPU", Dimension::memory, Of::plans,
     [](const Result& result) { return part_of_memory(result, "parameters"); }},
    {"gradients", "Gradients of the fullest GPU", Dimension::memory, Of::plans,
     [](const Result& result) { return part_of_memory(result, "gradients"); }},
    {"optimizer_state", "Optimizer state of the fullest GPU", Dimension::memory, Of::plans,
     [](const Result& result) { return part_of_memory(result, "optimizer"); }},
    {"activations", "Activations of the fullest GPU", Dimension::memory, Of::plans,
     [](const Result& result) { return part_of_memory(result, "activations"); }},
    {"compute", "Compute", Dimension::time, Of::plans, part_of_time<&Breakdown::compute>},
    {"recomputation", "Recomputation", Dimension::time, Of::plans, part_of_time<&Breakdown::recompute>},
    {"tp_time", "Tensor parallel messages", Dimension::time, Of::plans, part_of_time<&Breakdown::tp>},
    {"ep_time", "Messages to experts", Dimension::time, Of::plans, part_of_time<&Breakdown::ep>},
    {"pp_time", "Waits for links between stages", Dimension::time, Of::plans,
     part_of_time<&Breakdown::pp_exposed>},
    {"dp_time", "Exchange of gradients and parameters", Dimension::time, Of::plans,
     part_of_time<&Breakdown::dp_exposed>},
    {"bubble_time", "Bubble", Dimension::time, Of::plans, part_of_time<&Breakdown::bubble>},
    {"optimizer_time", "Optimizer", Dimension::time, Of::plans, part_of_time<&Breakdown::optimizer>},
    {"tokens_per_s", "Tokens a second", Dimension::number, Of::plans,
     [](const Result& result) { return result.candidate->tokens_per_s; }},
    {"mfu", "Share of the peak that is used", Dimension::share, Of::plans,
     [](const Result& result) { return result.candidate->mfu; }},
};

} // namespace

std::span<const LessonQuantity> lesson_quantities() {
    return quantities;
}

const LessonQuantity* lesson_quantity(std::string_view name) {
    const auto* const found =
        std::find_if(std::begin(quantities), std::end(quantities),
                     [&](const LessonQuantity& quantity) { return quantity.name == name; });
    return found == std::end(quantities) ? nullptr : found;
}

} // namespace pipette
