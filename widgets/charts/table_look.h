// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

class QTableView;

namespace pipette {

struct Theme;

/// How rows of all tables look: a line below each, the chosen one on the soft accent with a bar at its left
/// edge and its key figure strong, digits of equal width in columns of figures, ranges as bars on one scale.
class TableLook : public QStyledItemDelegate {
    Q_OBJECT

public:
    /// Role of a range in a cell: a list of its low end, its value and its high end; such a cell has no text.
    static constexpr int range_role = Qt::UserRole + 10;
    /// Role of a share of -1 to 1 that a cell shows as a bar from its middle, to the left where it is
    /// negative; such a cell has no text.
    static constexpr int bar_role = Qt::UserRole + 13;
    /// Role of a heading above a row, of which every cell of that row knows. The row is higher by one row.
    static constexpr int heading_role = Qt::UserRole + 11;

    /// Role of what a cell of figures shows where its text has no room: the figure without its words.
    static constexpr int short_role = Qt::UserRole + 12;

    /// Role of two texts that a cell shows in the place of its own: what counts, and fainter what follows.
    static constexpr int told_role = Qt::UserRole + 14;

    using QStyledItemDelegate::QStyledItemDelegate;

    /// The column whose figure is strong in the chosen row; -1: none.
    void setKeyColumn(int column) { key_column_ = column; }
    /// Whether ranges between these lie so far apart that their scale is logarithmic.
    static bool isFar(double low, double high);
    /// What the line in each range is: where the chosen range ends, dashed, or a limit that is to be kept.
    enum class RangeLine { chosen_end, limit };
    /// What the widths of range columns stand for, and where a line stands in each.
    void setScale(double low, double high, double mark, RangeLine line = RangeLine::chosen_end);
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    void paintHeading(QPainter& painter, const QRect& cell, const QString& text) const;
    static void paintTold(QPainter& painter, const QRectF& area, const QStringList& told,
                          const QStyleOptionViewItem& item);
    static void paintBar(QPainter& painter, const QRect& cell, double share, const Theme& theme);
    void paintRange(QPainter& painter, const QRect& cell, const QModelIndex& index, const QColor& ink) const;

    int key_column_ = -1;
    double low_ = 0, high_ = 0, mark_ = 0;
    RangeLine line_ = RangeLine::chosen_end;
};

/// Gives a table this look, and returns it.
TableLook* applyTableLook(QTableView& table);

/// Draws figures right-aligned, every digit as wide as the widest, whatever the font.
void drawTabular(QPainter& painter, const QRectF& area, const QString& text);
/// How wide that is.
double tabularWidth(const QFontMetricsF& metrics, const QString& text);
/// The texts of TableLook::told_role in one line.
QString toldLine(const QStringList& told);
/// As much of the line as has room, without its last parts and with dots in their place.
QString toldLine(const QStringList& told, const QFontMetricsF& metrics, double room);

} // namespace pipette
