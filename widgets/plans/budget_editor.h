// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QSpinBox;

namespace pipette {

/// How long a search anneals, and which of its candidates comes first. setBudget shows values without
/// emitting; every edit by a person is emitted as a whole value.
class BudgetEditor : public QWidget {
    Q_OBJECT

public:
    explicit BudgetEditor(QWidget* parent = nullptr);
    void setBudget(const AnnealingBudget& budget);

signals:
    void budgetEdited(const pipette::AnnealingBudget& budget);

private:
    void makeFields();
    void connectFields();
    template <class Value, class Entered>
    void set(Value AnnealingBudget::*value, Entered entered);

    AnnealingBudget budget_;
    bool showing_ = false; ///< values come from the program, not from a person
    QComboBox* prefer_;
    QSpinBox *seed_, *chains_, *moves_;
    QDoubleSpinBox* quantile_;
};

} // namespace pipette
