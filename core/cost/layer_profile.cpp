// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/layer_profile.h"

#include "core/base/input_error.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <set>
#include <tuple>
#include <utility>

namespace pipette {
namespace {

/// Multiplications and additions of the layer's matrix products, forward, of one of tp peers: of a dense
/// layer, and of the keys that a causal mask and a window leave.
double least_flops(const LayerTiming& timing, const TransformerModel& model) {
    if (timing.kind == LayerKind::embedding)
        return 0;
    TransformerModel none = model;
    none.layers = none.mtp_layers = 0;
    none.moe.reset(), none.memory_layers.reset(), none.encoder.reset();
    none.sliding_window = 0;
    double keys = timing.sequence / 2.0;
    if (model.sliding_window > 0)
        keys = std::min<double>(keys, model.sliding_window);
    const auto flops_of = [&](const TransformerModel& part) {
        const ForwardFlops flops = forward_flops_per_token(part, keys);
        return flops.matrices + flops.attention;
    };
    TransformerModel one = none;
    one.layers = 1;
    const double head = flops_of(none);
    const double tokens = double(timing.sequence) * timing.micro_batch;
    return tokens / timing.tp * (timing.kind == LayerKind::head ? head : flops_of(one) - head);
}

constexpr std::pair<LayerKind, std::string_view> kinds[]{
    {LayerKind::embedding, "embedding"}, {LayerKind::block, "block"}, {LayerKind::head, "head"}};

} // namespace

std::string_view name_of(LayerKind kind) {
    return std::find_if(std::begin(kinds), std::end(kinds),
                        [&](const auto& row) { return row.first == kind; })
        ->second;
}

std::optional<LayerKind> layer_kind_named(std::string_view name) {
    for (const auto& [kind, known] : kinds)
        if (known == name)
            return kind;
    return std::nullopt;
}

bool LayerProfile::measured(LayerKind kind) const {
    return std::any_of(timings.begin(), timings.end(), [&](const auto& t) { return t.kind == kind; });
}

void check(const LayerProfile& profile, const Cluster& cluster, const TransformerModel& model,
           const TrainingJob& job) {
    const GpuKind& gpu = cluster.node_kinds.front().gpu;
    for (const NodeKind& kind : cluster.node_kinds)
        if (kind.gpu.name != gpu.name)
            throw InputError(profile.source, {},
                             fmt::format("holds times of one kind of GPU, but the cluster has {} and {}",
                                         gpu.name, kind.gpu.name));
    if (!gpu.supports(job.precision))
        return; // who plans says so
    const double peak = gpu.peak_flops(job.precision);
    for (const LayerTiming& timing : profile.timings) {
        const double flops = least_flops(timing, model);
        for (const auto& [pass, seconds, times] :
             {std::tuple("forward_ms", timing.forward_s, 1.0), {"backward_ms", timing.backward_s, 2.0}})
            if (const double least_s = times * flops / peak; seconds < least_s)
                throw InputError(
                    profile.source,
                    fmt::format("{} of {} at tp {}, micro batch {}, sequence {}", pass, name_of(timing.kind),
                                timing.tp, timing.micro_batch, timing.sequence),
                    fmt::format("is {:.4g} ms, expected {:.4g} ms or more: the matrix products of {} take as "
                                "long on {} at its peak in {}",
                                1000 * seconds, 1000 * least_s, model.name, gpu.name,
                                name_of(job.precision)));
    }
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
