// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pipeline/gantt_shares.h"

#include "core/base/inks.h"
#include "core/plan/time_parts.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/tokens.h"
#include "widgets/theme/units_text.h"

#include <algorithm>

namespace pipette {

void GanttShares::setParts(const std::optional<Breakdown>& parts) {
    parts_ = parts;
    shares_.clear();
    for (const TimePart& part : time_parts())
        if (const double seconds = parts ? *parts.*part.seconds : 0; seconds > 0)
            shares_.push_back({part.ink == Ink::idle ? tr("idle") : wordText(part.name()),
                               seconds / parts->total(), inkColour(part.ink, theme().kind), part.ink});
}

void GanttShares::setTheme(const Theme* theme) {
    PlotStrip::setTheme(theme);
    setParts(parts_);
}

int GanttShares::height() const {
    return shares_.empty() ? 0 : QFontMetrics(smallFont(parentPlot()->font())).height() + 3 * tokens::space_1;
}

QRectF GanttShares::bar() const {
    const QRect axes = above_.rect();
    return {static_cast<double>(axes.left()), rect().top() + 1.0 * tokens::space_1,
            static_cast<double>(axes.width()), rect().height() - 2.0 * tokens::space_1};
}

QString GanttShares::textAt(const QPointF& point) const {
    const QRectF whole = bar();
    if (shares_.empty() || !whole.contains(point))
        return {};
    double left = whole.left();
    for (const TimeShare& share : shares_) {
        left += share.share * whole.width();
        if (point.x() < left)
            return filled(tr("%1: %2"), share.name, shareText(share.share));
    }
    return {};
}

void GanttShares::draw(QCPPainter* painter) {
    const QRectF whole = bar();
    painter->setFont(smallFont(parentPlot()->font()));
    const QFontMetricsF metrics(painter->font());
    double left = whole.left();
    for (const TimeShare& share : shares_) {
        const QRectF part(left, whole.top(), share.share * whole.width(), whole.height());
        left = part.right();
        painter->fillRect(part, share.brush);
        painter->setPen(QPen(theme().base, tokens::border));
        painter->drawLine(QLineF(part.topRight(), part.bottomRight()));
        const QString percent = shareText(share.share);
        const QString both = filled(QStringLiteral("%1 %2"), share.name, percent);
        const double room = part.width() - 2.0 * tokens::space_1;
        const QString words = metrics.horizontalAdvance(both) <= room      ? both
                              : metrics.horizontalAdvance(percent) <= room ? percent
                                                                           : QString();
        painter->setPen(textOn(share.brush.color()));
        painter->drawText(part.adjusted(tokens::space_1, 0, -tokens::space_1, 0),
                          Qt::AlignLeft | Qt::AlignVCenter, words);
    }
}

} // namespace pipette
