// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plans/candidates_model.h"

#include "core/base/time_text.h"
#include "core/plan/stages/unlike_gpus.h"
#include "widgets/charts/split_text.h"
#include "widgets/charts/table_look.h"
#include "widgets/plans/reliance_text.h"
#include "widgets/theme/core_sentences.h"
#include "widgets/theme/marks.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QCoreApplication>
#include <QGuiApplication>
#include <QPalette>

#include <algorithm>
#include <utility>

namespace pipette {
namespace {

/// A sign before the words of what a candidate rests on; none where all is measured and whole.
QVariant relianceMark(const Candidate& candidate) {
    const Theme& theme = themeOf(QGuiApplication::palette());
    if (!candidate.faults.empty())
        return markIcon(Mark::error, theme);
    return candidate.assumed_links.empty() ? QVariant() : markIcon(Mark::warning, theme);
}

/// Columns of figures, which stand at the right.
bool isFigure(int column) {
    using C = CandidatesModel;
    return column == C::time || column == C::speed_up || (column >= C::memory && column <= C::mfu);
}

} // namespace

QString plannerTitle(Planner planner) {
    switch (planner) {
    case Planner::pipette:
        return QStringLiteral("Pipette");
    case Planner::host_order:
        return QCoreApplication::translate("pipette::CandidatesModel", "Host order");
    case Planner::megatron:
        return QStringLiteral("Megatron-LM");
    case Planner::amp:
        return QStringLiteral("AMP");
    case Planner::varuna:
        return QStringLiteral("Varuna");
    case Planner::recipe:
        return QCoreApplication::translate("pipette::CandidatesModel", "Published recipe");
    }
    return {};
}

void CandidatesModel::setLines(std::vector<CandidateLine> lines,
                               std::shared_ptr<const std::vector<Rejection>> rejected) {
    beginResetModel();
    lines_ = std::move(lines);
    rejected_ = std::move(rejected);
    baseline_s_ = 0;
    for (const Planner wanted :
         {Planner::megatron, Planner::amp, Planner::host_order}) // the last that is there
        for (const CandidateLine& line : lines_)
            if (line.candidate->planner == wanted) {
                baseline_s_ = line.candidate->iteration_time_s;
                baseline_ = wanted;
            }
    const bool had = !compared_.empty();
    compared_.clear();
    endResetModel();
    if (had)
        emit comparedChanged(compared_);
}

void CandidatesModel::setLine(int row, CandidateLine line) {
    lines_[static_cast<std::size_t>(row)] = std::move(line);
    emit dataChanged(index(row, 0), index(row, column_count - 1));
}

void CandidatesModel::setCompared(std::vector<int> rows) {
    if (rows == compared_)
        return;
    compared_ = std::move(rows);
    if (lineCount() > 0)
        emit dataChanged(index(0, compare), index(lineCount() - 1, compare), {Qt::CheckStateRole});
    emit comparedChanged(compared_);
}

int CandidatesModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : lineCount() + (rejected_ ? static_cast<int>(rejected_->size()) : 0);
}

int CandidatesModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QString CandidatesModel::headTip(int section) {
    switch (section) {
    case compare:
        return tr("Compare: up to four candidates side by side");
    case time:
        return tr("Simulated time of one step");
    case configuration:
        return tr("pp, tp, dp, cp, ep: pipeline, tensor, data, context and expert parallel sizes. v (vpp): "
                  "model chunks a GPU. mb: sequences in a micro batch");
    case range:
        return tr("Where the time lies by the error of the calibration; all rows have one scale. The dashed "
                  "line is where the range of the chosen plan ends: a range that reaches it cannot be told "
                  "from the chosen plan");
    case speed_up:
        return tr("How much faster or slower than the baseline; both are simulated on this cluster");
    case mfu:
        return tr("Model FLOPs without recomputation over the peak of all GPUs");
    case memory:
        return tr("Fullest GPU: upper estimate as a share of its memory. Safe: below 80 %. Tight: up to "
                  "100 %. Over: above");
    default:
        return {};
    }
}

QVariant CandidatesModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Vertical)
        return QAbstractTableModel::headerData(section, orientation, role);
    if (role == Qt::DisplayRole) {
        switch (section) {
        case compare:
            return QStringLiteral("✓");
        case planner:
            return tr("Planner");
        case configuration:
            return tr("Split and options");
        case gpus:
            return tr("GPUs");
        case time:
            return tr("Time a step");
        case range:
            return tr("Range");
        case speed_up:
            return baseline_s_ > 0 ? plannerTitle(baseline_) : tr("Gain");
        case tokens:
            return tr("Tokens/s");
        case mfu:
            return tr("MFU");
        case memory:
            return tr("Memory");
        case note:
            return tr("Note");
        default:
            return {};
        }
    }
    if (role == Qt::ToolTipRole)
        return headTip(section);
    if (role == Qt::AccessibleTextRole)
        return section == compare ? tr("Compare") : headerData(section, orientation, Qt::DisplayRole);
    if (role == Qt::TextAlignmentRole && isFigure(section))
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    return {};
}

Qt::ItemFlags CandidatesModel::flags(const QModelIndex& index) const {
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
    if (!index.isValid())
        return Qt::NoItemFlags;
    if (index.column() == compare && !isRejected(index.row()))
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}

bool CandidatesModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid() || role != Qt::CheckStateRole || index.column() != compare ||
        isRejected(index.row()))
        return false;
    std::vector<int> rows = compared_;
    std::erase(rows, index.row());
    if (value.value<Qt::CheckState>() == Qt::Checked) {
        if (static_cast<int>(rows.size()) >= most_compared)
            rows.erase(rows.begin()); // the oldest makes room
        rows.push_back(index.row());
    }
    setCompared(std::move(rows));
    return true;
}

QString CandidatesModel::tieWords() {
    return tr("ties with best");
}

QString CandidatesModel::noteText(const CandidateLine& line) const {
    QStringList notes;
    if (line.waiting)
        notes << tr("computing…");
    if (line.edited)
        notes << tr("edited by hand");
    if (!line.candidate->recipe.empty())
        notes << nameText(line.candidate->recipe);
    if (line.candidate->tie)
        notes << tieWords();
    if (!line.candidate->calibrated)
        notes << tr("GPU not calibrated");
    if (const QString reliance = relianceText(*line.candidate); !reliance.isEmpty())
        notes << reliance;
    return notes.join(QStringLiteral(", "));
}

const ParallelConfig& CandidatesModel::configOf(int row) const {
    return isRejected(row) ? rejection(row).config : lines_[static_cast<std::size_t>(row)].candidate->config;
}

QString CandidatesModel::rejectedText(int row, int column) const {
    const Rejection& rejected = rejection(row);
    switch (column) {
    case planner:
        return tr("Rejected");
    case gpus:
        return QString::number(rejected.config.world());
    case note:
        return sentenceText(rejected.reason);
    case memory:
        return rejected.code == RejectionCode::out_of_memory ? tr("over") : QString();
    default:
        return {};
    }
}

QString CandidatesModel::text(int row, int column) const {
    if (column == configuration)
        return nameText(short_name(configOf(row)));
    if (isRejected(row))
        return rejectedText(row, column);
    const CandidateLine& line = lines_[static_cast<std::size_t>(row)];
    const Candidate& candidate = *line.candidate;
    switch (column) {
    case planner:
        return plannerTitle(candidate.planner);
    case gpus:
        return line.cluster ? nameText(gpus_text(*line.cluster, candidate))
                            : QString::number(candidate.config.world());
    case time:
        return timeText(candidate.iteration_time_s);
    case speed_up:
        if (candidate.planner == baseline_ && baseline_s_ > 0)
            return tr("the yardstick");
        return baseline_s_ > 0 && candidate.iteration_time_s > 0
                   ? is_level(candidate.iteration_time_s, baseline_s_)
                         ? tr("level")
                         : gainText(candidate.iteration_time_s, baseline_s_)
                   : QString();
    case tokens:
        return countText(candidate.tokens_per_s);
    case mfu:
        return shareText(candidate.mfu);
    case memory:
        if (const DeviceMemory* worst = fullest(candidate))
            return QStringLiteral("%1 %2").arg(wholeShareText(worst->upper / worst->limit),
                                               wordOf(verdict_of(candidate)));
        return {};
    case note:
        return noteText(line);
    default:
        return {};
    }
}

QVariant CandidatesModel::figure(int row, int column) const {
    if (isRejected(row))
        return column == planner || column == configuration || column == note
                   ? QVariant(rejectedText(row, column))
                   : QVariant();
    const Candidate& candidate = *lines_[static_cast<std::size_t>(row)].candidate;
    switch (column) {
    case compare:
        return std::find(compared_.begin(), compared_.end(), row) == compared_.end() ? 1 : 0;
    case gpus:
        return candidate.config.world();
    case time:
    case range:
        return candidate.iteration_time_s;
    case speed_up:
        return candidate.iteration_time_s > 0 ? baseline_s_ / candidate.iteration_time_s : 0.0;
    case tokens:
        return candidate.tokens_per_s;
    case mfu:
        return candidate.mfu;
    case memory: {
        const DeviceMemory* worst = fullest(candidate);
        return worst ? worst->upper / worst->limit : 0.0;
    }
    default:
        return text(row, column);
    }
}

QString CandidatesModel::toolTip(int row, int column) const {
    if (isRejected(row))
        return rejectedText(row, note);
    const CandidateLine& line = lines_[static_cast<std::size_t>(row)];
    const Candidate& candidate = *line.candidate;
    if ((column == note || column == configuration) && line.cluster) {
        QStringList lines{text(row, column), relianceDetails(*line.cluster, candidate)};
        if (column == configuration)
            lines.insert(1, sentenceText(layers_on_kinds_text(*line.cluster, candidate)));
        lines.removeAll(QString());
        return lines.join(QLatin1Char('\n'));
    }
    if (column == planner && !candidate.recipe.empty()) // the note may be out of sight
        return nameText(candidate.recipe);
    if (column == time || column == range)
        return tr("%1, between %2 and %3 by the calibration's error")
            .arg(timeText(candidate.iteration_time_s), timeText(candidate.low_s), timeText(candidate.high_s));
    if (column == memory)
        if (const DeviceMemory* worst = fullest(candidate))
            return tr("Fullest GPU: %1 estimated, %2 at most, of %3")
                .arg(memoryText(worst->estimate), memoryText(worst->upper), memoryText(worst->limit));
    return text(row, column);
}

QVariant CandidatesModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const int row = index.row(), column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case sort_role:
        return figure(row, column);
    case Qt::ToolTipRole:
        return column == compare ? tr("Compare this candidate with others") : plainTip(toolTip(row, column));
    case TableLook::told_role:
        return column == configuration ? QVariant(splitText(short_name(configOf(row)))) : QVariant();
    case TableLook::range_role:
        if (const auto* line =
                column == range && !isRejected(row) ? &lines_[static_cast<std::size_t>(row)] : nullptr)
            return QVariantList{line->candidate->low_s, line->candidate->iteration_time_s,
                                line->candidate->high_s};
        return {};
    case TableLook::short_role:
        return column == memory && !isRejected(row)
                   ? QVariant(wholeShareText(fullest_share(*lines_[static_cast<std::size_t>(row)].candidate)))
                   : QVariant();
    case Qt::CheckStateRole:
        if (column == compare && !isRejected(row))
            return std::find(compared_.begin(), compared_.end(), row) == compared_.end() ? Qt::Unchecked
                                                                                         : Qt::Checked;
        return {};
    case Qt::TextAlignmentRole:
        if (isFigure(column))
            return QVariant(Qt::AlignRight | Qt::AlignVCenter);
        return {};
    case Qt::DecorationRole:
        if ((column == note || column == configuration) && !isRejected(row)) // the note may be out of sight
            return relianceMark(*lines_[static_cast<std::size_t>(row)].candidate);
        if (column != memory)
            return {};
        if (isRejected(row))
            return rejection(row).code == RejectionCode::out_of_memory
                       ? QVariant(markIcon(Mark::error, themeOf(QGuiApplication::palette())))
                       : QVariant();
        return markIcon(markOf(verdict_of(*lines_[static_cast<std::size_t>(row)].candidate)),
                        themeOf(QGuiApplication::palette()));
    case Qt::ForegroundRole:
        return isRejected(row) ? QVariant(themeOf(QGuiApplication::palette()).muted) : QVariant();
    case Qt::AccessibleTextRole:
        if (column == compare && !isRejected(row))
            return tr("compare %1").arg(text(row, configuration));
        return QStringLiteral("%1: %2").arg(headerData(column, Qt::Horizontal).toString(), text(row, column));
    default:
        return {};
    }
}

bool CandidatesModel::isOfOtherPlanner(int row) const {
    return !isRejected(row) && lines_[static_cast<std::size_t>(row)].candidate->planner != Planner::pipette;
}

CandidatesFilter::CandidatesFilter(QObject* parent) : QSortFilterProxyModel(parent) {
    setSortRole(CandidatesModel::sort_role);
}

void CandidatesFilter::setText(const QString& text) {
    words_ = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

void CandidatesFilter::setShowRejected(bool show) {
    show_rejected_ = show;
    invalidateFilter();
}

bool CandidatesFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    const auto* candidates = static_cast<const CandidatesModel*>(sourceModel());
    if (!show_rejected_ && row >= candidates->lineCount())
        return false;
    if (words_.isEmpty())
        return true;
    const QModelIndex name = sourceModel()->index(row, CandidatesModel::configuration, parent);
    QString all = toldLine(name.data(TableLook::told_role).toStringList()) + QLatin1Char(' ');
    for (const int column : {CandidatesModel::planner, CandidatesModel::configuration,
                             CandidatesModel::memory, CandidatesModel::note})
        all += sourceModel()->index(row, column, parent).data().toString() + QLatin1Char(' ');
    return std::all_of(words_.begin(), words_.end(),
                       [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

CandidatesFilter::Group CandidatesFilter::groupOf(int row) const {
    const auto* candidates = static_cast<const CandidatesModel*>(sourceModel());
    return candidates->isRejected(row)         ? Group::rejected
           : candidates->isOfOtherPlanner(row) ? Group::others
                                               : Group::own;
}

bool CandidatesFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const bool ascending = sortOrder() == Qt::AscendingOrder;
    const Group first = groupOf(left.row()), second = groupOf(right.row());
    if (first != second && (grouped_ || first == Group::rejected || second == Group::rejected))
        return ascending == (first < second); // whichever way the rest is sorted
    if (grouped_ && first == Group::own)      // a plan's own order is not that of the times alone
        return ascending == (left.row() < right.row());
    return QSortFilterProxyModel::lessThan(left, right);
}

void CandidatesFilter::setGrouped() {
    grouped_ = true;
    QSortFilterProxyModel::sort(-1); // else the same column is no reason to sort again
    QSortFilterProxyModel::sort(CandidatesModel::time, Qt::AscendingOrder);
}

void CandidatesFilter::sort(int column, Qt::SortOrder order) {
    if (std::exchange(grouped_, false))
        QSortFilterProxyModel::sort(-1);
    QSortFilterProxyModel::sort(column, order);
}

bool CandidatesFilter::isHeaded(int row) const {
    const auto group = [this](int one) { return groupOf(mapToSource(index(one, 0)).row()); };
    return grouped_ && row > 0 && row < rowCount() && group(row) == Group::others &&
           group(row - 1) == Group::own;
}

QVariant CandidatesFilter::data(const QModelIndex& index, int role) const {
    if (role == TableLook::heading_role)
        return isHeaded(index.row()) ? QVariant(tr("Other planners, for comparison")) : QVariant();
    return QSortFilterProxyModel::data(index, role);
}

} // namespace pipette
