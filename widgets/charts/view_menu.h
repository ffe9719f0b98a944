// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QRectF>
#include <QString>

#include <functional>

class QAbstractItemModel;
class QContextMenuEvent;
class QMenu;
class QWidget;

namespace pipette {

class DrawnItems;

/// What a context menu is opened on.
struct MenuSubject {
    QString title; ///< stands above the entries; empty: the menu is of the view as a whole
    QString value; ///< what "Copy the value" copies; empty: no such entry
    const QAbstractItemModel* table = nullptr;
    int row = -1; ///< of `table`, what "Copy the row" copies; -1: no such entry
};

/// Opens the context menu of a view. All views have the same order: title, the view's own entries, value and
/// row to copy, then actions() of the view: the table, the picture, where else the selection shows.
/// `own` adds entries; may be empty. Returns at once.
void openViewMenu(QWidget& view, const MenuSubject& subject, const QPoint& global,
                  const std::function<void(QMenu&)>& own = {});

/// The drawn item that the event is about: under the pointer, or under the keyboard's cursor; -1: none.
int itemOfMenu(const DrawnItems& items, const QContextMenuEvent& event);

/// The same as openViewMenu() on a drawn item of the view (-1: on the view itself). An item that is not
/// selected yet is chosen first, so that the menu, the selection and the other views are of one thing.
/// `table` holds the rows of the items; may be null.
void openItemMenu(QWidget& view, DrawnItems& items, const QContextMenuEvent& event,
                  const QAbstractItemModel* table, const std::function<void(QMenu&, int)>& own = {});

/// Where the menu of an event opens: at the pointer, or at `place` of the view for the keyboard.
QPoint menuPoint(const QWidget& view, const QContextMenuEvent& event, const QRectF& place);

} // namespace pipette
