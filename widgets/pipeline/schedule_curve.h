// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/lab_look.h"
#include "widgets/charts/chart_table.h"
#include "widgets/pipeline/curve_names.h"
#include "widgets/pipeline/gantt_view.h"

#include <QWidget>

#include <optional>
#include <utility>

namespace pipette {

class PlotLegend;

/// One quantity of several timelines over time, one curve each, so that schedules with different numbers of
/// chunks compare. Its time axis follows another chart's.
class ScheduleCurve : public QWidget {
    Q_OBJECT

public:
    explicit ScheduleCurve(CurveOf what = CurveOf::held, QWidget* parent = nullptr);

    void setTimelines(const QList<GanttEntry>& entries);
    /// Of `held`. Negative: of each timeline the device that holds most.
    void setDevice(int device);
    void setTimeRange(double from, double to);
    void setPlayTime(std::optional<double> time);
    /// Whether numbers of the time stand below: not where another chart below has them.
    enum class TimeNumbers { shown, hidden };
    void setTimeNumbers(TimeNumbers numbers);
    /// The picture in a size of its own, for PNG, SVG and PDF.
    void renderTo(QPainter* painter, QSize size);

signals:
    void pictureRequested(); ///< from its menu

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void applyTheme();
    void rebuild();
    void refreshTable();
    void replot();
    QString longTitle() const;
    /// Adds the curve of a timeline to an empty graph; returns its largest value and what is said of it.
    std::pair<double, QString> fill(QCPGraph& graph, const Timeline& timeline) const;
    double latestEnd() const;   ///< seconds
    bool namedAtCurves() const; ///< else the names stand above the curves
    void showNames();
    /// Leaves room above the highest curve for its name in a view of this size.
    void placeCurves(QSize size);

    CurveOf what_;
    QCustomPlot* plot_;
    QCPItemStraightLine* cursor_;
    QList<GanttEntry> entries_;
    int device_ = -1;
    double highest_ = 1;      ///< of all curves
    QStringList short_names_; ///< "1F1B: 4", of each curve
    PlotLegend* legend_;
    CurveNames names_;
    TimeNumbers time_numbers_ = TimeNumbers::hidden;
    ChartTable table_; ///< every step of every curve, for the clipboard
};

} // namespace pipette
