// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/large_pages.h"
#include "core/cluster/bandwidth_matrix.h"

#include <cstddef>
#include <span>
#include <vector>

namespace pipette {

/// Figures of the links between all nodes or GPUs, row after row: doubles, or float32 where a BandwidthMatrix
/// of as many cells holds them, too.
class LinkCells {
public:
    LinkCells() = default;
    LinkCells(std::size_t count, double value) {
        constexpr auto most_exact = std::size_t(BandwidthMatrix::most_exact);
        if (count <= most_exact * most_exact)
            exact_.assign(count, value);
        else
            rounded_.assign(count, static_cast<float>(value));
    }

    bool empty() const { return size() == 0; }
    std::size_t size() const { return exact_.size() + rounded_.size(); }
    double operator[](std::size_t cell) const { return rounded_.empty() ? exact_[cell] : rounded_[cell]; }
    void set(std::size_t cell, double value) {
        if (rounded_.empty())
            exact_[cell] = value;
        else
            rounded_[cell] = static_cast<float>(value);
    }
    std::span<const float> rounded() const { return rounded_; } ///< empty where they are doubles
    bool operator==(const LinkCells&) const = default;

private:
    std::vector<double> exact_;
    std::vector<float, LargePages<float>> rounded_;
};

} // namespace pipette
