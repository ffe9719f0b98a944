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
    const QString words = told ? sentenceText(told->title) : QString();
    const qsizetype head = words.indexOf(QLatin1Char(';'));
    fit.title = words.left(head);
    fit.explained = head < 0 ? QString() : words.mid(head + 1).trimmed();
    const auto height_of = [&](const QFont& font, const QString& text) {
        const QRectF room(0, 0, width, size.height());
        return text.isEmpty() ? 0 : QFontMetricsF(font).boundingRect(room, Qt::TextWordWrap, text).height();
    };
    fit.title_height = height_of(strongFont(font()), fit.title);
    fit.explained_height = height_of(smallFont(font()), fit.explained);
    const double above = fit.title_height + fit.explained_height + gap;
    const double height = size.height() - 2 * margin - above;
    fit.chart = draw_({std::max(width / scale, least_width), std::max(height / scale, 1.0)});
    fit.dots = dotsOf(fit.chart);
    fit.origin = {margin, margin + above};
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
        painter.setFont(labelFont(*label));
        painter.setPen(inkColour(label->ink, theme.kind));
        const QRectF words = labelRect(*label, fit);
        QString text = sentenceText(label->text);
        if (text.size() > 1 && text[0] == QLatin1Char('-') && text[1].isDigit())
            text[0] = QChar(0x2212); // a minus, as in all other figures of the window
        painter.drawText(QPointF(words.left(), fit.at(label->x, label->y).y()), text);
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
    painter->setFont(smallFont(font()));
    painter->setPen(theme.muted);
    painter->drawText(
        QRectF(margin, margin + fit.title_height, size.width() - 2 * margin, fit.explained_height),
        Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, fit.explained);
    for (const ChartShape& shape : fit.chart->shapes)
        paint(*painter, shape, fit, theme);
    paintChosen(*painter, fit, theme);
}

void ShapesView::setChosen(int item, const QStringList& card) {
    chosen_ = item;
    card_ = card;
    update();
}

void ShapesView::paintChosen(QPainter& painter, const Fitted& fit, const Theme& theme) const {
    for (const ChartDot& dot : fit.dots) {
        if (chosen_ < 0 || dot.item != chosen_)
            continue;
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.accent, tokens::selection));
        painter.drawEllipse(fit.at(dot.x, dot.y), dot.radius + 4, dot.radius + 4);
        return paintCard(painter, fit, theme);
    }
}

QFont ShapesView::labelFont(const ChartLabel& label) const {
    QFont font = smallFont(this->font());
    if (label.bold)
        font.setWeight(QFont::DemiBold);
    return font;
}

QRectF ShapesView::labelRect(const ChartLabel& label, const Fitted& fit) const {
    const QFontMetricsF metrics(labelFont(label));
    const double width = metrics.horizontalAdvance(sentenceText(label.text));
    const double back = label.anchor == ChartLabel::Anchor::start ? 0
                        : label.anchor == ChartLabel::Anchor::end ? width
                                                                  : width / 2;
    return {fit.at(label.x, label.y) - QPointF(back, metrics.ascent()), QSizeF(width, metrics.height())};
}

bool ShapesView::isTaken(const QRectF& place, const Fitted& fit) const {
    const auto crosses = [&](const ChartPath& path) {
        for (std::size_t i = 0; path.points.size() > 2 && i + 1 < path.points.size(); ++i) {
            const QPointF a = fit.at(path.points[i].x, path.points[i].y),
                          b = fit.at(path.points[i + 1].x, path.points[i + 1].y);
            constexpr int parts = 16; // of a segment: dense enough for a card's size
            for (int part = 0; part <= parts; ++part)
                if (place.contains(a + (b - a) * part / parts))
                    return true;
        }
        return false;
    };
    return std::any_of(fit.chart->shapes.begin(), fit.chart->shapes.end(), [&](const ChartShape& shape) {
        if (const auto* dot = std::get_if<ChartDot>(&shape))
            return place.contains(fit.at(dot->x, dot->y));
        if (const auto* label = std::get_if<ChartLabel>(&shape))
            return place.intersects(labelRect(*label, fit));
        const auto* path = std::get_if<ChartPath>(&shape);
        return path && crosses(*path);
    });
}

/// In the first corner of the chart that is free.
void ShapesView::paintCard(QPainter& painter, const Fitted& fit, const Theme& theme) const {
    if (card_.isEmpty())
        return;
    const QFont strong = strongFont(font()), plain = smallFont(font());
    const QFontMetricsF heading(strong), lines(plain);
    double width = heading.horizontalAdvance(card_.front());
    for (const QString& line : card_.mid(1))
        width = std::max(width, lines.horizontalAdvance(line));
    const double padding = tokens::space_2, apart = 3.0 * tokens::space_4; // from the edges and their words
    const QSizeF size(width + 2 * padding,
                      heading.height() + double(card_.size() - 1) * lines.height() + 2 * padding);
    const QRectF room(fit.origin, QSizeF(fit.chart->width * fit.across, fit.chart->height * fit.down));
    const double left = room.left() + apart, right = room.right() - apart / 2 - size.width(),
                 top = room.top() + apart, bottom = room.bottom() - apart - size.height();
    for (const QPointF& corner : {QPointF(right, top), {left, bottom}, {left, top}, {right, bottom}}) {
        const QRectF card(corner, size);
        if (!room.contains(card) || isTaken(card.adjusted(-2, -2, 2, 2), fit))
            continue;
        painter.setPen(QPen(theme.strong_border, tokens::border));
        painter.setBrush(theme.base);
        painter.drawRoundedRect(card, tokens::card_radius, tokens::card_radius);
        QPointF at = corner + QPointF(padding, padding + heading.ascent());
        painter.setPen(theme.text);
        painter.setFont(strong);
        painter.drawText(at, card_.front());
        at.ry() += heading.descent() + lines.ascent();
        painter.setFont(plain);
        for (const QString& line : card_.mid(1)) {
            painter.drawText(at, line);
            at.ry() += lines.height();
        }
        return;
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

int ShapesView::itemAt(const QPointF& point) const {
    const int dot = dotAt(point);
    return dot < 0 ? -1 : shown().dots[static_cast<std::size_t>(dot)].item;
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
    const int item = itemAt(event->position());
    if (event->button() != Qt::LeftButton || item < 0)
        return ChartView::mousePressEvent(event);
    emit itemChosen(item);
}

void ShapesView::mouseDoubleClickEvent(QMouseEvent* event) {
    const int item = itemAt(event->position());
    if (event->button() != Qt::LeftButton || item < 0)
        return ChartView::mouseDoubleClickEvent(event);
    emit itemRequested(item);
}

void ShapesView::keyPressEvent(QKeyEvent* event) {
    const std::vector<ChartDot>& dots = shown().dots;
    const auto chosen =
        std::find_if(dots.begin(), dots.end(), [this](const ChartDot& dot) { return dot.item == chosen_; });
    const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (step != 0 && !dots.empty()) {
        const auto at = chosen == dots.end() ? -1 : chosen - dots.begin();
        const ChartDot& next =
            dots[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at + step, 0, std::ssize(dots) - 1))];
        announce(nameText(next.note));
        emit itemChosen(next.item);
    } else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && chosen != dots.end()) {
        emit itemRequested(chosen_);
    } else {
        ChartView::keyPressEvent(event);
    }
}

} // namespace pipette
