// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/studies/shapes_view.h"

#include "widgets/theme/core_sentences.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace pipette {
namespace {

constexpr double margin = 8, reach = 12; ///< pixels around the chart; from the pointer to a dot

} // namespace

ShapesView::ShapesView(QWidget* parent) : ChartView(parent) {
    setChart({});
}

void ShapesView::setChart(std::optional<ReportChart> chart) {
    chart_ = std::move(chart);
    dots_.clear();
    if (chart_)
        for (const ChartShape& shape : chart_->shapes)
            if (const auto* dot = std::get_if<ChartDot>(&shape); dot && dot->item >= 0)
                dots_.push_back(*dot);
    cursor_ = std::min(cursor_, static_cast<int>(dots_.size()) - 1);
    ChartTable::Content content;
    content.columns = {tr("Point")};
    content.rows = static_cast<int>(dots_.size());
    content.cell = [dots = dots_](int row, int) {
        return ChartTable::Cell{nameText(dots[static_cast<std::size_t>(row)].note), {}};
    };
    chartTable()->setContent(std::move(content));
    setAccessibleDescription(chart_ ? nameText(chart_->told) : empty_);
    update();
}

void ShapesView::setEmptyText(const QString& text) {
    empty_ = text;
    update();
}

ShapesView::Fit ShapesView::fit(QSize size) const {
    const double width = size.width() - 2 * margin, height = size.height() - 2 * margin - 20;
    return {
        std::max(width / chart_->width, 0.1), std::max(height / chart_->height, 0.1), {margin, margin + 20}};
}

void ShapesView::paint(QPainter& painter, const ChartShape& shape, const Fit& fit, const Theme& theme) const {
    if (const auto* bar = std::get_if<ChartBar>(&shape)) {
        painter.fillRect(
            QRectF(fit.at(bar->x, bar->y), QSizeF(bar->width * fit.across, bar->height * fit.down)),
            inkColour(bar->ink, theme.kind));
    } else if (const auto* area = std::get_if<ChartArea>(&shape)) {
        QPolygonF outline;
        for (const ChartPoint& point : area->outline)
            outline << fit.at(point.x, point.y);
        painter.setPen(Qt::NoPen);
        painter.setBrush(inkColour(area->ink, theme.kind));
        painter.drawPolygon(outline);
    } else if (const auto* cells = std::get_if<ChartCells>(&shape)) {
        const QSizeF cell(cells->width * fit.across, cells->height * fit.down);
        for (std::size_t i = 0; i < cells->positions.size(); ++i) {
            const auto columns = static_cast<std::size_t>(cells->columns);
            const std::size_t column = i % columns, row = i / columns;
            const double position = cells->positions[i];
            const QPointF corner = fit.at(cells->x + static_cast<double>(column) * cells->width,
                                          cells->y + static_cast<double>(row) * cells->height);
            painter.fillRect(QRectF(corner, cell),
                             position >= 0 ? bandwidthColour(position)
                                           : inkColour(position < 0 ? Ink::limit : Ink::missing, theme.kind));
        }
    } else if (const auto* path = std::get_if<ChartPath>(&shape)) {
        QPainterPath line;
        for (const ChartPoint& point : path->points)
            line.isEmpty() && line.elementCount() == 0 ? line.moveTo(fit.at(point.x, point.y))
                                                       : line.lineTo(fit.at(point.x, point.y));
        painter.setBrush(Qt::NoBrush);
        painter.setPen(
            QPen(inkColour(path->ink, theme.kind), path->width, path->dashed ? Qt::DashLine : Qt::SolidLine));
        painter.drawPath(line);
    } else if (const auto* dot = std::get_if<ChartDot>(&shape)) {
        painter.setPen(QPen(theme.base, 1));
        painter.setBrush(inkColour(dot->ink, theme.kind));
        painter.drawEllipse(fit.at(dot->x, dot->y), dot->radius, dot->radius);
    } else if (const auto* label = std::get_if<ChartLabel>(&shape)) {
        QFont font = this->font();
        font.setPixelSize(std::max(9, static_cast<int>(label->size * std::min({fit.across, fit.down, 1.4}))));
        font.setBold(label->bold);
        painter.setFont(font);
        painter.setPen(inkColour(label->ink, theme.kind));
        const QString text = sentenceText(label->text);
        const double width = QFontMetricsF(font).horizontalAdvance(text);
        const double back = label->anchor == ChartLabel::Anchor::start ? 0
                            : label->anchor == ChartLabel::Anchor::end ? width
                                                                       : width / 2;
        painter.drawText(fit.at(label->x, label->y) - QPointF(back, 0), text);
    }
}

void ShapesView::renderTo(QPainter* painter, QSize size) {
    const Theme& theme = themeOf(this);
    painter->fillRect(QRect(QPoint(), size), theme.base);
    if (!chart_)
        return paintEmpty(*painter, size, empty_);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setFont(strongFont(font()));
    painter->setPen(theme.text);
    const QRectF title(margin, margin, size.width() - 2 * margin, 20);
    painter->drawText(title, Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(sentenceText(chart_->title), Qt::ElideRight,
                                                        static_cast<int>(title.width())));
    const Fit at = fit(size);
    for (const ChartShape& shape : chart_->shapes)
        paint(*painter, shape, at, theme);
    if (hasFocus() && cursor_ >= 0) {
        const ChartDot& dot = dots_[static_cast<std::size_t>(cursor_)];
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(theme.accent, 2));
        painter->drawEllipse(at.at(dot.x, dot.y), dot.radius + 4, dot.radius + 4);
    }
}

int ShapesView::dotAt(const QPointF& point) const {
    if (!chart_)
        return -1;
    const Fit at = fit(size());
    int best = -1;
    double nearest = reach;
    for (std::size_t i = 0; i < dots_.size(); ++i)
        if (const double away = QLineF(at.at(dots_[i].x, dots_[i].y), point).length(); away < nearest) {
            nearest = away;
            best = static_cast<int>(i);
        }
    return best;
}

QString ShapesView::tipAt(const QPoint& point) const {
    const int dot = dotAt(point);
    return dot < 0 ? QString() : nameText(dots_[static_cast<std::size_t>(dot)].note);
}

void ShapesView::mousePressEvent(QMouseEvent* event) {
    const int dot = dotAt(event->position());
    if (event->button() != Qt::LeftButton || dot < 0)
        return ChartView::mousePressEvent(event);
    cursor_ = dot;
    emit itemRequested(dots_[static_cast<std::size_t>(dot)].item);
    update();
}

void ShapesView::keyPressEvent(QKeyEvent* event) {
    const int count = static_cast<int>(dots_.size());
    const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (step != 0 && count > 0) {
        cursor_ = std::clamp(cursor_ + step, 0, count - 1);
        announce(nameText(dots_[static_cast<std::size_t>(cursor_)].note));
        update();
    } else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && cursor_ >= 0) {
        emit itemRequested(dots_[static_cast<std::size_t>(cursor_)].item);
    } else {
        ChartView::keyPressEvent(event);
    }
}

} // namespace pipette
