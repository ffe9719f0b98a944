// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/layer_profile.h"

#include "core/base/input_error.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace pipette {
bool LayerProfile::measured(LayerKind kind) const {
    return std::any_of(timings.begin(), timings.end(), [&](const auto& t) { return t.kind == kind; });
}

void check(const LayerProfile& profile, const Cluster& cluster) {
    for (const NodeKind& kind : cluster.node_kinds)
        if (kind.gpu.name != cluster.node_kinds.front().gpu.name)
            throw InputError(profile.source, {},
                             fmt::format("holds times of one kind of GPU, but the cluster has {} and {}",
                                         cluster.node_kinds.front().gpu.name, kind.gpu.name));
}

std::string assumption_of(const LayerProfile& profile) {
    std::set<int> tp, micro_batch, sequence;
    for (const LayerTiming& timing : profile.timings)
        if (timing.kind == LayerKind::block) {
            tp.insert(timing.tp);
            micro_batch.insert(timing.micro_batch);
            sequence.insert(timing.sequence);
        }
    std::string missing;
    for (const auto& [kind, name] : {std::pair(LayerKind::embedding, "embedding"), {LayerKind::head, "head"}})
        if (!profile.measured(kind))
            missing += fmt::format("; the {} was not measured and keeps the calibration's time", name);
    return fmt::format("layer times are those of {} (tp {}, micro batch {}, sequence {}), other sizes scaled "
                       "from the nearest of them by the roofline{}",
                       profile.source, fmt::join(tp, ", "), fmt::join(micro_batch, ", "),
                       fmt::join(sequence, ", "), missing);
}

} // namespace pipette
