// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessible>
#include <QRectF>
#include <QString>

class QWidget;

namespace pipette {

/// One item of a picture, as assistive technology sees it: a GPU, a bar, a cell, a link.
struct DrawnItem {
    QString name;  ///< all that there is to say of the item, in a line: "GPU 3 of n0001, stage 1, 71 % full"
    QString value; ///< what changes about the item: "stage 1, 71 % full"
    QRectF place;  ///< on the view; empty: not drawn now
    QAccessible::Role role = QAccessible::ListItem;
    bool selected = false;
};

/// A view that draws its items itself inherits this class beside QWidget, and its items become children of
/// the view for screen readers and tests. Children are made when somebody asks for them: a million items cost
/// nothing before that. Items are numbered from 0.
class DrawnItems {
public:
    DrawnItems();
    virtual ~DrawnItems() = default;

    virtual int drawnCount() const = 0;
    virtual DrawnItem drawnItem(int item) const = 0;
    virtual int drawnItemAt(const QPointF& point) const = 0; ///< -1: none there
    virtual int drawnCursor() const = 0;                     ///< the item that the keyboard is on; -1: none
    virtual void chooseDrawn(int item) = 0;                  ///< what a click on the item does
    virtual int drawnRow(int) const { return -1; }           ///< of the item in the view's table; -1: none
};

/// Tells assistive technology that a view has other items from number `first` on. Nobody listens: costs
/// nothing.
void tellItemsChanged(QWidget& view, int first = 0);
/// Tells that the keyboard came to an item; -1: to none.
void tellItemFocused(QWidget& view, int item);
/// Tells that one item was selected; -1: several items or none are selected now.
void tellItemsSelected(QWidget& view, int item);

/// Who hears of items where the platform has no assistive technology; null: nobody does there.
using ItemListener = void (*)(QAccessibleEvent& event);
void setItemListener(ItemListener listener);

} // namespace pipette
