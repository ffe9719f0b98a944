// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace pipette {

/// Directed, square table in GB/s (or us where it says latency): row = sender, column = receiver.
/// A cell that was not measured is NaN, never 0; the diagonal is usually unmeasured.
class BandwidthMatrix {
public:
    BandwidthMatrix() = default;
    explicit BandwidthMatrix(int size) : size_(size), cells_(cell_count(size), unmeasured) {}

    static constexpr double unmeasured = std::numeric_limits<double>::quiet_NaN();

    int size() const { return size_; }
    bool empty() const { return size_ == 0; }
    double at(int from, int to) const { return cells_[index(from, to)]; }
    void set(int from, int to, double gb_per_s) { cells_[index(from, to)] = gb_per_s; }
    bool measured(int from, int to) const { return !std::isnan(at(from, to)); }
    const std::vector<double>& cells() const { return cells_; } ///< row after row

    /// Equal cell by cell; two unmeasured cells are equal.
    bool operator==(const BandwidthMatrix& other) const {
        if (size_ != other.size_)
            return false;
        for (std::size_t i = 0; i < cells_.size(); ++i)
            if (cells_[i] != other.cells_[i] && !(std::isnan(cells_[i]) && std::isnan(other.cells_[i])))
                return false;
        return true;
    }

private:
    static std::size_t cell_count(int size) {
        return static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
    }
    std::size_t index(int from, int to) const {
        return static_cast<std::size_t>(from) * static_cast<std::size_t>(size_) +
               static_cast<std::size_t>(to);
    }
    int size_ = 0;
    std::vector<double> cells_;
};

} // namespace pipette
