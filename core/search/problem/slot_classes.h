// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/config_work.h"
#include "core/cost/links.h"
#include "core/search/space/slot_layout.h"

#include <vector>

namespace pipette {

/// Slots whose GPUs and inner links are alike are one class: chunks take as long in all of them.
struct SlotGroups {
    std::vector<int> class_of_slot;
    std::vector<int> example;         ///< [class] one of its slots
    std::vector<double> memory_bytes; ///< [class] of the smallest GPU

    int count() const { return static_cast<int>(example.size()); }
};

SlotGroups group_slots(const Cluster& cluster, const Links& links, const SlotLayout& layout);

/// Times of a configuration on every class of slots, seconds.
struct ClassTimes {
    int classes = 0;
    std::vector<double> forward, backward;                 ///< [class, chunk] of one microbatch
    std::vector<double> forward_compute, backward_compute; ///< as PipelineCosts has them
    std::vector<double> optimizer;                         ///< [class, device]
};

ClassTimes class_times(const Links& links, const ConfigWork& work, const SlotLayout& layout,
                       const SlotGroups& groups);
/// What its chunks take on each kind of GPU, as a class of its own, if nothing is exchanged inside blocks: no
/// class of slots takes less than the best of them.
ClassTimes compute_times(const ConfigWork& work);
/// class_times() for a configuration that differs from that of `times` in what is spread over replicas alone:
/// its passes take as long.
void set_optimizer_times(ClassTimes& times, const Links& links, const ConfigWork& work,
                         const SlotLayout& layout, const SlotGroups& groups);

} // namespace pipette
