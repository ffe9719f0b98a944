// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/copy_table.h"

#include "widgets/theme/units_text.h"

#include <QAbstractItemModel>
#include <QAction>
#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QStringList>
#include <QTableView>

namespace pipette {
namespace {

struct CopyTable {
    Q_DECLARE_TR_FUNCTIONS(pipette::CopyTable)
};

QString cell_text(const QVariant& value, TableFormat format) {
    QString text = value.toString().simplified();
    if (format == TableFormat::markdown)
        text.replace(QLatin1Char('\\'), QLatin1String("\\\\"))
            .replace(QLatin1Char('|'), QLatin1String("\\|"));
    return text;
}

QString line_of(const QStringList& cells, TableFormat format) {
    return format == TableFormat::tsv ? cells.join(QLatin1Char('\t')) + QLatin1Char('\n')
                                      : QStringLiteral("| %1 |\n").arg(cells.join(QStringLiteral(" | ")));
}

/// Rows that have names of their own, such as what is compared, begin with them.
bool has_names(const QAbstractItemModel& model) {
    return model.rowCount() > 0 && !model.headerData(0, Qt::Vertical).isNull() &&
           model.headerData(0, Qt::Vertical).toString() != QLatin1String("1");
}

QStringList cells_of(const QAbstractItemModel& model, int row, TableFormat format) {
    QStringList cells;
    if (has_names(model))
        cells << cell_text(model.headerData(row, Qt::Vertical), format);
    for (int column = 0; column < model.columnCount(); ++column)
        cells << cell_text(model.index(row, column).data(), format);
    return cells;
}

/// Copies what `text` makes of the table's current cell.
void add_copy(QTableView& table, const char* name, const QString& words,
              QString (*text)(const QModelIndex& current)) {
    auto* action = new QAction(words, &table);
    action->setObjectName(QLatin1String(name));
    QObject::connect(action, &QAction::triggered, &table, [&table, text] {
        const FiguresAsInFiles as_in_files;
        if (table.currentIndex().isValid())
            QGuiApplication::clipboard()->setText(text(table.currentIndex()));
    });
    table.addAction(action);
}

void add_copy(QWidget& view, const QAbstractItemModel& model, TableFormat format) {
    const bool tsv = format == TableFormat::tsv;
    auto* action = new QAction(
        tsv ? CopyTable::tr("Copy the &table") : CopyTable::tr("Copy the table as &Markdown"), &view);
    action->setObjectName(tsv ? QStringLiteral("copy-tsv") : QStringLiteral("copy-markdown"));
    action->setShortcut(tsv ? QKeySequence(QKeySequence::Copy) : QKeySequence(CopyTable::tr("Ctrl+Shift+C")));
    action->setShortcutContext(Qt::WidgetShortcut);
    QObject::connect(action, &QAction::triggered, &view,
                     [&model, format] { QGuiApplication::clipboard()->setText(tableText(model, format)); });
    view.addAction(action);
}

} // namespace

QString tableText(const QAbstractItemModel& model, TableFormat format) {
    const FiguresAsInFiles as_in_files;
    const int columns = model.columnCount();
    QStringList cells, rule;
    for (int column = 0; column < columns; ++column) {
        cells << cell_text(model.headerData(column, Qt::Horizontal), format);
        rule << QStringLiteral("---");
    }
    const bool named = has_names(model);
    if (named)
        cells.prepend({}), rule << QStringLiteral("---");
    QString text = line_of(cells, format);
    if (format == TableFormat::markdown)
        text += line_of(rule, format);
    for (int row = 0; row < model.rowCount(); ++row)
        text += line_of(cells_of(model, row, format), format);
    return text;
}

QString rowText(const QAbstractItemModel& model, int row) {
    const FiguresAsInFiles as_in_files;
    return line_of(cells_of(model, row, TableFormat::tsv), TableFormat::tsv);
}

void addCopyActions(QWidget& view, const QAbstractItemModel& model) {
    add_copy(view, model, TableFormat::tsv);
    add_copy(view, model, TableFormat::markdown);
}

void addCopyActions(QTableView& table) {
    add_copy(table, "copy-value", CopyTable::tr("Copy the &value"),
             [](const QModelIndex& current) { return cell_text(current.data(), TableFormat::tsv); });
    add_copy(table, "copy-row", CopyTable::tr("Copy the &row"),
             [](const QModelIndex& current) { return rowText(*current.model(), current.row()); });
    addCopyActions(table, *table.model());
    if (table.contextMenuPolicy() == Qt::DefaultContextMenu)
        table.setContextMenuPolicy(Qt::ActionsContextMenu);
}

} // namespace pipette
