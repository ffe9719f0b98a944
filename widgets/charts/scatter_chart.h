// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_view.h"
#include "widgets/theme/legend.h"

#include <QPolygonF>
#include <QStringList>

#include <vector>

namespace pipette {

/// A measured value and what was predicted for it, in the base unit (s or bytes), both above 0.
struct ScatterPoint {
    double measured = 0, predicted = 0;
    int group = 0;       ///< colour and shape
    QString label;       ///< which run, for tooltips and tables
    bool tested = false; ///< no fit saw it: its mark is hollow
};

/// What the two axes of a scatter stand for.
struct ScatterAxes {
    enum class Quantity { time, memory };
    Quantity quantity = Quantity::time;
    QString across, up;        ///< "Measured", "Predicted"
    QString difference, point; ///< "Error", "Run": how far off the diagonal what is
    QString above{}, below{};  ///< what it means to lie on this side of the diagonal
};

/// Predicted against measured.
ScatterAxes predictedAxes(ScatterAxes::Quantity quantity);

/// Predicted against measured, or what else the axes are called, on two logarithmic axes of the same range,
/// with the line of no error, the band of 10 % and the lines of 20 %. Groups differ by colour and shape.
/// Keys: left and right move through the points by error, Enter chooses.
class ScatterChart : public ChartView {
    Q_OBJECT

public:
    explicit ScatterChart(QWidget* parent = nullptr);

    void setPoints(std::vector<ScatterPoint> points, QStringList groups, ScatterAxes axes);
    void setEmptyText(const QString& text); ///< what to do when there is nothing to show
    void setChosen(int point);              ///< -1: none
    int chosen() const { return chosen_; }

    void renderTo(QPainter* painter, QSize size) override;

signals:
    void pointChosen(int point);

protected:
    QString tipAt(const QPoint& point) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Axes {
        QRectF area;
        double low = 1, high = 10;
        QPointF at(double measured, double predicted) const;
    };
    Axes axes(QSize size) const;
    std::vector<LegendEntry> legendIn(QSize size) const; ///< as many groups as there is room for
    void paintAxes(QPainter& painter, const Axes& axes) const;
    QString valueText(double value) const;
    QString pointText(int point) const;
    int pointAt(const QPointF& where) const; ///< the nearest within a few pixels; -1: none
    void refreshTable();

    std::vector<ScatterPoint> points_;
    QStringList groups_;
    ScatterAxes named_;
    std::vector<int> by_error_; ///< points, the worst first
    QString empty_;
    int chosen_ = -1;
};

} // namespace pipette
