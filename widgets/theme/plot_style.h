// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>

class QCustomPlot;
class QFont;
class QPainter;
class QWidget;

namespace pipette {

struct Theme;

/// Background, axes and grid of a plot in the colours of a theme, its words in a font.
void stylePlot(QCustomPlot& plot, const Theme& theme, const QFont& font);
/// Draws a whole plot in a size of its own, for PNG, SVG and PDF.
void paintPlot(QCustomPlot& plot, QPainter& painter, QSize size);
/// Draws the plots of a view anew with `scale` pixels a point: a picture of the view is as sharp there as
/// elsewhere.
void sharpenPlots(QWidget& view, double scale);

} // namespace pipette
