// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/fabric.h"

#include "core/base/input_error.h"
#include "core/cluster/cluster.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <unordered_map>

namespace pipette {
namespace {

constexpr CongestionNumber numbers[] = {
    {"from_gpus", &Congestion::from_gpus, {1, 1e9, "GPUs", true}},
    {"steepness", &Congestion::steepness, {1, 1e3, "as a power of the GPUs"}},
    {"stage_nodes", &Congestion::stage_nodes, {1, 1e6, "nodes", true}},
    {"send_wait_s", &Congestion::send_wait_s, {0, 1e3, "s"}},
    {"gradient_wait_s", &Congestion::gradient_wait_s, {0, 1e3, "s"}},
    {"many_replicas", &Congestion::many_replicas, {1, 1e9, "replicas", true}},
    {"replica_gpus", &Congestion::replica_gpus, {1, 1e9, "GPUs"}},
    {"sharded_factor", &Congestion::sharded_factor, {1, 1e3, "times the GPUs"}},
    {"all_reduce_factor", &Congestion::all_reduce_factor, {1, 1e3, "times the GPUs", true}},
    {"beyond_nodes", &Congestion::beyond_nodes, {1, 1e6, "nodes", true}},
    {"tensor_parallel_share", &Congestion::tensor_parallel_share, {1e-3, 1, "of the bandwidth"}},
    {"tensor_parallel_pairs", &Congestion::tensor_parallel_pairs, {0, 1, "of the latency"}},
    {"rail_change_gb_per_s", &Congestion::rail_change_gb_per_s, {1e-3, 1e9, "GB/s", true}},
    {"launch_power", &Congestion::launch_power, {0, 10, "as a power of tp"}},
};

} // namespace

std::string_view name_of(SharedName name) {
    return name == SharedName::rack ? "rack" : "zone";
}

std::span<const CongestionNumber> congestion_numbers() {
    return numbers;
}

const CongestionNumber& congestion_number(double Congestion::*member) {
    return *std::find_if(std::begin(numbers), std::end(numbers),
                         [member](const CongestionNumber& number) { return number.member == member; });
}

std::vector<std::vector<int>> groups_of_levels(const Cluster& cluster) {
    std::vector<std::vector<int>> groups;
    for (const FabricLevel& level : cluster.fabric.levels) {
        std::unordered_map<std::string, int> of_name;
        std::vector<int>& group = groups.emplace_back();
        for (const Node& node : cluster.nodes)
            group.push_back(level.nodes_per > 0
                                ? static_cast<int>(group.size()) / level.nodes_per
                                : of_name.try_emplace(node.shared(level.by), static_cast<int>(of_name.size()))
                                      .first->second);
    }
    return groups;
}

void check_fabric(const Fabric& fabric) {
    const auto require = [](bool holds, const std::string& place, const std::string& reason) {
        if (!holds)
            throw InputError({}, "$.fabric" + place, reason);
    };
    constexpr int most_nodes = 1 << 20;
    for (std::size_t i = 0; i < fabric.levels.size(); ++i) {
        const FabricLevel& level = fabric.levels[i];
        const std::string place = fmt::format(".levels[{}]", i);
        require(!level.name.empty(), place + ".name", "expected a name such as \"leaf\"");
        require(level.nodes_per >= 0 && level.nodes_per <= most_nodes, place + ".nodes_per",
                fmt::format("is {}, expected 1 to {}", level.nodes_per, most_nodes));
        require(level.bandwidth_gb_per_s == 0 || bounds::bandwidth.hold(level.bandwidth_gb_per_s),
                place + ".bandwidth_gb_per_s",
                fmt::format("is {}, expected {}", level.bandwidth_gb_per_s, text_of(bounds::bandwidth)));
        require(bounds::price_per_gb.hold(level.price_per_gb), place + ".price_per_gb",
                fmt::format("is {}, expected {}", level.price_per_gb, text_of(bounds::price_per_gb)));
    }
    for (const CongestionNumber& number : numbers) {
        const double value = fabric.congestion.*number.member;
        require(number.bounds.hold(value), fmt::format(".congestion.{}", number.name),
                fmt::format("is {}, expected {}", value, text_of(number.bounds)));
    }
    require(!fabric.congestion.stated() || !fabric.congestion.measured_on.empty(), ".congestion.measured_on",
            "expected where and with what it was measured");
}

} // namespace pipette
