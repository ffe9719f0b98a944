// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/congestion_json.h"

#include <nlohmann/json.hpp>

namespace pipette {

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

} // namespace pipette
