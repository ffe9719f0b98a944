// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/evidence/calibration_use_json.h"

#include "core/formats/documents/candidate_json.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/text/sha256.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

std::string figures_of(const KindCalibration& kind, const std::optional<LayerProfile>& layers) {
    std::string figures = calibration_to_json({{kind}}).dump();
    if (layers)
        for (const LayerTiming& timing : layers->timings)
            figures += fmt::format("\n{} {} {} {} {} {}", static_cast<int>(timing.kind), timing.tp,
                                   timing.micro_batch, timing.sequence, timing.forward_s, timing.backward_s);
    return sha256_hex(figures);
}

} // namespace

std::vector<CalibrationUse> calibrations_used(const Cluster& cluster, const std::string& framework,
                                              const Calibration& calibration, const std::string& file) {
    std::vector<CalibrationUse> uses;
    for (const NodeKind& nodes : cluster.node_kinds) {
        if (std::any_of(uses.begin(), uses.end(),
                        [&](const CalibrationUse& use) { return use.gpu == nodes.gpu.name; }))
            continue;
        const KindCalibration& kind = calibration.nearest(nodes.gpu, framework);
        uses.push_back({nodes.gpu.name, kind.architecture, kind.framework, kind.runs,
                        error_of(kind, {nodes.gpu, framework}), kind.source, file,
                        calibration.layers ? calibration.layers->source : std::string(),
                        figures_of(kind, calibration.layers)});
    }
    return uses;
}

nlohmann::ordered_json calibrations_used_to_json(const std::vector<CalibrationUse>& uses) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const CalibrationUse& use : uses) {
        nlohmann::ordered_json json{{"gpu", use.gpu},
                                    {"architecture", use.architecture},
                                    {"framework", use.framework},
                                    {"runs", use.runs},
                                    {"relative_error", finite(use.relative_error, "relative_error")},
                                    {"source", use.source},
                                    {"shipped", use.file.empty()}};
        if (!use.file.empty())
            json["file"] = use.file;
        if (!use.layer_profile.empty())
            json["layer_profile"] = use.layer_profile;
        json["sha256"] = use.sha256;
        list.push_back(std::move(json));
    }
    return list;
}

std::vector<CalibrationUse> calibrations_used_from_json(const JsonValue& list, const Cluster& cluster) {
    if (list.size() > cluster.node_kinds.size())
        list.expected("at most one a kind of node");
    std::vector<CalibrationUse> uses;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const JsonValue value = list.element(i);
        uses.push_back({value.member("gpu").text(), value.member("architecture").text(),
                        value.member("framework").text(),
                        static_cast<int>(value.member("runs").integer(0, 1'000'000'000)),
                        value.member("relative_error").number(0, 10), value.text_or("source", {}),
                        value.text_or("file", {}), value.text_or("layer_profile", {}),
                        value.member("sha256").text()});
    }
    return uses;
}

} // namespace pipette
