// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/legend.h"

#include <QString>

#include <vector>

#include <qcustomplot.h>

namespace pipette {

struct Theme;

/// A title and what the colours say, in as many lines as they take: a row of a plot's layout, and so in every
/// picture of it. Without either it takes no room.
class PlotLegend : public QCPLayoutElement {
public:
    explicit PlotLegend(QCustomPlot* plot);

    /// The title of the axis upwards, which stands above it; before the entries.
    void setTitle(const QString& title) { title_ = title; }
    void setEntries(std::vector<LegendEntry> entries) { entries_ = std::move(entries); }
    void setTheme(const Theme* theme) { theme_ = theme; }

    QSize minimumOuterSizeHint() const override { return {10, height()}; }
    QSize maximumOuterSizeHint() const override { return {QWIDGETSIZE_MAX, height()}; }

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(false); }
    void draw(QCPPainter* painter) override;

private:
    int height() const;
    double titleWidth(const QFontMetricsF& metrics) const; ///< with the gap behind it

    QString title_;
    std::vector<LegendEntry> entries_;
    const Theme* theme_;
};

} // namespace pipette
