// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/table_look.h"

#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QApplication>
#include <QHeaderView>
#include <QPainter>
#include <QTableView>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pipette {
namespace {

const auto between_parts = QStringLiteral(" · ");

constexpr int edge_bar = 3, beside = 6; // pixels

double digitWidth(const QFontMetricsF& metrics) {
    double widest = 0;
    for (char digit = '0'; digit <= '9'; ++digit)
        widest = std::max(widest, metrics.horizontalAdvance(QLatin1Char(digit)));
    return widest;
}

/// Calls `put(run, left, room)` for each digit and for each run of other characters, from left to right.
template <class Put>
double layOut(const QFontMetricsF& metrics, const QString& text, const Put& put) {
    const double digit = digitWidth(metrics);
    double x = 0;
    for (qsizetype at = 0; at < text.size();) {
        const auto is_digit = [&](qsizetype i) { return text[i] >= u'0' && text[i] <= u'9'; };
        qsizetype end = at + 1;
        while (!is_digit(at) && end < text.size() && !is_digit(end))
            ++end;
        const QString run = text.mid(at, end - at);
        const double own = metrics.horizontalAdvance(run), room = is_digit(at) ? digit : own;
        put(run, x + (room - own) / 2);
        x += room;
        at = end;
    }
    return x;
}

} // namespace

double tabularWidth(const QFontMetricsF& metrics, const QString& text) {
    return layOut(metrics, text, [](const QString&, double) {});
}

void drawTabular(QPainter& painter, const QRectF& area, const QString& text) {
    const QFontMetricsF metrics(painter.font());
    const double left = area.right() - tabularWidth(metrics, text);
    const double base = area.center().y() + (metrics.ascent() - metrics.descent()) / 2;
    layOut(metrics, text,
           [&](const QString& run, double x) { painter.drawText(QPointF(left + x, base), run); });
}

bool TableLook::isFar(double low, double high) {
    constexpr double many = 8;
    return low > 0 && high > many * low;
}

void TableLook::setScale(double low, double high, double mark, RangeLine line) {
    low_ = low, high_ = high, mark_ = mark, line_ = line;
}

void TableLook::paintRange(QPainter& painter, const QRect& cell, const QModelIndex& index,
                           const QColor& ink) const {
    const QVariantList range = index.data(range_role).toList();
    if (range.size() != 3 || high_ <= low_)
        return;
    const QRectF area = QRectF(cell).adjusted(2 * beside, 0, -2 * beside, 0);
    const auto share = [&](double value) {
        return isFar(low_, high_) ? std::log(std::max(value, low_) / low_) / std::log(high_ / low_)
                                  : (value - low_) / (high_ - low_);
    };
    const auto x = [&](double value) {
        return area.left() + area.width() * std::clamp(share(value), 0.0, 1.0);
    };
    const double y = area.center().y();
    const bool beyond = range[1].toDouble() > high_;
    const Theme& theme = themeOf(qobject_cast<QWidget*>(parent()));
    painter.setRenderHint(QPainter::Antialiasing);
    if (mark_ > low_) {
        painter.setPen(line_ == RangeLine::limit ? QPen(theme.good, tokens::threshold)
                                                 : QPen(theme.strong_border, tokens::border, Qt::DashLine));
        painter.drawLine(QPointF(x(mark_), cell.top() + 2), QPointF(x(mark_), cell.bottom() - 2));
    }
    if (beyond) {
        painter.setPen(QPen(ink, tokens::threshold, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        const QPointF tip(area.right() + 3, y);
        painter.drawPolyline(QPolygonF{tip + QPointF(-3, -3), tip, tip + QPointF(-3, 3)});
        return;
    }
    QColor soft = ink;
    soft.setAlphaF(0.4F);
    painter.setPen(QPen(soft, 4, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(QPointF(x(range[0].toDouble()), y), QPointF(x(range[2].toDouble()), y));
    painter.setPen(Qt::NoPen);
    painter.setBrush(ink);
    painter.drawEllipse(QPointF(x(range[1].toDouble()), y), 3.5, 3.5);
}

void TableLook::paintBar(QPainter& painter, const QRect& cell, double share, const Theme& theme) {
    const QRectF area = QRectF(cell).adjusted(beside, 0, -beside, 0);
    const double middle = area.center().x(), y = area.center().y();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.strong_border, tokens::border));
    painter.drawLine(QPointF(middle, y - 6), QPointF(middle, y + 6));
    painter.setPen(QPen(theme.accent, 4, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(QPointF(middle, y),
                     QPointF(middle + std::clamp(share, -1.0, 1.0) * area.width() / 2, y));
}

QString toldLine(const QStringList& told) {
    QStringList some = told;
    some.removeAll(QString());
    return some.join(between_parts);
}

QString toldLine(const QStringList& told, const QFontMetricsF& metrics, double room) {
    const QString whole = toldLine(told);
    QStringList parts = whole.split(between_parts);
    QString line = whole;
    while (metrics.horizontalAdvance(line) > room) {
        if (parts.size() < 2)
            return metrics.elidedText(whole, Qt::ElideRight, room);
        parts.removeLast();
        line = parts.join(between_parts) + QStringLiteral(" …");
    }
    return line;
}

void TableLook::paintTold(QPainter& painter, const QRectF& area, const QStringList& told,
                          const QStyleOptionViewItem& item) {
    const QFontMetricsF metrics(item.font);
    const QString line = toldLine(told, metrics, area.width());
    const QString head = line.left(told.value(0).size());
    painter.setFont(item.font);
    painter.setPen(item.palette.color(QPalette::Text));
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter, head);
    painter.setPen(themeOf(item.palette).muted);
    painter.drawText(area.adjusted(metrics.horizontalAdvance(head), 0, 0, 0),
                     Qt::AlignLeft | Qt::AlignVCenter, line.mid(head.size()));
}

/// Each cell shows the part of the words that lies over it.
void TableLook::paintHeading(QPainter& painter, const QRect& cell, const QString& text) const {
    const QRect over(cell.left(), cell.top(), cell.width(), tokens::row);
    const Theme& theme = themeOf(qobject_cast<QWidget*>(parent()));
    painter.save();
    painter.fillRect(over, theme.alternate);
    painter.fillRect(QRect(over.left(), over.bottom(), over.width(), 1), theme.grid);
    painter.setClipRect(over);
    painter.setFont(strongFont(painter.font()));
    painter.setPen(theme.muted);
    const auto* table = qobject_cast<const QTableView*>(parent());
    const int start = table ? -table->horizontalHeader()->offset() : over.left();
    painter.drawText(QRect(start + 2 * beside, over.top(), 10000, over.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, text);
    painter.restore();
}

void TableLook::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyleOptionViewItem item(option);
    initStyleOption(&item, index);
    const auto* table = qobject_cast<const QTableView*>(item.widget);
    const Theme& theme = themeOf(item.palette);
    const bool chosen = item.state.testFlag(QStyle::State_Selected);
    const bool first = table && table->horizontalHeader()->visualIndex(index.column()) == 0;
    painter->save();
    if (const QString heading = index.data(heading_role).toString(); !heading.isEmpty()) {
        paintHeading(*painter, item.rect, heading);
        item.rect.setTop(item.rect.top() + tokens::row);
    }
    const QRect cell = item.rect;
    if (chosen) {
        painter->fillRect(item.rect, theme.accent_soft);
        if (first)
            painter->fillRect(QRect(item.rect.left(), item.rect.top(), edge_bar, item.rect.height()),
                              theme.accent);
        if (index.column() == key_column_)
            item.font.setWeight(QFont::DemiBold);
    }
    painter->fillRect(QRect(item.rect.left(), item.rect.bottom(), item.rect.width(), 1), theme.grid);
    item.state &= ~(QStyle::State_Selected | QStyle::State_HasFocus | QStyle::State_MouseOver);
    item.backgroundBrush = Qt::NoBrush;
    if (first)
        item.rect.setLeft(item.rect.left() + edge_bar);
    const bool figures = item.displayAlignment.testFlag(Qt::AlignRight);
    const QStringList told = index.data(told_role).toStringList();
    QString text = figures || !told.isEmpty() ? std::exchange(item.text, QString()) : QString();
    if (figures)
        if (const QString brief = index.data(short_role).toString(); !brief.isEmpty()) {
            const int icon = item.icon.isNull() ? 0 : item.decorationSize.width() + beside;
            if (tabularWidth(QFontMetricsF(item.font), text) > item.rect.width() - icon - 2 * beside)
                text = brief;
        }
    const QWidget* view = item.widget;
    (view ? view->style() : QApplication::style())
        ->drawControl(QStyle::CE_ItemViewItem, &item, painter, view);
    if (figures) {
        const QColor own = item.palette.color(QPalette::Text);
        painter->setPen(own);
        painter->setFont(item.font);
        drawTabular(*painter, QRectF(item.rect).adjusted(0, 0, -beside, 0), text);
    }
    if (!told.isEmpty()) {
        const int icon = item.icon.isNull() ? 0 : item.decorationSize.width() + beside;
        paintTold(*painter, QRectF(item.rect).adjusted(beside + icon, 0, -beside, 0), told, item);
    }
    if (const QVariant share = index.data(bar_role); share.isValid())
        paintBar(*painter, cell, share.toDouble(), theme);
    paintRange(*painter, cell, index, chosen ? theme.accent : theme.muted);
    painter->restore();
}

/// With room for the bar at the edge, and for digits that are as wide as the widest.
QSize TableLook::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QSize usual = QStyledItemDelegate::sizeHint(option, index);
    const int edge = index.column() == 0 ? edge_bar + beside : beside;
    if (const QStringList told = index.data(told_role).toStringList(); !told.isEmpty())
        return {option.fontMetrics.horizontalAdvance(toldLine(told)) + 2 * beside + edge, usual.height()};
    return usual + QSize(edge, 0);
}

TableLook* applyTableLook(QTableView& table) {
    auto* look = new TableLook(&table);
    table.setItemDelegate(look);
    table.setAlternatingRowColors(false);
    table.setShowGrid(false);
    table.horizontalHeader()->setHighlightSections(false);
    table.setFrameShape(QFrame::NoFrame);
    table.verticalHeader()->setDefaultSectionSize(tokens::row);
    return look;
}

} // namespace pipette
