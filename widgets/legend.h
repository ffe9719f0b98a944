// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBrush>
#include <QRectF>
#include <QString>

#include <vector>

class QPainter;

namespace pipette {

struct Theme;

struct LegendEntry {
    QBrush brush;
    QString text;
};

/// Lays swatches and words out in lines as wide as `width`; returns the height they take in the painter's
/// font.
double legendHeight(const QPainter& painter, double width, const std::vector<LegendEntry>& entries);
/// Draws them from the top left of `area`.
void paintLegend(QPainter& painter, const QRectF& area, const std::vector<LegendEntry>& entries,
                 const Theme& theme);

} // namespace pipette
