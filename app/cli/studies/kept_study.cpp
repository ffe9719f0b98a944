// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/studies/kept_study.h"

#include "pipette_commit.h"

#include <optional>

namespace pipette {
namespace {

/// Knowledge for every framework that the study may name.
Knowledge knowledge_for(const StudyRun& run) {
    WorkloadOptions workload = run.workload;
    workload.framework = run.study.base.job.framework;
    PlanInputs first; // a layer profile is of one model on one cluster: the first point's
    if (!workload.layer_profile.empty())
        first = inputs_of(setting_at(run.study, points_of(run.study).front()), run.sources);
    return knowledge_of(workload, first, KnowledgeFor::search);
}

} // namespace

StudyResult run_kept(const StudyRun& run, StudySinks sinks, std::stop_token stop) {
    const Knowledge knowledge = knowledge_for(run);
    std::optional<StudyStore> store;
    if (!run.file.empty() && run.workload.layer_profile.empty()) {
        store.emplace(store_path(run.file), planner_name(PIPETTE_PROGRAM, knowledge), run.start);
        sinks.store = store->plans();
    }
    return run_study(run.study, run.sources, knowledge, sinks, std::move(stop), run.threads);
}

} // namespace pipette
