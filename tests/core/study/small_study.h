// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/input_error.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/studies/study_json.h"

#include <QString>

namespace pipette::test {

inline StudyDocument small_study() {
    StudyDocument document;
    document.clusters["mine"] = std::make_shared<const Cluster>(
        read_cluster(PIPETTE_SOURCE_DIR "/sample_clusters/starter_2x8_a100.json"));
    StudySetting& base = document.study.base;
    base.cluster = "mine";
    base.model = load_model("gpt-1.7b");
    base.job.global_batch = 64, base.job.sequence_length = 1024;
    base.budget.moves = 200, base.budget.chains = 1;
    base.limits.micro_batches = {1, 2};
    base.goal.tokens = 1e9;
    document.study.name = "small";
    document.study.axes = {{"gpus", {8.0, 16.0}}, {"price_per_gpu_hour", {1.0, 2.0}}};
    return document;
}

inline StudyResult run(const StudyDocument& document, const StudySinks& sinks = {}, std::stop_token stop = {},
                       int threads = 2) {
    return run_study(document.study, sources_of(document, {}), {shipped_calibration(), nullptr}, sinks,
                     std::move(stop), threads);
}

inline std::string text_of_run(const StudyDocument& document, const StudySinks& sinks = {}, int threads = 2) {
    return study_result_to_text(document.study, run(document, sinks, {}, threads));
}

inline PlanInputs inputs_at(const StudyDocument& document, const StudyPoint& point) {
    return inputs_of(setting_at(document.study, point), sources_of(document, {}));
}

template <class Call>
QString refusal(const Call& call) {
    try {
        call();
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

} // namespace pipette::test
