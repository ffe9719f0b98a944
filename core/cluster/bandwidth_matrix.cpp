// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/bandwidth_matrix.h"

#include <algorithm>

namespace pipette {

BandwidthMatrix::BandwidthMatrix(int size) : size_(size) {
    if (size <= most_exact) {
        exact_.assign(cell_count(), unmeasured);
        return;
    }
    rounded_ = std::make_shared_for_overwrite<float[]>(cell_count());
    std::fill_n(rounded_.get(), cell_count(), std::numeric_limits<float>::quiet_NaN());
}

void BandwidthMatrix::set(int from, int to, double gb_per_s) {
    if (!rounded_) {
        exact_[index(from, to)] = gb_per_s;
        return;
    }
    if (rounded_.use_count() > 1) { // others keep theirs
        auto own = std::make_shared_for_overwrite<float[]>(cell_count());
        std::copy_n(rounded_.get(), cell_count(), own.get());
        rounded_ = std::move(own);
    }
    rounded_[index(from, to)] = static_cast<float>(gb_per_s);
}

bool BandwidthMatrix::operator==(const BandwidthMatrix& other) const {
    if (size_ != other.size_)
        return false;
    if (rounded_ && rounded_ == other.rounded_)
        return true;
    for (std::size_t i = 0; i < cell_count(); ++i)
        if (cell(i) != other.cell(i) && !(std::isnan(cell(i)) && std::isnan(other.cell(i))))
            return false;
    return true;
}

} // namespace pipette
