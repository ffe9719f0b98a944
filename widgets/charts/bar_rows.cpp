// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/bar_rows.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>

namespace pipette {

void BarRows::keepCursorInside() {
    cursor_ = std::clamp(cursor_, 0, std::max(rowCount() - 1, 0));
    tellItemsChanged(*this);
}

DrawnItem BarRows::drawnItem(int row) const {
    DrawnItem drawn;
    drawn.name = rowText(row).replace(QLatin1Char('\n'), QLatin1String("; "));
    drawn.value = rowValue(row);
    drawn.place = rowPlace(row);
    drawn.selected = rowChosen(row);
    return drawn;
}

void BarRows::tellChosen() {
    int chosen = -1, count = 0;
    for (int row = 0; row < rowCount(); ++row)
        if (rowChosen(row)) {
            chosen = row;
            ++count;
        }
    tellItemsSelected(*this, count == 1 ? chosen : -1);
}

void BarRows::chooseAt(int row) {
    if (row < 0 || row >= rowCount())
        return;
    cursor_ = row;
    choose(row);
    update();
}

QString BarRows::tipAt(const QPoint& point) const {
    const int row = rowAt(point);
    return row < 0 ? QString() : rowText(row);
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
    tellItemFocused(*this, drawnCursor());
    if (rowCount() > 0)
        announce(rowText(cursor_));
    update();
}

} // namespace pipette
