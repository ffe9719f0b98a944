// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/report_chart.h"
#include "widgets/charts/chart_view.h"

#include <QStringList>

#include <functional>
#include <optional>
#include <vector>

namespace pipette {

class EmptyNote;
struct Theme;

/// A chart of a report as a view: drawn anew for the room that there is, in the colours of the theme and with
/// words of one size. A dot tells what it is under the pointer. A click or the arrows choose one; the chosen
/// dot has a ring, and its words stand on a card. A double click or Enter asks for it. Without a chart there
/// is a note with a button.
class ShapesView : public ChartView {
    Q_OBJECT

public:
    explicit ShapesView(QWidget* parent = nullptr);

    /// Draws a chart for a room; empty: there is nothing to draw.
    using Draw = std::function<std::optional<ReportChart>(const ChartRoom& room)>;
    void setChart(Draw draw);
    void setEmptyText(const QString& text);
    EmptyNote& emptyNote() { return *note_; }
    /// ChartDot::item; -1: none. `card`: what stands beside it where there is room, its first line strong.
    void setChosen(int item, const QStringList& card);

    void renderTo(QPainter* painter, QSize size) override;

signals:
    void itemChosen(int item); ///< ChartDot::item
    void itemRequested(int item);

protected:
    QString tipAt(const QPoint& point) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    /// A chart for a view of some size. It is narrower or lower than its least size in a small view alone.
    struct Fitted {
        QSize size;
        std::optional<ReportChart> chart;
        std::vector<ChartDot> dots; ///< those that stand for something
        QString title;              ///< in the language of the window
        QString explained;          ///< what follows the title's first semicolon
        double title_height = 0, explained_height = 0;
        double across = 1, down = 1; ///< pixels a unit; words and dots keep their shape
        QPointF origin;
        QPointF at(double x, double y) const { return origin + QPointF(x * across, y * down); }
    };
    Fitted fitted(QSize size) const;
    const Fitted& shown() const; ///< for the size of the view
    void paint(QPainter& painter, const ChartShape& shape, const Fitted& fit, const Theme& theme) const;
    void paintChosen(QPainter& painter, const Fitted& fit, const Theme& theme) const;
    void paintCard(QPainter& painter, const Fitted& fit, const Theme& theme) const;
    QFont labelFont(const ChartLabel& label) const;
    QRectF labelRect(const ChartLabel& label, const Fitted& fit) const; ///< in pixels
    /// Whether a dot, words or a curve of the chart lie there; straight lines of the frame do not count.
    bool isTaken(const QRectF& place, const Fitted& fit) const;
    int dotAt(const QPointF& point) const;  ///< of shown().dots; -1: none
    int itemAt(const QPointF& point) const; ///< -1: none

    Draw draw_;
    bool any_ = false;     ///< there is a chart
    mutable Fitted shown_; ///< for the size that it was last drawn in
    QString empty_;
    EmptyNote* note_;
    int chosen_ = -1; ///< ChartDot::item
    QStringList card_;
};

} // namespace pipette
