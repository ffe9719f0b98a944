// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzz_targets.h"

#include "core/base/input_error.h"
#include "core/formats/documents/cluster_history.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/mapping_tsv.h"
#include "core/formats/documents/plan_json.h"
#include "core/formats/documents/schedule_file.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/evidence/layer_profile_csv.h"
#include "core/formats/evidence/memory_estimator_json.h"
#include "core/formats/evidence/runs_csv.h"
#include "core/formats/lab/lab_state.h"
#include "core/formats/launchers/export_plan.h"
#include "core/formats/lessons/lesson_json.h"
#include "core/formats/logs/import_cluster.h"
#include "core/formats/models/hugging_face.h"
#include "core/formats/models/megatron_arguments.h"
#include "core/formats/models/model_json.h"
#include "core/formats/studies/availability_json.h"
#include "core/formats/studies/study_json.h"
#include "core/formats/training/import_log.h"
#include "core/lesson/evaluate_lesson.h"
#include "core/schedule/simulator.h"
#include "core/schedule/stage_times.h"
#include "tests/core/formats/launch_sample.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace pipette {
namespace {

/// The importer and the merge behind it; what it makes must be a cluster file that reads back.
void import_bytes(std::string_view bytes, const ImportFormat& format) {
    ImportOptions options;
    options.gpu = "A100-SXM4-80GB";
    ImportReport report;
    const Cluster cluster =
        import_cluster({{"osu_bw_a_b.txt", std::string(bytes), &format}}, options, report);
    if (cluster.node_count() > 64)
        return;
    const std::string file = "again";
    const auto document = parse_json(cluster_to_json(cluster).dump(), file);
    if (cluster_from_json(JsonValue(document, file), {}) != cluster)
        throw std::logic_error("a cluster does not read back as it was written");
}

void require_same(bool same, const char* what) {
    if (!same)
        throw std::logic_error(std::string(what) + " does not read back as it was written");
}

/// Parses the bytes, reads them, writes what was read and reads that again.
template <class Read, class Write>
void read_twice(std::string_view bytes, const char* what, const Read& read, const Write& write) {
    const std::string file = what;
    const auto document = parse_json(bytes, file);
    const auto value = read(JsonValue(document, file));
    const auto written = parse_json(write(value).dump(), file);
    require_same(read(JsonValue(written, file)) == value, what);
}

void read_cluster_bytes(std::string_view bytes) {
    read_twice(
        bytes, "a cluster", [](const JsonValue& root) { return cluster_from_json(root, "/nonexistent"); },
        [](const Cluster& cluster) { return cluster_to_json(cluster); });
}

void read_history_bytes(std::string_view bytes) {
    constexpr int nodes = 2;
    History history;
    history.snapshots = snapshots_from_bytes(bytes, bytes.size() / (4 * nodes * nodes), nodes, "history");
    require_same(snapshots_from_bytes(history_bytes(history), history.snapshots.size(), nodes, "again") ==
                     history.snapshots,
                 "a history");
}

void read_model_bytes(std::string_view bytes) {
    read_twice(
        bytes, "a model",
        [](const JsonValue& root) {
            return root.find("model_type") ? model_from_hugging_face(root, "model") : model_from_json(root);
        },
        model_to_json);
}

void read_calibration_bytes(std::string_view bytes) {
    read_twice(bytes, "a calibration", calibration_from_json, calibration_to_json);
}

void read_memory_estimator_bytes(std::string_view bytes) {
    const std::string file = "estimator.json";
    const auto document = parse_json(bytes, file);
    const MemoryEstimator estimator = memory_estimator_from_json(JsonValue(document, file));
    const auto text = memory_estimator_to_json(estimator).dump();
    const auto again = parse_json(text, file);
    require_same(memory_estimator_to_json(memory_estimator_from_json(JsonValue(again, file))).dump() == text,
                 "a memory estimator");
}

void read_runs_bytes(std::string_view bytes) {
    static const std::vector<KnownGpu> known = known_gpus();
    parse_runs_csv(bytes, "runs.csv", known);
}

void read_layer_profile_bytes(std::string_view bytes) {
    parse_layer_profile(bytes, "layers.csv");
}

void read_schedule_bytes(std::string_view bytes) {
    Simulator simulator(std::make_shared<const Schedule>(read_schedule(bytes, "schedule")));
    simulator.run(StageTimes(DeviceTimes{}, simulator.schedule()).view(), P2p::overlapped);
}

void read_mapping_bytes(std::string_view bytes) {
    static const Cluster cluster = launch_sample::cluster({"a01", "a02", "b01", "b02"}, 2);
    RankMapping mapping;
    for (const PlacedRank& placed : parse_placed_ranks(bytes, "mapping.tsv", cluster)) {
        if (placed.rank != static_cast<int>(mapping.gpu_of_rank.size()))
            return; // a part of a mapping, as --pin takes it
        mapping.gpu_of_rank.push_back(placed.gpu);
    }
    std::vector<PlacedRank> again = parse_placed_ranks(mapping_tsv(mapping, cluster), "again", cluster);
    for (const PlacedRank& placed : again)
        require_same(placed.gpu == mapping.gpu_of_rank[static_cast<std::size_t>(placed.rank)], "a mapping");
}

/// The document, and every export of its first candidate.
void read_plan_bytes(std::string_view bytes) {
    const Plan plan = parse_plan(bytes, "/nonexistent/plan.json");
    const std::string text = plan_to_text(plan);
    require_same(plan_to_text(parse_plan(text, "again")) == text, "a plan");
    const auto ranked = ranked_candidates(plan);
    if (ranked.empty() || ranked[0]->config.microbatches() * ranked[0]->config.chunks() > 1000)
        return;
    for (const ExportFormat* format : Registry<ExportFormat>::all())
        try {
            export_plan(plan, *ranked[0], *format);
        } catch (const InputError&) {
            // this format cannot express it; others may
        }
}

void read_study_bytes(std::string_view bytes) {
    const StudyDocument document = parse_study(bytes, "/nonexistent/study.json");
    const std::string text = study_to_text(document);
    require_same(study_to_text(parse_study(text, "again")) == text, "a study");
    for (const StudyPoint& point : points_of(document.study))
        setting_at(document.study, point);
}

/// The file, and its sets of GPUs on a cluster that has its hosts.
void read_availability_bytes(std::string_view bytes) {
    static const Cluster cluster = launch_sample::cluster({"a01", "a02", "b01", "b02"}, 2);
    gpu_sets(parse_availability(bytes, "availability.json"), cluster, {});
}

/// A lab's file, or its text; one that is read is the same in both forms.
void read_lab_bytes(std::string_view bytes) {
    const LabState state =
        is_lab_text(bytes) ? lab_state_from_text(bytes) : read_lab_state(bytes, "lab.json");
    require_same(lab_state_from_text(lab_state_to_text(state)) == state, "a lab's text");
    require_same(read_lab_state(lab_state_to_json(state, "again"), "again") == state, "a lab");
}

/// What a person opens: a lesson with its answers.
void read_lesson_bytes(std::string_view bytes) {
    const Lesson lesson = parse_lesson(bytes, "/nonexistent/lesson.json");
    if (kind_of(lesson) == LessonKnob::Of::pipelines)
        check_answers(lesson, evaluate_lesson(lesson, {}, [] { return Knowledge{}; }));
}

/// The rows that are made of it are measured runs, and read back.
void read_training_log_bytes(std::string_view bytes) {
    std::vector<RunColumns> rows;
    for (LogRun& run : parse_training_log(bytes, "run.log").runs)
        rows.push_back(import_run(std::move(run), "run", {}).row);
    AppendedRuns appended;
    try {
        with_runs_appended({}, "runs.csv", rows, appended);
    } catch (const InputError&) {
        throw std::logic_error("a row of a training log does not read back");
    }
}

void read_megatron_bytes(std::string_view bytes) {
    model_from_megatron_arguments(bytes, "arguments", "model");
}

} // namespace

std::vector<FuzzTarget> fuzz_targets() {
    std::vector<FuzzTarget> targets{{"cluster", read_cluster_bytes},
                                    {"history", read_history_bytes},
                                    {"model", read_model_bytes},
                                    {"megatron", read_megatron_bytes},
                                    {"plan", read_plan_bytes},
                                    {"study", read_study_bytes},
                                    {"availability", read_availability_bytes},
                                    {"lesson", read_lesson_bytes},
                                    {"lab", read_lab_bytes},
                                    {"mapping", read_mapping_bytes},
                                    {"schedule", read_schedule_bytes},
                                    {"runs", read_runs_bytes},
                                    {"training-log", read_training_log_bytes},
                                    {"layer-profile", read_layer_profile_bytes},
                                    {"calibration", read_calibration_bytes},
                                    {"memory-estimator", read_memory_estimator_bytes}};
    for (const ImportFormat* format : Registry<ImportFormat>::all())
        targets.push_back(
            {std::string(format->name), [format](std::string_view bytes) { import_bytes(bytes, *format); }});
    return targets;
}

bool read_or_refuse(const FuzzTarget& target, std::string_view bytes) {
    try {
        target.read(bytes);
        return true;
    } catch (const InputError&) {
        return false;
    }
}

} // namespace pipette
