// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/evidence/loss_curve.h"

#include "widgets/charts/axis_ticks.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/units_text.h"

#include <QPainter>
#include <QPolygonF>

#include <algorithm>

namespace pipette {
namespace {
constexpr double margin = 8;
}

LossCurve::LossCurve(QWidget* parent) : ChartView(parent) {
    setAccessibleName(tr("Loss of each epoch of the training"));
    setMinimumSize(160, 70);
    refreshTable();
}

void LossCurve::clear(int epochs) {
    losses_.clear();
    epochs_ = epochs;
    refreshTable();
    update();
}

void LossCurve::addLoss(double loss) {
    losses_.push_back(loss);
    refreshTable();
    update();
}

void LossCurve::refreshTable() {
    ChartTable::Content content;
    content.columns = {tr("Epoch"), tr("Mean loss")};
    content.rows = epochsDone();
    content.cell = [this](int row, int column) {
        const double loss = losses_[static_cast<std::size_t>(row)];
        return column == 0 ? ChartTable::Cell{QString::number(row + 1), row + 1}
                           : ChartTable::Cell{significant(loss, 4), loss};
    };
    chartTable()->setContent(std::move(content));
}

void LossCurve::renderTo(QPainter* painter, QSize size) {
    const Theme& theme = themeOf(this);
    painter->fillRect(QRect(QPoint(), size), theme.base);
    if (losses_.empty())
        return paintEmpty(*painter, size,
                          tr("The loss of each epoch shows here while the estimator trains."));
    painter->setFont(smallFont(font()));
    const QFontMetricsF small(painter->font());
    const double left = margin + small.horizontalAdvance(QStringLiteral("0.0000")) + 6;
    const QRectF area(left, margin + small.height() + 4, std::max(size.width() - left - 2 * margin, 40.0),
                      std::max(size.height() - 2 * margin - 3 * small.height() - 8, 20.0));
    const auto [least, most] = std::minmax_element(losses_.begin(), losses_.end());
    const double low = std::min(*least, 0.0), high = std::max(*most * 1.05, low + 1e-9);
    const double epochs = std::max({epochs_, epochsDone(), 2});
    const auto at = [&](double epoch, double loss) {
        return QPointF(area.left() + (epoch - 1) / (epochs - 1) * area.width(),
                       area.bottom() - (loss - low) / (high - low) * area.height());
    };
    const std::vector<double> ticks =
        linearTicks(low, high, std::max(2, static_cast<int>(area.height() / (2.2 * small.height()))));
    const QStringList texts = tickTexts(ticks);
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        const double y = at(1, ticks[i]).y();
        painter->setPen(QPen(theme.grid, 1));
        painter->drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter->setPen(theme.muted);
        painter->drawText(QRectF(0, y - small.height() / 2, area.left() - 4, small.height()),
                          Qt::AlignRight | Qt::AlignVCenter, texts[static_cast<qsizetype>(i)]);
    }
    for (const double tick : linearTicks(1, epochs, std::max(2, static_cast<int>(area.width() / 60))))
        painter->drawText(QRectF(at(tick, low).x() - 30, area.bottom() + 2, 60, small.height()),
                          Qt::AlignCenter, numberText(tick));
    painter->drawText(QRectF(area.left(), area.bottom() + small.height() + 2, area.width(), small.height()),
                      Qt::AlignCenter, tr("epoch"));
    painter->setPen(theme.text);
    painter->drawText(QPointF(margin, margin + small.ascent() - 2),
                      filled(tr("mean loss: %1 after epoch %2 of %3"), significant(losses_.back(), 3),
                             epochsDone(), std::max(epochs_, epochsDone())));
    QPolygonF line;
    for (int i = 0; i < epochsDone(); ++i)
        line << at(i + 1, losses_[static_cast<std::size_t>(i)]);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(theme.accent, 2));
    painter->drawPolyline(line);
    painter->setBrush(theme.accent);
    painter->drawEllipse(line.back(), 3, 3);
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->setPen(QPen(theme.outline, 1));
    painter->drawLine(area.bottomLeft(), area.bottomRight());
    painter->drawLine(area.topLeft(), area.bottomLeft());
}

} // namespace pipette
