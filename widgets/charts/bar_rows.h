// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/accessible/drawn_items.h"
#include "widgets/charts/chart_view.h"

namespace pipette {

/// A chart of horizontal bars, one a row: the row under the pointer tells its figures, a click or Enter
/// chooses it. Keys: up and down move the cursor, Home and End to the ends, Enter chooses.
class BarRows : public ChartView, public DrawnItems {
    Q_OBJECT

public:
    using ChartView::ChartView;

    int drawnCount() const override { return rowCount(); }
    DrawnItem drawnItem(int item) const override;
    int drawnItemAt(const QPointF& point) const override { return rowAt(point); }
    int drawnCursor() const override { return rowCount() > 0 ? cursor_ : -1; }
    void chooseDrawn(int item) override { chooseAt(item); }
    int drawnRow(int item) const override { return item; }

protected:
    virtual int rowCount() const = 0;
    virtual int rowAt(const QPointF& point) const = 0; ///< -1: none
    virtual QString rowText(int row) const = 0;        ///< all its figures, for tooltips and screen readers
    virtual QString rowValue(int row) const = 0;       ///< the figures that decide, in a line
    virtual QRectF rowPlace(int row) const = 0;        ///< of the line that its bar takes
    virtual bool rowChosen(int row) const = 0;
    virtual void choose(int row) = 0;
    /// After the selection has changed.
    void tellChosen();

    int cursor() const { return cursor_; } ///< row of the keyboard
    void keepCursorInside();               ///< after the rows have changed

    QString tipAt(const QPoint& point) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void chooseAt(int row);

    int cursor_ = 0;
};

} // namespace pipette
