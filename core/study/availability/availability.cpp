// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/availability/availability.h"

#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/cluster/faults.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

/// Finds the nodes that a period goes without.
class PeriodReader {
public:
    PeriodReader(const Availability& availability, const Cluster& cluster)
        : file_(availability.file), cluster_(cluster) {
        for (int node = 0; node < cluster.node_count(); ++node)
            nodes_of_kind_[cluster.kind_of_node(node).gpu.name].push_back(node);
    }

    /// [node] whether it is gone.
    std::vector<char> gone(const AvailabilityPeriod& period, std::size_t number) {
        std::vector<char> gone(static_cast<std::size_t>(cluster_.node_count()), 0);
        for (const std::string& hosts : period.off)
            turn_off(gone, hosts, fmt::format("$.periods[{}].off", number));
        for (const auto& [kind, count] : period.nodes)
            keep_first(gone, kind, count, fmt::format("$.periods[{}].nodes", number));
        return gone;
    }

private:
    [[noreturn]] void refuse(const std::string& place, const std::string& reason) const {
        throw InputError(file_, place, reason);
    }

    const std::vector<int>& nodes_of(const std::string& hosts, const std::string& place) {
        const auto [entry, first] = named_.try_emplace(hosts);
        if (first)
            entry->second = nodes_named(cluster_, hosts);
        if (entry->second.empty())
            refuse(place,
                   fmt::format("names {}, which the cluster {} does not have: expected hosts, racks or zones",
                               in_quotes(hosts), in_quotes(cluster_.name)));
        return entry->second;
    }

    void turn_off(std::vector<char>& gone, const std::string& hosts, const std::string& place) {
        for (const int node : nodes_of(hosts, place)) {
            char& one = gone[static_cast<std::size_t>(node)];
            if (one != 0)
                refuse(place, fmt::format("names {} twice",
                                          in_quotes(cluster_.nodes[static_cast<std::size_t>(node)].host)));
            one = 1;
        }
    }

    void keep_first(std::vector<char>& gone, const std::string& kind, int count, const std::string& place) {
        const auto known = nodes_of_kind_.find(kind);
        if (known == nodes_of_kind_.end()) {
            std::string names;
            for (const auto& [name, nodes] : nodes_of_kind_)
                names += (names.empty() ? "" : ", ") + name;
            refuse(place, fmt::format("names {}, expected one of {}", in_quotes(kind), names));
        }
        const std::vector<int>& nodes = known->second;
        if (static_cast<std::size_t>(count) > nodes.size())
            refuse(place, fmt::format("has {} of {}, the cluster has {}", counted(count, "node"), kind,
                                      counted(static_cast<long>(nodes.size()), "node")));
        for (auto i = static_cast<std::size_t>(count); i < nodes.size(); ++i)
            gone[static_cast<std::size_t>(nodes[i])] = 1;
    }

    const std::string& file_;
    const Cluster& cluster_;
    std::map<std::string, std::vector<int>> nodes_of_kind_;
    std::map<std::string, std::vector<int>> named_; ///< nodes by what stands for them
};

/// GPUs of the nodes that are gone, and those that are excluded anyway.
std::vector<int> excluded_gpus(const Cluster& cluster, const std::vector<char>& gone,
                               const std::vector<int>& always) {
    std::vector<int> gpus = always;
    for (int node = 0; node < cluster.node_count(); ++node)
        if (gone[static_cast<std::size_t>(node)] != 0)
            for (int gpu = cluster.first_gpu(node); gpu < cluster.first_gpu(node + 1); ++gpu)
                gpus.push_back(gpu);
    std::sort(gpus.begin(), gpus.end());
    gpus.erase(std::unique(gpus.begin(), gpus.end()), gpus.end());
    return gpus;
}

} // namespace

double hours_of(const Availability& availability) {
    double hours = 0;
    for (const AvailabilityPeriod& period : availability.periods)
        hours += period.hours;
    return hours * availability.rounds;
}

GpuSets gpu_sets(const Availability& availability, const Cluster& cluster, const std::vector<int>& excluded) {
    GpuSets sets;
    PeriodReader reader(availability, cluster);
    std::map<std::vector<int>, int> known;
    for (std::size_t i = 0; i < availability.periods.size(); ++i) {
        std::vector<int> gpus = excluded_gpus(cluster, reader.gone(availability.periods[i], i), excluded);
        const auto [entry, first] = known.try_emplace(gpus, static_cast<int>(sets.excluded.size()));
        if (first && sets.excluded.size() == bounds::most_gpu_sets)
            throw InputError(availability.file, fmt::format("$.periods[{}]", i),
                             fmt::format("is another set of GPUs: expected at most {}, each needs a plan",
                                         bounds::most_gpu_sets));
        if (first)
            sets.excluded.push_back(std::move(gpus));
        sets.of_period.push_back(entry->second);
    }
    return sets;
}

} // namespace pipette
