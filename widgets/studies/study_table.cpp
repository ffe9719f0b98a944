// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/studies/study_table.h"

#include "widgets/charts/figures_table.h"
#include "widgets/theme/marks.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QBoxLayout>
#include <QTableView>

#include <algorithm>

namespace pipette {

void StudyPoints::setResult(std::shared_ptr<const StudyResult> result) {
    const bool same_points = result->points.size() == result_->points.size();
    if (!same_points)
        beginResetModel();
    result_ = std::move(result);
    efficiencies_ = efficiencies(*result_);
    if (!same_points)
        endResetModel();
    else if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, column_count - 1));
}

int StudyPoints::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(result_->points.size());
}

int StudyPoints::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QString StudyPoints::noteOf(std::size_t row) const {
    const PointResult& result = result_->points[row];
    if (!result.done)
        return tr("not planned yet");
    if (!result.planned.failed.empty())
        return nameText(result.planned.failed);
    QStringList notes;
    if (result.deadline == Deadline::missed)
        notes << tr("misses the deadline");
    if (result.deadline == Deadline::perhaps)
        notes << tr("perhaps within the deadline");
    if (std::find(result_->pareto.begin(), result_->pareto.end(), row) != result_->pareto.end())
        notes << tr("★ none is both sooner and cheaper");
    if (result.assumed_cluster)
        notes << tr("assumed cluster");
    return notes.join(QStringLiteral("; "));
}

QString StudyPoints::text(std::size_t row, Column column) const {
    const PointResult& result = result_->points[row];
    if (column == point)
        return nameText(words_of(result.at));
    if (column == note)
        return noteOf(row);
    if (!result.planned.best)
        return {};
    const Candidate& best = *result.planned.best;
    const Outcome& outcome = result.outcome;
    switch (column) {
    case gpus:
        return QString::number(best.config.world());
    case step:
        return timeText(best.iteration_time_s);
    case tokens:
        return significant(best.tokens_per_s, 4);
    case efficiency:
        return row < efficiencies_.size() && efficiencies_[row] && !result.moved
                   ? shareText(*efficiencies_[row])
                   : QString();
    case days:
        return outcome.days > 0 ? significant(outcome.days, 4) : QString();
    case range: {
        const auto [least, most] = days_range(best, outcome);
        return outcome.days > 0 ? tr("%1 to %2").arg(significant(least, 3), significant(most, 3)) : QString();
    }
    case cost:
        return outcome.cost ? tr("%1 %2").arg(significant(*outcome.cost, 4), nameText(outcome.currency))
                            : QString();
    case energy:
        return outcome.energy_kwh ? significant(*outcome.energy_kwh / 1000, 4) : QString();
    case goodput:
        return shareText(outcome.goodput.share);
    case memory:
        return wordOf(verdict_of(best));
    case configuration:
        return nameText(short_name(best.config));
    case point:
    case note:
    case column_count:
        break;
    }
    return {};
}

QVariant StudyPoints::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    if (role == Qt::DisplayRole)
        return text(row, static_cast<Column>(index.column()));
    if (role == Qt::ToolTipRole) {
        QStringList lines;
        if (const std::string& price = result_->points[row].outcome.price_text; !price.empty())
            lines << tr("Cost: at %1").arg(nameText(price));
        for (const std::string& assumption : result_->points[row].assumptions)
            lines << tr("Assumed: %1").arg(nameText(assumption));
        return plainTip(lines.join(QLatin1Char('\n')));
    }
    return {};
}

QVariant StudyPoints::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Vertical || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    return QStringList{tr("Point"),  tr("GPUs used"),     tr("Step"), tr("Tokens/s"), tr("Efficiency"),
                       tr("Days"),   tr("Range of days"), tr("Cost"), tr("MWh"),      tr("Goodput"),
                       tr("Memory"), tr("Configuration"), tr("Note")}
        .value(section);
}

StudyTable::StudyTable(QWidget* parent)
    : QWidget(parent), table_(figuresTable(&model_, tr("Points of the study"))) {
    setAccessibleName(tr("Points of the study"));
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(table_);
    connect(table_, &QTableView::activated, this,
            [this](const QModelIndex& index) { emit pointRequested(index.row()); });
}

} // namespace pipette
