// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/traffic.h"

#include "core/base/index.h"
#include "core/framework/framework.h"
#include "core/schedule/device_stages.h"
#include "core/schedule/schedule_family.h"

namespace pipette {
namespace {

/// What is made from model, job and configuration, row by row.
struct Rows {
    const TransformerModel& model;
    const TrainingJob& job;
    const ParallelConfig& config;
    std::vector<StageShape> stages = device_stages(model, job, config);
    double activation = stages.front().activation_bytes(model);

    std::vector<double> of_layers(double calls) const { ///< [chunk] calls in every layer
        std::vector<double> all;
        for (const int layers : config.layers_per_stage)
            all.push_back(calls * layers);
        return all;
    }

    /// Two all-reduces a layer and pass; with sequence parallelism all-gathers and reduce-scatters of as many
    /// bytes.
    Collective tensor_parallel() const {
        Collective sums{.kind = config.sequence_parallel ? CollectiveKind::reduce_and_gather
                                                         : CollectiveKind::all_reduce,
                        .when = When::layer,
                        .axes = {axis::tp},
                        .bytes = {activation},
                        .gathered = {activation},
                        .forward_calls = of_layers(2),
                        .backward_calls = of_layers(config.recompute == Recompute::full ? 4 : 2)};
        // Half an all-reduce is one gather or scatter: of the embedding's output, of the head's input.
        const double half = config.sequence_parallel ? 0.5 : 0, whole = config.sequence_parallel ? 0.5 : 1;
        sums.forward_calls.front() += whole, sums.backward_calls.front() += half;
        sums.forward_calls.back() += half, sums.backward_calls.back() += whole;
        return sums;
    }

    /// One step of ring attention passes keys and values of a part of the sequence on; backward their
    /// gradients too.
    void add_ring_attention(std::vector<Collective>& rows) const {
        const StageShape& stage = stages.front();
        const double kv_heads = std::max(1.0, double(model.kv_heads) / config.tp);
        const double bytes = 2 * stage.tokens * kv_heads * model.hidden / model.heads * stage.element_bytes;
        const double steps = config.cp - 1;
        rows.push_back({.kind = CollectiveKind::ring_step,
                        .when = When::layer,
                        .axes = {axis::cp},
                        .bytes = {bytes},
                        .forward_calls = of_layers(steps),
                        .backward_calls = of_layers(config.recompute == Recompute::none ? 0 : steps),
                        .hidden_by = HiddenBy::attention,
                        .attention_steps = 1});
        rows.push_back({.kind = CollectiveKind::ring_step,
                        .when = When::layer,
                        .axes = {axis::cp},
                        .bytes = {2 * bytes},
                        .forward_calls = of_layers(0),
                        .backward_calls = of_layers(steps),
                        .hidden_by = HiddenBy::attention,
                        .attention_steps = 2});
    }

    /// To the next chunk's device: 1/tp of it from each peer with sequence parallelism or scatter-gather.
    Collective activations() const {
        const bool split = config.sequence_parallel || framework_of(job).scatter_gather;
        Collective sends{.kind = CollectiveKind::send,
                         .when = When::boundary,
                         .axes = {axis::pp},
                         .bytes = {split ? activation / config.tp : activation}};
        for (int chunk = 0; chunk + 1 < config.chunks(); ++chunk) {
            const DeviceLink link{device_of_chunk(config, chunk), device_of_chunk(config, chunk + 1)};
            if (link.from != link.to &&
                std::find(sends.links.begin(), sends.links.end(), link) == sends.links.end())
                sends.links.push_back(link);
        }
        return sends;
    }

    /// Over all that hold the same parameters; with ZeRO the updated parameters come back.
    Collective gradients() const {
        const bool zero = config.zero_stage > 0;
        Collective exchange{.kind = zero ? CollectiveKind::reduce_and_gather : CollectiveKind::all_reduce,
                            .when = When::iteration,
                            .axes = {axis::cp, axis::dp},
                            .bytes = {}};
        for (const StageShape& stage : stages) {
            exchange.bytes.push_back(exchanged_gradient_bytes(job) * stage.parameters());
            if (zero)
                exchange.gathered.push_back(stage.parameter_bytes());
            const double embedding = (stage.embedding + stage.positions) / stage.parameters();
            exchange.last_share.push_back(stage.layers < 1 ? 1 : embedding + (1 - embedding) / stage.layers);
        }
        if (job.overlap_gradient_exchange)
            exchange.hidden_by = HiddenBy::backward;
        return exchange;
    }

    Collective between(std::vector<DeviceLink> links, double bytes) const {
        return {.kind = CollectiveKind::all_reduce,
                .when = When::iteration,
                .axes = {axis::pp},
                .links = std::move(links),
                .bytes = {bytes}};
    }
};

} // namespace

int Traffic::members(const Collective& collective) const {
    int members = 1;
    for (const Axis& axis : collective.axes)
        members *= grid.size(axis);
    return members;
}

int Traffic::groups_of_block(const Collective& collective) const {
    int groups = grid.size(Spread::peers);
    for (const Axis& axis : collective.axes)
        groups /= axis.spread == Spread::peers ? grid.size(axis) : 1;
    return groups;
}

Traffic Traffic::inside_a_block() const {
    Traffic inside{grid.block(), {}};
    each_inside(When::layer, [&](const Collective& collective) { inside.collectives.push_back(collective); });
    return inside;
}

Traffic traffic_of(const TransformerModel& model, const TrainingJob& job, const ParallelConfig& config) {
    Traffic traffic{config, {}};
    const Rows rows{model, job, config};
    std::vector<Collective>& list = traffic.collectives;
    if (config.tp > 1)
        list.push_back(rows.tensor_parallel());
    if (config.cp > 1)
        rows.add_ring_attention(list);
    if (Collective sends = rows.activations(); !sends.links.empty())
        list.push_back(std::move(sends));
    if (config.sharers() > 1)
        list.push_back(rows.gradients());
    const int head = device_of_chunk(config, config.chunks() - 1);
    if (model.tied_embeddings && head != 0)
        list.push_back(
            rows.between({{0, head}}, exchanged_gradient_bytes(job) * rows.stages.front().embedding));
    if (family_of(config.schedule).pipelines == 2 && config.pp > 1) {
        // Both directions' copies of a stage; their bytes are counted with the other gradients.
        std::vector<DeviceLink> copies;
        for (int device = 0; device < config.pp - 1 - device; ++device)
            copies.push_back({device, config.pp - 1 - device});
        list.push_back(rows.between(std::move(copies), 0));
    }
    return traffic;
}

} // namespace pipette
