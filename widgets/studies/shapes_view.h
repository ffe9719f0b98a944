// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/report_chart.h"
#include "widgets/charts/chart_view.h"

#include <optional>
#include <vector>

namespace pipette {

struct Theme;

/// A chart of a report as a view: as large as there is room, in the colours of the theme. A dot tells what it
/// is under the pointer; a click, or Enter on the one that the arrows have reached, asks for it.
class ShapesView : public ChartView {
    Q_OBJECT

public:
    explicit ShapesView(QWidget* parent = nullptr);

    void setChart(std::optional<ReportChart> chart);
    void setEmptyText(const QString& text);

    void renderTo(QPainter* painter, QSize size) override;

signals:
    void itemRequested(int item); ///< ChartDot::item

protected:
    QString tipAt(const QPoint& point) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Fit {                     ///< of the chart's own units into a view
        double across = 1, down = 1; ///< pixels a unit; words and dots keep their shape
        QPointF origin;
        QPointF at(double x, double y) const { return origin + QPointF(x * across, y * down); }
    };
    Fit fit(QSize size) const;
    void paint(QPainter& painter, const ChartShape& shape, const Fit& fit, const Theme& theme) const;
    int dotAt(const QPointF& point) const; ///< of dots_; -1: none

    std::optional<ReportChart> chart_;
    std::vector<ChartDot> dots_; ///< those that stand for something
    QString empty_;
    int cursor_ = -1;
};

} // namespace pipette
