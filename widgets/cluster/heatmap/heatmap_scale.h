// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/cluster/heatmap/heatmap_pool.h"
#include "widgets/cluster/heatmap/heatmap_zoom.h"

#include <QRgb>

#include <utility>

namespace pipette {

struct Theme;

/// The scale of a heatmap's colours: from the slowest to the fastest cell in sight. A cluster with snapshots
/// has one scale for all snapshots that were shown, so that their pictures compare.
class HeatmapScale {
public:
    /// Links are all alike where the slowest has at least this share of the fastest one's bandwidth.
    static constexpr double alike = 0.99;
    /// Of the scale for links from `low` to `high` GB/s: links that are all alike have the middle colour,
    /// neither fast nor slow, and noise of a few per cent does not look like a slow link.
    static std::pair<double, double> endsOf(double low, double high);

    void clear() { whole_low_ = whole_high_ = 0; } ///< of what was shown before
    void include(const HeatmapPool& pool);         ///< a snapshot that is shown
    /// Fits the scale to the cells in sight; `level`: of the pool, that is drawn.
    void fit(const HeatmapPool& pool, const HeatmapZoom& zoom, int level);
    void fitShown();                                      ///< to all that was shown
    double low() const { return low_; }                   ///< GB/s of the first colour
    double high() const { return high_; }                 ///< GB/s of the last colour
    double position(double gb_per_s) const;               ///< on the scale, 0 to 1
    const std::vector<QRgb>& colours(const Theme& theme); ///< by code of the pool

private:
    void set(double low, double high);

    double low_ = 1, high_ = 10;
    double whole_low_ = 0, whole_high_ = 0; ///< of all links that were shown; 0: none measured
    std::vector<QRgb> colours_;             ///< empty: the scale has changed
    const Theme* coloured_ = nullptr;
};

} // namespace pipette
