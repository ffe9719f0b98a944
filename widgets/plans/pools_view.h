// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/pools/pooled_plan.h"
#include "widgets/charts/chart_table.h"

#include <QWidget>

#include <memory>

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QTableView;

namespace pipette {

class EmptyNote;

/// What replicas with a layout of their own on each kind of GPU, or in each zone, would gain: a row a pool.
/// Asks for them, and for an end of the search.
class PoolsView : public QWidget {
    Q_OBJECT

public:
    explicit PoolsView(QWidget* parent = nullptr);

    enum class State { impossible, ready, running };
    /// `found` null: not asked for yet, or of what is no longer entered. `cluster`: of `found`.
    void setPools(const std::shared_ptr<const PooledPlan>& found, const Cluster* cluster, State state);
    void setProgress(double fraction, const QString& step);
    PoolsBy by() const; ///< what the person chose
    const ChartTable& model() const { return rows_; }
    QString answer() const;

signals:
    void findRequested();
    void cancelRequested();
    void keepRequested(); ///< the plans of the pools that are on show, as scenarios

private:
    static QString notesOf(const Cluster& cluster, const PooledPlan& plan);
    void showRows(const std::shared_ptr<const PooledPlan>& found);

    ChartTable rows_;
    std::shared_ptr<const PooledPlan> found_;
    QTableView* table_;
    QComboBox* by_;
    EmptyNote* note_; ///< in the place of the texts where no pools are planned
    QWidget* texts_;
    QLabel *answer_, *notes_;
    QProgressBar* progress_;
    QPushButton *find_, *cancel_, *keep_;
};

} // namespace pipette
