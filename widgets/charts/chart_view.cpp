// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_view.h"

#include "widgets/accessible/drawn_items.h"
#include "widgets/charts/copy_table.h"
#include "widgets/charts/view_menu.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"

#include <QAccessible>
#include <QAction>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QPainter>

namespace pipette {

ChartView::ChartView(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(160, 100);
    addCopyActions(*this, table_);
    auto* picture = new QAction(tr("Save the &picture…"), this);
    picture->setObjectName(QStringLiteral("save-picture"));
    connect(picture, &QAction::triggered, this, &ChartView::pictureRequested);
    addAction(picture);
}

bool ChartView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    showPlainTip(help->globalPos(), tipAt(help->pos()), this);
    return true;
}

void ChartView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    renderTo(&painter, size());
    if (hasFocus()) {
        painter.setPen(QPen(themeOf(this).accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void ChartView::contextMenuEvent(QContextMenuEvent* event) {
    if (auto* items = dynamic_cast<DrawnItems*>(this))
        return openItemMenu(*this, *items, *event, &table_,
                            [this](QMenu& menu, int item) { addItemActions(menu, item); });
    // What is under the pointer, or what the keyboard was told last.
    const QString told =
        event->reason() == QContextMenuEvent::Keyboard ? accessibleDescription() : tipAt(event->pos());
    openViewMenu(*this, {told, told, nullptr, -1}, menuPoint(*this, *event, {}));
}

void ChartView::announce(const QString& text) {
    if (accessibleDescription() == text)
        return;
    setAccessibleDescription(text);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

void ChartView::paintEmpty(QPainter& painter, QSize size, const QString& text) const {
    painter.setPen(themeOf(this).muted);
    painter.setFont(font());
    painter.drawText(QRect(QPoint(), size).adjusted(12, 12, -12, -12), Qt::AlignCenter | Qt::TextWordWrap,
                     text);
}

} // namespace pipette
