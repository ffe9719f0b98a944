// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/planner_calls.h"

#include "core/cost/candidate_timeline.h"
#include "core/formats/evidence/calibration_use_json.h"
#include "core/formats/evidence/plan_timeline.h"
#include "core/formats/reports/plan_report.h"
#include "core/formats/studies/study_store.h"
#include "core/search/rounds/evaluate.h"
#include "core/search/rounds/kept_links.h"
#include "core/study/find_headroom.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>

namespace pipette {

namespace {

/// What is known, with the document's own calibration and its estimator for its framework.
Knowledge with(const Knowledge& known, const PlannerCalls::Own& own) {
    Knowledge all = known;
    if (own.calibration)
        all.calibration = *own.calibration;
    if (!own.estimator)
        return all;
    auto memory = std::make_shared<std::vector<MemoryEstimator>>();
    if (known.memory)
        std::copy_if(
            known.memory->begin(), known.memory->end(), std::back_inserter(*memory),
            [&](const MemoryEstimator& other) { return other.framework != own.estimator->framework; });
    memory->push_back(*own.estimator);
    all.memory = std::move(memory);
    return all;
}

/// Many plans that answer one question.
void add_questions(PlannerCalls& calls, const std::shared_ptr<const Knowledge>& known) {
    using Own = PlannerCalls::Own;
    calls.study = [known, program = calls.program](const Study& study, const StudySources& sources,
                                                   const Own& own, const std::filesystem::path& kept,
                                                   StudySinks sinks, std::stop_token stop) {
        const Knowledge all = with(*known, own);
        StudyStore store(kept, planner_name(program, all), StudyStore::Start::resume);
        sinks.store = store.plans();
        return run_study(study, sources, all, sinks, std::move(stop));
    };
    calls.size = [known, program = calls.program](
                     Sizes sizes, const TrainingGoal& goal, const Own& own, const std::filesystem::path& kept,
                     const std::function<void(const SizePoint&)>& planned, std::stop_token stop) {
        const Knowledge all = with(*known, own);
        StudyStore store(kept, planner_name(program, all), StudyStore::Start::resume);
        sizes.store = store.plans();
        return smallest_size(sizes, goal, all, planned, std::move(stop));
    };
    calls.headroom = [known](const PlanInputs& inputs, const Own& own, std::stop_token stop) {
        return find_headroom(inputs, with(*known, own), std::move(stop));
    };
    calls.pools = [known](const PlanInputs& inputs, const std::vector<Pool>& pools, const Own& own,
                          const ProgressSink& progress, std::stop_token stop) {
        return plan_pools(inputs, pools, with(*known, own), progress, std::move(stop));
    };
    calls.availability = [known](const AvailabilityQuestion& question, const Own& own,
                                 const AvailabilitySinks& sinks, std::stop_token stop) {
        return run_availability(question, with(*known, own), sinks, std::move(stop));
    };
}

} // namespace

std::vector<CalibrationUse> calibrations_now(const PlannerCalls& calls, const OwnKnowledge& own,
                                             const Cluster& cluster, const std::string& framework) {
    return own.calibration ? calibrations_used(cluster, framework, *own.calibration)
                           : calls.calibrations(cluster, framework);
}

PlannerCalls core_planner(Knowledge knowledge, const std::string& program) {
    using Own = PlannerCalls::Own;
    const auto known = std::make_shared<const Knowledge>(std::move(knowledge));
    PlannerCalls calls;
    calls.program = program;
    const auto calibrations = [known](const Cluster& cluster, const std::string& framework) {
        return calibrations_used(cluster, framework, known->calibration);
    };
    calls.calibrations = calibrations;
    calls.plan = [known, program](const PlanInputs& inputs, const Own& own, const SearchSinks& sinks,
                                  std::stop_token stop) {
        Plan made = plan(inputs, with(*known, own), sinks, std::move(stop));
        made.calibrations = calibrations_used(*inputs.cluster, inputs.job.framework,
                                              own.calibration ? *own.calibration : known->calibration);
        made.made = origin_now(program, inputs.cluster->file);
        return made;
    };
    calls.evaluate = [known, kept = std::make_shared<KeptLinks>()](const PlanInputs& inputs, const Own& own,
                                                                   const ParallelConfig& config,
                                                                   const RankMapping& mapping) {
        return inputs.cluster->history.snapshots.empty()
                   ? evaluate(inputs, *kept->of(inputs), config, mapping, with(*known, own))
                   : evaluate(inputs, config, mapping, with(*known, own)); // links of every snapshot
    };
    calls.improve = [known](const PlanInputs& inputs, const Own& own, const ParallelConfig& config,
                            const RankMapping& start, const SearchSinks& sinks, std::stop_token stop) {
        return improve(inputs, config, start, with(*known, own), sinks, std::move(stop));
    };
    calls.timeline = [known](const PlanInputs& inputs, const Own& own, const Candidate& candidate) {
        Timeline timeline = candidate_timeline(inputs, candidate.config, candidate.mapping,
                                               own.calibration ? *own.calibration : known->calibration);
        if (!own.calibration) // else a row that has been edited waits for its time
            check_ends(timeline, candidate);
        return timeline;
    };
    add_questions(calls, known);
    calls.report = [known](const Plan& plan, const Candidate& candidate,
                           const std::vector<PinnedCandidate>& pinned, const std::string& file) {
        const auto named = plan.calibration ? std::nullopt : std::optional(known->calibration);
        return report_for_file(plan_report(plan, candidate, named, pinned), file);
    };
    return calls;
}

} // namespace pipette
