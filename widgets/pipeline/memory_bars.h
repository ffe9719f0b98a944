// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/bar_rows.h"
#include "widgets/plans/compared_plan.h"
#include "widgets/plans/selection.h"
#include "widgets/plans/shown.h"

#include <memory>
#include <vector>

namespace pipette {

/// Memory of a GPU of each pipeline stage: parts stacked, a whisker from the estimate to its upper bound,
/// lines at 80 % and 100 % of the GPU, the verdict as icon and word. Up to four candidates side by side. A
/// stage that is chosen is selected; keys: see BarRows.
class MemoryBars : public BarRows {
    Q_OBJECT

public:
    explicit MemoryBars(QWidget* parent = nullptr);

    void setShown(const Shown& shown);
    void setSelection(const Selection& selection);
    /// Plans to compare; empty: the shown one alone.
    void setCompared(std::vector<ComparedPlan> plans);

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
    struct Row {          ///< one bar
        std::size_t plan; ///< of drawn()
        const Candidate* candidate;
        int device;
    };
    std::vector<ComparedPlan> drawn() const;
    std::vector<Row> rows() const;
    QRectF barArea(QSize size) const; ///< where the bars and their axis go
    /// Lines that the rows take with a heading above each compared plan, and the line of a row.
    int lines() const;
    int lineOf(const std::vector<Row>& rows, std::size_t row) const;
    /// One bar of the parts that lie in one place; returns where it ends.
    double paintParts(QPainter& painter, const DeviceMemory& device, MemoryPlace place, const QRectF& bar,
                      double scale) const;
    void paintRow(QPainter& painter, const Row& row, const QRectF& area, double top, double height,
                  double scale) const;
    /// Ticks in GiB.
    void paintScale(QPainter& painter, const QRectF& area, double most) const;
    /// Where 80 and 100 % of a GPU of that memory lie.
    void paintLimit(QPainter& painter, const QRectF& area, double limit) const;
    void paintHeading(QPainter& painter, const Row& row, const QRectF& line) const;
    /// The stage on the left of the line that its bar takes, its memory and verdict on the right.
    void paintLabels(QPainter& painter, const Row& row, const QRectF& line, const QColor& colour) const;
    void refreshTable();

    Shown shown_;
    Selection selection_;
    std::vector<ComparedPlan> compared_;
};

} // namespace pipette
