// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/traffic.h"

#include "core/base/index.h"
#include "core/framework/dispatcher.h"
#include "core/framework/framework.h"
#include "core/plan/context_kind.h"
#include "core/schedule/device_stages.h"
#include "core/schedule/schedule_family.h"

#include <algorithm>
#include <set>

namespace pipette {
namespace {

/// What is made from model, job and configuration, row by row.
struct Rows {
    const TransformerModel& model;
    const TrainingJob& job;
    const ParallelConfig& config;
    std::vector<StageShape> stages = device_stages(model, job, config);
    double activation = stages.front().activation_bytes(model);

    std::vector<LayerCounts> chunks = counts();

    /// [chunk] layers by kind.
    std::vector<LayerCounts> counts() const {
        std::vector<LayerCounts> all;
        for (int chunk = 0; chunk < config.chunks(); ++chunk)
            all.push_back(layers_of_chunk(config, model, chunk));
        return all;
    }

    std::vector<double> of_layers(double calls) const { ///< [chunk] calls in every layer
        std::vector<double> all;
        for (const LayerCounts& layers : chunks)
            all.push_back(calls * layers.layers);
        return all;
    }
    std::vector<double> of_layers(int LayerCounts::*kind, double calls) const { ///< [chunk]
        std::vector<double> all;
        for (const LayerCounts& layers : chunks)
            all.push_back(calls * layers.*kind);
        return all;
    }
    std::vector<double> of_expert_layers(double calls) const {
        return of_layers(&LayerCounts::with_experts, calls);
    }
    std::vector<double> of_memory_layers(double calls) const {
        return of_layers(&LayerCounts::with_memory, calls);
    }
    /// [chunk] one around attention and one around each network that tensor parallelism splits: a layer with
    /// experts has one where some are shared, one with a memory has none.
    std::vector<double> of_split_parts(double calls) const {
        std::vector<double> all;
        const double beside_attention = model.moe && model.moe->shared_ffn_hidden == 0 ? 0 : 1;
        for (const LayerCounts& layers : chunks)
            all.push_back(calls * (layers.layers + layers.dense() + beside_attention * layers.with_experts));
        return all;
    }

    /// Two all-reduces a layer and pass; with sequence parallelism all-gathers and reduce-scatters of as many
    /// bytes.
    Collective tensor_parallel() const {
        // What is gathered for every second product is gathered again, and sums are kept: as much as once.
        const bool again = config.recompute == Recompute::full ||
                           (config.recompute == Recompute::selective && config.sequence_parallel &&
                            framework_of(job).selective == SelectiveKeeps::every_second_product);
        Collective sums{.kind = config.sequence_parallel ? CollectiveKind::reduce_and_gather
                                                         : CollectiveKind::all_reduce,
                        .when = When::layer,
                        .axes = {axis::tp},
                        .bytes = {activation},
                        .gathered = {activation},
                        .forward_calls = of_split_parts(1),
                        .backward_calls = of_split_parts(again ? 2 : 1)};
        if (overlap_of(job, config).tensor_parallel)
            sums.hidden_by = HiddenBy::products,
            sums.beside_share = framework_of(job).tensor_parallel_overlap;
        // Half an all-reduce is one gather or scatter: of the embedding's output, of the head's input.
        const double half = config.sequence_parallel ? 0.5 : 0, whole = config.sequence_parallel ? 0.5 : 1;
        sums.forward_calls.front() += whole, sums.backward_calls.front() += half;
        sums.forward_calls.back() += half, sums.backward_calls.back() += whole;
        return sums;
    }

    /// What the GPUs of a context-parallel group send each other in every layer, by the kind.
    void add_context(std::vector<Collective>& rows) const {
        switch (context_kind_of(config).pattern) {
        case ContextPattern::ring:
            return add_ring_attention(rows);
        case ContextPattern::all_gather:
            return add_gathered_keys(rows);
        case ContextPattern::all_to_all:
            return rows.push_back(exchanged_heads());
        }
    }

    /// Bytes of the keys and values of so many tokens.
    double keys_and_values(double tokens) const {
        const StageShape& stage = stages.front();
        const double kv_heads = std::max(1.0, double(model.kv_heads) / config.tp);
        const AttentionWidths width = attention_widths(model);
        return tokens * kv_heads * (width.key + width.value) / model.kv_heads * stage.element_bytes;
    }

    /// Keys and values come to all before attention, in the backward pass again, and their gradients are
    /// added up where they belong.
    void add_gathered_keys(std::vector<Collective>& rows) const {
        const double bytes = keys_and_values(double(job.sequence_length) * config.micro_batch);
        rows.push_back({.kind = CollectiveKind::reduce_and_gather,
                        .when = When::layer,
                        .axes = {axis::cp},
                        .bytes = {0},
                        .gathered = {bytes},
                        .forward_calls = of_layers(1),
                        .backward_calls = of_layers(config.recompute == Recompute::none ? 0 : 1)});
        rows.push_back({.kind = CollectiveKind::reduce_and_gather,
                        .when = When::layer,
                        .axes = {axis::cp},
                        .bytes = {bytes},
                        .gathered = {bytes},
                        .forward_calls = of_layers(0),
                        .backward_calls = of_layers(1)});
    }

    /// Queries, keys and values in one call, the output in another; backward their gradients.
    Collective exchanged_heads() const {
        const StageShape& stage = stages.front();
        const AttentionWidths width = attention_widths(model);
        const double all = (width.query + width.key + width.value + width.output) / config.tp;
        constexpr double calls = 2;
        return {.kind = CollectiveKind::all_to_all,
                .when = When::layer,
                .axes = {axis::cp},
                .bytes = {stage.tokens * all / calls * stage.element_bytes},
                .forward_calls = of_layers(calls),
                .backward_calls = of_layers(config.recompute == Recompute::none ? calls : 2 * calls)};
    }

    /// One step of ring attention passes keys and values of a part of the sequence on; backward their
    /// gradients too.
    void add_ring_attention(std::vector<Collective>& rows) const {
        const double bytes = keys_and_values(stages.front().tokens), steps = config.cp - 1;
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

    HiddenBy gradients_hidden_by() const {
        const Overlap overlap = overlap_of(job, config);
        return !overlap.gradients   ? HiddenBy::nothing
               : overlap.parameters ? HiddenBy::both_passes
                                    : HiddenBy::backward;
    }

    /// Over all that hold the same parameters; with ZeRO the updated parameters come back.
    Collective gradients() const {
        const bool zero = config.zero_stage > 0;
        Collective exchange{.kind = zero ? CollectiveKind::reduce_and_gather : CollectiveKind::all_reduce,
                            .when = When::iteration,
                            .axes = {axis::cp, axis::dp},
                            .bytes = {}};
        for (const StageShape& stage : stages) {
            exchange.bytes.push_back(exchanged_gradient_bytes(job) * stage.trained_shared());
            if (zero)
                exchange.gathered.push_back(stage.element_bytes * stage.trained_shared());
            const double embedding =
                stage.frozen ? 0 : (stage.embedding + stage.positions) / stage.shared_parameters();
            exchange.last_share.push_back(stage.layers < 1 ? 1 : embedding + (1 - embedding) / stage.layers);
        }
        exchange.hidden_by = gradients_hidden_by();
        return exchange;
    }

    /// Of the experts and of memory layers' values, over all that hold the same ones. Values that layers
    /// share have their gradients once the first of these layers is done.
    Collective expert_gradients() const {
        const bool zero = config.zero_stage > 0;
        Collective exchange{.kind = zero ? CollectiveKind::reduce_and_gather : CollectiveKind::all_reduce,
                            .when = When::iteration,
                            .axes = {axis::edp},
                            .among_experts = true,
                            .bytes = {}};
        for (const StageShape& stage : stages) {
            exchange.bytes.push_back(exchanged_gradient_bytes(job) * stage.trained_experts());
            if (zero)
                exchange.gathered.push_back(stage.element_bytes * stage.trained_experts());
            const double own_values = shared_values(model) > 0 ? 0 : stage.memory_layers;
            exchange.last_share.push_back(1 / std::max(1.0, stage.expert_layers + own_values));
        }
        exchange.hidden_by = gradients_hidden_by();
        return exchange;
    }

    /// Parameters of a layer come together before its passes and go afterwards (ZeRO-3), its gradients are
    /// added up where they are kept, each microbatch anew. With ZeRO-2 parameters come together once an
    /// iteration, or in each forward pass where the framework does so.
    void add_sharded(std::vector<Collective>& rows) const {
        const auto shared = [](const StageShape& stage) {
            return Held{stage.shared_parameters(), stage.trained_shared()};
        };
        const auto experts = [](const StageShape& stage) {
            return Held{stage.expert_parameters(), stage.trained_experts()};
        };
        if (config.shards() > 1)
            add_units(rows, {.axes = {axis::shard}, .among_shards = true, .bytes = {}}, shared);
        if (model.moe && config.expert_shards() > 1)
            add_units(rows, {.axes = {axis::shard}, .among_experts = true, .among_shards = true, .bytes = {}},
                      experts);
        if (config.shard_replicas() == 1)
            return;
        add_replicas(rows, {.axes = {axis::replicas}, .among_shards = true, .bytes = {}},
                     [&](const StageShape& stage) { return stage.trained_shared() / config.shards(); });
        if (trains_experts())
            add_replicas(
                rows, {.axes = {axis::replicas}, .among_experts = true, .among_shards = true, .bytes = {}},
                [&](const StageShape& stage) { return stage.trained_experts() / config.expert_shards(); });
    }

    /// Parameters of a stage on one GPU, and those of them that are trained.
    struct Held {
        double all = 0, trained = 0;
    };

    bool trains_experts() const {
        return std::any_of(stages.begin(), stages.end(),
                           [](const StageShape& stage) { return stage.trained_experts() > 0; });
    }

    /// Replicas of what is spread add up its gradients; `parameters`: of a stage on one GPU.
    template <class Parameters>
    void add_replicas(std::vector<Collective>& rows, Collective sums, const Parameters& parameters) const {
        sums.when = When::iteration;
        for (const StageShape& stage : stages) {
            sums.bytes.push_back(exchanged_gradient_bytes(job) * parameters(stage));
            sums.last_share.push_back(1 / std::max(1.0, stage.layers));
        }
        sums.hidden_by = gradients_hidden_by();
        rows.push_back(std::move(sums));
    }

    /// A layer is a unit, with its part of what its stage has beside layers.
    template <class Parameters>
    void add_units(std::vector<Collective>& rows, Collective row, const Parameters& parameters) const {
        const bool in_passes = config.zero_stage == 3 || framework_of(job).gathers_in_passes;
        row.kind = CollectiveKind::reduce_and_gather, row.hidden_by = HiddenBy::next_unit;
        Collective backward = row, last = row;
        last.when = When::iteration, last.hidden_by = HiddenBy::nothing;
        for (const StageShape& stage : stages) {
            const Held held = parameters(stage);
            const double units = std::max(1.0, stage.layers), unit = held.all / units;
            row.bytes.push_back(0), row.gathered.push_back(stage.element_bytes * unit);
            backward.bytes.push_back(exchanged_gradient_bytes(job) * (held.trained / units));
            backward.gathered.push_back(config.zero_stage == 3 ? stage.element_bytes * unit : 0);
            last.bytes.push_back(0), last.gathered.push_back(stage.element_bytes * held.trained);
        }
        row.forward_calls = backward.backward_calls = of_units();
        row.backward_calls = backward.forward_calls = of_layers(0);
        if (in_passes)
            rows.push_back(std::move(row));
        else
            rows.push_back(std::move(last));
        rows.push_back(std::move(backward));
    }

    std::vector<double> of_units() const { ///< [chunk] one at least
        std::vector<double> all = of_layers(1);
        for (double& units : all)
            units = std::max(1.0, units);
        return all;
    }

    /// Tokens to their experts and back, in both passes; recomputation sends them again. Where an expert is
    /// split, its GPUs gather what each of them was sent, and add up what comes back.
    void add_experts(std::vector<Collective>& rows) const {
        const double backward = config.recompute == Recompute::full ? 2 : 1;
        const StageShape& stage = stages.front();
        const double token_bytes =
            stage.tokens / config.tp * model.hidden * stage.element_bytes * job.expert_imbalance;
        const double copies = token_bytes * model.moe->experts_per_token;
        const Dispatcher& dispatcher = dispatcher_of(job);
        const Framework& framework = framework_of(job);
        Collective row{.when = When::layer, .axes = {}, .among_experts = true, .bytes = {}};
        row.hidden_share = job.overlap_expert_exchange ? framework.expert_overlap : 0;
        if (dispatcher.pattern == DispatchPattern::all_gather) {
            row.kind = CollectiveKind::reduce_and_gather, row.axes = {axis::etp, axis::ep};
            row.bytes = row.gathered = {token_bytes * config.etp * config.ep};
            row.forward_calls = of_expert_layers(1), row.backward_calls = of_expert_layers(backward);
            rows.push_back(std::move(row));
            return;
        }
        if (config.ep > 1) {
            Collective& sends = rows.emplace_back(row);
            sends.kind = CollectiveKind::all_to_all, sends.axes = {axis::ep};
            sends.bytes = {copies};
            sends.forward_calls = of_expert_layers(2), sends.backward_calls = of_expert_layers(2 * backward);
            if (dispatcher.pattern == DispatchPattern::once_a_node)
                sends.choices = model.moe->experts_per_token, sends.among = model.moe->experts;
        }
        if (config.etp > 1) {
            row.kind = CollectiveKind::reduce_and_gather, row.axes = {axis::etp};
            row.bytes = row.gathered = {copies * config.etp};
            row.forward_calls = of_expert_layers(1), row.backward_calls = of_expert_layers(backward);
            rows.push_back(std::move(row));
        }
    }

    /// In a memory layer, among the GPUs that its values are spread over by their elements: numbers and
    /// weights of what all of them take come to each, and each gets the sums of its own tokens. Backward the
    /// gradients of sums go the other way, and those of weights are added up where they belong (Berges et al.
    /// 2024, section 3.2).
    void add_lookups(std::vector<Collective>& rows) const {
        const double again = config.recompute == Recompute::full ? 1 : 0;
        const StageShape& stage = stages.front();
        const double group = double(config.etp) * config.ep,
                     taken = lookups(model, config, stage.tokens) * group;
        const Collective row{
            .when = When::layer, .axes = {axis::etp, axis::ep}, .among_experts = true, .bytes = {}};
        Collective gathered = row, sums = row, weights = row;
        gathered.kind = weights.kind = CollectiveKind::reduce_and_gather;
        gathered.bytes = {0}, gathered.gathered = {lookup_bytes * taken};
        gathered.forward_calls = of_memory_layers(1), gathered.backward_calls = of_memory_layers(again);
        sums.kind = CollectiveKind::all_to_all;
        sums.bytes = {stage.tokens / config.tp * value_size(model) * stage.element_bytes};
        sums.forward_calls = of_memory_layers(1), sums.backward_calls = of_memory_layers(1 + again);
        weights.bytes = {lookup_bytes / 2 * taken}, weights.gathered = {0};
        weights.forward_calls = of_memory_layers(0), weights.backward_calls = of_memory_layers(1);
        rows.insert(rows.end(), {std::move(gathered), std::move(sums), std::move(weights)});
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
        members *= grid_of(collective).size(axis);
    return members;
}

int Traffic::groups_of_block(const Collective& collective) const {
    if (collective.over_blocks()) { // by the first block, whose ranks come first in all grids
        const RankGrid& of = grid_of(collective);
        std::set<int> groups;
        for (int rank = 0; rank < grid.size(Spread::peers); ++rank) {
            int first = rank;
            for (const GridAxis& axis : of.axes())
                if (std::find(collective.axes.begin(), collective.axes.end(), axis.axis) !=
                    collective.axes.end())
                    first -= of.along(rank, axis.axis) * axis.stride;
            groups.insert(first);
        }
        return static_cast<int>(groups.size());
    }
    int groups = grid.size(Spread::peers);
    for (const Axis& axis : collective.axes)
        groups /= axis.spread == Spread::peers ? grid.size(axis) : 1;
    return groups;
}

Traffic Traffic::inside_a_block() const {
    Traffic inside{grid.block(), {}};
    each_inside(When::layer, [&](const Collective& collective) {
        if (!collective.over_blocks())
            inside.collectives.push_back(collective);
    });
    return inside;
}

Traffic traffic_of(const TransformerModel& model, const TrainingJob& job, const ParallelConfig& config) {
    Traffic traffic{config,
                    {},
                    model.moe || model.memory_layers ? expert_grid(config) : RankGrid{},
                    shard_grid(config),
                    model.moe ? expert_shard_grid(config) : RankGrid{}};
    const Rows rows{model, job, config};
    std::vector<Collective>& list = traffic.collectives;
    if (config.tp > 1)
        list.push_back(rows.tensor_parallel());
    if (config.cp > 1)
        rows.add_context(list);
    if (model.moe && config.ep * config.etp > 1)
        rows.add_experts(list);
    if (model.memory_layers && config.ep * config.etp > 1)
        rows.add_lookups(list);
    if (Collective sends = rows.activations(); !sends.links.empty())
        list.push_back(std::move(sends));
    if (config.zero_stage > 1)
        rows.add_sharded(list);
    if (config.sharers() > 1 && config.zero_stage < 2)
        list.push_back(rows.gradients());
    if (rows.trains_experts() && config.edp() > 1 && config.zero_stage < 2)
        list.push_back(rows.expert_gradients());
    const int head = device_of_chunk(config, config.chunks() - 1);
    if (model.tied_embeddings && head != 0 && !job.tuning.freezes_weights())
        list.push_back(
            rows.between({{0, head}}, exchanged_gradient_bytes(job) * rows.stages.front().embedding));
    if (family_of(config.schedule).bidirectional && config.pp > 1) {
        // Both directions' copies of a stage; their bytes are counted with the other gradients.
        std::vector<DeviceLink> copies;
        for (int device = 0; device < config.pp - 1 - device; ++device)
            copies.push_back({device, config.pp - 1 - device});
        list.push_back(rows.between(std::move(copies), 0));
    }
    return traffic;
}

} // namespace pipette
