// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace pipette {

/// What keeps a pipeline stage from one layer more.
enum class StageBound {
    compute, ///< a layer more makes the iteration longer, and the stage computes longer than it exchanges
    links,   ///< a layer more makes the iteration longer, and the stage exchanges longer than it computes
    memory,  ///< a layer more does not fit into the memory of the stage's GPUs
    supply,  ///< no other stage can give a layer
    whole,   ///< the pipeline has no other stage
    nothing, ///< a layer more makes the iteration no longer: another split is as fast or faster
};

/// What becomes of a plan when two of its stages change something: layers, or their places.
struct StageChange {
    int other = 0;      ///< the other stage
    double added_s = 0; ///< to the iteration, seconds
    bool fits = true;   ///< into the memory of all GPUs
};

/// Why some stages of a pipeline have their layers and their GPUs, on a cluster with several kinds of GPUs.
/// The stages have the same number of layers on the same number of GPUs of each kind. The first and the last
/// stage each have a reason of their own, because they hold the embedding and the head. Times and memory are
/// those of the first of the stages.
struct StageReason {
    std::vector<int> stages; ///< ascending
    int layers = 0;          ///< of each
    std::string gpus;        ///< of each, all replicas: "4 A100 + 4 V100"
    int tp = 0;              ///< of each, where stages have a tp of their own; 0: they have not
    double pass_s = 0;       ///< both passes of a microbatch on the slowest replica, seconds
    double exchanges_s = 0;  ///< of it: exchanges inside layers that compute does not hide
    std::string slowest;     ///< the kind of its GPUs that computes longest; empty: it has one kind
    std::string fastest; ///< the kind in the plan that computes the stage fastest; empty: it has this kind
    double times_fastest = 1;               ///< how many times as long its own GPUs compute
    double used_bytes = 0, limit_bytes = 0; ///< memory of a GPU: upper estimate, and what there is
    double more_bytes = 0;                  ///< upper estimate with one layer more; 0: no stage gives one
    StageBound bound = StageBound::compute;
    std::optional<StageChange> one_more; ///< a layer from the stage that gives it at the least cost
    /// Layers and GPUs change places with those of a stage on another kind, at the least cost.
    std::optional<StageChange> exchanged;
    int pinned = 0;   ///< of its GPUs, those that a person has pinned
    int all_gpus = 0; ///< of one stage
};

/// "Stage 1 has 6 layers on 8 V100: it computes for 175.0 ms a microbatch, 2.9 times as long as on A100; one
/// layer more, from stage 0, would make the iteration 980.1 ms longer; ..."
std::string stage_reason_text(const StageReason& reason);

/// The text of the reason that a stage is told in; empty: there is none.
std::string stage_reason_text(const std::vector<StageReason>& reasons, int stage);

/// GPUs of one kind that may be used and that a plan leaves idle.
struct IdleKind {
    std::string gpus;         ///< "8 V100"
    std::string fastest;      ///< the kind in the plan that computes the model fastest
    double times_fastest = 1; ///< how many times as long the idle GPUs compute it
    /// Of the plan's other candidates, the fastest with GPUs of this kind; empty: there is none.
    std::string config;
    double added_s = 0; ///< what it takes longer, seconds
};

/// "8 V100 stay idle: they compute the model 3.0 times as long as A100; with some of them the iteration is
/// 22.3 ms longer at best (pp=8 tp=1 dp=2)."
std::string idle_kind_text(const IdleKind& idle);

} // namespace pipette
