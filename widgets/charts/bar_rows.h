// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_view.h"

namespace pipette {

/// A chart of horizontal bars, one a row: the row under the pointer tells its figures, a click or Enter
/// chooses it. Keys: up and down move the cursor, Home and End to the ends, Enter chooses.
class BarRows : public ChartView {
    Q_OBJECT

public:
    using ChartView::ChartView;

protected:
    virtual int rowCount() const = 0;
    virtual int rowAt(const QPointF& point) const = 0; ///< -1: none
    virtual QString rowText(int row) const = 0;        ///< all its figures, for tooltips and screen readers
    virtual void choose(int row) = 0;

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
