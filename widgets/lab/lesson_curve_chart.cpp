// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/lesson_curve_chart.h"

#include "core/base/units.h"
#include "core/lesson/measure.h"
#include "widgets/charts/axis_ticks.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"
#include "widgets/theme/units_text.h"

#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <functional>

namespace pipette {
namespace {

constexpr double margin = 10, reach = 14, dot = 3.5;

bool same(const std::vector<double>& a, const std::vector<double>& b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), are_level);
}

/// In the middle of a sentence, where English writes small what begins a title.
QString inSentence(const QString& title) {
    const QString word = wordText(title.toStdString());
    return word == title ? word.toLower() : word;
}

QString figureText(double figure, Dimension dimension) {
    return figuresText(text_of(Measure{figure, dimension}));
}

} // namespace

LessonCurveChart::LessonCurveChart(QWidget* parent) : ChartView(parent) {
    setAccessibleName(tr("Curve of the lesson"));
    refreshTable();
}

void LessonCurveChart::setCurves(const Lesson& lesson, const LessonAnswer& answer) {
    lines_.clear(), at_.clear(), now_.reset();
    cursor_ = -1;
    for (const LessonAnswer::Curve& curve : answer.curves) {
        const QString name = nameText(lesson.cases[curve.of_case].title);
        const auto like = std::find_if(lines_.begin(), lines_.end(), [&](const Line& line) {
            return line.at == curve.at && same(line.figures, curve.figures);
        });
        if (like != lines_.end())
            like->name += QStringLiteral(", ") + name;
        else if (!curve.at.empty())
            lines_.push_back({name, curve.at, curve.figures, static_cast<int>(curve.of_case)});
        at_.insert(at_.end(), curve.at.begin(), curve.at.end());
    }
    std::sort(at_.begin(), at_.end());
    at_.erase(std::unique(at_.begin(), at_.end()), at_.end());
    if (!lines_.empty()) {
        dimension_ = lesson.curve.of->dimension;
        over_ = ownText(lesson.curve.over->title);
        unit_ = wordText(lesson.curve.over->unit);
        title_ = filled(tr("%1 over %2"), wordText(lesson.curve.of->title), inSentence(over_));
        const double now = answer.cases[answer.curves.front().of_case].values.of(*lesson.curve.over, -1);
        if (now >= at_.front() && now <= at_.back())
            now_ = now;
    }
    setAccessibleName(title_.isEmpty() ? tr("Curve of the lesson") : title_);
    refreshTable();
    update();
}

double LessonCurveChart::Scale::x(double value) const {
    constexpr double spans_much = 32;
    const double first = at.front(), last = at.back();
    if (first == last)
        return area.left();
    const double place = first > 0 && last >= spans_much * first
                             ? std::log(value / first) / std::log(last / first)
                             : (value - first) / (last - first);
    return area.left() + area.width() * place;
}

QPointF LessonCurveChart::Scale::of(double value, double figure) const {
    return {x(value), area.bottom() - area.height() * figure / top};
}

LessonCurveChart::Scale LessonCurveChart::scale(QSize size) const {
    const QFontMetricsF small(smallFont(font()));
    double highest = 0, names = 0;
    for (const Line& line : lines_) {
        highest = std::max(highest, *std::max_element(line.figures.begin(), line.figures.end()));
        names = std::max(names, small.horizontalAdvance(line.name));
    }
    Scale to;
    to.at = at_;
    to.top = highest > 0 ? 1.1 * highest : 1;
    const double left = margin + small.horizontalAdvance(figureText(highest, dimension_)) + 8;
    const double right = margin + std::min(names, size.width() * 0.4) + 8;
    to.area = QRectF(left, small.height() + 8, std::max(size.width() - left - right, 40.0), // below the unit
                     std::max(size.height() - 4 * small.height() - margin, 20.0));
    return to;
}

std::pair<double, QString> LessonCurveChart::unitOf(double most) const {
    switch (dimension_) {
    case Dimension::share:
        return {0.01, QStringLiteral("%")};
    case Dimension::memory:
        return {bytes_per_gib, QStringLiteral("GiB")};
    case Dimension::time:
        return most < 1 ? std::pair(1e-3, QStringLiteral("ms")) : std::pair(1.0, QStringLiteral("s"));
    default:
        return {1, QString()};
    }
}

QString LessonCurveChart::valueText(double value) const {
    return numberText(value, 'g', 6);
}

void LessonCurveChart::paintAxes(QPainter& painter, const Scale& to) const {
    const Theme& theme = themeOf(this);
    const QFontMetricsF small(painter.font());
    const auto [unit, unit_name] = unitOf(to.top);
    const int most = std::clamp(static_cast<int>(to.area.height() / (2.2 * small.height())), 2, 6);
    const std::vector<double> ticks = linearTicks(0, to.top / unit, most);
    const QStringList numbers = tickTexts(ticks);
    painter.setPen(theme.muted);
    painter.drawText(QPointF(tokens::space_2, small.ascent() + 1), unit_name);
    for (std::size_t k = 0; k < ticks.size(); ++k) {
        const double y = to.of(to.at.front(), ticks[k] * unit).y();
        painter.setPen(QPen(theme.grid, 1));
        painter.drawLine(QPointF(to.area.left(), y), QPointF(to.area.right(), y));
        painter.setPen(theme.muted);
        painter.drawText(QRectF(0, y - small.height() / 2, to.area.left() - 6, small.height()),
                         Qt::AlignRight | Qt::AlignVCenter, numbers[static_cast<qsizetype>(k)]);
    }
    double free_from = 0; // numbers that would lie on each other are left out
    for (const double value : to.at) {
        const double x = to.x(value), width = small.horizontalAdvance(valueText(value));
        if (x - width / 2 < free_from)
            continue;
        painter.drawText(QRectF(x - width, to.area.bottom() + 3, 2 * width, small.height()), Qt::AlignCenter,
                         valueText(value));
        free_from = x + width / 2 + 6;
    }
    painter.drawText(
        QRectF(to.area.left(), to.area.bottom() + 4 + small.height(), to.area.width(), small.height()),
        Qt::AlignRight | Qt::AlignVCenter,
        unit_.isEmpty() ? inSentence(over_) : filled(QStringLiteral("%1 (%2)"), inSentence(over_), unit_));
}

void LessonCurveChart::paintLines(QPainter& painter, const Scale& to) const {
    const Theme& theme = themeOf(this);
    for (const Line& line : lines_) {
        const QColor colour = strokeColour(line.look, theme);
        QPolygonF points;
        for (std::size_t i = 0; i < line.at.size(); ++i)
            points << to.of(line.at[i], line.figures[i]);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colour, 2, line.look % 2 == 0 ? Qt::SolidLine : Qt::DashLine));
        painter.drawPolyline(points);
        painter.setPen(QPen(colour, 1.5));
        painter.setBrush(theme.base);
        for (const QPointF& point : points)
            painter.drawEllipse(point, dot, dot);
    }
}

void LessonCurveChart::paintNames(QPainter& painter, const Scale& to) const {
    const Theme& theme = themeOf(this);
    const QFontMetricsF small(painter.font());
    std::vector<std::pair<double, const Line*>> places;
    for (const Line& line : lines_)
        places.emplace_back(to.of(line.at.back(), line.figures.back()).y(), &line);
    std::sort(places.begin(), places.end());
    double least = 0;
    const double left = to.area.right() + 8, width = std::max(painter.device()->width() - left - 2, 30.0);
    for (auto& [y, line] : places) { // apart from each other, from the top down
        y = std::max(y, least);
        least = y + small.height();
        painter.setPen(nameColour(line->look, theme));
        painter.drawText(QRectF(left, y - small.height() / 2, width, small.height()),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         small.elidedText(line->name, Qt::ElideRight, width));
    }
}

void LessonCurveChart::paintNow(QPainter& painter, const Scale& to) const {
    if (!now_)
        return;
    const Theme& theme = themeOf(this);
    const double x = to.x(*now_);
    painter.setPen(QPen(theme.accent, 1, Qt::DashLine));
    painter.drawLine(QPointF(x, to.area.top()), QPointF(x, to.area.bottom()));
    std::vector<double> figures;
    bool rising = false;
    for (const Line& line : lines_)
        if (const auto here = std::find(line.at.begin(), line.at.end(), *now_); here != line.at.end()) {
            const auto k = static_cast<std::size_t>(here - line.at.begin());
            figures.push_back(line.figures[k]);
            rising = rising || (k + 1 < line.figures.size() && line.figures[k + 1] > line.figures[k]);
        }
    std::sort(figures.begin(), figures.end(), std::greater<>());
    const QFontMetricsF metrics(painter.font());
    double least = 0; // words from the top down, none on another
    for (const double figure : figures) {
        const QPointF point = to.of(*now_, figure);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.accent);
        painter.drawEllipse(point, dot + 1.5, dot + 1.5);
        painter.setPen(theme.accent);
        const double y = std::max(point.y() - 7, least);
        const QString text = figureText(figure, dimension_);
        const double width = metrics.horizontalAdvance(text); // on the side where no curve goes up
        const QPointF at(rising && x - width - 8 > 0 ? x - width - 8 : x + 8, y);
        painter.fillRect(QRectF(at.x() - 1, y - metrics.ascent(), width + 2, metrics.ascent() + 1),
                         theme.base); // a line that passes there does not cut the figure
        painter.drawText(at, text);
        least = y + metrics.height() + 2;
    }
}

void LessonCurveChart::renderTo(QPainter* painter, QSize size) {
    const Theme& theme = themeOf(this);
    painter->fillRect(QRect(QPoint(), size), theme.base);
    if (lines_.empty())
        return paintEmpty(*painter, size, tr("This lesson has no curve"));
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setFont(smallFont(font()));
    const Scale to = scale(size);
    paintAxes(*painter, to);
    paintLines(*painter, to);
    paintNow(*painter, to);
    paintNames(*painter, to);
}

QString LessonCurveChart::pointText(const Line& line, std::size_t point) const {
    const QString at = unit_.isEmpty() ? valueText(line.at[point])
                                       : filled(QStringLiteral("%1 %2"), valueText(line.at[point]), unit_);
    return filled(tr("%1, %2 %3: %4"), line.name, wordText(over_.toStdString()), at,
                  figureText(line.figures[point], dimension_));
}

QString LessonCurveChart::tipAt(const QPoint& point) const {
    if (lines_.empty())
        return {};
    const Scale to = scale(size());
    for (const Line& line : lines_)
        for (std::size_t i = 0; i < line.at.size(); ++i)
            if (const QPointF away = to.of(line.at[i], line.figures[i]) - point;
                std::hypot(away.x(), away.y()) <= reach)
                return pointText(line, i);
    return {};
}

void LessonCurveChart::keyPressEvent(QKeyEvent* event) {
    int points = 0;
    for (const Line& line : lines_)
        points += static_cast<int>(line.at.size());
    const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (step == 0 || points == 0)
        return ChartView::keyPressEvent(event);
    cursor_ = std::clamp(cursor_ + step, 0, points - 1);
    auto at = static_cast<std::size_t>(cursor_);
    for (const Line& line : lines_) {
        if (at < line.at.size())
            return announce(pointText(line, at));
        at -= line.at.size();
    }
}

void LessonCurveChart::refreshTable() {
    ChartTable::Content content;
    content.columns = {wordText(over_.toStdString())};
    for (const Line& line : lines_)
        content.columns << line.name;
    content.rows = static_cast<int>(at_.size());
    content.cell = [this](int row, int column) {
        const double value = at_[static_cast<std::size_t>(row)];
        if (column == 0)
            return ChartTable::Cell{valueText(value), value};
        const Line& line = lines_[static_cast<std::size_t>(column) - 1];
        const auto here = std::find(line.at.begin(), line.at.end(), value);
        if (here == line.at.end())
            return ChartTable::Cell{};
        const double figure = line.figures[static_cast<std::size_t>(here - line.at.begin())];
        return ChartTable::Cell{figureText(figure, dimension_), figure};
    };
    chartTable()->setContent(std::move(content));
}

} // namespace pipette
