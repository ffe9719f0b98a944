// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plans/compared_plan.h"

#include <QAbstractTableModel>
#include <QWidget>

#include <vector>

class QPushButton;
class QTableView;

namespace pipette {

class EmptyNote;

/// A scenario as its table shows it.
struct ScenarioLine {
    ComparedPlan plan;
    Qt::CheckState shown = Qt::Checked;
};

/// Scenarios as rows; their names and whether they are shown can be edited, which is asked for.
class ScenariosModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { name, time, tokens, memory, gpus, configuration, cluster, model, column_count };

    using QAbstractTableModel::QAbstractTableModel;

    void setLines(std::vector<ScenarioLine> lines);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

signals:
    void renameRequested(int row, const QString& name);
    void shownRequested(int row, Qt::CheckState shown);

private:
    std::vector<ScenarioLine> lines_;
};

/// Plans that were put aside: pin, rename (F2), show beside the plan, go on from one (Enter), unpin (Del).
class ScenariosView : public QWidget {
    Q_OBJECT

public:
    explicit ScenariosView(QWidget* parent = nullptr);

    void setLines(std::vector<ScenarioLine> lines);
    ScenariosModel& model() { return model_; }
    QTableView* table() { return table_; }

signals:
    void pinRequested();
    void unpinRequested(int row);
    void takeUpRequested(int row);

private:
    int row() const;

    ScenariosModel model_;
    QTableView* table_;
    EmptyNote* note_;
    QWidget* actions_; ///< what can be done with scenarios
    QPushButton *take_up_, *unpin_;
};

} // namespace pipette
