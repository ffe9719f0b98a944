// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/evidence/calibration_json.h"

#include "core/evidence/fitted_congestion.h"
#include "core/formats/documents/fabric_json.h"
#include "core/formats/documents/resources.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

constexpr long version = 8;
constexpr long congestion_in_entry = 7; // until then its numbers stood among those of the kernels

/// Those numbers, and what they were called.
struct NumberOfEntry {
    const char* name;
    double Congestion::*member;
};
constexpr NumberOfEntry numbers_of_entry[] = {
    {"pipeline_launch_power", &Congestion::launch_power},
    {"spine_gb_per_s", &Congestion::rail_change_gb_per_s},
    {"crowded_send_s", &Congestion::send_wait_s},
    {"crowded_exchange_s", &Congestion::gradient_wait_s},
    {"crowded_gpus", &Congestion::from_gpus},
};

/// Of an entry of version 7, whose source and numbers are read.
void take_congestion_of_entry(const JsonValue& entry, KindCalibration& kind) {
    kind.congestion = fitted_congestion();
    for (const NumberOfEntry& number : numbers_of_entry)
        kind.congestion.*number.member =
            entry.member(number.name).number(congestion_number(number.member).bounds);
    kind.congestion.measured_on = kind.source.empty() ? std::string("the runs of this entry") : kind.source;
    set_efficiency_beyond_leaf(kind, kind.inter_efficiency);
}

} // namespace

Calibration calibration_from_json(const JsonValue& value) {
    value.expect_format("pipette-calibration", version, congestion_in_entry);
    const bool old = value.member("version").integer(congestion_in_entry, version) == congestion_in_entry;
    Calibration calibration;
    std::vector<std::string_view> keys{"architecture", "framework", "flash_attention",  "launches_ahead",
                                       "runs",         "source",    "without_recompute"};
    for (const KindNumber& field : kind_numbers())
        keys.push_back(field.name);
    if (!old)
        keys.push_back("congestion");
    for (const NumberOfEntry& number : numbers_of_entry)
        if (old)
            keys.push_back(number.name);
    const JsonValue kinds = value.member("kinds");
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        const JsonValue entry = kinds.element(i);
        entry.expect_only(keys);
        KindCalibration kind;
        kind.architecture = entry.member("architecture").words();
        kind.framework = entry.member("framework").words();
        for (const KindCalibration& other : calibration.kinds)
            if (other.architecture == kind.architecture && other.framework == kind.framework)
                entry.refuse(
                    fmt::format("is a second entry of {} under {}", kind.architecture, kind.framework));
        kind.flash_attention = entry.member("flash_attention").boolean();
        kind.launches_ahead = entry.member("launches_ahead").boolean();
        for (const KindNumber& field : kind_numbers())
            kind.*field.member = entry.member(field.name).number(field.least, field.most);
        kind.runs = static_cast<int>(entry.integer_or("runs", 0, 0, 1'000'000'000));
        if (const std::optional<JsonValue> source = entry.find("source"))
            kind.source = source->words();
        if (const std::optional<JsonValue> sources = entry.find("without_recompute"))
            for (std::size_t k = 0; k < sources->size(); ++k)
                kind.without_recompute.push_back(sources->element(k).words());
        if (old)
            take_congestion_of_entry(entry, kind);
        else if (const std::optional<JsonValue> congestion = entry.find("congestion"))
            kind.congestion = congestion_from_json(*congestion);
        calibration.kinds.push_back(std::move(kind));
    }
    return calibration;
}

nlohmann::ordered_json calibration_to_json(const Calibration& calibration) {
    nlohmann::ordered_json json{
        {"format", "pipette-calibration"}, {"version", version}, {"kinds", nlohmann::ordered_json::array()}};
    for (const KindCalibration& kind : calibration.kinds) {
        nlohmann::ordered_json entry{{"architecture", kind.architecture},
                                     {"framework", kind.framework},
                                     {"runs", kind.runs},
                                     {"source", kind.source},
                                     {"flash_attention", kind.flash_attention},
                                     {"launches_ahead", kind.launches_ahead}};
        if (!kind.without_recompute.empty())
            entry["without_recompute"] = kind.without_recompute;
        for (const KindNumber& field : kind_numbers())
            entry[field.name] = kind.*field.member;
        if (kind.congestion.stated())
            entry["congestion"] = congestion_to_json(kind.congestion);
        json["kinds"].push_back(std::move(entry));
    }
    return json;
}

Calibration read_calibration(const std::filesystem::path& path) {
    const nlohmann::json json = read_json_file(path);
    return calibration_from_json(JsonValue(json, path.string()));
}

Calibration shipped_calibration() {
    std::vector<std::filesystem::path> files;
    const std::filesystem::path folder = find_resources() / "calibrations";
    if (std::filesystem::is_directory(folder))
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            if (entry.path().extension() == ".json")
                files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    Calibration all;
    for (const auto& file : files)
        for (KindCalibration& kind : read_calibration(file).kinds)
            all.kinds.push_back(std::move(kind));
    return all;
}

} // namespace pipette
