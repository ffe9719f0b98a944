// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/pipeline/gantt_view.h"

#include <QWidget>

#include <optional>

class QCPItemStraightLine;
class QCustomPlot;

namespace pipette {

/// Activations that a device holds over time, one curve a timeline, in microbatches of a device's whole share
/// of the model, so that schedules with different numbers of chunks compare. Its time axis follows another
/// chart's.
class MemoryCurve : public QWidget {
    Q_OBJECT

public:
    explicit MemoryCurve(QWidget* parent = nullptr);

    void setTimelines(const QList<GanttEntry>& entries);
    /// Negative: of each timeline the device that holds most.
    void setDevice(int device);
    void setTimeRange(double from, double to);
    void setPlayTime(std::optional<double> time);
    /// The picture in a size of its own, for PNG, SVG and PDF.
    void renderTo(QPainter* painter, QSize size);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void applyTheme();
    void rebuild();
    /// Leaves room above the curves for their names in a view of this height.
    void placeCurves(int height);

    QCustomPlot* plot_;
    QCPItemStraightLine* cursor_;
    QList<GanttEntry> entries_;
    int device_ = -1;
    double highest_ = 1; ///< microbatches
};

/// Most microbatches of its whole share that a device holds at once.
double peak_share(const Timeline& timeline, int device);

} // namespace pipette
