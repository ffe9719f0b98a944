// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/fitting_text.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace pipette {

QString longestFit(const QStringList& texts, const QFontMetricsF& metrics, double room) {
    const auto fits = std::find_if(texts.begin(), texts.end(), [&](const QString& text) {
        return metrics.horizontalAdvance(text) <= room;
    });
    return fits == texts.end() ? QString() : *fits;
}

void paintLongest(QPainter& painter, const QRectF& line, const QStringList& texts) {
    if (texts.isEmpty() || line.width() < 40)
        return;
    const QFontMetricsF metrics(painter.font());
    const double room = std::floor(line.width());
    const QString fits = longestFit(texts, metrics, room);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(fits.isEmpty() ? texts.back() : fits, Qt::ElideRight, room));
}

} // namespace pipette
