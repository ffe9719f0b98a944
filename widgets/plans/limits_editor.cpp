// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plans/limits_editor.h"

#include "widgets/plans/form_fields.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QSpinBox>
#include <QValidator>

#include <algorithm>

namespace pipette {
namespace {

QString text_of(const std::vector<int>& values) {
    QStringList words;
    for (const int value : values)
        words << QString::number(value);
    return words.join(QStringLiteral(", "));
}

std::vector<int> numbers_in(const QString& text) {
    std::vector<int> values;
    for (const QString& word : text.split(QLatin1Char(','), Qt::SkipEmptyParts))
        if (const int value = word.trimmed().toInt(); bounds::parallel_size.hold(value))
            values.push_back(value);
    return values;
}

/// Sizes with commas between them; a digit that makes one too large is not typed.
class SizesValidator : public QValidator {
public:
    using QValidator::QValidator;
    State validate(QString& text, int&) const override {
        for (const QString& word : text.split(QLatin1Char(','))) {
            const QString digits = word.trimmed();
            bool number = false;
            const int value = digits.toInt(&number);
            if (!digits.isEmpty() && (!number || value < 0 || value > bounds::parallel_size.most))
                return Invalid;
        }
        return Acceptable;
    }
};

QListWidget* checks(const QStringList& names, const QString& accessible) {
    auto* list = new QListWidget;
    list->setAccessibleName(accessible);
    for (const QString& name : names) {
        auto* item = new QListWidgetItem(name, list);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsUserCheckable | Qt::ItemIsSelectable);
        item->setCheckState(Qt::Unchecked);
    }
    const int shown = static_cast<int>(std::min<qsizetype>(names.size(), 4));
    list->setFixedHeight(shown * (list->fontMetrics().height() + 6) + 6);
    return list;
}

constexpr Recompute recomputes[] = {Recompute::none, Recompute::selective, Recompute::full};

/// What an untouched list means, below it.
QLabel* hint(const QString& text) {
    auto* label = plainLabel(text);
    label->setFont(smallFont(label->font()));
    return label;
}

} // namespace

LimitsEditor::LimitsEditor(QWidget* parent) : QGroupBox(tr("Limits"), parent) {
    auto* layout = formLayout();
    const auto* numbers = new SizesValidator(this);
    world_sizes_ = new QLineEdit;
    world_sizes_->setPlaceholderText(tr("all"));
    world_sizes_->setToolTip(tr("Numbers of GPUs to try, such as 64, 128"));
    world_sizes_->setAccessibleName(tr("Numbers of GPUs to use"));
    world_sizes_->setValidator(numbers);
    micro_batches_ = new QLineEdit;
    micro_batches_->setPlaceholderText(tr("1, 2, 4, 8"));
    micro_batches_->setAccessibleName(tr("Micro batches to try"));
    micro_batches_->setValidator(numbers);
    max_tp_ = formNumber({0, bounds::parallel_size.most, {}}, tr("Largest tensor parallel size"));
    max_tp_->setSpecialValueText(tr("GPUs of a node"));
    max_cp_ = formNumber({0, bounds::parallel_size.most, {}}, tr("Largest context parallel size"));
    max_cp_->setSpecialValueText(tr("by the sequence"));
    max_cp_->setToolTip(tr("By the sequence: from 16384 tokens on, up to one GPU for every 4096 tokens"));
    max_vpp_ = formNumber(bounds::parallel_size, tr("Most model chunks a device"));
    recompute_ = checks(names_of(recomputes), tr("Recomputation to try; none ticked: all"));
    recompute_->setToolTip(tr("None ticked: all three are tried"));
    schedules_ = checks(names_of(all_schedules()), tr("Schedules to try; none ticked: 1f1b and interleaved"));
    schedules_->setToolTip(tr("None ticked: 1f1b and interleaved"));
    layout->addRow(tr("GP&Us"), world_sizes_);
    layout->addRow(tr("&Micro batch"), micro_batches_);
    layout->addRow(tr("Max &tp"), max_tp_);
    layout->addRow(tr("Max &cp"), max_cp_);
    layout->addRow(tr("Max &vpp"), max_vpp_);
    layout->addRow(tr("Recomp&ute"), recompute_);
    layout->addRow({}, hint(tr("none ticked: all three")));
    layout->addRow(tr("Sche&dules"), schedules_);
    layout->addRow({}, hint(tr("none ticked: 1f1b and interleaved")));
    allow_faulty_ = new QCheckBox(tr("Use what is &broken"));
    allow_faulty_->setAccessibleName(tr("Use links, GPUs and hosts that are known to be broken"));
    allow_faulty_->setToolTip(
        tr("Plan over links, GPUs and hosts that the cluster file calls broken, links as if "
           "nobody had measured them"));
    layout->addRow({}, allow_faulty_);
    connect(allow_faulty_, &QCheckBox::toggled, this, &LimitsEditor::emitLimits);
    for (QLineEdit* edit : {world_sizes_, micro_batches_})
        connect(edit, &QLineEdit::editingFinished, this, &LimitsEditor::emitLimits);
    for (QSpinBox* box : {max_tp_, max_cp_, max_vpp_})
        connect(box, &QSpinBox::valueChanged, this, &LimitsEditor::emitLimits);
    for (QListWidget* list : {recompute_, schedules_})
        connect(list, &QListWidget::itemChanged, this, &LimitsEditor::emitLimits);
    setLayout(layout);
}

void LimitsEditor::setLimits(const SearchLimits& limits) {
    limits_ = limits;
    showing_ = true;
    world_sizes_->setText(text_of(limits.world_sizes));
    micro_batches_->setText(text_of(limits.micro_batches));
    max_tp_->setValue(limits.max_tp);
    max_cp_->setValue(limits.max_cp);
    max_vpp_->setValue(limits.max_vpp);
    allow_faulty_->setChecked(limits.allow_faulty);
    for (int i = 0; i < recompute_->count(); ++i)
        recompute_->item(i)->setCheckState(std::find(limits.recompute.begin(), limits.recompute.end(),
                                                     recomputes[i]) != limits.recompute.end()
                                               ? Qt::Checked
                                               : Qt::Unchecked);
    for (int i = 0; i < schedules_->count(); ++i)
        schedules_->item(i)->setCheckState(std::find(limits.schedules.begin(), limits.schedules.end(),
                                                     all_schedules()[static_cast<std::size_t>(i)]) !=
                                                   limits.schedules.end()
                                               ? Qt::Checked
                                               : Qt::Unchecked);
    showing_ = false;
}

void LimitsEditor::emitLimits() {
    if (showing_)
        return;
    SearchLimits limits = limits_;
    limits.world_sizes = numbers_in(world_sizes_->text());
    limits.micro_batches = numbers_in(micro_batches_->text());
    limits.max_tp = max_tp_->value();
    limits.max_cp = max_cp_->value();
    limits.max_vpp = max_vpp_->value();
    limits.allow_faulty = allow_faulty_->isChecked();
    limits.recompute.clear();
    for (int i = 0; i < recompute_->count(); ++i)
        if (recompute_->item(i)->checkState() == Qt::Checked)
            limits.recompute.push_back(recomputes[i]);
    limits.schedules.clear();
    for (int i = 0; i < schedules_->count(); ++i)
        if (schedules_->item(i)->checkState() == Qt::Checked)
            limits.schedules.push_back(all_schedules()[static_cast<std::size_t>(i)]);
    if (limits != limits_)
        emit limitsEdited(limits);
}

} // namespace pipette
