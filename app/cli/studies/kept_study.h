// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/planning_options.h"
#include "core/formats/studies/study_json.h"
#include "core/formats/studies/study_store.h"

#include <stop_token>
#include <string>

namespace pipette {

/// A study and how it is run.
struct StudyRun {
    std::string file; ///< finished points lie beside it; empty: they are not kept
    const Study& study;
    const StudySources& sources;
    WorkloadOptions workload{}; ///< its calibration and layer profile
    StudyStore::Start start = StudyStore::Start::resume;
    int threads = 0;
};

/// run_study() with the points that are kept beside its file.
StudyResult run_kept(const StudyRun& run, StudySinks sinks, std::stop_token stop);

} // namespace pipette
