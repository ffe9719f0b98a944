// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/plan_table.h"
#include "core/memory/memory_estimator.h"
#include "core/plan/headroom.h"
#include "core/schedule/timeline.h"
#include "core/search/rounds/planner.h"
#include "core/study/availability/run_availability.h"
#include "core/study/pools/pooled_plan.h"
#include "core/study/size_search.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <utility>

namespace pipette {

struct PinnedCandidate;

/// What a document has of its own in the place of what comes with the program.
struct OwnKnowledge {
    std::shared_ptr<const MemoryEstimator> estimator; ///< null: none
    std::shared_ptr<const Calibration> calibration;   ///< with layer times, if there are any; null: none
    OwnKnowledge(std::shared_ptr<const MemoryEstimator> memory = nullptr,
                 std::shared_ptr<const Calibration> times = nullptr)
        : estimator(std::move(memory)), calibration(std::move(times)) {}
    OwnKnowledge(std::nullptr_t) {}
    /// What is entered: of a plan that is made now.
    explicit OwnKnowledge(const Setup& setup) : OwnKnowledge(setup.estimator, setup.calibration) {}
    /// That plans of a basis were made with.
    explicit OwnKnowledge(const PlanBasis& basis) : OwnKnowledge(basis.setup.estimator, basis.calibration) {}
    bool operator==(const OwnKnowledge&) const = default; ///< by identity
};

/// What the window asks of the core, so that tests can stand in for it. All but the calibrations are asked on
/// workers. `own`: the document's.
struct PlannerCalls {
    using Own = OwnKnowledge;
    std::function<Plan(const PlanInputs&, const Own& own, const SearchSinks&, std::stop_token)> plan;
    std::function<Candidate(const PlanInputs&, const Own& own, const ParallelConfig&, const RankMapping&)>
        evaluate;
    std::function<Candidate(const PlanInputs&, const Own& own, const ParallelConfig&,
                            const RankMapping& start, const SearchSinks&, std::stop_token)>
        improve;
    /// With which calibration plans are made now. Quick.
    std::function<std::vector<CalibrationUse>(const Cluster&, const std::string& framework)> calibrations;
    /// Throws InputError where it would not end at the candidate's iteration time.
    std::function<Timeline(const PlanInputs&, const Own& own, const Candidate&)> timeline;
    /// Plans every point of a study; what is finished is kept in the file `kept` and found there again.
    std::function<StudyResult(const Study&, const StudySources&, const Own& own,
                              const std::filesystem::path& kept, StudySinks, std::stop_token)>
        study = {};
    /// The smallest size that meets the goal; plans are kept as those of a study.
    std::function<SizeAnswer(Sizes, const TrainingGoal&, const Own& own, const std::filesystem::path& kept,
                             const std::function<void(const SizePoint&)>& planned, std::stop_token)>
        size = {};
    /// What a run gets done on GPUs that come and go.
    std::function<AvailabilityResult(const AvailabilityQuestion&, const Own& own, const AvailabilitySinks&,
                                     std::stop_token)>
        availability = {};
    /// How far the job can be taken; what was found so far when it is stopped.
    std::function<Headroom(const PlanInputs&, const Own& own, std::stop_token)> headroom = {};
    /// What pools with replicas of their own take.
    std::function<PooledPlan(const PlanInputs&, const std::vector<Pool>&, const Own& own, const ProgressSink&,
                             std::stop_token)>
        pools = {};
    /// The text of a report of one candidate, HTML or PDF by the end of `file`.
    std::function<std::string(const Plan&, const Candidate&, const std::vector<PinnedCandidate>& pinned,
                              const std::string& file)>
        report = {};
    std::string program = {}; ///< version and commit, as reports state them
};

/// With which calibration plans are made now that the document has this of its own. Quick.
std::vector<CalibrationUse> calibrations_now(const PlannerCalls& calls, const OwnKnowledge& own,
                                             const Cluster& cluster, const std::string& framework);

/// The planner itself, with what it knows. `program`: its version and commit; what it has planned for a study
/// is found again by no other.
PlannerCalls core_planner(Knowledge knowledge, const std::string& program);

} // namespace pipette
