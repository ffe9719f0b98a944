// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/evaluate_lesson.h"
#include "widgets/charts/chart_view.h"

#include <optional>
#include <utility>
#include <vector>

namespace pipette {

/// A quantity of a lesson's cases over one of its values, such as the idle share over microbatches. The value
/// of the example is marked. Curves that lie on each other have one name. Left and right read the points.
class LessonCurveChart : public ChartView {
    Q_OBJECT

public:
    explicit LessonCurveChart(QWidget* parent = nullptr);

    /// The curves that the answer has; a lesson without any shows nothing.
    void setCurves(const Lesson& lesson, const LessonAnswer& answer);
    bool hasCurves() const { return !lines_.empty(); }
    QString title() const { return title_; }

    void renderTo(QPainter* painter, QSize size) override;

protected:
    QString tipAt(const QPoint& point) const override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Line {
        QString name;
        std::vector<double> at, figures;
        int look = 0; ///< number of the first of its cases, which gives the colour
    };
    struct Scale { ///< values by their size, those that span much by its logarithm; figures from 0
        QRectF area;
        double top = 1;
        std::vector<double> at;
        double x(double value) const;
        QPointF of(double value, double figure) const;
    };
    Scale scale(QSize size) const;
    void paintAxes(QPainter& painter, const Scale& to) const;
    void paintLines(QPainter& painter, const Scale& to) const;
    void paintNames(QPainter& painter, const Scale& to) const;
    void paintNow(QPainter& painter, const Scale& to) const;
    QString pointText(const Line& line, std::size_t point) const;
    QString valueText(double value) const;
    /// What is one on the axis upwards, whose largest figure is `most`, and what it is called.
    std::pair<double, QString> unitOf(double most) const;
    void refreshTable();

    std::vector<Line> lines_;
    std::vector<double> at_;    ///< values of all lines
    std::optional<double> now_; ///< of the example
    Dimension dimension_ = Dimension::number;
    QString title_, over_, unit_;
    int cursor_ = -1;
};

} // namespace pipette
