// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBrush>
#include <QPen>
#include <QPolygonF>
#include <QRectF>
#include <QSizeF>
#include <QString>

#include <vector>

class QFontMetricsF;
class QPainter;

namespace pipette {

struct Theme;

/// What one look means: a filled swatch, or a stroke where `line` has one; crossed out for what is broken.
/// Without a brush, too, it is words alone.
struct LegendEntry {
    QBrush brush;
    QString text;
    QPen line = Qt::NoPen;
    bool crossed = false;
    QPolygonF marker{}; ///< about (0, 0), filled with `brush` and drawn with `line` in the place of a swatch
    std::vector<QBrush> further{}; ///< other looks of the same, in the swatch beside the first
};

/// The height that swatches and words take in lines as wide as `width`.
double legendHeight(const QFontMetricsF& metrics, double width, const std::vector<LegendEntry>& entries);
/// The first entries that find room in `room`, and how many are left out: "+ 3". One entry at least.
std::vector<LegendEntry> fittingLegend(const QFontMetricsF& metrics, QSizeF room,
                                       std::vector<LegendEntry> entries);
/// Draws them from the top left of `area`, in the painter's font.
void paintLegend(QPainter& painter, const QRectF& area, const std::vector<LegendEntry>& entries,
                 const Theme& theme);

} // namespace pipette
