// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/logs/measurements.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace pipette {
namespace {
constexpr std::array<std::string_view, 5> names{"peak", "mean", "median", "min", "last"};
}

HostFacts& Measurements::host(const std::string& name) {
    for (HostFacts& facts : hosts)
        if (facts.host == name)
            return facts;
    hosts.push_back({name, 0, {}, {}});
    return hosts.back();
}

std::string_view name_of(Statistic statistic) {
    return names[static_cast<std::size_t>(statistic)];
}

std::optional<Statistic> statistic_named(std::string_view name) {
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] == name)
            return static_cast<Statistic>(i);
    return std::nullopt;
}

double pick(Statistic statistic, std::vector<double> values) {
    switch (statistic) {
    case Statistic::peak:
        return *std::max_element(values.begin(), values.end());
    case Statistic::min:
        return *std::min_element(values.begin(), values.end());
    case Statistic::mean:
        return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
    case Statistic::last:
        return values.back();
    case Statistic::median:
        break;
    }
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

} // namespace pipette
