// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"
#include "widgets/cluster/known_faults.h"

#include <QRect>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace pipette {

/// A bandwidth matrix as a pyramid of minima: level k holds the slowest link of each 2^k by 2^k square, so
/// that one slow link stays visible at any zoom. Cells are 16-bit codes that grow with the bandwidth (the
/// exponent and eight bits of mantissa of a float: steps of 0.4 %), which a table turns into colours without
/// a logarithm per pixel.
class HeatmapPool {
public:
    using Code = std::uint16_t;
    static constexpr Code unmeasured = 0xffff; ///< above all others: a minimum ignores it
    static constexpr Code broken = 0; ///< of a known fault; below all others: a minimum never loses it

    static Code codeOf(double gb_per_s);
    static double valueOf(Code code); ///< middle of its step; NaN for unmeasured and broken

    /// Nothing is pooled yet: call advance() until it returns false. Cells inside a node take the node's own
    /// links.
    HeatmapPool(std::shared_ptr<const Cluster> cluster, int snapshot);

    /// Pools a few rows (well below a millisecond); returns whether more is left.
    bool advance();

    int size() const { return size_; }
    int levels() const { return static_cast<int>(levels_.size()); }
    int sizeOf(int level) const { return (size_ + (1 << level) - 1) >> level; }
    const Code* row(int level, int index) const;
    double low() const { return low_; } ///< slowest and fastest whole link between nodes; 0 when none
    double high() const { return high_; }

    /// Slowest and fastest bandwidth among the cells of a level in these rows and columns, links inside nodes
    /// left out; 0 and 0: none is measured.
    std::pair<double, double> rangeOf(int level, const QRect& cells) const;

    /// How the links between nodes spread over `bins` equal steps of the logarithm from `low` to `high`: the
    /// count in each bin. A link outside of the range counts in the nearest bin.
    std::vector<std::uint32_t> spread(double low, double high, int bins) const;
    double median() const; ///< of the links between nodes; NaN when none is measured

private:
    const BandwidthMatrix& matrix() const;
    void readRow(int row);
    void breakRow(int row);
    void poolRow(int level, int row);

    std::shared_ptr<const Cluster> cluster_;
    KnownFaults faults_;
    int snapshot_; ///< of Cluster::history; -1: the matrix itself
    int size_ = 0;
    std::vector<std::vector<Code>> levels_;
    int level_ = 0, next_row_ = 0; ///< what is pooled next
    double low_ = 0, high_ = 0;
    std::vector<std::uint32_t> counts_; ///< links between nodes by code
};

/// Bandwidth that a cell of the cluster's matrix (or of a snapshot; -1: the matrix) stands for, in GB/s: the
/// node's own links on the diagonal and inside a node; NaN when not measured.
double matrixBandwidth(const Cluster& cluster, int snapshot, int from, int to);

} // namespace pipette
