// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/stage_chip.h"

#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QPainter>
#include <QPainterPath>

namespace pipette {

void paintStageChip(QPainter& painter, const QRectF& chip, int stage, const Theme& theme) {
    const QBrush brush = stageBrush(stage, theme);
    QPainterPath path;
    path.addRoundedRect(chip, tokens::mark_radius, tokens::mark_radius);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    fillPath(painter, path, brush);
    const QString text = QString::number(stage);
    const QFontMetricsF metrics(painter.font());
    const double wide = metrics.horizontalAdvance(text);
    if (wide <= chip.width()) {
        if (brush.style() == Qt::TexturePattern)
            painter.fillRect(QRectF(chip.center().x() - wide / 2 - 2, chip.top(), wide + 4, chip.height()) &
                                 chip,
                             brush.color());
        painter.setPen(textOn(brush.color()));
        painter.drawText(QPointF(chip.center().x() - wide / 2, chip.center().y() + metrics.capHeight() / 2),
                         text);
    }
    painter.restore();
}

} // namespace pipette
