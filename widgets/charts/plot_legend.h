// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/plot_strip.h"
#include "widgets/theme/legend.h"

#include <QString>

#include <vector>

namespace pipette {

/// A title and what the colours say, in as many lines as they take. Without either it takes no room.
class PlotLegend : public PlotStrip {
public:
    using PlotStrip::PlotStrip;

    /// The title of the axis upwards, which stands above it; before the entries.
    void setTitle(const QString& title) { title_ = title; }
    void setEntries(std::vector<LegendEntry> entries) { entries_ = std::move(entries); }
    int height() const override;

protected:
    void draw(QCPPainter* painter) override;

private:
    double titleWidth(const QFontMetricsF& metrics) const; ///< with the gap behind it

    QString title_;
    std::vector<LegendEntry> entries_;
};

} // namespace pipette
