// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_table.h"

#include <QWidget>

class QMenu;

namespace pipette {

/// A picture of values that can also be read as a table and drawn on paper. Its context menu
/// copies values, rows and the table, and asks for the picture (see view_menu.h).
class ChartView : public QWidget {
    Q_OBJECT

public:
    explicit ChartView(QWidget* parent = nullptr);

    /// The data behind the picture; lives as long as the view and follows it.
    ChartTable* chartTable() { return &table_; }

    /// Draws the whole picture in a size of its own: PNG, SVG and PDF exports and the screen go through here.
    virtual void renderTo(QPainter* painter, QSize size) = 0;

signals:
    /// The person wants the picture in a file.
    void pictureRequested();

protected:
    /// What the tooltip says of a point of the widget; empty: nothing.
    virtual QString tipAt(const QPoint&) const { return {}; }

    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    /// Adds the view's own entries to the menu of a drawn item (-1: of the view itself).
    virtual void addItemActions(QMenu&, int) {}
    /// Tells screen readers what the keyboard cursor is on.
    void announce(const QString& text);
    /// Centred, muted words where there is nothing to draw: what is missing and how to get it.
    void paintEmpty(QPainter& painter, QSize size, const QString& text) const;

private:
    ChartTable table_;
};

} // namespace pipette
