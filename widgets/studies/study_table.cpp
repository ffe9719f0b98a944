// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/studies/study_table.h"

#include "widgets/charts/empty_note.h"
#include "widgets/charts/figures_table.h"
#include "widgets/charts/split_text.h"
#include "widgets/charts/table_look.h"
#include "widgets/theme/marks.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"
#include "widgets/theme/units_text.h"

#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QStackedLayout>
#include <QTableView>

#include <algorithm>
#include <cmath>

namespace pipette {
void StudyPoints::setResult(std::shared_ptr<const StudyResult> result) {
    const bool same_points = result->points.size() == result_->points.size();
    if (!same_points)
        beginResetModel();
    result_ = std::move(result);
    efficiencies_ = efficiencies(*result_);
    measure();
    if (!same_points)
        endResetModel();
    else if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, column_count - 1));
    emit headerDataChanged(Qt::Horizontal, 0, column_count - 1);
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
    if (std::find(result_->pareto.begin(), result_->pareto.end(), row) != result_->pareto.end())
        notes << tr("★ best for its days");
    else if (!result.moved && result.outcome.cost)
        notes << tr("another is sooner and cheaper");
    const auto assumed = [](const PointResult& one) { return one.assumed_cluster; };
    if (result.assumed_cluster && !std::all_of(result_->points.begin(), result_->points.end(), assumed))
        notes << tr("assumed cluster"); // of all points the answer says it
    return notes.join(QStringLiteral("; "));
}

std::optional<double> StudyPoints::figure(std::size_t row, int column) const {
    const PointResult& result = result_->points[row];
    if (!result.planned.best)
        return std::nullopt;
    const Candidate& best = *result.planned.best;
    const Outcome& outcome = result.outcome;
    switch (column) {
    case gpus:
        return best.config.world();
    case days:
        return outcome.days > 0 ? std::optional(outcome.days) : std::nullopt;
    case cost:
        return outcome.cost ? std::optional(*outcome.cost / cost_unit_) : std::nullopt;
    case energy:
        return outcome.energy_kwh ? std::optional(*outcome.energy_kwh / 1000) : std::nullopt;
    case step:
        return best.iteration_time_s / step_unit_s_;
    case tokens:
        return best.tokens_per_s;
    case efficiency:
        return row < efficiencies_.size() && efficiencies_[row] && !result.moved
                   ? std::optional(100 * *efficiencies_[row])
                   : std::nullopt;
    case goodput:
        return 100 * outcome.goodput.share;
    default:
        return std::nullopt;
    }
}

void StudyPoints::measure() {
    constexpr double small = 1; // seconds of a step
    constexpr double million = 1e6;
    step_unit_s_ = cost_unit_ = 1;
    double longest = 0, dearest = 0, cheapest = 1e300;
    currency_.clear();
    for (std::size_t row = 0; row < result_->points.size(); ++row) {
        longest = std::max(longest, figure(row, step).value_or(0));
        if (const std::optional<double> paid = figure(row, cost))
            dearest = std::max(dearest, *paid), cheapest = std::min(cheapest, *paid);
        if (result_->points[row].outcome.cost)
            currency_ = nameText(result_->points[row].outcome.currency);
    }
    step_unit_s_ = longest < small ? 1e-3 : 1;
    cost_unit_ =
        dearest >= million && cheapest >= million / 100 ? million : 1; // else the least would read 0.00
    for (int column = 0; column < column_count; ++column) {
        double least = 1e300, most = 0; // the least has three digits, unless the most then had more than four
        for (std::size_t row = 0; row < result_->points.size(); ++row)
            if (const std::optional<double> value = figure(row, column); value && *value > 0)
                least = std::min(least, *value), most = std::max(most, *value);
        const auto digits = [](double value) { return static_cast<int>(std::floor(std::log10(value))) + 1; };
        const bool whole = column == gpus || column == efficiency;
        decimals_[static_cast<std::size_t>(column)] =
            whole               ? 0
            : column == goodput ? 1
            : least < 1e300     ? std::clamp(std::min(3 - digits(least), 4 - digits(most)), 0, 2)
                                : 0;
    }
}

bool StudyPoints::sizesAlone() const {
    return std::all_of(result_->points.begin(), result_->points.end(), [](const PointResult& result) {
        if (result.at.size() != 1 || result.at.front().first != "gpus" || result.moved)
            return false;
        const auto* asked = std::get_if<double>(&result.at.front().second);
        return asked && (!result.planned.best || result.planned.best->config.world() == std::lround(*asked));
    });
}

QString StudyPoints::refusal(int row) const {
    const PointResult& result = result_->points[static_cast<std::size_t>(row)];
    return result.done && !result.planned.best ? noteOf(static_cast<std::size_t>(row)) : QString();
}

QString StudyPoints::figureText(std::size_t row, Column column) const {
    const std::optional<double> value = figure(row, column);
    if (!value)
        return {};
    const QString number = groupedText(*value, decimals_[static_cast<std::size_t>(column)]);
    return column == efficiency || column == goodput ? number + QStringLiteral(" %") : number;
}

QString StudyPoints::rangeText(std::size_t row) const {
    const PointResult& result = result_->points[row];
    if (!result.planned.best || result.outcome.days <= 0)
        return {};
    const auto [least, most] = days_range(*result.planned.best, result.outcome);
    const int decimals = decimals_[days];
    return tr("%1 to %2").arg(groupedText(least, decimals), groupedText(most, decimals));
}

QStringList StudyPoints::card(int row) const {
    if (row < 0 || row >= rowCount() || !result_->points[static_cast<std::size_t>(row)].planned.best)
        return {};
    const auto at = static_cast<std::size_t>(row);
    const Candidate& best = *result_->points[at].planned.best;
    const Outcome& outcome = result_->points[at].outcome;
    QStringList lines{sizesAlone() ? tr("%1 GPUs").arg(best.config.world()) : text(at, point)};
    if (outcome.days > 0)
        lines << filled(tr("%1 days (%2)"), figureText(at, days), rangeText(at));
    QStringList spent;
    if (outcome.cost)
        spent << moneyText(*outcome.cost, outcome.currency);
    if (outcome.energy_kwh)
        spent << tr("%1 MWh").arg(figureText(at, energy));
    if (!spent.isEmpty())
        lines << spent.join(QStringLiteral(" · "));
    return lines << splitLine(short_name(best.config));
}

QString StudyPoints::text(std::size_t row, Column column) const {
    const PointResult& result = result_->points[row];
    if (column == point)
        return nameText(words_of(result.at));
    if (column == note)
        return noteOf(row);
    if (!result.planned.best) {
        const auto* asked =
            result.at.size() == 1 && result.at.front().first == "gpus" ? &result.at.front().second : nullptr;
        return column == days            ? refusal(static_cast<int>(row)) // over the rest of the row
               : column == gpus && asked ? groupedText(std::get<double>(*asked), 0)
                                         : QString();
    }
    const Candidate& best = *result.planned.best;
    switch (column) {
    case between:
        return rangeText(row);
    case deadline:
        return result.deadline == Deadline::none     ? QString()
               : result.deadline == Deadline::met    ? tr("sure")
               : result.deadline == Deadline::missed ? tr("misses")
               : result.meets_deadline               ? tr("likely")
                                                     : tr("unlikely");
    case memory:
        return wordOf(verdict_of(best));
    case configuration:
        return splitLine(short_name(best.config));
    default:
        return figureText(row, column);
    }
}

QVariant StudyPoints::mark(std::size_t row, int column) const {
    const PointResult& result = result_->points[row];
    const Theme& theme = themeOf(QGuiApplication::palette());
    if (column == days && result.done && !result.planned.best)
        return markIcon(Mark::error, theme);
    if (column == deadline && result.planned.best && result.deadline != Deadline::none)
        return markIcon(result.deadline == Deadline::met ? Mark::good
                        : result.meets_deadline          ? Mark::warning
                                                         : Mark::error,
                        theme);
    if (column == memory && result.planned.best)
        return markIcon(markOf(verdict_of(*result.planned.best)), theme);
    return {};
}

QVariant StudyPoints::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    const auto column = static_cast<Column>(index.column());
    const PointResult& result = result_->points[row];
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::TextAlignmentRole:
        return isFigure(column) && (result.planned.best || column == gpus)
                   ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                   : QVariant();
    case Qt::DecorationRole:
        return mark(row, column);
    case TableLook::told_role:
        return column == configuration && result.planned.best
                   ? QVariant(splitText(short_name(result.planned.best->config)))
                   : QVariant();
    case TableLook::range_role:
        if (column == range && result.planned.best && result.outcome.days > 0) {
            const auto [least, most] = days_range(*result.planned.best, result.outcome);
            return QVariantList{least, result.outcome.days, most};
        }
        return {};
    case Qt::ToolTipRole:
        return toolTip(row, column);
    default:
        return {};
    }
}

QString StudyPoints::toolTip(std::size_t row, Column column) const {
    QStringList lines;
    if (column == days && !refusal(static_cast<int>(row)).isEmpty())
        lines << refusal(static_cast<int>(row));
    if (column == configuration && result_->points[row].planned.best)
        lines << nameText(short_name(result_->points[row].planned.best->config));
    if (column == note)
        lines << text(row, column);
    if (const std::string& price = result_->points[row].outcome.price_text; !price.empty())
        lines << tr("Cost: at %1").arg(nameText(price));
    for (const std::string& assumption : result_->points[row].assumptions)
        lines << tr("Assumed: %1").arg(nameText(assumption));
    lines.removeAll(QString());
    return plainTip(lines.join(QLatin1Char('\n')));
}

bool StudyPoints::isFigure(int column) {
    return column == gpus || column == days || column == between ||
           (column >= cost && column <= efficiency) || column == goodput;
}

QVariant StudyPoints::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Vertical)
        return QAbstractTableModel::headerData(section, orientation, role);
    if (role == Qt::TextAlignmentRole)
        return QVariant((isFigure(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    return QStringList{tr("Point"),
                       tr("GPUs"),
                       tr("Days"),
                       tr("Range of days"),
                       tr("Between"),
                       tr("Deadline"),
                       currency_.isEmpty() ? tr("Cost")
                       : cost_unit_ > 1    ? tr("Cost, M %1").arg(currency_)
                                           : tr("Cost, %1").arg(currency_),
                       tr("MWh"),
                       step_unit_s_ < 1 ? tr("Step, ms") : tr("Step, s"),
                       tr("Tokens/s"),
                       tr("Efficiency"),
                       tr("Memory"),
                       tr("Split"),
                       tr("Trade-off"),
                       tr("Goodput")}
        .value(section);
}

StudyTable::StudyTable(QWidget* parent)
    : QWidget(parent),
      table_(figuresTable(&model_, tr("Points of the study"))),
      note_(new EmptyNote(Glyph::studies)),
      pages_(new QStackedLayout(this)) {
    setAccessibleName(tr("Points of the study"));
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
    table_->horizontalHeader()->setStretchLastSection(true);
    look_ = qobject_cast<TableLook*>(table_->itemDelegate());
    look_->setKeyColumn(StudyPoints::days);
    pages_->setContentsMargins(0, 0, 0, 0);
    pages_->addWidget(note_);
    pages_->addWidget(table_);
    note_->setSentence(
        tr("The plan of every point, its days and its money stand here once a study has run."));
    connect(table_, &QTableView::activated, this,
            [this](const QModelIndex& index) { emit pointRequested(index.row()); });
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& index) {
                if (index.isValid())
                    emit pointChosen(index.row());
            });
}

void StudyTable::setChosen(int point) {
    if (point == table_->currentIndex().row())
        return;
    if (point < 0)
        table_->clearSelection(), table_->setCurrentIndex({});
    else
        table_->selectRow(point);
}

void StudyTable::setResult(std::shared_ptr<const StudyResult> result, double goal_days) {
    goal_days_ = goal_days;
    model_.setResult(std::move(result));
    pages_->setCurrentIndex(model_.rowCount() > 0 ? 1 : 0);
    const auto& points = model_.result().points;
    const bool sizes = model_.sizesAlone();
    table_->setColumnHidden(StudyPoints::point, sizes);
    table_->setColumnHidden(StudyPoints::deadline, goal_days <= 0);
    const bool days = std::any_of(points.begin(), points.end(),
                                  [](const PointResult& point) { return point.outcome.days > 0; });
    for (const int column : {StudyPoints::range, StudyPoints::between})
        table_->setColumnHidden(column, !days);
    table_->clearSpans();
    for (int row = 0; row < model_.rowCount(); ++row) // the reason stands over what the row does not have
        if (!model_.refusal(row).isEmpty())
            table_->setSpan(row, StudyPoints::days, 1, StudyPoints::column_count - StudyPoints::days);
    fitColumns();
    scaleRanges();
}

/// Figures and words as wide as they are, ranges as wide as a bar needs.
void StudyTable::fitColumns() {
    constexpr tokens::Length range_width{120};
    const QFontMetrics words = table_->fontMetrics(), heads = table_->horizontalHeader()->fontMetrics();
    for (int column = 0; column < StudyPoints::column_count; ++column) {
        int width = heads.horizontalAdvance(model_.headerData(column, Qt::Horizontal).toString());
        if (column == StudyPoints::range)
            width = std::max<int>(width, range_width);
        for (int row = 0; row < model_.rowCount(); ++row) {
            if (column >= StudyPoints::days && !model_.refusal(row).isEmpty())
                continue;
            const QModelIndex index = model_.index(row, column);
            const bool marked = index.data(Qt::DecorationRole).isValid();
            width = std::max(width, words.horizontalAdvance(index.data().toString()) +
                                        (marked ? tokens::icon + tokens::space_1 : 0));
        }
        table_->setColumnWidth(column, width + tokens::space_4);
    }
}

/// All ranges on one scale, with the deadline as a line.
void StudyTable::scaleRanges() {
    double low = 1e300, high = 0;
    for (int row = 0; row < model_.rowCount(); ++row) {
        const QVariantList range = model_.index(row, StudyPoints::range).data(TableLook::range_role).toList();
        if (range.size() != 3)
            continue;
        low = std::min(low, range[0].toDouble());
        high = std::max(high, range[2].toDouble());
    }
    if (goal_days_ > 0)
        low = std::min(low, goal_days_), high = std::max(high, goal_days_);
    constexpr double space = 0.03;
    look_->setScale(TableLook::isFar(low, high) ? (1 - space) * low
                                                : std::max(0.0, low - space * (high - low)),
                    high, goal_days_, TableLook::RangeLine::limit);
    table_->viewport()->update();
}

void StudyTable::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fitColumns();
}

} // namespace pipette
