// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

#include <memory>
#include <vector>

namespace pipette {

/// One candidate as the table shows it.
struct CandidateLine {
    std::shared_ptr<const Candidate> candidate;
    bool edited = false;  ///< a person has changed its mapping
    bool waiting = false; ///< its times are being computed again
    std::shared_ptr<const Cluster> cluster =
        nullptr; ///< names the faults and links that it meets; may be null
};

/// Candidates and baselines (rows 0..n-1, as in the document), then what was rejected and why. Qt::UserRole
/// gives the figure behind a cell, for sorting.
class CandidatesModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        compare,
        planner,
        configuration,
        time,
        range,
        speed_up,
        memory,
        tokens,
        mfu,
        gpus,
        note,
        column_count
    };
    static constexpr int sort_role = Qt::UserRole;
    static constexpr int most_compared = 4;
    static QString tieWords(); ///< the note on a plan that cannot be told from the best

    using QAbstractTableModel::QAbstractTableModel;

    void setLines(std::vector<CandidateLine> lines, std::shared_ptr<const std::vector<Rejection>> rejected);
    void setLine(int row, CandidateLine line);
    int lineCount() const { return static_cast<int>(lines_.size()); }
    bool isRejected(int row) const { return row >= lineCount(); }
    const Rejection& rejection(int row) const ///< of a row that is rejected
    {
        return (*rejected_)[static_cast<std::size_t>(row - lineCount())];
    }
    bool isOfOtherPlanner(int row) const; ///< a line that stands there for comparison
    const std::vector<int>& compared() const { return compared_; } ///< rows, in the order they were chosen
    void setCompared(std::vector<int> rows);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

signals:
    void comparedChanged(const std::vector<int>& rows);

private:
    const ParallelConfig& configOf(int row) const;
    static QString headTip(int section);
    QString text(int row, int column) const;
    QString rejectedText(int row, int column) const;
    QString noteText(const CandidateLine& line) const;
    QVariant figure(int row, int column) const;
    QString toolTip(int row, int column) const;

    std::vector<CandidateLine> lines_;
    std::shared_ptr<const std::vector<Rejection>> rejected_;
    std::vector<int> compared_;
    double baseline_s_ = 0; ///< of host order, else AMP, else Megatron's rule; 0 without
    Planner baseline_ = Planner::host_order;
};

/// Text filter over planner, configuration and note; rejected rows only when asked for, and always last.
class CandidatesFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit CandidatesFilter(QObject* parent = nullptr);
    void setText(const QString& text);
    void setShowRejected(bool show);
    /// By time, with a heading over those of other planners at the end; sort() by a column ends that.
    void setGrouped();
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;
    bool isHeaded(int row) const; ///< the row under the heading
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    enum class Group { own, others, rejected };
    Group groupOf(int row) const; ///< of a row of the source

    QStringList words_;
    bool show_rejected_ = false, grouped_ = false;
};

/// "Pipette", "Host order", "Megatron-LM", "AMP", "Varuna".
QString plannerTitle(Planner planner);

} // namespace pipette
