// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/studies/availability_json.h"

#include "core/base/input_error.h"
#include "core/formats/logs/host_list.h"
#include "core/formats/text/json_reader.h"
#include "core/formats/text/text_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

constexpr std::size_t most_availability_bytes = std::size_t{1} << 24U;

/// The hosts of a range such as a[01-04]; any other text stands for itself.
std::vector<std::string> hosts_of(const JsonValue& value) {
    const std::string text = value.words();
    if (text.empty())
        value.expected("a host, a range of hosts such as a[01-04], rack:NAME or zone:NAME");
    if (text.find_first_of("[,") == std::string::npos)
        return {text};
    std::vector<std::string> hosts;
    try {
        hosts = expand_hosts(text, value.file(), {});
    } catch (const InputError& error) {
        value.refuse(error.reason());
    }
    if (hosts.empty())
        value.expected("a range with at least one host, such as a[01-04]");
    return hosts;
}

std::map<std::string, int> nodes_of(const JsonValue& value) {
    std::map<std::string, int> nodes;
    if (!value.is_object() || value.raw().empty())
        value.expected("an object with the number of nodes of at least one kind of GPUs");
    for (const auto& [kind, unused] : value.raw().items())
        nodes[kind] = value.member(kind).integer(bounds::there_nodes);
    return nodes;
}

class AvailabilityReader {
public:
    AvailabilityPeriod period(const JsonValue& value) {
        value.expect_only({"hours", "off", "nodes", "price_factor", "announced"});
        AvailabilityPeriod period;
        period.hours = value.member("hours").number(bounds::period_hours);
        period.price_factor = value.number_or("price_factor", 1, bounds::price_factor);
        period.announced = value.boolean_or("announced", false);
        const auto off = value.find("off");
        if (off)
            for (std::size_t i = 0; i < off->size(); ++i)
                add_hosts(period.off, off->element(i));
        if (const auto nodes = value.find("nodes")) {
            if (off)
                nodes->refuse("stands beside off, expected one of both");
            period.nodes = nodes_of(*nodes);
        }
        return period;
    }

private:
    void add_hosts(std::vector<std::string>& off, const JsonValue& value) {
        std::vector<std::string> hosts = hosts_of(value);
        hosts_ += hosts.size();
        if (hosts_ > bounds::most_hosts_off)
            value.refuse(fmt::format("is too much: the periods name more than {} hosts together",
                                     bounds::most_hosts_off));
        off.insert(off.end(), std::make_move_iterator(hosts.begin()), std::make_move_iterator(hosts.end()));
    }

    std::size_t hosts_ = 0; ///< named so far
};

Availability availability_from_json(const JsonValue& root) {
    root.expect_format("pipette-availability", 1);
    root.expect_only({"format", "version", "name", "restart_minutes", "lost_minutes", "rounds", "periods"});
    Availability availability;
    availability.file = root.file();
    if (const auto name = root.find("name"))
        availability.name = name->words();
    if (const auto minutes = root.find("restart_minutes"))
        availability.restart_minutes = minutes->number(bounds::restart_minutes);
    if (const auto minutes = root.find("lost_minutes"))
        availability.lost_minutes = minutes->number(bounds::lost_minutes);
    if (const auto rounds = root.find("rounds"))
        availability.rounds = rounds->integer(bounds::period_rounds);
    const JsonValue periods = root.member("periods");
    const std::size_t most = bounds::most_periods / static_cast<std::size_t>(availability.rounds);
    if (periods.size() == 0 || periods.size() > most)
        periods.refuse(fmt::format(
            "has {} periods, expected 1 to {}{}", periods.size(), most,
            availability.rounds == 1 ? std::string() : fmt::format(" for {} rounds", availability.rounds)));
    AvailabilityReader reader;
    for (std::size_t i = 0; i < periods.size(); ++i)
        availability.periods.push_back(reader.period(periods.element(i)));
    return availability;
}

} // namespace

Availability parse_availability(std::string_view text, const std::string& file) {
    JsonLimits limits;
    limits.max_bytes = most_availability_bytes;
    const nlohmann::json parsed = parse_json(text, file, limits);
    return availability_from_json(JsonValue(parsed, file));
}

Availability read_availability(const std::filesystem::path& path) {
    return parse_availability(read_text_file(path, most_availability_bytes), path.string());
}

} // namespace pipette
