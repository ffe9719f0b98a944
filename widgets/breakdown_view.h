// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/candidate.h"
#include "widgets/chart_view.h"
#include "widgets/selection.h"
#include "widgets/shown.h"

#include <vector>

namespace pipette {

/// One candidate of the breakdown.
struct BreakdownBar {
    QString name;
    Breakdown parts;
    double low_s = 0, high_s = 0; ///< range of the estimate; drawn as a whisker when low < high
    int candidate = -1;           ///< row among the document's candidates, for the selection
};

/// Where the iteration time goes on the device that ends last: one stacked bar a candidate on one time axis.
/// Keys: up and down move between bars, Enter selects the candidate.
class BreakdownView : public ChartView {
    Q_OBJECT

public:
    explicit BreakdownView(QWidget* parent = nullptr);

    void setShown(const Shown& shown); ///< the shown candidate alone, until bars are set
    void setSelection(const Selection& selection);
    void setBars(std::vector<BreakdownBar> bars); ///< candidates to compare; empty: the shown one

    void renderTo(QPainter* painter, QSize size) override;

signals:
    void selectionRequested(pipette::Selection selection);

protected:
    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    std::vector<BreakdownBar> drawn() const;
    QRectF barArea(QSize size) const;
    int barAt(const QPointF& point) const;
    void selectBar(int bar);
    void refreshTable();

    Shown shown_;
    Selection selection_;
    std::vector<BreakdownBar> bars_;
    int cursor_ = 0;
};

} // namespace pipette
