// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/reliance_text.h"

#include "core/base/readable.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {

std::string crossing_text(const Cluster& cluster, const Candidate& candidate) {
    if (candidate.faults.empty())
        return {};
    const std::size_t others = candidate.faults.size() - 1;
    return fmt::format(
        "crosses {}{}",
        fault_text(cluster, cluster.faults[static_cast<std::size_t>(candidate.faults.front())]),
        others == 0   ? std::string()
        : others == 1 ? std::string(" and another known fault")
                      : fmt::format(" and {} other known faults", others));
}

std::string assumed_links_text(const Cluster& cluster, const Candidate& candidate) {
    if (candidate.assumed_links.empty())
        return {};
    const auto& [from, to] = candidate.assumed_links.front();
    const std::size_t count = candidate.assumed_links.size();
    return fmt::format(
        "relies on {} link{} that nobody measured ({}{} to {})", count, count == 1 ? "" : "s",
        count == 1 ? "" : "the first: ", readable(cluster.nodes[static_cast<std::size_t>(from)].host),
        readable(cluster.nodes[static_cast<std::size_t>(to)].host));
}

std::string known_faults_text(const PlanInputs& inputs) {
    const std::vector<Fault>& faults = inputs.cluster->faults;
    if (faults.empty())
        return {};
    constexpr std::size_t named = 3;
    std::string text =
        fmt::format("{} known, {}: ", faults.size(), inputs.limits.allow_faulty ? "allowed" : "kept off");
    for (std::size_t i = 0; i < std::min(named, faults.size()); ++i)
        text += (i > 0 ? ", " : "") + fault_text(*inputs.cluster, faults[i]);
    return faults.size() > named ? fmt::format("{} and {} more", text, faults.size() - named) : text;
}

} // namespace pipette
