// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/rounds/stages_by_kind.h"

#include "core/base/index.h"
#include "core/base/parallel_for.h"
#include "core/framework/framework.h"
#include "core/plan/flash_attention.h"
#include "core/plan/stages/stage_tp.h"
#include "core/search/space/memory_check.h"
#include "core/search/space/stage_changes.h"
#include "core/search/space/unlike_stages.h"
#include "core/workload/layers/model_layers.h"

#include <algorithm>
#include <numeric>

namespace pipette {
namespace {

/// Slots of one kind of GPUs.
struct SlotKind {
    int gpu_kind = 0, slots = 0;
    std::vector<int> classes; ///< of the slots
    double memory_bytes = 0;  ///< of the smallest GPU
};

std::vector<SlotKind> kinds_of(const SearchTables& tables, const SlotShape& shape) {
    std::vector<SlotKind> kinds;
    for (int type = 0; type < shape.groups.count(); ++type) {
        int slowest = 0; // a slot over nodes of several kinds waits for one of them: any stands for it
        for (const int gpu : shape.layout.gpus_of(shape.groups.example[index(type)]))
            slowest = std::max(slowest, tables.links.kind_of_gpu[index(gpu)]);
        auto kind = std::find_if(kinds.begin(), kinds.end(),
                                 [&](const SlotKind& k) { return k.gpu_kind == slowest; });
        const double bytes = shape.groups.memory_bytes[index(type)];
        if (kind == kinds.end())
            kind = kinds.insert(kinds.end(), {slowest, 0, {}, bytes});
        const auto& class_of_slot = shape.groups.class_of_slot;
        kind->slots += int(std::count(class_of_slot.begin(), class_of_slot.end(), type));
        kind->classes.push_back(type);
        kind->memory_bytes = std::min(kind->memory_bytes, bytes);
    }
    return kinds;
}

/// Splits the configurations of one search. For one thread.
class Splitter {
public:
    explicit Splitter(const SearchTables& tables) : tables_(tables), inputs_(tables.inputs) {}

    /// The fastest split where all stages have the configuration's tp, and the one where each may have its
    /// own.
    std::vector<ParallelConfig> splits(const ParallelConfig& even) {
        std::vector<ParallelConfig> found;
        if (even.pp == tables_.inputs.model.layers)
            return found;
        const SlotShape& shape = tables_.known_shape(even.peers());
        std::vector<SlotKind> kinds = kinds_of(tables_, shape);
        if (kinds.size() < 2)
            return found;
        const std::vector<int> tps = stage_tp_choices(inputs_, even);
        for (const std::vector<int>& choices : {std::vector<int>{even.tp}, tps}) {
            std::optional<ParallelConfig> uneven = split(even, choices, shape, kinds);
            if (uneven && (found.empty() || *uneven != found.back()))
                found.push_back(std::move(*uneven));
            if (tps.size() == 1)
                break;
        }
        return found;
    }

private:
    std::optional<ParallelConfig> split(const ParallelConfig& even, const std::vector<int>& tps,
                                        const SlotShape& shape, std::vector<SlotKind>& kinds) {
        UnlikeStages pipeline = timed(even, tps, shape, kinds);
        if (!(pipeline == last_))
            found_ = fastest_split(pipeline), last_ = std::move(pipeline);
        if (!found_)
            return std::nullopt;
        ParallelConfig uneven = even;
        uneven.layers_per_stage = found_->layers;
        std::vector<int> tp_per_stage;
        for (const int choice : found_->choice)
            tp_per_stage.push_back(tps[index(choice)]);
        uneven = with_stage_tp(std::move(uneven), std::move(tp_per_stage));
        // Blocks have as many GPUs as the largest tp asks for.
        if (const int widest = widest_stage(uneven); tp_of_stage(uneven, widest) != uneven.tp)
            uneven = with_stage_tp(as_stage(uneven, widest), uneven.tp_per_stage);
        return uneven == even || !is_asked_for(uneven) ? std::nullopt : std::optional(std::move(uneven));
    }

    bool is_asked_for(const ParallelConfig& config) const {
        const std::vector<int>& sizes = inputs_.limits.micro_batches;
        return sizes.empty() || std::find(sizes.begin(), sizes.end(), config.micro_batch) != sizes.end();
    }

    /// A configuration with another tp in all stages, on blocks of as many GPUs.
    static ParallelConfig with_tp(const ParallelConfig& even, int tp) {
        return with_stage_tp(even, std::vector<int>(index(even.pp), tp));
    }

    /// What a pass takes at few layers and at twice as many tells what each layer takes. `tps`: the choices.
    UnlikeStages timed(const ParallelConfig& even, const std::vector<int>& tps, const SlotShape& shape,
                       std::vector<SlotKind>& kinds) {
        const int few = even.layers_per_stage.front();
        std::vector<ClassTimes> less, more;
        for (const int tp : tps) {
            less.push_back(times_of(with_layers(with_tp(even, tp), few), shape));
            more.push_back(times_of(with_layers(with_tp(even, tp), 2 * few), shape));
        }
        const auto speed = [&](const SlotKind& kind) { return pass_s(less.front(), kind, 0, even.pp); };
        std::stable_sort(kinds.begin(), kinds.end(),
                         [&](const SlotKind& a, const SlotKind& b) { return speed(a) < speed(b); });
        UnlikeStages pipeline;
        pipeline.stages = even.pp, pipeline.replicas = even.dp, pipeline.microbatches = even.microbatches();
        pipeline.layers = tables_.inputs.model.layers, pipeline.choices = int(tps.size());
        for (const SlotKind& kind : kinds) {
            pipeline.places.push_back(kind.slots);
            for (std::size_t choice = 0; choice < tps.size(); ++choice) {
                for (int stage = 0; stage < even.pp; ++stage) {
                    const double less_s = pass_s(less[choice], kind, stage, even.pp);
                    const double layer_s = (pass_s(more[choice], kind, stage, even.pp) - less_s) / few;
                    pipeline.layer_s.push_back(layer_s);
                    pipeline.base_s.push_back(std::max(0.0, less_s - few * layer_s));
                }
                append_most_layers(pipeline.most_layers, with_tp(even, tps[choice]), kind);
            }
        }
        return pipeline;
    }

    /// A configuration with so many layers in every stage, of a model that has as many.
    ParallelConfig with_layers(ParallelConfig config, int layers) {
        config.layers_per_stage.assign(index(config.pp), layers);
        inputs_.model.layers = layers * int(config.layers_per_stage.size());
        return config;
    }

    ClassTimes times_of(const ParallelConfig& config, const SlotShape& shape) const {
        const ConfigWork work =
            config_work(*inputs_.cluster, inputs_.model, inputs_.job, config, tables_.knowledge.calibration);
        return class_times(tables_.links, work, shape.layout, shape.groups);
    }

    /// Both passes of one microbatch on the slowest slots of a kind, seconds.
    static double pass_s(const ClassTimes& times, const SlotKind& kind, int stage, int stages) {
        double slowest_s = 0;
        for (const int type : kind.classes) {
            const std::size_t at = index(type * stages + stage);
            slowest_s = std::max(slowest_s, times.forward[at] + times.backward[at]);
        }
        return slowest_s;
    }

    /// [stage] the most layers that fit into the memory of a kind, which they fill evenly.
    void append_most_layers(std::vector<int>& most, const ParallelConfig& even, const SlotKind& kind) {
        const int few = even.layers_per_stage.front();
        const double gpu_bytes = kind.memory_bytes;
        TrainingJob job = inputs_.job; // as this kind runs it
        job.flash_attention = fuses_attention(job, inputs_.cluster->node_kinds[index(kind.gpu_kind)].gpu);
        const auto filled = [&](int layers) {
            const ParallelConfig config = with_layers(even, layers);
            return MemoryChecks(inputs_, tables_.knowledge, gpu_bytes, job).of(config).device_bytes;
        };
        const std::vector<double> less = filled(few), more = filled(2 * few);
        for (std::size_t stage = 0; stage < less.size(); ++stage) {
            const double a_layer = (more[stage] - less[stage]) / few;
            const double layers = few + (gpu_bytes - less[stage]) / a_layer;
            most.push_back(int(std::clamp(layers, 0.0, double(tables_.inputs.model.layers))));
        }
    }

    const SearchTables& tables_;
    PlanInputs inputs_; // of a model with another number of layers
    UnlikeStages last_; // configurations that stand side by side often have the same
    std::optional<StageSplit> found_;
};

} // namespace

bool may_split_by_kind(const PlanInputs& inputs) {
    return !has_like_gpus(*inputs.cluster) && !framework_of(inputs.job).layers &&
           inputs.model.mtp_layers == 0 && layers_of(inputs.model)->alike();
}

std::vector<ParallelConfig> split_by_kind(const SearchTables& tables,
                                          const std::vector<ParallelConfig>& configs, int threads) {
    if (!may_split_by_kind(tables.inputs))
        return {};
    std::vector<const ParallelConfig*> even;
    for (const ParallelConfig& config : configs)
        if (config.pp > 1 && config.vpp == 1)
            even.push_back(&config);
    constexpr int in_a_row = 32;
    std::vector<std::vector<ParallelConfig>> splits(even.size());
    parallel_for(int((even.size() + in_a_row - 1) / in_a_row), threads, {}, [&](int part) {
        Splitter splitter(tables);
        const std::size_t end = std::min(even.size(), index((part + 1) * in_a_row));
        for (std::size_t i = index(part * in_a_row); i < end; ++i)
            splits[i] = splitter.splits(*even[i]);
    });
    std::vector<ParallelConfig> found;
    for (const std::vector<ParallelConfig>& of_one : splits)
        found.insert(found.end(), of_one.begin(), of_one.end());
    return found;
}

} // namespace pipette
