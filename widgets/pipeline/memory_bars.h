// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/bar_rows.h"
#include "widgets/pipeline/memory_layout.h"
#include "widgets/plans/compared_plan.h"
#include "widgets/plans/selection.h"
#include "widgets/plans/shown.h"

#include <memory>
#include <vector>

namespace pipette {

/// Memory of a GPU of each pipeline stage: parts stacked, a whisker from the estimate to its upper bound,
/// lines at 80 % and 100 % of the GPU, the verdict as icon and word with the upper bound. Up to four
/// candidates side by side. A stage that is chosen is selected; the wheel scrolls; keys: see BarRows.
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
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Row {          ///< one bar
        std::size_t plan; ///< of drawn()
        const Candidate* candidate;
        int device;
    };
    std::vector<ComparedPlan> drawn() const;
    std::vector<Row> rows() const;
    MemoryLayout layoutIn(QSize size) const;
    void scrollBy(double pixels);
    void reveal(int row); ///< scrolls until a row is in sight
    /// One bar of the parts that lie in one place; returns where it ends.
    double paintParts(QPainter& painter, const DeviceMemory& device, MemoryPlace place, const QRectF& bar,
                      double scale) const;
    void paintHost(QPainter& painter, const DeviceMemory& device, const QRectF& bar, double scale) const;
    void paintRow(QPainter& painter, const Row& row, const QRectF& room, double scale) const;
    void paintScale(QPainter& painter, const MemoryLayout& layout, int column) const; ///< ticks in GiB
    void paintLimits(QPainter& painter, const MemoryLayout& layout, int column, double limit) const;
    void paintHeading(QPainter& painter, int plan, const QRectF& line) const;
    /// The stage on the left of its row, its memory and verdict on the right.
    void paintLabels(QPainter& painter, const Row& row, const MemoryLayout& layout, const QRectF& line) const;
    void paintScrollMark(QPainter& painter, const MemoryLayout& layout) const;
    void paintRows(QPainter& painter, const MemoryLayout& layout) const;
    void refreshTable();

    Shown shown_;
    Selection selection_;
    std::vector<ComparedPlan> compared_;
    double scroll_ = 0; ///< pixels, 0 or less
};

} // namespace pipette
