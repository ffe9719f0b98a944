// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/heatmap/heatmap_scale.h"

#include "core/base/index.h"
#include "widgets/theme/theme.h"

#include <algorithm>
#include <tuple>

namespace pipette {

void HeatmapScale::include(const HeatmapPool& pool) {
    if (pool.low() > 0) {
        whole_low_ = whole_low_ > 0 ? std::min(whole_low_, pool.low()) : pool.low();
        whole_high_ = std::max(whole_high_, pool.high());
    }
    colours_.clear();
}

void HeatmapScale::fit(const HeatmapPool& pool, const HeatmapZoom& zoom, int level) {
    const int side = pool.sizeOf(level);
    const double across = 1 / (zoom.pixelsPerCell() * (1 << level)); // cells a pixel
    const QPointF first = zoom.origin() / (1 << level);
    const QRect cells(QPoint(static_cast<int>(first.x()), static_cast<int>(first.y())),
                      QPoint(static_cast<int>(first.x() + zoom.plot().width() * across),
                             static_cast<int>(first.y() + zoom.plot().height() * across)));
    const auto [low, high] = pool.rangeOf(level, cells & QRect(0, 0, side, side));
    low > 0 ? set(low, high) : fitShown(); // else links inside a node alone are in sight
}

void HeatmapScale::fitShown() {
    whole_low_ > 0 ? set(whole_low_, whole_high_) : set(1, 10); // else nothing is measured
}

std::pair<double, double> HeatmapScale::endsOf(double low, double high) {
    if (low >= alike * high)
        return {high / 2, 2 * high};
    return {std::min(low, high / 2), high};
}

void HeatmapScale::set(double low, double high) {
    std::tie(low, high) = endsOf(low, high);
    if (low != low_ || high != high_)
        colours_.clear();
    low_ = low, high_ = high;
}

double HeatmapScale::position(double gb_per_s) const {
    return logPosition(gb_per_s, low_, high_);
}

const std::vector<QRgb>& HeatmapScale::colours(const Theme& theme) {
    if (!colours_.empty() && coloured_ == &theme)
        return colours_;
    coloured_ = &theme;
    colours_.resize(HeatmapPool::unmeasured + 1);
    const int first = HeatmapPool::codeOf(low_);
    const int last = HeatmapPool::codeOf(high_);
    std::fill(colours_.begin(), colours_.begin() + first + 1, bandwidthColour(0).rgb());
    for (int code = first + 1; code < last; ++code)
        colours_[index(code)] =
            bandwidthColour(position(HeatmapPool::valueOf(static_cast<HeatmapPool::Code>(code)))).rgb();
    std::fill(colours_.begin() + std::max(first + 1, last), colours_.end(), bandwidthColour(1).rgb());
    colours_[HeatmapPool::unmeasured] = theme.alternate.rgb();
    return colours_;
}

} // namespace pipette
