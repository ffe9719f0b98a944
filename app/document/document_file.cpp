// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_file.h"

#include "app/document/document_study.h"
#include "core/base/input_error.h"
#include "core/formats/documents/plan_inputs_json.h"
#include "core/formats/documents/plan_json.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/evidence/memory_estimator_json.h"
#include "core/formats/text/json_reader.h"
#include "core/formats/text/json_text.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numeric>

namespace pipette {
namespace {

/// Row numbers in the order in which a reader lists them: ours by time, then the baselines by planner.
std::vector<std::size_t> reading_order(const DocumentState& state) {
    std::vector<std::size_t> order(state.planned->rows().size());
    std::iota(order.begin(), order.end(), 0u);
    const auto ours = order.begin() + static_cast<std::ptrdiff_t>(state.record()->plan.candidates.size());
    const auto current = [&](std::size_t row) -> const Candidate& {
        return *state.planned->rows()[row].current;
    };
    std::vector<const Candidate*> candidates;
    for (auto row = order.begin(); row != ours; ++row)
        candidates.push_back(&current(*row));
    const std::vector<std::size_t> first = order_of(candidates, state.record()->plan.inputs.budget.prefer);
    std::copy(first.begin(), first.end(), order.begin());
    std::stable_sort(ours, order.end(),
                     [&](std::size_t a, std::size_t b) { return current(a).planner < current(b).planner; });
    return order;
}

/// "study": the open one; "other_studies": all others in their order; "study_at": where the open one stands
/// among them.
void put_studies(const DocumentState& state, nlohmann::ordered_json& window) {
    for (const auto& study : state.studies.all) {
        auto json =
            document_study_to_json(*study, state.answerOf(study->document).get(), state.setup.cluster);
        if (study == state.studies.current())
            window["study"] = std::move(json);
        else
            window["other_studies"].push_back(std::move(json));
    }
    if (state.studies.all.size() > 1)
        window["study_at"] = state.studies.open;
}

void read_studies(const JsonValue& window, DocumentState& state, const std::filesystem::path& folder) {
    const auto read = [&](const JsonValue& value) {
        ReadStudy one = document_study_from_json(value, state.setup.cluster, folder);
        if (one.answer) {
            one.answer->estimator = state.setup.estimator;
            one.answer->calibration = state.setup.calibration;
            state.found.answers.push_back(std::make_shared<const StudyAnswer>(std::move(*one.answer)));
        }
        return std::make_shared<const DocumentStudy>(std::move(one.study));
    };
    std::vector<std::shared_ptr<const DocumentStudy>>& all = state.studies.all;
    if (const auto others = window.find("other_studies"))
        for (std::size_t i = 0; i < others->size(); ++i)
            all.push_back(read(others->element(i)));
    if (const auto study = window.find("study")) {
        state.studies.open =
            static_cast<int>(window.integer_or("study_at", 0, 0, static_cast<long>(all.size())));
        all.insert(all.begin() + state.studies.open, read(*study));
    } else if (!all.empty()) {
        state.studies.open = 0;
    }
}

/// "window": what a plan alone does not hold.
nlohmann::ordered_json window_json(const DocumentState& state, const std::vector<std::size_t>& order) {
    nlohmann::ordered_json window = {{"pinned_gpus", state.pinned},
                                     {"edited", nlohmann::ordered_json::array()},
                                     {"waiting", nlohmann::ordered_json::array()},
                                     {"selected", -1}};
    for (std::size_t i = 0; i < order.size(); ++i) {
        const PlanRow& row = state.planned->rows()[order[i]];
        if (row.edited())
            window["edited"].push_back(i);
        if (row.waiting)
            window["waiting"].push_back(i);
        if (static_cast<int>(order[i]) == state.selection.candidate)
            window["selected"] = i;
    }
    const Setup& judged = state.record() ? state.record()->setup : state.setup;
    if (judged.estimator)
        window["memory_estimator"] = memory_estimator_to_json(*judged.estimator);
    if (judged.calibration)
        window["calibration"] = calibration_to_json(*judged.calibration);
    if (!state.scenarios.empty())
        window["scenarios"] = scenarios_to_json(state.scenarios, state.setup.cluster);
    put_studies(state, window);
    if (judged != state.setup)
        window["setup"] = inputs_to_json(state.setup);
    if (judged.estimator != state.setup.estimator)
        window["setup_memory_estimator"] = state.setup.estimator
                                               ? memory_estimator_to_json(*state.setup.estimator)
                                               : nlohmann::ordered_json();
    if (judged.calibration != state.setup.calibration)
        window["setup_calibration"] = state.setup.calibration ? calibration_to_json(*state.setup.calibration)
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

/// The same of a calibration that was fitted to runs of a person's own.
std::shared_ptr<const Calibration> calibration_in(const JsonValue& window, std::string_view key) {
    const auto value = window.find(key);
    if (!value || value->is_null())
        return nullptr;
    return std::make_shared<const Calibration>(calibration_from_json(*value));
}

std::vector<std::size_t> row_numbers(const JsonValue& window, const char* key, std::size_t rows) {
    std::vector<std::size_t> numbers;
    if (const auto list = window.find(key))
        for (std::size_t i = 0; i < list->size(); ++i)
            numbers.push_back(
                static_cast<std::size_t>(list->element(i).integer(0, static_cast<long>(rows) - 1)));
    return numbers;
}

void read_window(const JsonValue& window, DocumentState& state, const std::filesystem::path& folder) {
    const int gpus = state.setup.cluster->gpu_count();
    if (const auto setup = window.find("setup")) {
        PlanInputs inputs = inputs_from_json(*setup, folder);
        const bool same = *inputs.cluster == *state.setup.cluster;
        if (!same && state.record())
            setup->refuse("is of another cluster than the plan, expected the same");
        if (same)
            inputs.cluster = state.setup.cluster;
        static_cast<PlanInputs&>(state.setup) = setup_of(inputs);
    }
    if (window.find("setup_memory_estimator"))
        state.setup.estimator = estimator_in(window, "setup_memory_estimator");
    if (window.find("setup_calibration"))
        state.setup.calibration = calibration_in(window, "setup_calibration");
    if (const auto pinned = window.find("pinned_gpus"))
        state.pinned = pinned->integers(0, gpus - 1);
    std::sort(state.pinned.begin(), state.pinned.end());
    state.pinned.erase(std::unique(state.pinned.begin(), state.pinned.end()), state.pinned.end());
    if (const auto scenarios = window.find("scenarios"))
        state.scenarios = scenarios_from_json(*scenarios, state.setup.cluster, folder);
    read_studies(window, state, folder);
    std::vector<PlanRow> rows = state.planned->rows();
    for (const std::size_t row : row_numbers(window, "edited", rows.size()))
        rows[row].current = std::make_shared<const Candidate>(*rows[row].planned);
    for (const std::size_t row : row_numbers(window, "waiting", rows.size()))
        rows[row].waiting = true;
    state.selection.candidate = static_cast<int>(
        window.integer_or("selected", state.selection.candidate, -1, static_cast<long>(rows.size()) - 1));
    state.planned = std::make_shared<const PlanTable>(state.record(), std::move(rows));
}

} // namespace

std::string document_text(const DocumentState& state) {
    if (!state.setup.cluster)
        throw InputError({}, {}, "there is nothing to save yet: open a cluster first");
    std::vector<std::size_t> order;
    Plan plan;
    if (state.record()) {
        order = reading_order(state);
        plan = state.record()->plan;
        const std::size_t ours = plan.candidates.size();
        for (std::size_t i = 0; i < order.size(); ++i)
            (i < ours ? plan.candidates[i] : plan.baselines[i - ours]) =
                *state.planned->rows()[order[i]].current;
    } else {
        plan.inputs = state.setup;
    }
    const Setup& of = state.record() ? state.record()->setup : state.setup;
    if (state.found.headroom && state.found.headroom->setup == of)
        plan.headroom = state.found.headroom->headroom;
    std::string text = plan_to_text(plan);
    const std::size_t end = text.find_last_of('}');
    text.resize(text.find_last_not_of(" \n\r\t", end - 1) + 1);
    return text + ",\n \"window\": " + json_text(window_json(state, order)) + "\n}\n";
}

DocumentState parse_document(std::string_view text, const std::string& file) {
    auto record = std::make_shared<PlanRecord>();
    record->plan = parse_plan(text, file);
    record->setup = setup_of(record->plan.inputs);
    const nlohmann::json document = parse_json(text, file);
    const auto window = JsonValue(document, file).find("window");
    if (window) {
        record->setup.estimator = estimator_in(*window, "memory_estimator");
        record->setup.calibration = calibration_in(*window, "calibration");
    }
    record->cluster = basis_of(record->setup).cluster;
    record->calibration = record->plan.calibration;
    DocumentState state;
    const bool planned =
        !record->plan.candidates.empty() || !record->plan.baselines.empty() || record->plan.enumerated > 0;
    if (planned) {
        state = state_of(std::move(record));
    } else {
        state.setup = record->setup;
        if (record->plan.headroom)
            state.found.headroom =
                std::make_shared<const FoundHeadroom>(FoundHeadroom{state.setup, *record->plan.headroom});
    }
    if (window)
        read_window(*window, state, std::filesystem::path(file).parent_path());
    return state;
}

} // namespace pipette
