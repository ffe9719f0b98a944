// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/logs/cluster_name.h"

#include "core/base/readable.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

/// What all hosts begin with, without the first digits of their numbers; the whole name of a single one.
std::string common_beginning(const std::vector<Node>& nodes) {
    std::string common = nodes.front().host;
    if (nodes.size() == 1)
        return common;
    for (const Node& node : nodes) {
        const auto differs = std::mismatch(common.begin(), common.end(), node.host.begin(), node.host.end());
        common.erase(differs.first, common.end());
    }
    for (const std::string_view ends : {"0123456789", "-_."})
        common.erase(common.find_last_not_of(ends) + 1);
    return common;
}

} // namespace

std::string suggested_name(const Cluster& cluster) {
    const std::string common = common_beginning(cluster.nodes);
    std::string text = common.size() > 1 || cluster.nodes.size() == 1 ? common + ": " : std::string();
    text += counted(cluster.node_count(), "node");
    if (cluster.node_kinds.size() == 1)
        text += fmt::format(" of {} {}", cluster.node_kinds[0].gpus, cluster.node_kinds[0].gpu.name);
    return text;
}

} // namespace pipette
