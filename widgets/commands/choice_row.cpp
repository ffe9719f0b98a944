// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/commands/choice_row.h"

#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QPainter>
#include <QStyleOptionViewItem>

#include <algorithm>

namespace pipette {
namespace {

int sideWidth(const QStyleOptionViewItem& option, const QString& side) {
    return QFontMetrics(smallFont(option.font)).horizontalAdvance(side) + tokens::space_3;
}

} // namespace

void paintChoiceRow(QPainter& painter, const QStyleOptionViewItem& option, const QString& words,
                    const QString& side) {
    const Theme& theme = themeOf(option.palette);
    const QRect inside = option.rect.adjusted(tokens::space_3, 0, -tokens::space_3, 0);
    painter.save();
    if (option.state.testFlag(QStyle::State_Selected)) {
        painter.fillRect(option.rect, theme.accent_soft);
        painter.fillRect(QRect(option.rect.topLeft(), QSize(3, option.rect.height())), theme.accent);
    }
    painter.setFont(option.font);
    painter.setPen(theme.text);
    painter.drawText(
        inside, Qt::AlignLeft | Qt::AlignVCenter,
        option.fontMetrics.elidedText(words, Qt::ElideRight, inside.width() - sideWidth(option, side)));
    painter.setFont(smallFont(option.font));
    painter.setPen(theme.muted);
    painter.drawText(inside, Qt::AlignRight | Qt::AlignVCenter, side);
    painter.restore();
}

QSize choiceRowSize(const QStyleOptionViewItem& option, const QString& words, const QString& side) {
    return {2 * tokens::space_3 + option.fontMetrics.horizontalAdvance(words) + sideWidth(option, side),
            std::max<int>(tokens::row, option.fontMetrics.height() + tokens::space_2)};
}

} // namespace pipette
