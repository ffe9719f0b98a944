// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/layers/around_core.h"

namespace pipette {

void add_around_core(PartTable& part, const TransformerModel& m, RecomputeModules projections) {
    const double h = m.hidden;
    const AttentionWidths width = attention_widths(m);
    const double all = width.query + width.key + width.value;
    part.traffic.push_back({.name = "rotary embedding",
                            .forward = 2 * width.query,
                            .backward = 2 * width.query,
                            .cut = axis::tp});
    part.traffic.push_back(
        {.name = "casts", .forward = h, .backward = h, .rows = sequence_part, .kind = MemoryTraffic::cast});
    part.traffic.push_back({.name = "casts",
                            .forward = width.output,
                            .backward = all,
                            .cut = axis::tp,
                            .kind = MemoryTraffic::cast});
    part.kept.push_back({.name = "queries, keys and values",
                         .elements = all,
                         .every_second = width.query + width.value,
                         .cut = axis::tp,
                         .modules = projections,
                         .inputs_of = {OffloadModule::core_attn}});
    part.kept.push_back({.name = "attention output",
                         .elements = width.output,
                         .every_second = width.output,
                         .cut = axis::tp,
                         .inputs_of = {OffloadModule::core_attn, OffloadModule::attn_proj}});
    part.kept.push_back({.name = "before rotary embedding",
                         .elements = width.query + width.key,
                         .cut = axis::tp,
                         .when = KeptTensor::before_rotary});
    ++part.tensor_sums;
}

} // namespace pipette
