// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>

#include <vector>

#include <qcustomplot.h>

namespace pipette {

/// Names of step curves beside their highest steps: on no curve and on no other name, wherever there is such
/// a place.
class CurveNames {
public:
    explicit CurveNames(QCustomPlot& plot) : plot_(plot) {}

    struct Name {
        QString text;
        QColor colour;
    };
    /// One for each graph of the plot, in their order; none: the curves have no names.
    void setNames(const std::vector<Name>& names, const QFont& font);
    /// Places them for the size that the plot has now.
    void place();

private:
    std::vector<QRectF> placesOf(int graph, QSizeF size) const; ///< the best first
    bool isFree(const QRectF& box, const std::vector<QRectF>& taken) const;

    QCustomPlot& plot_;
    std::vector<QCPItemText*> items_;
};

} // namespace pipette
