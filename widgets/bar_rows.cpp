// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/bar_rows.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>

namespace pipette {

void BarRows::keepCursorInside() {
    cursor_ = std::clamp(cursor_, 0, std::max(rowCount() - 1, 0));
}

void BarRows::chooseAt(int row) {
    if (row < 0 || row >= rowCount())
        return;
    cursor_ = row;
    choose(row);
    update();
}

bool BarRows::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return ChartView::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const int row = rowAt(help->pos()); row >= 0)
        QToolTip::showText(help->globalPos(), rowText(row), this);
    else
        QToolTip::hideText();
    return true;
}

void BarRows::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        chooseAt(rowAt(event->position()));
}

void BarRows::keyPressEvent(QKeyEvent* event) {
    const int last = std::max(rowCount() - 1, 0);
    switch (event->key()) {
    case Qt::Key_Up:
        cursor_ = std::max(cursor_ - 1, 0);
        break;
    case Qt::Key_Down:
        cursor_ = std::min(cursor_ + 1, last);
        break;
    case Qt::Key_Home:
        cursor_ = 0;
        break;
    case Qt::Key_End:
        cursor_ = last;
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        chooseAt(cursor_);
        break;
    default:
        return ChartView::keyPressEvent(event);
    }
    if (rowCount() > 0)
        announce(rowText(cursor_));
    update();
}

} // namespace pipette
