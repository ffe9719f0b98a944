// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_view.h"

#include "widgets/charts/copy_table.h"
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
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addActions(actions());
    menu->popup(event->globalPos());
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
