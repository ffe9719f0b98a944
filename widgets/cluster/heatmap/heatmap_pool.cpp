// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/heatmap/heatmap_pool.h"

#include "widgets/cluster/gpus/gpu_roles.h"
#include "widgets/theme/theme.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

namespace pipette {

HeatmapPool::Code HeatmapPool::codeOf(double gb_per_s) {
    if (!(gb_per_s >= 0))
        return unmeasured;
    const auto code = static_cast<Code>(std::bit_cast<std::uint32_t>(static_cast<float>(gb_per_s)) >> 15);
    return std::max<Code>(code, broken + 1);
}

double HeatmapPool::valueOf(Code code) {
    if (code == unmeasured || code == broken)
        return BandwidthMatrix::unmeasured;
    return static_cast<double>(std::bit_cast<float>((static_cast<std::uint32_t>(code) << 15) + (1u << 14)));
}

double matrixBandwidth(const Cluster& cluster, int snapshot, int from, int to) {
    const bool nodes = cluster.inter_node.between == MatrixBetween::nodes;
    if (nodes && from == to)
        return cluster.kind_of_node(from).intra_node.bandwidth_gb_per_s;
    if (!nodes && cluster.node_of(from) == cluster.node_of(to))
        return from == to ? BandwidthMatrix::unmeasured : linkBandwidth(cluster, from, to);
    const BandwidthMatrix& matrix = snapshot < 0
                                        ? cluster.inter_node.bandwidth
                                        : cluster.history.snapshots[static_cast<std::size_t>(snapshot)];
    return matrix.empty() ? BandwidthMatrix::unmeasured : matrix.at(from, to);
}

HeatmapPool::HeatmapPool(std::shared_ptr<const Cluster> cluster, int snapshot)
    : cluster_(std::move(cluster)), faults_(cluster_), snapshot_(snapshot), counts_(unmeasured) {
    size_ =
        cluster_->inter_node.between == MatrixBetween::nodes ? cluster_->node_count() : cluster_->gpu_count();
    for (int level = 0;; ++level) {
        const auto side = static_cast<std::size_t>(sizeOf(level));
        levels_.emplace_back(side * side, unmeasured);
        if (side <= 1)
            break;
    }
}

const HeatmapPool::Code* HeatmapPool::row(int level, int index) const {
    return levels_[static_cast<std::size_t>(level)].data() +
           static_cast<std::size_t>(index) * static_cast<std::size_t>(sizeOf(level));
}

const BandwidthMatrix& HeatmapPool::matrix() const {
    return snapshot_ < 0 ? cluster_->inter_node.bandwidth
                         : cluster_->history.snapshots[static_cast<std::size_t>(snapshot_)];
}

void HeatmapPool::readRow(int from) {
    Code* out = levels_[0].data() + static_cast<std::size_t>(from) * static_cast<std::size_t>(size_);
    const bool nodes = cluster_->inter_node.between == MatrixBetween::nodes;
    const int node = nodes ? from : cluster_->node_of(from);
    const int inside_first = nodes ? from : cluster_->first_gpu(node);
    const int inside_last = nodes ? from + 1 : cluster_->first_gpu(node + 1);
    const BandwidthMatrix& links = matrix();
    const auto outside = [&](int first, int last) {
        for (int to = first; to < last && !links.empty(); ++to) {
            const double value = links.at(from, to);
            if (out[to] == broken)
                continue;
            out[to] = codeOf(value);
            if (value > 0) {
                ++counts_[out[to]];
                low_ = low_ > 0 ? std::min(low_, value) : value;
                high_ = std::max(high_, value);
            }
        }
    };
    breakRow(from);
    outside(0, inside_first);
    for (int to = inside_first; to < inside_last; ++to)
        out[to] = out[to] == broken ? broken : codeOf(matrixBandwidth(*cluster_, snapshot_, from, to));
    outside(inside_last, size_);
}

/// Marks what a fault breaks of a row: links to other nodes; on the diagonal or inside a node its broken
/// GPUs.
void HeatmapPool::breakRow(int from) {
    if (faults_.empty())
        return;
    Code* out = levels_[0].data() + static_cast<std::size_t>(from) * static_cast<std::size_t>(size_);
    if (cluster_->inter_node.between == MatrixBetween::nodes) {
        for (const int peer : faults_.brokenPeers(from))
            out[peer] = broken;
        if (!faults_.inside(from).empty())
            out[from] = broken;
        return;
    }
    for (const int peer : faults_.brokenPeers(cluster_->node_of(from)))
        std::fill(out + cluster_->first_gpu(peer), out + cluster_->first_gpu(peer + 1), broken);
    for (int to = 0; to < size_; ++to)
        if (faults_.breaksGpu(from) || faults_.breaksGpu(to))
            out[to] = broken;
}

void HeatmapPool::poolRow(int level, int index) {
    const int side = sizeOf(level);
    const int below = sizeOf(level - 1);
    Code* out = levels_[static_cast<std::size_t>(level)].data() +
                static_cast<std::size_t>(index) * static_cast<std::size_t>(side);
    for (int line = 2 * index; line < std::min(2 * index + 2, below); ++line) {
        const Code* in = row(level - 1, line);
        for (int i = 0; i < side; ++i) {
            const Code second = 2 * i + 1 < below ? in[2 * i + 1] : unmeasured;
            out[i] = std::min({out[i], in[2 * i], second});
        }
    }
}

std::pair<double, double> HeatmapPool::rangeOf(int level, const QRect& cells) const {
    const bool nodes = cluster_->inter_node.between == MatrixBetween::nodes;
    const auto node = [&](int cell) { return nodes ? cell << level : cluster_->node_of(cell << level); };
    std::vector<int> of_column;
    for (int column = cells.left(); column <= cells.right(); ++column)
        of_column.push_back(node(column));
    Code low = unmeasured, high = broken;
    for (int line = cells.top(); line <= cells.bottom(); ++line) {
        const Code* codes = row(level, line) + cells.left();
        const int own = node(line);
        for (std::size_t i = 0; i < of_column.size(); ++i)
            if (of_column[i] != own && codes[i] != unmeasured && codes[i] != broken) {
                low = std::min(low, codes[i]);
                high = std::max(high, codes[i]);
            }
    }
    return high == broken ? std::pair(0.0, 0.0) : std::pair(valueOf(low), valueOf(high));
}

std::vector<std::uint32_t> HeatmapPool::spread(double low, double high, int bins) const {
    std::vector<std::uint32_t> spread(static_cast<std::size_t>(bins), 0);
    for (int code = codeOf(low_); low_ > 0 && code <= codeOf(high_); ++code) {
        const double part = logPosition(valueOf(static_cast<Code>(code)), low, high);
        const int bin = std::min(static_cast<int>(part * bins), bins - 1);
        spread[static_cast<std::size_t>(bin)] += counts_[static_cast<std::size_t>(code)];
    }
    return spread;
}

double HeatmapPool::median() const {
    const auto links = std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
    std::uint64_t below = 0;
    for (std::size_t code = 0; code < counts_.size(); ++code)
        if ((below += counts_[code]) * 2 >= links && links > 0)
            return valueOf(static_cast<Code>(code));
    return std::numeric_limits<double>::quiet_NaN();
}

bool HeatmapPool::advance() {
    if (level_ >= levels() || size_ == 0)
        return false;
    for (int done = 0; done < 16 && next_row_ < sizeOf(level_); ++done, ++next_row_)
        level_ == 0 ? readRow(next_row_) : poolRow(level_, next_row_);
    if (next_row_ >= sizeOf(level_)) {
        ++level_;
        next_row_ = 0;
    }
    return level_ < levels();
}

} // namespace pipette
