// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/pipeline/gantt_marks.h"
#include "widgets/theme/theme.h"

#include <QPainterPath>
#include <QRectF>

#include <optional>
#include <qcustomplot.h>

namespace pipette {

class TimelinePlottable;

/// Outlines, arrows and words over the bars of a Gantt chart. Marks of bars that are not there are left out.
class TimelineMarks : public QCPLayerable {
    Q_OBJECT

public:
    TimelineMarks(QCustomPlot& plot, const TimelinePlottable& bars);

    void setMarks(GanttMarks marks) { marks_ = std::move(marks); }
    void setTheme(const Theme* theme) { theme_ = theme; }
    /// Where the bar of an operation is drawn now, in pixels of the plot; empty: out of sight or not there.
    QRectF placeOf(const GanttOperation& operation) const;

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
    QRect clipRect() const override;
    void draw(QCPPainter* painter) override;

private:
    struct Way { // of an arrow
        QPainterPath path;
        QPointF control, tip;
    };
    std::optional<Way> wayOf(const GanttMarks::Wait& wait) const; ///< empty: a bar is out of sight
    void drawArrow(QCPPainter& painter, const GanttMarks::Wait& wait) const;
    void drawNumber(QCPPainter& painter, const GanttMarks::Wait& wait) const;
    void drawFlag(QCPPainter& painter, const GanttMarks::Flag& flag) const;

    const TimelinePlottable& bars_;
    GanttMarks marks_;
    const Theme* theme_ = &lightTheme();
};

} // namespace pipette
