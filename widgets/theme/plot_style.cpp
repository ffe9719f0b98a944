// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/plot_style.h"

#include "widgets/theme/theme.h"

#include <qcustomplot.h>

namespace pipette {

void stylePlot(QCustomPlot& plot, const Theme& theme, const QFont& font) {
    plot.setBackground(theme.base);
    plot.setAttribute(Qt::WA_NoMousePropagation, false); // else the view around it has no menu of the mouse
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) {
        axis->setBasePen(QPen(theme.outline));
        axis->setTickPen(QPen(theme.outline));
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLabelFont(smallFont(font));
        axis->setLabelFont(smallFont(font));
        axis->setTickLabelColor(theme.muted);
        axis->setLabelColor(theme.muted);
        axis->grid()->setPen(QPen(theme.grid, 1));
    }
}

void paintPlot(QCustomPlot& plot, QPainter& painter, QSize size) {
    QCPPainter plot_painter;
    QPicture picture;
    plot_painter.begin(&picture);
    plot.toPainter(&plot_painter, size.width(), size.height());
    plot_painter.end();
    // A picture grows with the dots of the device that it is drawn on, on top of the painter's own scale.
    const double dots = picture.logicalDpiX() / double(painter.device()->logicalDpiX());
    painter.save();
    painter.scale(dots, dots);
    painter.drawPicture(0, 0, picture);
    painter.restore();
}

void sharpenPlots(QWidget& view, double scale) {
    for (QCustomPlot* plot : view.findChildren<QCustomPlot*>()) {
        plot->setBufferDevicePixelRatio(scale);
        plot->replot(QCustomPlot::rpImmediateRefresh);
    }
}

} // namespace pipette
