// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/kinds/orders.h"

#include <algorithm>
#include <tuple>
#include <vector>

namespace pipette {
namespace {

// Li and Hoefler 2021 (Chimera), figures 3 and 6: two 1F1B pipelines in opposite directions whose operations
// fall in each other's gaps when forward and backward take one slot each; units of p microbatches follow
// every 2p slots (direct concatenation).
void fill_chimera(ScheduleDraft& draft) {
    const ScheduleSize& size = draft.size;
    const int p = size.devices;
    for (int d = 0; d < p; ++d) {
        std::vector<std::tuple<int, OperationKind, int, int>> slots; // slot, kind, microbatch, pipeline
        for (int unit = 0; unit < size.microbatches / p; ++unit)
            for (int pipeline = 0; pipeline < 2; ++pipeline)
                for (int k = 0; k < p / 2; ++k) {
                    const int stage = pipeline == 0 ? d : p - 1 - d, start = 2 * p * unit + 2 * k;
                    const int microbatch = (unit * 2 + pipeline) * (p / 2) + k;
                    slots.emplace_back(start + stage, OperationKind::forward, microbatch, pipeline);
                    slots.emplace_back(start + 2 * p - 1 - stage, OperationKind::backward, microbatch,
                                       pipeline);
                }
        std::sort(slots.begin(), slots.end());
        for (const auto& [slot, kind, microbatch, pipeline] : slots)
            append(draft, d, kind, microbatch, pipeline == 0 ? d : p - 1 - d).pipeline =
                static_cast<std::uint8_t>(pipeline);
    }
}

const Registered<ScheduleFamily> chimera_row({
    .name = "chimera",
    .title = "Chimera",
    .citation = "Li and Hoefler 2021, arXiv:2107.06925",
    .idea = "Two 1F1B pipelines run in opposite directions and fill each other's gaps.",
    .helps = "It helps with as many microbatches as devices and passes of equal length, for two copies"
             " of the parameters.",
    .sizes = {"an even number of devices; microbatches a multiple of devices; 1 chunk, 1 slice",
              [](const ScheduleSize& size) {
                  return one_chunk.hold(size) && size.devices % 2 == 0 &&
                         size.microbatches % size.devices == 0;
              }},
    .fill = fill_chimera,
    .bidirectional = true,
    .round = round_of_devices,
});

} // namespace
} // namespace pipette
