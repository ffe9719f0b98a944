// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/run_study.h"

#include <QAbstractTableModel>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QTableView;

namespace pipette {

/// Every point of a study with what came of it.
class StudyPoints : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        point,
        gpus,
        step,
        tokens,
        efficiency,
        days,
        range,
        cost,
        energy,
        goodput,
        memory,
        configuration,
        note,
        column_count
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setResult(std::shared_ptr<const StudyResult> result);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString text(std::size_t row, Column column) const;
    QString noteOf(std::size_t row) const;

    std::shared_ptr<const StudyResult> result_ = std::make_shared<const StudyResult>();
    std::vector<std::optional<double>> efficiencies_;
};

/// The table; Enter or a double click asks for the plan of a point.
class StudyTable : public QWidget {
    Q_OBJECT

public:
    explicit StudyTable(QWidget* parent = nullptr);

    void setResult(std::shared_ptr<const StudyResult> result) { model_.setResult(std::move(result)); }
    StudyPoints& model() { return model_; }

signals:
    void pointRequested(int point);

private:
    StudyPoints model_;
    QTableView* table_;
};

} // namespace pipette
