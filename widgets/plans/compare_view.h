// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plans/compared_plan.h"

#include <QAbstractTableModel>
#include <QWidget>

#include <functional>
#include <memory>
#include <vector>

class QLabel;
class QTableView;

namespace pipette {

/// Up to four plans as columns, what they differ in as rows; each figure with its change against the first.
class CompareModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void setPlans(std::vector<ComparedPlan> plans);
    /// The names of the candidates break between words into lines that fit.
    void setHeaderFit(std::function<bool(const QString& line)> fits);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    bool isFigure(int row) const { return lines_[static_cast<std::size_t>(row)].figure; } ///< else words

private:
    struct Line {
        QString name;
        std::vector<QString> cells; ///< one a plan
        bool differs = false;
        int best = -1; ///< plan that is best in this line; -1 where none is better
        bool figure = false;
    };
    void addWords(const QString& name, const std::function<QString(const Candidate&)>& text);
    /// What a plan is made of, where all tell it and not all are of the same.
    void addInputs();
    enum class Better { less, more };
    void addFigure(const QString& name, Better better, const std::function<double(const Candidate&)>& value,
                   const std::function<QString(double)>& text);

    std::vector<ComparedPlan> plans_;
    std::vector<Line> lines_;
    std::function<bool(const QString&)> fits_ = [](const QString&) { return true; };
};

/// The table of differences. The Gantt chart, the memory bars and the breakdown show the same candidates
/// together.
class CompareView : public QWidget {
    Q_OBJECT

public:
    explicit CompareView(QWidget* parent = nullptr);

    void setPlans(std::vector<ComparedPlan> plans);
    CompareModel& model() { return model_; }

signals:
    void clearRequested();

private:
    void keepFiguresWhole();

    CompareModel model_;
    QTableView* table_;
    QLabel* hint_;
};

} // namespace pipette
