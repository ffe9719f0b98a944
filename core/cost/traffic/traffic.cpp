// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/traffic.h"

#include "core/base/index.h"
#include "core/cost/traffic/traffic_facts.h"
#include "core/framework/framework.h"
#include "core/plan/stages/stage_tp.h"
#include "core/schedule/schedule_family.h"

#include <algorithm>

namespace pipette {
namespace {

/// What stages send each other, and what they exchange of their parameters and gradients.
struct StageRows : TrafficFacts {
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
                            .grid = grids.experts(),
                            .bytes = {}};
        for (const StageShape& stage : stages) {
            exchange.bytes.push_back(exchanged_gradient_bytes(job) * stage.trained_experts());
            if (zero)
                exchange.gathered.push_back(stage.element_bytes * stage.trained_experts());
            exchange.last_share.push_back(1 / std::max(1.0, stage.expert_layers));
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
            add_units(rows, {.axes = {axis::shard}, .grid = grids.shards(), .bytes = {}}, shared);
        if (model.moe && config.expert_shards() > 1)
            add_units(rows, {.axes = {axis::shard}, .grid = grids.expert_shards(), .bytes = {}}, experts);
        if (config.shard_replicas() == 1)
            return;
        add_replicas(rows, {.axes = {axis::replicas}, .grid = grids.shards(), .bytes = {}},
                     [&](const StageShape& stage) { return stage.trained_shared() / config.shards(); });
        if (trains_experts())
            add_replicas(
                rows, {.axes = {axis::replicas}, .grid = grids.expert_shards(), .bytes = {}},
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

    Collective between(std::vector<DeviceLink> links, double bytes) const {
        return {.kind = CollectiveKind::all_reduce,
                .when = When::iteration,
                .axes = {axis::pp},
                .links = std::move(links),
                .bytes = {bytes}};
    }
};

/// Of a list, what goes on inside the stages of one tp.
void add_inside(std::vector<Collective>& list, const std::vector<Collective>& of_tp, const StagesOfTp& alike,
                const std::vector<int>& device_of_chunk) {
    const auto grid = std::make_shared<const RankGrid>(alike.config);
    for (Collective collective : of_tp) {
        if (!collective.links.empty())
            continue;
        collective.grid = grid, collective.stages = alike.stages;
        for (auto* calls : {&collective.forward_calls, &collective.backward_calls})
            for (std::size_t chunk = 0; chunk < calls->size(); ++chunk)
                if (!alike.hold(device_of_chunk[chunk]))
                    (*calls)[chunk] = 0;
        list.push_back(std::move(collective));
    }
}

/// Between stages each GPU sends what it holds, and gets what it needs: of the two ends the one with the
/// larger messages counts. `lists`: [as stages_by_tp()].
std::vector<Collective> between_stages(const std::vector<std::vector<Collective>>& lists,
                                       const std::vector<StagesOfTp>& by_tp) {
    const auto bytes_at = [&](int stage, std::size_t row) {
        for (std::size_t i = 0; i < by_tp.size(); ++i)
            if (by_tp[i].hold(stage))
                return lists[i][row].bytes_of(stage);
        return 0.0;
    };
    std::vector<Collective> list;
    for (std::size_t row = 0; row < lists.front().size(); ++row)
        for (const DeviceLink& link : lists.front()[row].links) {
            Collective& one = list.emplace_back(lists.front()[row]);
            one.links = {link}, one.bytes = {std::max(bytes_at(link.from, row), bytes_at(link.to, row))};
        }
    return list;
}

/// Of the grid of stages with a smaller tp, the ranks of one block of all stages: several groups.
RankGrid in_block(const RankGrid& of_stages, int ranks) {
    const RankGrid group = of_stages.block();
    std::vector<GridAxis> axes = group.axes();
    axes.push_back({axis::dp, ranks / group.world()});
    return RankGrid(std::move(axes));
}

/// Each stage as it is where all have its tp.
Traffic traffic_by_stage(const TransformerModel& model, const TrainingJob& job,
                         const ParallelConfig& config) {
    Traffic traffic{config, {}};
    std::vector<int> devices;
    for (int chunk = 0; chunk < config.chunks(); ++chunk)
        devices.push_back(device_of_chunk(config, chunk));
    const std::vector<StagesOfTp> by_tp = stages_by_tp(config);
    std::vector<std::vector<Collective>> between;
    for (const StagesOfTp& alike : by_tp) {
        std::vector<Collective> list = traffic_of(model, job, alike.config).collectives;
        add_inside(traffic.collectives, list, alike, devices);
        std::erase_if(list, [](const Collective& collective) { return collective.links.empty(); });
        between.push_back(std::move(list));
    }
    for (Collective& collective : between_stages(between, by_tp))
        traffic.collectives.push_back(std::move(collective));
    return traffic;
}

} // namespace

RankGroups Traffic::groups(const Collective& collective) const {
    const RankGrid& of = grid_of(collective);
    RankGroups groups = of.groups(collective.axes);
    if (!collective.stages.empty())
        std::erase_if(groups.first, [&](int rank) { return !collective.takes_part(of.place(rank).stage); });
    return groups;
}

int Traffic::members(const Collective& collective) const {
    int members = 1;
    for (const Axis& axis : collective.axes)
        members *= grid_of(collective).size(axis);
    return members;
}

int Traffic::groups_of_block(const Collective& collective) const {
    if (collective.over_blocks()) { // by the first block, whose ranks come first in all grids
        const RankGrid& of = grid_of(collective);
        std::vector<char> counted(index(grid.size(Spread::peers)), 0); // [first rank of a group]
        int groups = 0;
        for (int rank = 0; rank < grid.size(Spread::peers); ++rank) {
            int first = rank;
            for (const GridAxis& axis : of.axes())
                if (std::find(collective.axes.begin(), collective.axes.end(), axis.axis) !=
                    collective.axes.end())
                    first -= of.along(rank, axis.axis) * axis.stride;
            groups += counted[index(first)] == 0;
            counted[index(first)] = 1;
        }
        return groups;
    }
    int groups = grid.size(Spread::peers);
    for (const Axis& axis : collective.axes)
        groups /= axis.spread == Spread::peers ? grid_of(collective).size(axis) : 1;
    return groups;
}

Traffic Traffic::inside_a_block() const {
    Traffic inside{grid.block(), {}};
    each_inside(When::layer, [&](const Collective& collective) {
        if (collective.over_blocks())
            return;
        Collective& own = inside.collectives.emplace_back(collective);
        if (own.grid) { // all chunks lie on device 0 of a block alone; chunks of other stages have no calls
            own.stages = {0};
            own.grid = std::make_shared<const RankGrid>(in_block(*own.grid, inside.grid.world()));
        }
    });
    return inside;
}

namespace {

/// Exchanges that hide behind the same passes, of dense parameters and of experts, part these passes about as
/// their times do: by what can hide of the bytes of all groups of a stage.
void part_windows(Traffic& traffic, int stages) {
    std::vector<Collective*> hidden;
    for (Collective& collective : traffic.collectives)
        if (collective.when == When::iteration && collective.links.empty() && hides(collective))
            hidden.push_back(&collective);
    for (int stage = 0; stage < stages && hidden.size() > 1; ++stage) {
        const auto weight = [&](const Collective& one) {
            return (one.bytes_of(stage) * (1 - one.last_share_of(stage)) + one.gathered_of(stage)) /
                   traffic.members(one);
        };
        double all = 0;
        for (const Collective* one : hidden)
            all += weight(*one);
        for (Collective* one : hidden)
            one->window_share.push_back(all > 0 ? weight(*one) / all : 1);
    }
}

} // namespace

Traffic traffic_of(const TransformerModel& model, const TrainingJob& job, const ParallelConfig& config) {
    if (has_stage_tp(config))
        return traffic_by_stage(model, job, config);
    const StageRows rows{{model, job, config}};
    Traffic traffic{config, layer_traffic(rows)};
    std::vector<Collective>& list = traffic.collectives;
    if (Collective sends = rows.activations(); !sends.links.empty())
        list.push_back(std::move(sends));
    if (config.zero_stage > 1)
        rows.add_sharded(list);
    if (config.sharers() > 1 && config.zero_stage < 2)
        list.push_back(rows.gradients());
    if (rows.trains_experts() && config.edp() > 1 && config.zero_stage < 2)
        list.push_back(rows.expert_gradients());
    part_windows(traffic, config.pp);
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
