// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/chart_view.h"
#include "widgets/selection.h"
#include "widgets/shown.h"

#include <memory>
#include <vector>

namespace pipette {

/// Memory of a GPU of each pipeline stage: parts stacked, a whisker from the estimate to its upper bound,
/// lines at 80 % and 100 % of the GPU, the verdict as icon and word. Up to four candidates side by side.
/// Keys: up and down move between stages, Enter selects.
class MemoryBars : public ChartView {
    Q_OBJECT

public:
    explicit MemoryBars(QWidget* parent = nullptr);

    void setShown(const Shown& shown);
    void setSelection(const Selection& selection);
    /// Candidates to compare; empty: the shown one alone.
    void setCompared(std::vector<std::shared_ptr<const Candidate>> candidates);

    void renderTo(QPainter* painter, QSize size) override;

signals:
    void selectionRequested(pipette::Selection selection);

protected:
    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Row { ///< one bar
        const Candidate* candidate;
        int device;
    };
    std::vector<const Candidate*> drawn() const;
    std::vector<Row> rows() const;
    QRectF barArea(QSize size) const; ///< where the bars and their axis go
    int rowAt(const QPointF& point) const;
    QString rowText(const Row& row) const;
    void paintRow(QPainter& painter, const Row& row, const QRectF& area, double top, double height,
                  double scale) const;
    void selectRow(int row);
    void refreshTable();

    Shown shown_;
    Selection selection_;
    std::vector<std::shared_ptr<const Candidate>> compared_;
    int cursor_ = 0; ///< row of the keyboard
};

} // namespace pipette
