// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/run_study.h"

#include <QAbstractTableModel>
#include <QWidget>

#include <array>
#include <memory>
#include <optional>
#include <vector>

class QStackedLayout;
class QTableView;

namespace pipette {

class EmptyNote;
class TableLook;

/// Every point of a study with what came of it.
class StudyPoints : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        point,
        gpus,
        days,
        range,
        between,
        deadline,
        cost,
        energy,
        step,
        tokens,
        efficiency,
        memory,
        configuration,
        note,
        goodput,
        column_count
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setResult(std::shared_ptr<const StudyResult> result);
    const StudyResult& result() const { return *result_; }
    /// The points are numbers of GPUs and nothing else, and each plan uses as many.
    bool sizesAlone() const;
    /// Why the point has no plan; empty: it has one, or it is not planned yet.
    QString refusal(int row) const;
    /// The point in a few lines: its size, days, money and energy, split. Empty: it is not planned.
    QStringList card(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    /// A figure of a planned point; empty: it has none.
    std::optional<double> figure(std::size_t row, int column) const;
    QString text(std::size_t row, Column column) const;
    QString figureText(std::size_t row, Column column) const;
    QString rangeText(std::size_t row) const; ///< of its days
    QString noteOf(std::size_t row) const;
    QString toolTip(std::size_t row, Column column) const;
    QVariant mark(std::size_t row, int column) const;
    static bool isFigure(int column); ///< right-aligned, as its heading
    void measure();                   ///< unit of the steps and decimals of every column

    std::shared_ptr<const StudyResult> result_ = std::make_shared<const StudyResult>();
    std::vector<std::optional<double>> efficiencies_;
    std::array<int, column_count> decimals_{}; ///< of figures, the same in all rows of a column
    double step_unit_s_ = 1;                   ///< of the times of a step
    double cost_unit_ = 1;                     ///< of the costs, in the currency
    QString currency_;
};

/// The table. A row is chosen; Enter or a double click asks for the plan of its point.
class StudyTable : public QWidget {
    Q_OBJECT

public:
    explicit StudyTable(QWidget* parent = nullptr);

    /// `goal_days`: the deadline, a line in the ranges; 0: none.
    void setResult(std::shared_ptr<const StudyResult> result, double goal_days);
    void setChosen(int point);                ///< -1: none
    EmptyNote& emptyNote() { return *note_; } ///< while there are no points
    StudyPoints& model() { return model_; }

signals:
    void pointChosen(int point);
    void pointRequested(int point);

protected:
    void changeEvent(QEvent* event) override;

private:
    void fitColumns();
    void scaleRanges();

    StudyPoints model_;
    QTableView* table_;
    TableLook* look_;
    EmptyNote* note_;
    double goal_days_ = 0;
    QStackedLayout* pages_; ///< the note or the table
};

} // namespace pipette
