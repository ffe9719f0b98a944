// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/evidence/calibration_json.h"

#include "core/formats/documents/fabric_json.h"
#include "core/formats/documents/resources.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

constexpr long version = 9;
constexpr long oldest = 7;
constexpr long of_few_numbers = 9; // until then entries held 21

/// Members of older entries that no estimate asks for any more: fitted factors that stood for what hides
/// behind compute, and what one cluster's fabric did.
constexpr std::string_view left_behind[] = {
    "launches_ahead",      "without_recompute",     "congestion",         "unsplit_head_slowdown",
    "exchange_efficiency", "split_launch_slowdown", "exchange_latency_s", "unfused_softmax_slowdown",
    "spine_gb_per_s",      "crowded_send_s",        "crowded_exchange_s", "pipeline_launch_power",
    "crowded_gpus"};

void read_numbers(const JsonValue& entry, KindCalibration& kind, bool old) {
    constexpr double any = 10; // efficiencies were above 1 where they stood for overlap
    for (const KindNumber& field : kind_numbers()) {
        const std::optional<JsonValue> value = entry.find(field.name);
        if (old && value)
            kind.*field.member = std::min(value->number(field.least, std::max(any, field.most)), field.most);
        else if (!old && (value || field.member != &KindCalibration::foreign_error))
            kind.*field.member = entry.member(field.name).number(field.least, field.most);
        else if (!old)
            kind.foreign_error = kind.borrowed_error; // one and the same until it had a name
    }
    // Its range came from the runs that it was fitted to.
    if (old)
        kind.relative_error = std::max(kind.relative_error, KindCalibration{}.relative_error);
}

KindCalibration entry_from_json(const JsonValue& entry, bool old) {
    std::vector<std::string_view> keys{"architecture", "framework",  "flash_attention", "runs",
                                       "source",       "not_told",   "most_gpus",       "precisions",
                                       "sources",      "fewest_gpus"};
    for (const KindNumber& field : kind_numbers())
        keys.push_back(field.name);
    if (old)
        keys.insert(keys.end(), std::begin(left_behind), std::end(left_behind));
    entry.expect_only(keys);
    KindCalibration kind;
    kind.architecture = entry.member("architecture").words();
    kind.framework = entry.member("framework").words();
    kind.flash_attention = entry.member("flash_attention").boolean();
    read_numbers(entry, kind, old);
    kind.runs = static_cast<int>(entry.integer_or("runs", 0, 0, 1'000'000'000));
    kind.fewest_gpus = static_cast<int>(entry.integer_or("fewest_gpus", 0, 0, 1'000'000'000));
    kind.most_gpus = static_cast<int>(entry.integer_or("most_gpus", 0, 0, 1'000'000'000));
    if (const std::optional<JsonValue> source = entry.find("source"))
        kind.source = source->words();
    for (const auto& [name, list] :
         {std::pair("not_told", &kind.not_told), std::pair("precisions", &kind.precisions),
          std::pair("sources", &kind.sources)})
        if (const std::optional<JsonValue> words = entry.find(name))
            for (std::size_t i = 0; i < words->size(); ++i)
                list->push_back(words->element(i).words());
    if (const std::optional<JsonValue> congestion = entry.find("congestion"))
        congestion_from_json(*congestion); // sound, though no longer of use here
    return kind;
}

nlohmann::ordered_json entry_to_json(const KindCalibration& kind) {
    nlohmann::ordered_json entry{{"architecture", kind.architecture},
                                 {"framework", kind.framework},
                                 {"runs", kind.runs},
                                 {"fewest_gpus", kind.fewest_gpus},
                                 {"most_gpus", kind.most_gpus},
                                 {"precisions", kind.precisions},
                                 {"source", kind.source},
                                 {"flash_attention", kind.flash_attention}};
    if (!kind.sources.empty())
        entry["sources"] = kind.sources;
    for (const KindNumber& field : kind_numbers())
        entry[field.name] = kind.*field.member;
    entry["not_told"] = kind.not_told;
    return entry;
}

} // namespace

Calibration calibration_from_json(const JsonValue& value) {
    value.expect_format("pipette-calibration", version, oldest);
    const bool old = value.member("version").integer(oldest, version) < of_few_numbers;
    Calibration calibration;
    const JsonValue kinds = value.member("kinds");
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        KindCalibration kind = entry_from_json(kinds.element(i), old);
        for (const KindCalibration& other : calibration.kinds)
            if (other.architecture == kind.architecture && other.framework == kind.framework)
                kinds.element(i).refuse(
                    fmt::format("is a second entry of {} under {}", kind.architecture, kind.framework));
        calibration.kinds.push_back(std::move(kind));
    }
    if (const std::optional<JsonValue> common = value.find("common"))
        calibration.common = entry_from_json(*common, false);
    if (const std::optional<JsonValue> sites = value.find("sites"))
        for (std::size_t i = 0; i < sites->size(); ++i) {
            const JsonValue site = sites->element(i);
            site.expect_only({"sources", "congestion"});
            Site& read = calibration.sites.emplace_back();
            const JsonValue sources = site.member("sources");
            for (std::size_t k = 0; k < sources.size(); ++k)
                read.sources.push_back(sources.element(k).words());
            read.congestion = congestion_from_json(site.member("congestion"));
        }
    return calibration;
}

nlohmann::ordered_json calibration_to_json(const Calibration& calibration) {
    nlohmann::ordered_json json{
        {"format", "pipette-calibration"}, {"version", version}, {"kinds", nlohmann::ordered_json::array()}};
    for (const KindCalibration& kind : calibration.kinds)
        json["kinds"].push_back(entry_to_json(kind));
    if (!calibration.common.source.empty())
        json["common"] = entry_to_json(calibration.common);
    for (const Site& site : calibration.sites)
        json["sites"].push_back(
            {{"sources", site.sources}, {"congestion", congestion_to_json(site.congestion)}});
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
    for (const auto& file : files) {
        Calibration one = read_calibration(file);
        std::move(one.kinds.begin(), one.kinds.end(), std::back_inserter(all.kinds));
        std::move(one.sites.begin(), one.sites.end(), std::back_inserter(all.sites));
        if (!one.common.source.empty())
            all.common = std::move(one.common);
    }
    return all;
}

} // namespace pipette
