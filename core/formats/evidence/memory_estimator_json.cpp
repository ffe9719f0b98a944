// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/evidence/memory_estimator_json.h"

#include "core/base/input_error.h"
#include "core/formats/documents/resources.h"
#include "core/formats/text/atomic_file.h"
#include "core/formats/text/json_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

constexpr std::size_t widest = 4096; ///< values of one vector at most
constexpr double largest = 1e9;

Eigen::VectorXd vector_from(const JsonValue& value) {
    if (value.size() > widest)
        value.expected("at most 4096 numbers");
    Eigen::VectorXd result(static_cast<Eigen::Index>(value.size()));
    for (std::size_t i = 0; i < value.size(); ++i)
        result[static_cast<Eigen::Index>(i)] = value.element(i).number(-largest, largest);
    return result;
}

nlohmann::ordered_json vector_to(const Eigen::VectorXd& vector) {
    return std::vector<double>(vector.begin(), vector.end());
}

} // namespace

MemoryEstimator memory_estimator_from_json(const JsonValue& value) {
    value.expect_format("pipette-memory-estimator", 2, 2);
    MemoryEstimator estimator;
    estimator.target = value.member("target").choice({"residual", "direct"}) == 0 ? MemoryTarget::residual
                                                                                  : MemoryTarget::direct;
    estimator.framework = value.member("framework").text();
    estimator.source = value.text_or("source", {});
    estimator.of_first_device = value.boolean_or("of_first_device", false);
    estimator.samples = static_cast<int>(value.integer_or("samples", 0, 0, 1'000'000'000));
    MemoryEstimator::State state;
    state.feature_mean = vector_from(value.member("feature_mean"));
    state.feature_spread = vector_from(value.member("feature_spread"));
    state.target_mean = value.member("target_mean").number(-100, 100);
    state.target_spread = value.member("target_spread").number(1e-9, 100);
    state.upper_shift = value.member("upper_shift").number(0, 100);
    const JsonValue layers = value.member("layers");
    if (layers.size() != 3)
        layers.expected("three layers");
    for (std::size_t i = 0; i < 3; ++i) {
        const JsonValue layer = layers.element(i), rows = layer.member("weight");
        MemoryEstimator::Layer read;
        read.bias = vector_from(layer.member("bias"));
        if (rows.size() == 0 || rows.size() > widest)
            rows.expected("1 to 4096 rows");
        for (std::size_t r = 0; r < rows.size(); ++r) {
            const Eigen::VectorXd row = vector_from(rows.element(r));
            if (r == 0)
                read.weight.resize(static_cast<Eigen::Index>(rows.size()), row.size());
            if (row.size() != read.weight.cols())
                rows.element(r).expected("as many numbers as the first row");
            read.weight.row(static_cast<Eigen::Index>(r)) = row.transpose();
        }
        state.layers.push_back(std::move(read));
    }
    for (const double spread : state.feature_spread)
        if (!(spread > 0))
            value.member("feature_spread").expected("numbers above 0");
    try {
        estimator.set_state(std::move(state));
    } catch (const InputError& error) {
        layers.refuse(error.reason());
    }
    return estimator;
}

nlohmann::ordered_json memory_estimator_to_json(const MemoryEstimator& estimator) {
    const MemoryEstimator::State state = estimator.state();
    nlohmann::ordered_json json{
        {"format", "pipette-memory-estimator"},
        {"version", 2},
        {"target", estimator.target == MemoryTarget::residual ? "residual" : "direct"},
        {"framework", estimator.framework},
        {"source", estimator.source},
        {"of_first_device", estimator.of_first_device},
        {"samples", estimator.samples},
        {"feature_mean", vector_to(state.feature_mean)},
        {"feature_spread", vector_to(state.feature_spread)},
        {"target_mean", state.target_mean},
        {"target_spread", state.target_spread},
        {"upper_shift", state.upper_shift},
        {"layers", nlohmann::ordered_json::array()}};
    for (const MemoryEstimator::Layer& layer : state.layers) {
        nlohmann::ordered_json rows = nlohmann::ordered_json::array();
        for (Eigen::Index r = 0; r < layer.weight.rows(); ++r)
            rows.push_back(vector_to(layer.weight.row(r).transpose()));
        json["layers"].push_back({{"weight", rows}, {"bias", vector_to(layer.bias)}});
    }
    return json;
}

MemoryEstimator read_memory_estimator(const std::filesystem::path& path) {
    const nlohmann::json json = read_json_file(path);
    const std::string file = path.string();
    return memory_estimator_from_json(JsonValue(json, file));
}

void write_memory_estimator(const std::filesystem::path& path, const MemoryEstimator& estimator) {
    write_atomically(path, json_text(memory_estimator_to_json(estimator)) + "\n");
}

std::vector<MemoryEstimator> shipped_memory_estimators() {
    std::vector<std::filesystem::path> files;
    const std::filesystem::path folder = find_resources() / "memory_estimators";
    if (std::filesystem::is_directory(folder))
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            if (entry.path().extension() == ".json")
                files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    std::vector<MemoryEstimator> estimators;
    for (const auto& file : files)
        estimators.push_back(read_memory_estimator(file));
    return estimators;
}

} // namespace pipette
