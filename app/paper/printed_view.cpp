// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/paper/printed_view.h"

#include "app/paper/paper.h"
#include "widgets/charts/chart_view.h"
#include "widgets/pipeline/gantt_view.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QApplication>
#include <QHeaderView>
#include <QScrollArea>
#include <QTableView>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextEdit>
#include <QTextTable>

#include <algorithm>
#include <memory>
#include <vector>

namespace pipette {
namespace {

constexpr int cell_room = 12; // beside the words of a cell

/// Columns of a table that are in sight and say something, in the order in which they are shown.
std::vector<int> columnsOf(const QTableView& table) {
    std::vector<int> columns;
    for (int place = 0; place < table.horizontalHeader()->count(); ++place) {
        const int column = table.horizontalHeader()->logicalIndex(place);
        bool says = false;
        for (int row = 0; row < table.model()->rowCount() && !says; ++row)
            says = !table.model()->index(row, column).data().toString().isEmpty();
        if (says && !table.isColumnHidden(column))
            columns.push_back(column);
    }
    return columns;
}

/// The words of a column: its title first.
QStringList wordsOf(const QTableView& table, int column) {
    QStringList words{table.model()->headerData(column, Qt::Horizontal).toString().simplified()};
    for (int row = 0; row < table.model()->rowCount(); ++row)
        if (!table.isRowHidden(row))
            words << table.model()->index(row, column).data().toString().simplified();
    return words;
}

/// A type that is small enough for the widest row, within reason: beyond that, cells break their lines.
QFont fontFor(const std::vector<QStringList>& columns, int room) {
    const QFont usual = sizedFont(QApplication::font(), tokens::text.plain());
    const QFontMetrics metrics(usual);
    int wide = 0;
    for (const QStringList& words : columns) {
        int widest = 0;
        for (const QString& one : words)
            widest = std::max(widest, metrics.horizontalAdvance(one));
        wide += std::min(widest, room / 3) + cell_room;
    }
    const double fits = wide > room ? room / double(wide) : 1;
    return sizedFont(usual, std::max(8, static_cast<int>(tokens::text.plain() * fits)));
}

void fillCell(QTextTableCell cell, const QString& words, const QFont& font, Qt::Alignment side) {
    QTextTableCellFormat look;
    look.setBottomBorder(0.5);
    look.setBottomBorderStyle(QTextFrameFormat::BorderStyle_Solid);
    look.setBottomBorderBrush(lightTheme().border);
    look.setLeftPadding(cell_room / 2.0);
    look.setRightPadding(cell_room / 2.0);
    look.setTopPadding(2);
    look.setBottomPadding(2);
    cell.setFormat(look);
    QTextCharFormat type;
    type.setFont(font);
    type.setForeground(lightTheme().text);
    QTextBlockFormat block;
    block.setAlignment(side);
    QTextCursor cursor = cell.firstCursorPosition();
    cursor.setBlockFormat(block);
    cursor.insertText(words, type);
}

void printTable(Paper& paper, const QTableView& table) {
    const std::vector<int> numbers = columnsOf(table);
    std::vector<QStringList> columns;
    for (const int column : numbers)
        columns.push_back(wordsOf(table, column));
    if (columns.empty() || columns.front().size() < 2)
        return;
    const QFont font = fontFor(columns, paper.room().width());
    QTextDocument document;
    document.setDocumentMargin(0);
    QTextTableFormat look;
    look.setBorder(0);
    look.setCellSpacing(0);
    look.setHeaderRowCount(1);
    look.setWidth(QTextLength(QTextLength::PercentageLength, 100));
    QTextTable* made = QTextCursor(&document).insertTable(static_cast<int>(columns.front().size()),
                                                          static_cast<int>(columns.size()), look);
    for (std::size_t column = 0; column < columns.size(); ++column) {
        const int side =
            table.model()->index(0, numbers[column]).data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight;
        const Qt::Alignment across = side != 0 ? Qt::AlignRight : Qt::AlignLeft;
        for (int row = 0; row < columns[column].size(); ++row)
            fillCell(made->cellAt(row, static_cast<int>(column)), columns[column][row],
                     row == 0 ? strongFont(font) : font, across);
    }
    paper.words(document);
}

/// As large as reads well: as wide as the sheet, and not higher than half of it.
QSize chartSize(const Paper& paper) {
    return {paper.room().width(), std::min(paper.room().width() * 6 / 10, paper.room().height() - 60)};
}

template <class Chart>
void printChart(Paper& paper, Chart& chart, const QString& title) {
    const QSize size = chartSize(paper);
    paper.heading(title, size.height());
    paper.picture(size, [&](QPainter& painter) {
        painter.fillRect(QRect({}, size), lightTheme().base);
        chart.renderTo(&painter, size);
    });
}

void printWidget(Paper& paper, QWidget& widget) {
    paper.picture(widget.size(), [&](QPainter& painter) {
        widget.render(&painter, {}, {}, QWidget::DrawWindowBackground | QWidget::DrawChildren);
    });
}

void printText(Paper& paper, const QTextEdit& text) {
    const std::unique_ptr<QTextDocument> document(text.document()->clone());
    document->setDocumentMargin(0);
    paper.words(*document);
}

/// Parts of a view that it shows; those in what scrolls belong to the scroll area.
template <class Part>
std::vector<Part*> partsOf(const QWidget& view) {
    std::vector<Part*> parts;
    for (Part* part : view.findChildren<Part*>()) {
        bool scrolls = false;
        for (const QWidget* outer = part->parentWidget(); outer && outer != &view;
             outer = outer->parentWidget())
            scrolls = scrolls || qobject_cast<const QScrollArea*>(outer);
        if (!scrolls && part->isVisibleTo(&view))
            parts.push_back(part);
    }
    return parts;
}

QString titleOf(const QWidget& part, const QString& otherwise) {
    return part.accessibleName().isEmpty() ? otherwise : part.accessibleName();
}

/// The charts of a view that holds several, then its tables; false: it has none.
bool printParts(Paper& paper, const QWidget& view, const QString& title) {
    constexpr int least_below = 160;
    const auto gantts = partsOf<GanttView>(view);
    const auto charts = partsOf<ChartView>(view);
    const auto tables = partsOf<QTableView>(view);
    for (GanttView* gantt : gantts)
        printChart(paper, *gantt, title);
    for (ChartView* chart : charts)
        printChart(paper, *chart, titleOf(*chart, title));
    for (const QTableView* table : tables) {
        paper.heading(tables.size() > 1 ? titleOf(*table, title) : title, least_below);
        printTable(paper, *table);
    }
    return !gantts.empty() || !charts.empty() || !tables.empty();
}

} // namespace

void printView(Paper& paper, QWidget& view, const QString& title) {
    if (auto* chart = qobject_cast<ChartView*>(&view))
        return printChart(paper, *chart, title);
    if (auto* gantt = qobject_cast<GanttView*>(&view))
        return printChart(paper, *gantt, title);
    if (printParts(paper, view, title))
        return;
    const auto scrolls = partsOf<QScrollArea>(view);
    const auto texts = partsOf<QTextEdit>(view);
    auto* text = qobject_cast<QTextEdit*>(&view);
    QWidget& drawn = !scrolls.empty() && scrolls.front()->widget() ? *scrolls.front()->widget() : view;
    paper.heading(title, std::min(drawn.height(), paper.room().height() / 2));
    if (text || !texts.empty())
        printText(paper, text ? *text : *texts.front());
    else
        printWidget(paper, drawn);
}

bool hasToPrint(QWidget& view) {
    if (auto* chart = qobject_cast<ChartView*>(&view))
        return chart->chartTable()->rowCount() > 0;
    if (!partsOf<GanttView>(view).empty() || !partsOf<ChartView>(view).empty())
        return true;
    const auto tables = view.findChildren<QTableView*>();
    return tables.empty() || std::any_of(tables.begin(), tables.end(), [&](const QTableView* table) {
               return table->isVisibleTo(&view) && table->model() && table->model()->rowCount() > 0;
           });
}

} // namespace pipette
