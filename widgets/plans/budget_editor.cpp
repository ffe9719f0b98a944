// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plans/budget_editor.h"

#include "widgets/plans/form_fields.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QSpinBox>

#include <algorithm>

namespace pipette {
namespace {

/// A seed of a file may be any number of 64 bits: beyond these the field shows the last.
constexpr WholeBounds shown_seeds{0, 2'000'000'000, {}};

} // namespace

BudgetEditor::BudgetEditor(QWidget* parent) : QWidget(parent) {
    makeFields();
    QFormLayout* layout = cardForm(this);
    layout->addRow(tr("Put first"), prefer_);
    layout->addRow(tr("S&eed"), seed_);
    layout->addRow(tr("C&hains"), chains_);
    layout->addRow(tr("Moves"), moves_);
    layout->addRow(tr("Snapshots"), quantile_);
    connectFields();
}

void BudgetEditor::makeFields() {
    seed_ = formNumber(shown_seeds, tr("Seed of the annealer"));
    chains_ = formNumber(bounds::chains, tr("Annealing chains"));
    moves_ = formNumber(bounds::moves, tr("Moves a chain at most"));
    moves_->setSingleStep(100'000);
    moves_->setGroupSeparatorShown(true);
    quantile_ = formFigure();
    quantile_->setAccessibleName(tr("Quantile over bandwidth snapshots"));
    quantile_->setRange(0, 1);
    quantile_->setSingleStep(0.1);
    quantile_->setDecimals(3);
    quantile_->setSpecialValueText(tr("mean"));
    quantile_->setKeyboardTracking(false);
    quantile_->setToolTip(
        tr("With bandwidth snapshots: plan for the expected time over them, or for a bad day (0.9)"));
    prefer_ = new QComboBox;
    prefer_->setAccessibleName(tr("Candidate that comes first"));
    prefer_->addItem(tr("Safe and simple"), static_cast<int>(Preference::safe));
    prefer_->addItem(tr("Fastest"), static_cast<int>(Preference::fastest));
    prefer_->setToolTip(tr("Predictions cannot tell the candidates within 2 % of the fastest apart. Safe and "
                           "simple: of these the one whose memory is safe comes first, then the one on fewer "
                           "GPUs, then the one with fewer kinds of parallelism"));
}

void BudgetEditor::connectFields() {
    // Each field changes its own value alone: others may show theirs rounded.
    const auto edit = [this](auto AnnealingBudget::*value) {
        return [this, value](auto entered) { set(value, entered); };
    };
    connect(prefer_, &QComboBox::activated, this,
            [this] { set(&AnnealingBudget::prefer, prefer_->currentData().toInt()); });
    connect(seed_, &QSpinBox::valueChanged, this, edit(&AnnealingBudget::seed));
    connect(chains_, &QSpinBox::valueChanged, this, edit(&AnnealingBudget::chains));
    connect(moves_, &QSpinBox::valueChanged, this, edit(&AnnealingBudget::moves));
    connect(quantile_, &QDoubleSpinBox::valueChanged, this, edit(&AnnealingBudget::history_quantile));
}

void BudgetEditor::setBudget(const AnnealingBudget& budget) {
    budget_ = budget;
    showing_ = true;
    prefer_->setCurrentIndex(prefer_->findData(static_cast<int>(budget.prefer)));
    seed_->setValue(static_cast<int>(std::min<std::uint64_t>(budget.seed, shown_seeds.most)));
    chains_->setValue(budget.chains);
    moves_->setValue(static_cast<int>(budget.moves));
    quantile_->setValue(budget.history_quantile);
    showing_ = false;
}

template <class Value, class Entered>
void BudgetEditor::set(Value AnnealingBudget::*value, Entered entered) {
    if (showing_)
        return;
    budget_.*value = static_cast<Value>(entered);
    emit budgetEdited(budget_);
}

} // namespace pipette
