// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"
#include "core/cluster/faults.h"
#include "core/plan/calibration_use.h"
#include "core/plan/candidate.h"
#include "core/plan/headroom.h"
#include "core/plan/launcher_limit.h"
#include "core/plan/plan_origin.h"
#include "core/plan/preference.h"
#include "core/plan/rejection.h"
#include "core/workload/training_job.h"
#include "core/workload/transformer_model.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pipette {

struct Calibration; // of a box above

/// What the search may try. Empty lists mean "what makes sense".
struct SearchLimits {
    /// Numbers of GPUs to use; empty: all that are not excluded, and fewer whole nodes (see allowed_worlds).
    std::vector<int> world_sizes;
    std::vector<int> micro_batches;      ///< empty: 1, 2, 4, 8
    std::vector<Recompute> recompute;    ///< empty: all three
    std::vector<ScheduleKind> schedules; ///< empty: 1f1b and interleaved
    std::optional<P2p> p2p;              ///< empty: as the framework does in each schedule
    int max_tp = 0;                      ///< 0: GPUs of a node
    int max_cp = 0;               ///< context parallelism is tried up to this size; 0: see usual_max_cp()
    int max_vpp = 4;              ///< model chunks a device at most
    std::vector<int> zero_stages; ///< empty: those of the framework (Framework::zero_stages)
    bool allow_faulty =
        false; ///< take the cluster's faults as links that were not measured, and use their GPUs
    std::optional<LauncherLimit> launcher = {}; ///< none but mappings that it can express
    /// Shares of the optimizer's state that the host keeps (Offload::optimizer); empty: none, or where
    /// nothing fits so, what makes each configuration fit at the least cost.
    std::vector<double> offloads = {};
    std::vector<std::string> cp_kinds = {}; ///< names of ContextKinds; empty: all whose mask is balanced
    bool stage_tp = false; ///< on unlike GPUs, stages may have a tp of their own (tp_per_stage)
    bool operator==(const SearchLimits&) const = default;
};

/// Shares of the optimizer's state that the search offers the host where nothing fits without, smallest
/// first.
inline constexpr double usual_offloads[]{0.25, 0.5, 0.75, 1};

/// Context parallelism that is worth trying where nobody says how much: from sequences of 16384 tokens on, so
/// that a GPU has 4096 of them or more (Megatron Bridge's guide); else none.
int usual_max_cp(int sequence_length);

/// How hard the annealer works, its seed, and by what its results are judged.
struct AnnealingBudget {
    std::uint64_t seed = 1;
    int chains = 4;              ///< the result depends on seed and chains, never on threads
    long moves = 200'000;        ///< a chain at most
    int threads = 0;             ///< 0: what the machine has
    double history_quantile = 0; ///< with snapshots: 0 = mean time over them, else this quantile (0.9)
    Preference prefer = Preference::fastest;
    bool operator==(const AnnealingBudget&) const = default;
};

/// All that is needed to plan again.
struct PlanInputs {
    std::shared_ptr<const Cluster> cluster; ///< as measured; null: none yet. Shared, for it may be large
    TransformerModel model;                 ///< layers 0: none yet
    TrainingJob job;
    SearchLimits limits;
    AnnealingBudget budget;
    Faults faults;
    std::vector<int> pinned_ranks;                  ///< ranks of `start` whose GPUs must not move
    std::optional<RankMapping> start;               ///< mapping to anneal from
    int top = 20;                                   ///< candidates to keep
    bool operator==(const PlanInputs& other) const; ///< clusters by value
};

/// What one phase of a search did. Counts follow from inputs and seed, seconds from the machine.
struct SearchPhase {
    std::string name;                       ///< "filter", "explore", "polish", "refine", "baselines"
    double seconds = 0;                     ///< by the clock
    long chains = 0, moves = 0, cycles = 0; ///< of annealing; each cycle cools down once
    bool operator==(const SearchPhase&) const = default;
};

/// Result of a search. enumerated = feasible + rejected_counts.all() + indivisible.
struct Plan {
    PlanInputs inputs;
    std::vector<Candidate> candidates; ///< ours, in the order of order_of(budget.prefer)
    /// The best feasible of host order, Megatron's rule, AMP and Varuna; a published recipe, feasible or not.
    std::vector<Candidate> baselines;
    /// With a launcher as limit: the best plan without it.
    std::optional<Candidate> unconstrained;
    /// Those of the rejected configurations that were nearest to being chosen: most_rejections_kept at most.
    std::vector<Rejection> rejected;
    RejectionCounts rejected_counts; ///< of all, kept or not
    long indivisible = 0;            ///< configurations whose sizes do not divide
    long enumerated = 0;             ///< whole space
    long feasible = 0;               ///< candidates before `top` cut them
    /// No configuration of the space takes fewer seconds on any placement. 0: not known (the search was
    /// stopped before, the cluster has a history, a document that does not say).
    double least_time_s = 0;
    std::vector<std::string> assumptions; ///< what was assumed: unmeasured links, uncalibrated GPUs
    /// What its times were computed with, a kind of GPU each; empty: a document that does not say.
    std::vector<CalibrationUse> calibrations;
    /// Its figures, from which a timeline is drawn that ends when the plan says. Null: a document of before.
    std::shared_ptr<const Calibration> calibration = nullptr;
    bool stopped_early = false;            ///< cancelled: best so far
    std::optional<Headroom> headroom = {}; ///< where it was asked for
    std::vector<SearchPhase> phases = {};  ///< of the search; empty: a document that does not say
    PlanOrigin made = {};
};

/// The best feasible of one of the other planners; null: it has none.
const Candidate* baseline_of(const Plan& plan, Planner planner);

} // namespace pipette
