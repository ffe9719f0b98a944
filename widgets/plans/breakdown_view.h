// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/candidate.h"
#include "widgets/charts/bar_rows.h"
#include "widgets/plans/selection.h"
#include "widgets/plans/shown.h"

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
/// A bar that is chosen selects its candidate; keys: see BarRows.
class BreakdownView : public BarRows {
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
    int rowCount() const override;
    int rowAt(const QPointF& point) const override;
    QString rowText(int row) const override;
    QString rowValue(int row) const override;
    QRectF rowPlace(int row) const override;
    bool rowChosen(int row) const override;
    void choose(int row) override;

private:
    std::vector<BreakdownBar> drawn() const;
    QRectF barArea(QSize size) const;
    void refreshTable();

    Shown shown_;
    Selection selection_;
    std::vector<BreakdownBar> bars_;
};

} // namespace pipette
