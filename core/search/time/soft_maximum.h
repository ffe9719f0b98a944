// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace pipette {

/// e^x from a table, to 3e-8: the same on every machine, and a few times faster than the library's. 0 below
/// -40; the largest argument is 700.
class FastExponential {
public:
    FastExponential() {
        for (int i = 0; i < size; ++i)
            fractions_[std::size_t(i)] = std::exp2(double(i) / size);
    }
    double operator()(double x) const {
        if (x < -40)
            return 0;
        const double steps = (x < 700 ? x : 700) * (size / ln2);
        const auto whole = static_cast<std::int64_t>(steps + offset) - static_cast<std::int64_t>(offset);
        const double rest = (steps - static_cast<double>(whole)) * (ln2 / size);
        const double power = std::bit_cast<double>(((whole >> bits) + 1023) << 52);
        return power * fractions_[static_cast<std::size_t>(whole & (size - 1))] *
               (1 + rest + rest * rest / 2);
    }

private:
    static constexpr int bits = 7, size = 1 << bits;
    static constexpr double ln2 = 0.69314718055994530942, offset = 1 << 20; // truncation becomes floor
    std::array<double, size> fractions_{};
};

inline const FastExponential fast_exponential;

/// Parts of a smooth stand-in for the largest of many values: width * e^((value - top) / width). Summed over
/// all values it falls when any slow one gets faster, where the maximum itself only sees the slowest; the
/// narrower it is the more alike they are. A value at `top` counts `width`, and grows as fast as itself.
class SoftMaximum {
public:
    SoftMaximum() = default;
    SoftMaximum(double top, double width) : top_(top), width_(width), sharpness_(1 / width) {}

    double part(double value) const { return width_ * fast_exponential((value - top_) * sharpness_); }
    /// Values below have parts too small to count: less than a hundred thousandth of the width.
    double negligible() const { return top_ - 12 * width_; }

private:
    double top_ = 0, width_ = 1, sharpness_ = 1;
};

} // namespace pipette
