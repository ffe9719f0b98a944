// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/studies/shapes_view.h"

#include "widgets/charts/empty_note.h"
#include "widgets/theme/core_sentences.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QVBoxLayout>

#include <algorithm>

namespace pipette {
namespace {

constexpr double margin = 8, reach = 12; ///< pixels around the chart; from the pointer to a dot

std::vector<ChartDot> dotsOf(const std::optional<ReportChart>& chart) {
    std::vector<ChartDot> dots;
    if (chart)
        for (const ChartShape& shape : chart->shapes)
            if (const auto* dot = std::get_if<ChartDot>(&shape); dot && dot->item >= 0)
                dots.push_back(*dot);
    return dots;
}

} // namespace

ShapesView::ShapesView(QWidget* parent) : ChartView(parent), note_(new EmptyNote(Glyph::studies)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(note_);
    setChart({});
}

void ShapesView::setChart(Draw draw) {
    draw_ = std::move(draw);
    const std::optional<ReportChart> usual = draw_ ? draw_({}) : std::nullopt;
    any_ = usual.has_value();
    shown_ = {};
    note_->setHidden(any_);
    const std::vector<ChartDot> dots = dotsOf(usual);
    cursor_ = std::min(cursor_, static_cast<int>(dots.size()) - 1);
    ChartTable::Content content;
    content.columns = {tr("Point")};
    content.rows = static_cast<int>(dots.size());
    content.cell = [dots](int row, int) {
        return ChartTable::Cell{nameText(dots[static_cast<std::size_t>(row)].note), {}};
    };
    chartTable()->setContent(std::move(content));
    setAccessibleDescription(usual ? nameText(usual->told) : empty_);
    update();
}

void ShapesView::setEmptyText(const QString& text) {
    empty_ = text;
    note_->setSentence(text);
    update();
}

ShapesView::Fitted ShapesView::fitted(QSize size) const {
    constexpr double least_width = 280, gap = 6;
    Fitted fit;
    fit.size = size;
    if (!any_ || !draw_)
        return fit;
    const double scale = tokens::typeScale(); // of words; a chart's own are of 11 units
    const double width = size.width() - 2 * margin;
    const auto told = draw_({});
    fit.title = told ? sentenceText(told->title) : QString();
    fit.title_height = QFontMetricsF(strongFont(font()))
                           .boundingRect(QRectF(0, 0, width, size.height()), Qt::TextWordWrap, fit.title)
                           .height();
    const double height = size.height() - 2 * margin - fit.title_height - gap;
    fit.chart = draw_({std::max(width / scale, least_width), std::max(height / scale, 1.0)});
    fit.dots = dotsOf(fit.chart);
    fit.origin = {margin, margin + fit.title_height + gap};
    if (fit.chart) {
        fit.across = std::max(width / fit.chart->width, 0.1);
        fit.down = std::clamp(height / fit.chart->height, 0.1, scale);
    }
    return fit;
}

const ShapesView::Fitted& ShapesView::shown() const {
    if (shown_.size != size())
        shown_ = fitted(size());
    return shown_;
}

void ShapesView::paint(QPainter& painter, const ChartShape& shape, const Fitted& fit,
                       const Theme& theme) const {
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
        const QColor ink = inkColour(dot->ink, theme.kind);
        painter.setPen(dot->hollow ? QPen(ink, tokens::threshold) : QPen(theme.base, tokens::border));
        painter.setBrush(dot->hollow ? theme.base : ink);
        painter.drawEllipse(fit.at(dot->x, dot->y), dot->radius, dot->radius);
    } else if (const auto* label = std::get_if<ChartLabel>(&shape)) {
        QFont font = smallFont(this->font());
        if (label->bold)
            font.setWeight(QFont::DemiBold);
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
    if (!any_)
        return paintEmpty(*painter, size, empty_);
    const Fitted fit = size == this->size() ? shown() : fitted(size);
    if (!fit.chart)
        return;
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setFont(strongFont(font()));
    painter->setPen(theme.text);
    painter->drawText(QRectF(margin, margin, size.width() - 2 * margin, fit.title_height),
                      Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, fit.title);
    for (const ChartShape& shape : fit.chart->shapes)
        paint(*painter, shape, fit, theme);
    if (hasFocus() && cursor_ >= 0 && cursor_ < static_cast<int>(fit.dots.size())) {
        const ChartDot& dot = fit.dots[static_cast<std::size_t>(cursor_)];
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(theme.accent, tokens::selection));
        painter->drawEllipse(fit.at(dot.x, dot.y), dot.radius + 4, dot.radius + 4);
    }
}

void ShapesView::paintEvent(QPaintEvent* event) {
    if (any_)
        return ChartView::paintEvent(event);
    QPainter(this).fillRect(rect(), themeOf(this).base); // the note says what is missing
}

int ShapesView::dotAt(const QPointF& point) const {
    const Fitted& fit = shown();
    int best = -1;
    double nearest = reach;
    for (std::size_t i = 0; i < fit.dots.size(); ++i)
        if (const double away = QLineF(fit.at(fit.dots[i].x, fit.dots[i].y), point).length();
            away < nearest) {
            nearest = away;
            best = static_cast<int>(i);
        }
    return best;
}

void ShapesView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::LanguageChange)
        shown_ = {};
    ChartView::changeEvent(event);
}

QString ShapesView::tipAt(const QPoint& point) const {
    const int dot = dotAt(point);
    return dot < 0 ? QString() : nameText(shown().dots[static_cast<std::size_t>(dot)].note);
}

void ShapesView::mousePressEvent(QMouseEvent* event) {
    const int dot = dotAt(event->position());
    if (event->button() != Qt::LeftButton || dot < 0)
        return ChartView::mousePressEvent(event);
    cursor_ = dot;
    emit itemRequested(shown().dots[static_cast<std::size_t>(dot)].item);
    update();
}

void ShapesView::keyPressEvent(QKeyEvent* event) {
    const int count = static_cast<int>(shown().dots.size());
    const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (step != 0 && count > 0) {
        cursor_ = std::clamp(cursor_ + step, 0, count - 1);
        announce(nameText(shown().dots[static_cast<std::size_t>(cursor_)].note));
        update();
    } else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && cursor_ >= 0) {
        emit itemRequested(shown().dots[static_cast<std::size_t>(cursor_)].item);
    } else {
        ChartView::keyPressEvent(event);
    }
}

} // namespace pipette
