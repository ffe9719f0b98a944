// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_file.h"

#include "core/base/input_error.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/csv_kind.h"
#include "core/formats/documents/plan_inputs_json.h"
#include "core/formats/documents/plan_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/documents/schedule_file.h"
#include "core/formats/evidence/memory_estimator_json.h"
#include "core/formats/evidence/shipped_knowledge.h"
#include "core/formats/lessons/lesson_json.h"
#include "core/formats/logs/import_files.h"
#include "core/formats/text/json_reader.h"
#include "core/formats/text/json_text.h"
#include "core/formats/text/text_file.h"
#include "core/lesson/evaluate_lesson.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

namespace pipette {
namespace {

/// Row numbers in the order in which a reader lists them: ours by time, then the baselines by planner.
std::vector<std::size_t> reading_order(const PlanDocument::Content& content) {
    std::vector<std::size_t> order(content.rows.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto ours = order.begin() + static_cast<std::ptrdiff_t>(content.record->plan.candidates.size());
    const auto current = [&](std::size_t row) -> const Candidate& { return *content.rows[row].current; };
    std::vector<const Candidate*> candidates;
    for (auto row = order.begin(); row != ours; ++row)
        candidates.push_back(&current(*row));
    const std::vector<std::size_t> first = order_of(candidates, content.record->plan.inputs.budget.prefer);
    std::copy(first.begin(), first.end(), order.begin());
    std::stable_sort(ours, order.end(),
                     [&](std::size_t a, std::size_t b) { return current(a).planner < current(b).planner; });
    return order;
}

/// "study": the open one; "other_studies": all others in their order; "study_at": where the open one stands
/// among them.
void put_studies(const PlanDocument::Content& content, nlohmann::ordered_json& window) {
    for (const auto& study : content.studies.all) {
        const auto answer =
            std::find_if(content.answers.begin(), content.answers.end(), [&](const auto& found) {
                return found->is_of(study->document, content.setup.estimator);
            });
        auto json = document_study_to_json(*study, answer == content.answers.end() ? nullptr : answer->get(),
                                           content.setup.cluster);
        if (study == content.studies.current())
            window["study"] = std::move(json);
        else
            window["other_studies"].push_back(std::move(json));
    }
    if (content.studies.all.size() > 1)
        window["study_at"] = content.studies.open;
}

void read_studies(const JsonValue& window, PlanDocument::Content& content,
                  const std::filesystem::path& folder) {
    const auto read = [&](const JsonValue& value) {
        ReadStudy one = document_study_from_json(value, content.setup.cluster, folder);
        if (one.answer) {
            one.answer->estimator = content.setup.estimator;
            content.answers.push_back(std::make_shared<const StudyAnswer>(std::move(*one.answer)));
        }
        return std::make_shared<const DocumentStudy>(std::move(one.study));
    };
    std::vector<std::shared_ptr<const DocumentStudy>>& all = content.studies.all;
    if (const auto others = window.find("other_studies"))
        for (std::size_t i = 0; i < others->size(); ++i)
            all.push_back(read(others->element(i)));
    if (const auto study = window.find("study")) {
        content.studies.open =
            static_cast<int>(window.integer_or("study_at", 0, 0, static_cast<long>(all.size())));
        all.insert(all.begin() + content.studies.open, read(*study));
    } else if (!all.empty()) {
        content.studies.open = 0;
    }
}

/// "window": what a plan alone does not hold.
nlohmann::ordered_json window_json(const PlanDocument::Content& content,
                                   const std::vector<std::size_t>& order) {
    nlohmann::ordered_json window = {{"pinned_gpus", content.pinned},
                                     {"edited", nlohmann::ordered_json::array()},
                                     {"waiting", nlohmann::ordered_json::array()},
                                     {"selected", -1}};
    for (std::size_t i = 0; i < order.size(); ++i) {
        const PlanRow& row = content.rows[order[i]];
        if (row.edited())
            window["edited"].push_back(i);
        if (row.waiting)
            window["waiting"].push_back(i);
        if (static_cast<int>(order[i]) == content.selection.candidate)
            window["selected"] = i;
    }
    const Setup& judged = content.record ? content.record->setup : content.setup;
    if (judged.estimator)
        window["memory_estimator"] = memory_estimator_to_json(*judged.estimator);
    if (!content.scenarios.empty())
        window["scenarios"] = scenarios_to_json(content.scenarios, content.setup.cluster);
    put_studies(content, window);
    if (judged != content.setup)
        window["setup"] = inputs_to_json(content.setup);
    if (judged.estimator != content.setup.estimator)
        window["setup_memory_estimator"] = content.setup.estimator
                                               ? memory_estimator_to_json(*content.setup.estimator)
                                               : nlohmann::ordered_json();
    return window;
}

/// Null where there is none.
std::shared_ptr<const MemoryEstimator> estimator_in(const JsonValue& window, std::string_view key) {
    const auto value = window.find(key);
    if (!value || value->is_null())
        return nullptr;
    return std::make_shared<const MemoryEstimator>(memory_estimator_from_json(*value));
}

std::vector<std::size_t> row_numbers(const JsonValue& window, const char* key, std::size_t rows) {
    std::vector<std::size_t> numbers;
    if (const auto list = window.find(key))
        for (std::size_t i = 0; i < list->size(); ++i)
            numbers.push_back(
                static_cast<std::size_t>(list->element(i).integer(0, static_cast<long>(rows) - 1)));
    return numbers;
}

void read_window(const JsonValue& window, PlanDocument::Content& content,
                 const std::filesystem::path& folder) {
    const int gpus = content.setup.cluster->gpu_count();
    if (const auto setup = window.find("setup")) {
        PlanInputs inputs = inputs_from_json(*setup, folder);
        const bool same = *inputs.cluster == *content.setup.cluster;
        if (!same && content.record)
            setup->refuse("is of another cluster than the plan, expected the same");
        if (same)
            inputs.cluster = content.setup.cluster;
        static_cast<PlanInputs&>(content.setup) = setup_of(inputs);
    }
    if (window.find("setup_memory_estimator"))
        content.setup.estimator = estimator_in(window, "setup_memory_estimator");
    if (const auto pinned = window.find("pinned_gpus"))
        content.pinned = pinned->integers(0, gpus - 1);
    std::sort(content.pinned.begin(), content.pinned.end());
    content.pinned.erase(std::unique(content.pinned.begin(), content.pinned.end()), content.pinned.end());
    if (const auto scenarios = window.find("scenarios"))
        content.scenarios = scenarios_from_json(*scenarios, content.setup.cluster, folder);
    read_studies(window, content, folder);
    for (const std::size_t row : row_numbers(window, "edited", content.rows.size()))
        content.rows[row].current = std::make_shared<const Candidate>(*content.rows[row].planned);
    for (const std::size_t row : row_numbers(window, "waiting", content.rows.size()))
        content.rows[row].waiting = true;
    content.selection.candidate = static_cast<int>(window.integer_or(
        "selected", content.selection.candidate, -1, static_cast<long>(content.rows.size()) - 1));
}

/// Runs where all files are such, else one cluster.
Opened open_measured(const std::vector<std::filesystem::path>& paths, const std::string& gpu) {
    const std::vector<ImportInput> inputs = read_import_files(paths);
    const bool runs = std::all_of(inputs.begin(), inputs.end(), [](const ImportInput& input) {
        return csv_kind(input.text) == CsvKind::runs;
    });
    if (runs) {
        RunFiles files;
        for (const ImportInput& input : inputs)
            files.paths.emplace_back(input.file);
        return files;
    }
    ImportOptions options;
    options.gpu = gpu;
    ImportedCluster imported;
    imported.cluster = std::make_shared<const Cluster>(import_cluster(inputs, options, imported.report));
    return imported;
}

OpenedStudy open_study(const std::string& text, const std::string& file) {
    OpenedStudy opened{{parse_study(text, file), file}, {}};
    const StudyDocument& document = opened.study.document;
    try {
        const StudySources sources = sources_of(document, std::filesystem::path(file).parent_path());
        opened.base = inputs_of(document.study.base, sources);
    } catch (const InputError&) {
        opened.base.reset(); // its points say why they cannot be planned
    }
    return opened;
}

/// A lesson whose questions have one right choice each. Its id is its path: it is none of the program's own.
std::shared_ptr<const Lesson> open_lesson(const std::string& text, const std::string& file) {
    Lesson lesson = parse_lesson(text, file);
    check_answers(lesson, evaluate_lesson(lesson, {}, shipped_knowledge));
    lesson.id = file;
    return std::make_shared<const Lesson>(std::move(lesson));
}

} // namespace

std::string document_text(const PlanDocument::Content& content) {
    if (!content.setup.cluster)
        throw InputError({}, {}, "there is nothing to save yet: open a cluster first");
    std::vector<std::size_t> order;
    Plan plan;
    if (content.record) {
        order = reading_order(content);
        plan = content.record->plan;
        const std::size_t ours = plan.candidates.size();
        for (std::size_t i = 0; i < order.size(); ++i)
            (i < ours ? plan.candidates[i] : plan.baselines[i - ours]) = *content.rows[order[i]].current;
    } else {
        plan.inputs = content.setup;
    }
    const Setup& of = content.record ? content.record->setup : content.setup;
    if (content.headroom && content.headroom->setup == of)
        plan.headroom = content.headroom->headroom;
    std::string text = plan_to_text(plan);
    const std::size_t end = text.find_last_of('}');
    text.resize(text.find_last_not_of(" \n\r\t", end - 1) + 1);
    return text + ",\n \"window\": " + json_text(window_json(content, order)) + "\n}\n";
}

PlanDocument::Content parse_document(std::string_view text, const std::string& file) {
    auto record = std::make_shared<PlanRecord>();
    record->plan = parse_plan(text, file);
    record->setup = setup_of(record->plan.inputs);
    const nlohmann::json document = parse_json(text, file);
    const auto window = JsonValue(document, file).find("window");
    if (window)
        record->setup.estimator = estimator_in(*window, "memory_estimator");
    record->cluster = basis_of(record->setup).cluster;
    record->calibration = record->plan.calibration;
    PlanDocument::Content content;
    content.setup = record->setup;
    const bool planned =
        !record->plan.candidates.empty() || !record->plan.baselines.empty() || record->plan.enumerated > 0;
    if (planned) {
        content.rows = rows_of(record);
        content.selection.candidate = content.rows.empty() ? -1 : 0;
        content.record = std::move(record);
    } else if (record->plan.headroom) {
        content.headroom = std::make_shared<const PlanDocument::FoundHeadroom>(
            PlanDocument::FoundHeadroom{content.setup, *record->plan.headroom});
    }
    if (window)
        read_window(*window, content, std::filesystem::path(file).parent_path());
    return content;
}

Opened open_files(const std::vector<std::filesystem::path>& paths, const std::string& gpu) {
    const std::filesystem::path& path = paths.front();
    if (paths.size() > 1 || std::filesystem::is_directory(path))
        return open_measured(paths, gpu);
    const FileStamp seen = quick_stamp(QString::fromStdString(path.string()));
    const std::string text = read_text_file(path), file = path.string();
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string::npos || text[first] != '{')
        return open_measured(paths, gpu);
    const nlohmann::json document = parse_json(text, file);
    const auto format = document.find("format");
    if (format != document.end() && *format == "pipette-plan")
        return OpenedDocument{parse_document(text, file), stamp_of(seen, text)};
    if (format != document.end() && *format == "pipette-study")
        return open_study(text, file);
    if (format != document.end() && *format == lesson_format)
        return open_lesson(text, file);
    if (format != document.end() && *format == "pipette-schedule")
        return read_hand_order(text, file);
    if ((format != document.end() && *format == "pipette-cluster") || document.contains("bandwidth"))
        return std::make_shared<const Cluster>(read_cluster(path));
    return load_model(file);
}

} // namespace pipette
