// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/plot_legend.h"

#include <algorithm>
#include <cmath>

namespace pipette {
namespace {

constexpr int legend_margin = 8; // pixels from the edges of the plot

} // namespace

double PlotLegend::titleWidth(const QFontMetricsF& metrics) const {
    return title_.isEmpty() ? 0 : metrics.horizontalAdvance(title_) + 2 * legend_margin;
}

int PlotLegend::height() const {
    if (title_.isEmpty() && entries_.empty())
        return 0;
    const QFontMetricsF small(smallFont(parentPlot()->font()));
    const double width = parentPlot()->viewport().width() - 2 * legend_margin - titleWidth(small);
    const double entries = legendHeight(small, std::max(width, 1.0), entries_);
    return 4 + static_cast<int>(std::ceil(std::max(entries, title_.isEmpty() ? 0 : small.height())));
}

void PlotLegend::draw(QCPPainter* painter) {
    painter->setFont(smallFont(parentPlot()->font()));
    const QFontMetricsF small(painter->font());
    const QRectF area = QRectF(rect()).adjusted(legend_margin, 3, -legend_margin, 0);
    if (!title_.isEmpty()) {
        painter->setPen(theme().muted);
        painter->drawText(QPointF(area.left(), area.top() + 1 + small.ascent()), title_);
    }
    paintLegend(*painter, area.adjusted(titleWidth(small), 0, 0, 0), entries_, theme());
}

} // namespace pipette
