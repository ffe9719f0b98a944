// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/fabric_json.h"

#include <nlohmann/json.hpp>

namespace pipette {
namespace {

/// `by` stands in the place of `nodes_per` where racks or zones are the groups.
FabricLevel level_from_json(const JsonValue& value) {
    value.expect_only({"name", "nodes_per", "by", "bandwidth_gb_per_s", "price_per_gb"});
    FabricLevel level;
    level.name = value.member("name").words();
    if (const auto by = value.find("by")) {
        level.by = by->choice({"rack", "zone"}) == 0 ? SharedName::rack : SharedName::zone;
        if (value.find("nodes_per"))
            value.refuse("has both nodes_per and by, expected one of them");
    } else {
        level.nodes_per = static_cast<int>(value.member("nodes_per").integer(1, 1 << 20));
    }
    level.bandwidth_gb_per_s = value.number_or("bandwidth_gb_per_s", 0, bounds::bandwidth);
    level.price_per_gb = value.number_or("price_per_gb", 0, bounds::price_per_gb);
    return level;
}

} // namespace

Congestion congestion_from_json(const JsonValue& value) {
    std::vector<std::string_view> names{"measured_on"};
    for (const CongestionNumber& number : congestion_numbers())
        names.emplace_back(number.name);
    value.expect_only(names);
    Congestion congestion;
    congestion.measured_on = value.member("measured_on").words();
    for (const CongestionNumber& number : congestion_numbers())
        congestion.*number.member = value.number_or(number.name, congestion.*number.member, number.bounds);
    return congestion;
}

nlohmann::ordered_json congestion_to_json(const Congestion& congestion) {
    nlohmann::ordered_json value{{"measured_on", congestion.measured_on}};
    const Congestion none;
    for (const CongestionNumber& number : congestion_numbers())
        if (const double figure = congestion.*number.member; figure != none.*number.member)
            value[number.name] = figure;
    return value;
}

Fabric fabric_from_json(const JsonValue& value) {
    value.expect_only({"levels", "congestion"});
    Fabric fabric;
    if (const auto levels = value.find("levels"))
        for (std::size_t i = 0; i < levels->size(); ++i)
            fabric.levels.push_back(level_from_json(levels->element(i)));
    if (const auto congestion = value.find("congestion"))
        fabric.congestion = congestion_from_json(*congestion);
    return fabric;
}

nlohmann::ordered_json fabric_to_json(const Fabric& fabric) {
    nlohmann::ordered_json value = nlohmann::ordered_json::object();
    for (const FabricLevel& level : fabric.levels) {
        nlohmann::ordered_json entry{{"name", level.name}};
        if (level.nodes_per > 0)
            entry["nodes_per"] = level.nodes_per;
        else
            entry["by"] = name_of(level.by);
        if (level.bandwidth_gb_per_s > 0)
            entry["bandwidth_gb_per_s"] = level.bandwidth_gb_per_s;
        if (level.price_per_gb > 0)
            entry["price_per_gb"] = level.price_per_gb;
        value["levels"].push_back(std::move(entry));
    }
    if (fabric.congestion.stated())
        value["congestion"] = congestion_to_json(fabric.congestion);
    return value;
}

} // namespace pipette
