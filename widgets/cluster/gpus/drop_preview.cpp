// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/gpus/drop_preview.h"

#include "widgets/plans/changes_text.h"
#include "widgets/theme/marks.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/units_text.h"

#include <QPainter>
#include <QStringList>
#include <QWidget>

#include <algorithm>

namespace pipette {

QString previewText(const DropPreview& preview) {
    QStringList said{nameText(preview.text)};
    if (preview.allowed)
        said << changeText(preview.change_s, preview.time_s - preview.change_s);
    if (!preview.parts.empty())
        said << changesText(preview.parts);
    return said.join(QStringLiteral(", "));
}

void paintPreview(QPainter& painter, const QWidget& view, const QRectF& target, const DropPreview& preview) {
    const Theme& theme = themeOf(&view);
    const Mark mark = !preview.allowed ? Mark::error : preview.change_s > 0 ? Mark::warning : Mark::good;
    const QString head = preview.allowed ? changeText(preview.change_s, preview.time_s - preview.change_s) +
                                               QStringLiteral("  \u2192  ") + timeText(preview.time_s)
                                         : QWidget::tr("not possible");
    QString text = nameText(preview.text);
    if (!preview.parts.empty())
        text = changesText(preview.parts) + QLatin1Char('\n') + text;
    const QFont strong = strongFont(view.font());
    const double line = QFontMetricsF(strong).height();
    const double most = std::min(view.width() - 16.0, 360.0);
    const QRectF body =
        QFontMetricsF(view.font()).boundingRect(QRectF(0, 0, most - 16, 1000), Qt::TextWordWrap, text);
    const double wide =
        std::min(most, std::max(body.width(), QFontMetricsF(strong).horizontalAdvance(head) + line + 6) + 18);
    QRectF plate(0, 0, wide, body.height() + line + 16);
    plate.moveTopLeft(target.bottomLeft() + QPointF(0, 8));
    if (plate.bottom() > view.height() - 4)
        plate.moveBottom(target.top() - 8);
    plate.moveTop(std::clamp(plate.top(), 4.0, std::max(4.0, view.height() - plate.height() - 4)));
    plate.moveLeft(std::clamp(plate.left(), 4.0, std::max(4.0, view.width() - plate.width() - 4)));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(markColour(mark, theme), 1.5));
    painter.setBrush(theme.window);
    painter.drawRoundedRect(plate, 4, 4);
    paintMark(painter, QRectF(plate.left() + 8, plate.top() + 6, line - 2, line - 2), mark, theme);
    painter.setFont(strong);
    painter.setPen(markColour(mark, theme));
    painter.drawText(QPointF(plate.left() + 14 + line, plate.top() + 6 + QFontMetricsF(strong).ascent()),
                     head);
    painter.setFont(view.font());
    painter.setPen(theme.text);
    painter.drawText(plate.adjusted(8, line + 9, -8, -4), Qt::TextWordWrap, text);
}

} // namespace pipette
