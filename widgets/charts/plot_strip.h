// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <qcustomplot.h>

namespace pipette {

/// A row of a plot's layout that is drawn by hand, as wide as the plot: it stands in every picture of the
/// plot.
class PlotStrip : public QCPLayoutElement {
public:
    explicit PlotStrip(QCustomPlot* plot) : QCPLayoutElement(plot) {}

    virtual void setTheme(const Theme* theme) { theme_ = theme; }
    virtual int height() const = 0; ///< pixels; 0: the strip takes no room

    QSize minimumOuterSizeHint() const override { return {10, height()}; }
    QSize maximumOuterSizeHint() const override { return {QWIDGETSIZE_MAX, height()}; }

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(false); }
    const Theme& theme() const { return *theme_; }

private:
    const Theme* theme_ = &lightTheme();
};

} // namespace pipette
