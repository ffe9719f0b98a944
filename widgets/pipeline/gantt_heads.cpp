// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pipeline/gantt_heads.h"

#include "widgets/pipeline/timeline_plottable.h"
#include "widgets/theme/tokens.h"

#include <algorithm>

namespace pipette {

GanttHeads::GanttHeads(QCustomPlot& plot, const TimelinePlottable& bars)
    : QCPLayerable(&plot, QStringLiteral("axes")), bars_(bars) {}

void GanttHeads::draw(QCPPainter* painter) {
    const QCPAxis& rows = *parentPlot()->yAxis;
    const QRectF area = parentPlot()->axisRect()->rect();
    const double pixels = std::abs(rows.coordToPixel(1) - rows.coordToPixel(0));
    const double wide = tokens::scaled(chip), left = area.left() - wide - 4;
    for (const TimelinePlottable::Row& row : bars_.rows()) {
        if (row.thin || !row.heading.isEmpty())
            continue;
        const double height = std::max(1.0, 0.86 * pixels * row.height);
        const QRectF place(left, rows.coordToPixel(row.centre) - height / 2, wide, height);
        if (const QRectF seen = place & QRectF(left, area.top(), wide, area.height()); !seen.isEmpty())
            fillRect(*painter, seen, stageBrush(row.device, *theme_));
    }
}

} // namespace pipette
