// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace pipette {

/// Directed, square table in GB/s (or us where it says latency): row = sender, column = receiver.
/// A cell that was not measured is NaN, never 0; the diagonal is usually unmeasured.
///
/// Up to most_exact rows hold their figures as they are. Larger ones hold float32, as their files do: the
/// cells may lie in a mapped file, and copies share them until one is changed.
class BandwidthMatrix {
public:
    static constexpr int most_exact = 1024; ///< rows
    static constexpr double unmeasured = std::numeric_limits<double>::quiet_NaN();

    BandwidthMatrix() = default;
    explicit BandwidthMatrix(int size);
    /// Over cells, row after row, that somebody made (or mapped). More than most_exact rows.
    BandwidthMatrix(int size, std::shared_ptr<float[]> cells) : size_(size), rounded_(std::move(cells)) {}

    int size() const { return size_; }
    bool empty() const { return size_ == 0; }
    std::size_t cell_count() const {
        return static_cast<std::size_t>(size_) * static_cast<std::size_t>(size_);
    }
    double cell(std::size_t i) const { return rounded_ ? double{rounded_[i]} : exact_[i]; } ///< row after row
    double at(int from, int to) const { return cell(index(from, to)); }
    void set(int from, int to, double gb_per_s);
    bool measured(int from, int to) const { return !std::isnan(at(from, to)); }

    bool is_rounded() const { return rounded_ != nullptr; }
    /// All cells of a matrix that is_rounded().
    std::span<const float> rounded() const { return {rounded_.get(), cell_count()}; }

    /// Equal cell by cell; two unmeasured cells are equal.
    bool operator==(const BandwidthMatrix& other) const;

private:
    std::size_t index(int from, int to) const {
        return static_cast<std::size_t>(from) * static_cast<std::size_t>(size_) +
               static_cast<std::size_t>(to);
    }
    int size_ = 0;
    std::vector<double> exact_;
    std::shared_ptr<float[]> rounded_;
};

} // namespace pipette
