// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/cluster/heatmap/heatmap_scale.h"

#include <QFont>
#include <QImage>

class QPainter;

namespace pipette {

inline constexpr double heatmap_margin = 8;
inline constexpr double heatmap_bar_width = 14; ///< of the key of the colours
inline constexpr double heatmap_ruler = 4;      ///< of the selection, between an axis and its names

/// What a picture of the bandwidth shows.
struct HeatmapPicture {
    const HeatmapCells& cells;
    const HeatmapPool& pool;
    const HeatmapZoom& zoom; ///< with the plot of the picture
    HeatmapScale& scale;
    int snapshot = -1;                              ///< as matrixBandwidth() takes it
    std::vector<int> selected;                      ///< ends of selected links
    std::vector<HeatmapCell> slow;                  ///< the slowest links
    HeatmapCell cursor;                             ///< of the pointer or the keyboard
    enum class Focus { no, yes } focus = Focus::no; ///< the keyboard is on the picture
    QFont small;
};

/// Draws cells, axes and selection. `pixels` is reused from frame to frame.
void paintHeatmap(QPainter& painter, const HeatmapPicture& picture, const Theme& theme, QImage& pixels);
/// Draws the key of the colours beside the cells and, where there is room up to `right`, how many links have
/// which bandwidth.
void paintHeatmapKey(QPainter& painter, const HeatmapPicture& picture, const Theme& theme, double right);

} // namespace pipette
