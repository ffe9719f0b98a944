// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/topology/measured_links.h"

#include "core/base/index.h"
#include "widgets/cluster/heatmap/heatmap_scale.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace pipette {
namespace {
constexpr std::size_t worst_count = 5;
constexpr double equal_within = 0.005; // of links' bandwidths

/// Two links that cross between the same two zones at the same speed.
bool equalBetweenZones(const Cluster& cluster, const MeasuredLink& a, const MeasuredLink& b) {
    const auto zones = [&](const MeasuredLink& of) {
        return std::minmax(cluster.nodes[index(cluster.node_of(of.from))].zone,
                           cluster.nodes[index(cluster.node_of(of.to))].zone);
    };
    const auto of = zones(a);
    return of.first != of.second && of == zones(b) &&
           std::abs(a.gb_per_s - b.gb_per_s) <= equal_within * a.gb_per_s;
}
} // namespace

bool MeasuredLinks::isSlow(const MeasuredLink& link) const {
    return link.gb_per_s <= 0.75 * std::sqrt(low * high) || link.gb_per_s <= 0.8 * high;
}

bool MeasuredLinks::anySlow() const {
    return std::any_of(worst.begin(), worst.end(), [this](const MeasuredLink& link) { return isSlow(link); });
}

LinkScan::LinkScan(std::shared_ptr<const Cluster> cluster) : cluster_(std::move(cluster)) {
    found_.slowest_of_node.assign(index(cluster_->node_count()), 0);
}

bool LinkScan::advance() {
    const InterNode& links = cluster_->inter_node;
    const bool nodes = links.between == MatrixBetween::nodes;
    const int size = links.bandwidth.size();
    const auto node_of = [&](int end) { return nodes ? end : cluster_->node_of(end); };
    const auto gpu_of = [&](int end) { return nodes ? cluster_->first_gpu(end) : end; };
    for (int done = 0; done < 8 && row_ < size; ++done, ++row_) {
        const int from_node = node_of(row_);
        for (int to = 0; to < size; ++to) {
            const double value = links.bandwidth.at(row_, to);
            if (!(value > 0))
                continue;
            const int to_node = node_of(to);
            if (from_node == to_node)
                continue;
            low_ = low_ > 0 ? std::min(low_, value) : value;
            high_ = std::max(high_, value);
            for (const int node : {from_node, to_node}) {
                double& slowest = found_.slowest_of_node[index(node)];
                if (slowest == 0 || value < slowest)
                    slowest = value;
            }
            if (found_.worst.size() < worst_count || value < found_.worst.back().gb_per_s)
                keep({gpu_of(row_), gpu_of(to), value});
        }
    }
    return row_ < size;
}

void LinkScan::keep(const MeasuredLink& link) {
    std::vector<MeasuredLink>& worst = found_.worst;
    for (MeasuredLink& known : worst)
        if (equalBetweenZones(*cluster_, known, link)) {
            known.of_zones = true;
            return;
        }
    const auto nodes = [this](const MeasuredLink& of) {
        return std::minmax({cluster_->node_of(of.from), cluster_->node_of(of.to)});
    };
    const auto same = std::find_if(worst.begin(), worst.end(),
                                   [&](const MeasuredLink& known) { return nodes(known) == nodes(link); });
    if (same != worst.end()) {
        if (same->gb_per_s <= link.gb_per_s)
            return;
        worst.erase(same);
    }
    const auto place =
        std::upper_bound(worst.begin(), worst.end(), link, [](const MeasuredLink& x, const MeasuredLink& y) {
            return x.gb_per_s < y.gb_per_s;
        });
    worst.insert(place, link);
    if (worst.size() > worst_count)
        worst.pop_back();
}

MeasuredLinks LinkScan::result() const {
    MeasuredLinks result = found_;
    const double low = low_ > 0 ? low_ : 1;
    std::tie(result.low, result.high) = HeatmapScale::endsOf(low, std::max(high_, low));
    return result;
}

} // namespace pipette
