// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/traffic/traffic_facts.h"

#include "core/framework/dispatcher.h"
#include "core/framework/framework.h"
#include "core/framework/repeated_layers.h"
#include "core/plan/context_kind.h"
#include "core/workload/encoder.h"

#include <algorithm>

namespace pipette {
namespace {

/// The collectives of layers, one kind after another.
struct LayerRows {
    const TrafficFacts& facts;
    const TransformerModel& model = facts.model;
    const TrainingJob& job = facts.job;
    const ParallelConfig& config = facts.config;
    const std::vector<StageShape>& stages = facts.stages;
    double activation = facts.activation;
    const AxisSizes& sizes = facts.sizes;
    OtherGrids& grids = facts.grids;
    const std::shared_ptr<const ModelLayers>& layers = facts.layers;
    std::vector<PartCounts> chunks = counts();

    /// [chunk][part] layers that have the part.
    std::vector<PartCounts> counts() const {
        std::vector<PartCounts> all;
        for (int chunk = 0; chunk < config.chunks(); ++chunk)
            all.push_back(parts_in_chunk(config, model, *layers, chunk));
        return all;
    }

    /// Calls of one layer with a part: in any case, and once more where the layer, or one of `modules`, is
    /// computed again.
    struct PartCalls {
        double always = 0, again = 0;
        RecomputeModules modules{};
    };
    /// [chunk] calls of all layers; of_part(part): those of one layer that has the part.
    template <class OfPart>
    std::vector<double> calls_of_parts(const OfPart& of_part) const {
        const RecomputeModules repeats = repeated_modules(config);
        std::vector<double> all;
        for (std::size_t chunk = 0; chunk < chunks.size(); ++chunk) {
            const PartCounts repeated = parts_repeated(job, config, model, *layers, static_cast<int>(chunk));
            double sum = 0;
            for (std::size_t i = 0; i < repeated.size(); ++i) {
                const PartCalls calls = of_part(layers->parts()[i].table);
                const int counts = chunks[chunk][i];
                sum += calls.always * counts +
                       calls.again * (calls.modules.meets(repeats) ? counts : repeated[i]);
            }
            all.push_back(sum);
        }
        return all;
    }
    std::vector<double> in_layers_with(const PartTable& part, const PartCalls& calls) const {
        return calls_of_parts([&](const PartTable& other) { return &other == &part ? calls : PartCalls{}; });
    }
    /// In every layer with a core of attention, which frameworks without modules repeat, too.
    std::vector<double> of_cores(double always, double again) const {
        const bool all = config.recompute == Recompute::selective &&
                         framework_of(job).selective != SelectiveKeeps::modules;
        const PartCalls calls{always + (all ? again : 0), all ? 0 : again, {RecomputeModule::core_attn}};
        return calls_of_parts([&](const PartTable& part) { return part.core ? calls : PartCalls{}; });
    }
    /// At every sum of tensor parallelism.
    std::vector<double> of_sums(double always, double again) const {
        return calls_of_parts([&](const PartTable& part) {
            return PartCalls{always * part.tensor_sums, again * part.tensor_sums, part.sums_modules};
        });
    }

    /// Two all-reduces a layer and pass; with sequence parallelism all-gathers and reduce-scatters of as many
    /// bytes.
    Collective tensor_parallel() const {
        // What is gathered for every second product is gathered again, and sums are kept: as much as once.
        const bool all_again = config.recompute == Recompute::selective && config.sequence_parallel &&
                               framework_of(job).selective == SelectiveKeeps::every_second_product;
        Collective sums{.kind = config.sequence_parallel ? CollectiveKind::reduce_and_gather
                                                         : CollectiveKind::all_reduce,
                        .when = When::layer,
                        .axes = {axis::tp},
                        .bytes = {activation},
                        .gathered = {activation},
                        .forward_calls = of_sums(1, 0),
                        .backward_calls = of_sums(all_again ? 2 : 1, all_again ? 0 : 1)};
        if (overlap_of(job, config).tensor_parallel)
            sums.hidden_by = HiddenBy::products,
            sums.beside_share = framework_of(job).tensor_parallel_overlap;
        // Half an all-reduce is one gather or scatter: of the embedding's output, of the head's input.
        const double half = config.sequence_parallel ? 0.5 : 0, whole = config.sequence_parallel ? 0.5 : 1;
        sums.forward_calls.front() += whole, sums.backward_calls.front() += half;
        sums.forward_calls.back() += half, sums.backward_calls.back() += whole;
        return sums;
    }

    /// Of an encoder's layers and projector, in the first chunk, as in the model's layers.
    Collective encoder_sums(const EncoderParts& encoder) const {
        const StageShape& stage = stages.front();
        const bool trains = !freezes_encoder(model, job);
        double forward = 0;
        encoder.each([&](const PartTable& part, int count, bool) { forward += count * part.tensor_sums; });
        Collective sums = tensor_parallel();
        sums.bytes = {stage.element_bytes * encoder_tokens() * encoder.model.hidden};
        sums.gathered = sums.bytes;
        sums.forward_calls = sums.backward_calls = facts.of_layers(0);
        sums.forward_calls.front() = forward;
        sums.backward_calls.front() = trains ? forward * (config.recompute == Recompute::full ? 2 : 1) : 0;
        return sums;
    }
    /// Patches of one microbatch on a GPU.
    double encoder_tokens() const { return double(model.encoder->patches) * config.micro_batch / config.cp; }

    /// The sums of a tensor grid, product by product (help: tensor-grids.md): what a product gives is added
    /// up over the ranks that cut what it takes in, and backward the other way round. With tp_x = 1 they are
    /// Megatron's without sequence parallelism.
    void add_grid_sums(std::vector<Collective>& rows) const {
        const bool overlaps = overlap_of(job, config).tensor_parallel;
        const auto add = [&](const Axis& cut, double elements, HiddenBy hidden_by,
                             const std::vector<double>& forward, const std::vector<double>& backward) {
            if (sizes.of(cut) <= 1)
                return;
            const Axis along = cut == axis::tp && config.tp_x > 1 ? axis::y : cut;
            add_calls(rows, {.when = When::layer,
                             .axes = {along},
                             .bytes = {stages.front().tokens * elements * stages.front().element_bytes},
                             .forward_calls = forward,
                             .backward_calls = backward,
                             .hidden_by = hidden_by});
        };
        const auto add_product = [&](const Product& product, const std::vector<double>& once,
                                     const std::vector<double>& again) {
            add(product.in_cut, product.out / sizes.of(product.out_cut), HiddenBy::nothing, once, again);
            add(product.out_cut, product.in / sizes.of(product.in_cut),
                overlaps ? HiddenBy::weight_gradients : HiddenBy::nothing, facts.of_layers(0), once);
        };
        for (const ModelPart& part : layers->parts())
            for (const Product& product : part.table.products)
                add_product(product, in_layers_with(part.table, {1}),
                            in_layers_with(part.table, {0, 1, product.modules}));
        std::vector<double> first = facts.of_layers(0), last = first;
        first.front() = last.back() = 1;
        add(axis::tp, model.hidden / sizes.of(axis::x), HiddenBy::nothing, first,
            facts.of_layers(0)); // embedding
        for (const Product& product : layers->head().products)
            add_product(product, last, facts.of_layers(0));
    }

    /// Adds the calls to a row of the same messages, where there is one.
    static void add_calls(std::vector<Collective>& rows, Collective more) {
        const auto same = std::find_if(rows.begin(), rows.end(), [&](const Collective& row) {
            return row.axes == more.axes && row.bytes == more.bytes && row.hidden_by == more.hidden_by;
        });
        if (same == rows.end()) {
            rows.push_back(std::move(more));
            return;
        }
        for (std::size_t chunk = 0; chunk < more.forward_calls.size(); ++chunk) {
            same->forward_calls[chunk] += more.forward_calls[chunk];
            same->backward_calls[chunk] += more.backward_calls[chunk];
        }
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
        const AttentionCore& core = *layers->core();
        const double kv_heads = std::max(1.0, core.kv_heads / sizes.of(axis::tp));
        return tokens * kv_heads * (core.key + core.value) / core.kv_heads * stages.front().element_bytes;
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
                        .forward_calls = of_cores(1, 0),
                        .backward_calls = of_cores(0, 1)});
        rows.push_back({.kind = CollectiveKind::reduce_and_gather,
                        .when = When::layer,
                        .axes = {axis::cp},
                        .bytes = {bytes},
                        .gathered = {bytes},
                        .forward_calls = of_cores(0, 0),
                        .backward_calls = of_cores(1, 0)});
    }

    /// Queries, keys and values in one call, the output in another; backward their gradients.
    Collective exchanged_heads() const {
        const StageShape& stage = stages.front();
        const AttentionCore& core = *layers->core();
        const double all = (core.query + core.key + core.value + core.output) / sizes.of(axis::tp);
        constexpr double calls = 2;
        return {.kind = CollectiveKind::all_to_all,
                .when = When::layer,
                .axes = {axis::cp},
                .bytes = {stage.tokens * all / calls * stage.element_bytes},
                .forward_calls = of_cores(calls, 0),
                .backward_calls = of_cores(calls, calls)};
    }

    /// One step of ring attention passes keys and values of a part of the sequence on; backward their
    /// gradients too.
    void add_ring_attention(std::vector<Collective>& rows) const {
        const double bytes = keys_and_values(stages.front().tokens), steps = config.cp - 1;
        rows.push_back({.kind = CollectiveKind::ring_step,
                        .when = When::layer,
                        .axes = {axis::cp},
                        .bytes = {bytes},
                        .forward_calls = of_cores(steps, 0),
                        .backward_calls = of_cores(0, steps),
                        .hidden_by = HiddenBy::attention,
                        .attention_steps = 1});
        rows.push_back({.kind = CollectiveKind::ring_step,
                        .when = When::layer,
                        .axes = {axis::cp},
                        .bytes = {2 * bytes},
                        .forward_calls = of_cores(0, 0),
                        .backward_calls = of_cores(steps, 0),
                        .hidden_by = HiddenBy::attention,
                        .attention_steps = 2});
    }

    /// Tokens to their experts and back, in both passes; recomputation sends them again. Where an expert is
    /// split, its GPUs gather what each of them was sent, and add up what comes back.
    void add_dispatch(std::vector<Collective>& rows, const PartTable& part) const {
        const StageShape& stage = stages.front();
        const double token_bytes = rows_of({.cut = axis::tp, .routed = true}, job, sizes, stage.tokens) *
                                   part.dispatch->elements * stage.element_bytes;
        const double copies = token_bytes * part.dispatch->choices;
        const Dispatcher& dispatcher = dispatcher_of(job);
        Collective row{.when = When::layer, .axes = {}, .grid = grids.experts(), .bytes = {}};
        row.hidden_share = job.overlap_expert_exchange ? framework_of(job).expert_overlap : 0;
        const RecomputeModules modules = part.dispatch->modules;
        row.forward_calls = in_layers_with(part, {1}),
        row.backward_calls = in_layers_with(part, {1, 1, modules});
        if (dispatcher.pattern == DispatchPattern::all_gather) {
            row.kind = CollectiveKind::reduce_and_gather, row.axes = {axis::etp, axis::ep};
            row.bytes = row.gathered = {token_bytes * sizes.of(axis::etp) * sizes.of(axis::ep)};
            rows.push_back(std::move(row));
            return;
        }
        if (sizes.of(axis::ep) > 1) {
            Collective& sends = rows.emplace_back(row);
            sends.kind = CollectiveKind::all_to_all, sends.axes = {axis::ep};
            sends.bytes = {copies};
            sends.forward_calls = in_layers_with(part, {2}),
            sends.backward_calls = in_layers_with(part, {2, 2, modules});
            if (dispatcher.pattern == DispatchPattern::once_a_node)
                sends.choices = part.dispatch->choices, sends.among = part.dispatch->experts;
        }
        if (sizes.of(axis::etp) > 1) {
            row.kind = CollectiveKind::reduce_and_gather, row.axes = {axis::etp};
            row.bytes = row.gathered = {copies * sizes.of(axis::etp)};
            rows.push_back(std::move(row));
        }
    }

    /// What the parts of layers exchange by themselves; full recomputation repeats the forward calls.
    void add_messages(std::vector<Collective>& rows, const PartTable& part) const {
        const StageShape& stage = stages.front();
        for (const PartMessage& message : part.messages) {
            if (sizes.of(message.along) * sizes.of(message.along_too) <= 1)
                continue;
            const double bytes = rows_of(message.rows, job, sizes, stage.tokens) * message.elements *
                                 (message.bytes > 0 ? message.bytes : stage.element_bytes);
            Collective row{.when = When::layer, .axes = {message.along}, .bytes = {bytes}};
            if (message.along_too != axis::none)
                row.axes.push_back(message.along_too);
            if (message.along == axis::etp || message.along == axis::ep)
                row.grid = grids.experts();
            row.kind = message.kind == PartMessage::all_to_all ? CollectiveKind::all_to_all
                                                               : CollectiveKind::reduce_and_gather;
            if (message.kind == PartMessage::gather)
                row.bytes = {0}, row.gathered = {bytes};
            else if (message.kind == PartMessage::scatter)
                row.gathered = {0};
            row.forward_calls = in_layers_with(part, {message.forward_calls});
            row.backward_calls = in_layers_with(part, {message.backward_calls, message.forward_calls});
            rows.push_back(std::move(row));
        }
    }
};

} // namespace

std::vector<Collective> layer_traffic(const TrafficFacts& facts) {
    const LayerRows rows{facts};
    std::vector<Collective> list;
    if (framework_of(facts.job).tensor_grids)
        rows.add_grid_sums(list);
    else if (facts.config.tp > 1)
        list.push_back(rows.tensor_parallel());
    if (facts.layers->encoder() && facts.config.tp > 1)
        list.push_back(rows.encoder_sums(*facts.layers->encoder()));
    if (facts.config.cp > 1)
        rows.add_context(list);
    for (const ModelPart& part : facts.layers->parts()) {
        if (part.table.dispatch)
            rows.add_dispatch(list, part.table);
        rows.add_messages(list, part.table);
    }
    return list;
}

} // namespace pipette
