// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/evidence/times_from_json.h"

#include "core/formats/documents/candidate_json.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/text/json_names.h"

#include <nlohmann/json.hpp>

namespace pipette {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_timings = 100'000; // as in their own file

Json profile_to_json(const LayerProfile& profile) {
    Json timings = Json::array();
    for (const LayerTiming& timing : profile.timings)
        timings.push_back({{"layer", name_of(timing.kind)},
                           {"tp", timing.tp},
                           {"micro_batch", timing.micro_batch},
                           {"sequence", timing.sequence},
                           {"forward_s", finite(timing.forward_s, "forward_s")},
                           {"backward_s", finite(timing.backward_s, "backward_s")}});
    return {{"source", profile.source}, {"timings", std::move(timings)}};
}

LayerProfile profile_from_json(const JsonValue& value) {
    LayerProfile profile{value.member("source").text(), {}};
    const JsonValue timings = value.member("timings");
    if (timings.size() > most_timings)
        timings.expected("at most 100000 timings");
    constexpr Bounds seconds{1e-3 * bounds::layer_time.least, 1e-3 * bounds::layer_time.most, "s"};
    for (std::size_t i = 0; i < timings.size(); ++i) {
        const JsonValue timing = timings.element(i);
        profile.timings.push_back(
            {named(timing.member("layer"), layer_kind_named, "embedding, block or head"),
             static_cast<int>(timing.member("tp").integer(1, 100'000)),
             static_cast<int>(timing.member("micro_batch").integer(1, 1'000'000)),
             static_cast<int>(timing.member("sequence").integer(1, 100'000'000)),
             timing.member("forward_s").number(seconds), timing.member("backward_s").number(seconds)});
    }
    if (!profile.measured(LayerKind::block))
        timings.expected("a block among them");
    return profile;
}

} // namespace

void add_times_from(Json& document, const Calibration* used) {
    if (used == nullptr)
        return;
    document["calibration"] = calibration_to_json(*used);
    if (used->layers)
        document["layer_profile"] = profile_to_json(*used->layers);
}

std::shared_ptr<const Calibration> times_from_json(const JsonValue& document) {
    const auto entries = document.find("calibration");
    if (!entries)
        return nullptr;
    Calibration calibration = calibration_from_json(*entries);
    if (const auto profile = document.find("layer_profile"))
        calibration.layers = profile_from_json(*profile);
    return std::make_shared<const Calibration>(std::move(calibration));
}

} // namespace pipette
