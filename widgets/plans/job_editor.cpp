// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plans/job_editor.h"

#include "core/framework/framework.h"
#include "core/framework/optimizer.h"
#include "widgets/plans/form_fields.h"
#include "widgets/theme/plain_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QSpinBox>

#include <algorithm>

namespace pipette {
namespace {

QComboBox* choice(const QString& name, const QStringList& values = {}) {
    auto* box = new QComboBox;
    box->setAccessibleName(name);
    box->addItems(values);
    return box;
}

/// Something that is registered: its name, and its title as tool tip.
template <class Row>
void add(QComboBox& box, const Row& row) {
    const QString name = nameText(row.name);
    box.addItem(name, name);
    box.setItemData(box.count() - 1, plainTip(nameText(row.title)), Qt::ToolTipRole);
}

} // namespace

JobEditor::JobEditor(QObject* parent)
    : QObject(parent), basics_(new QWidget), more_(new QWidget), tuning_(new QWidget) {
    makeFields();
    makeTicks();
    makeTuning();
    layOut();
    for (const QSpinBox* box : {global_batch_, sequence_, adapter_rank_, mean_sequence_})
        connect(box, &QSpinBox::valueChanged, this, &JobEditor::emitJob);
    for (const QComboBox* box : {precision_, primary_weights_, framework_, optimizer_, adapter_targets_})
        connect(box, &QComboBox::activated, this, &JobEditor::emitJob);
    for (const QCheckBox* box : {flash_, overlap_, gather_, beside_products_, fp8_inputs_})
        connect(box, &QCheckBox::clicked, this, &JobEditor::emitJob);
}

void JobEditor::makeFields() {
    global_batch_ = formSize(bounds::global_batch, tr("Global batch in sequences"));
    global_batch_->setSuffix(tr(" seq"));
    sequence_ = formSize(bounds::sequence_length, tr("Sequence length in tokens"));
    sequence_->setSuffix(tr(" tokens"));
    precision_ = choice(tr("Precision"), names_of(all_precisions()));
    framework_ = choice(tr("Training framework"));
    for (const Framework* framework : Registry<Framework>::all())
        if (!framework->replays_kernels) // nobody trains with it
            add(*framework_, *framework);
    optimizer_ = choice(tr("Optimizer"));
    for (const Optimizer* optimizer : Registry<Optimizer>::all())
        add(*optimizer_, *optimizer);
    primary_weights_ = choice(tr("Primary weights"), names_of(all_primary_weights));
    primary_weights_->setToolTip(
        tr("How weights are kept whose products cast them to 8 or 4 bits: as the framework does, in 16 bits, "
           "or as the products take them"));
}

void JobEditor::makeTicks() {
    flash_ = new QCheckBox(tr("Flash attention"));
    flash_->setToolTip(
        tr("Fused attention kernels where the GPU has them; without them the scores of every head "
           "go through memory"));
    overlap_ = new QCheckBox(tr("Overlap gradient exchange"));
    overlap_->setToolTip(tr("The gradient exchange hides behind the remaining backward passes"));
    gather_ = new QCheckBox(tr("Overlap parameter gather"));
    gather_->setToolTip(tr("With it, ZeRO's parameters come back beside the next forward pass"));
    fp8_inputs_ = new QCheckBox(tr("Activation inputs in 8 bits"));
    fp8_inputs_->setToolTip(tr(
        "The input of a gated activation is kept in 8 bits for the backward pass, where the framework can"));
    beside_products_ = new QCheckBox(tr("Overlap tensor parallelism"));
    beside_products_->setToolTip(
        tr("Gathers and scatters of sequence parallelism go on beside the matrix products; in tensor grids "
           "(AxoNN), sums of input gradients beside the products of weight gradients"));
}

void JobEditor::makeTuning() {
    adapter_rank_ = formNumber(bounds::adapter_rank, tr("Rank of LoRA's adapters"));
    adapter_rank_->setSpecialValueText(tr("off"));
    adapter_rank_->setToolTip(tr("Fine-tuning with frozen weights: adapters of this rank are trained. "
                                 "Off: all weights are trained"));
    adapter_targets_ = choice(tr("Matrices that carry adapters"), names_of(all_adapter_targets));
    adapter_targets_->setToolTip(
        tr("Matrices that carry adapters: all of every layer, or those of attention"));
    mean_sequence_ = formNumber(bounds::mean_sequence, tr("Mean length of packed sequences in tokens"));
    mean_sequence_->setSuffix(tr(" tokens"));
    mean_sequence_->setSpecialValueText(tr("not packed"));
    mean_sequence_->setToolTip(tr("Length of the short sequences that are packed into one: the mean over "
                                  "tokens, sum of squares over sum. Attention stays inside each"));
}

void JobEditor::layOut() {
    QFormLayout* layout = cardForm(basics_);
    layout->addRow(tr("&Global batch"), global_batch_);
    layout->addRow(tr("&Sequence"), sequence_);
    layout->addRow(tr("P&recision"), precision_);
    layout->addRow(tr("Frame&work"), framework_);
    layout->addRow(flash_);
    layout->addRow(overlap_);
    layout = cardForm(more_);
    layout->addRow(tr("Optimizer"), optimizer_);
    layout->addRow(tr("Primary weights"), primary_weights_);
    layout->addRow(fp8_inputs_);
    layout->addRow(gather_);
    layout->addRow(beside_products_);
    layout = cardForm(tuning_);
    layout->addRow(tr("LoRA rank"), adapter_rank_);
    layout->addRow(tr("Adapters"), adapter_targets_);
    layout->addRow(tr("Packed sequences"), mean_sequence_);
}

void JobEditor::setJob(const TrainingJob& job) {
    job_ = job;
    showing_ = true;
    global_batch_->setValue(job.global_batch);
    sequence_->setValue(job.sequence_length);
    precision_->setCurrentText(ownText(name_of(job.precision)));
    const QString framework = QString::fromStdString(job.framework);
    if (framework_->findData(framework) < 0)
        framework_->addItem(nameText(framework), framework);
    framework_->setCurrentIndex(framework_->findData(framework));
    optimizer_->setCurrentIndex(optimizer_->findData(QString::fromStdString(job.optimizer)));
    primary_weights_->setCurrentText(ownText(name_of(job.primary_weights)));
    primary_weights_->setEnabled(recipe_of(job.precision).casts());
    flash_->setChecked(job.flash_attention);
    overlap_->setChecked(job.overlap_gradient_exchange);
    gather_->setChecked(job.overlap_parameter_gather);
    fp8_inputs_->setChecked(job.fp8_activation_inputs);
    beside_products_->setChecked(job.overlap_tensor_parallel);
    adapter_rank_->setValue(job.tuning.adapter_rank);
    adapter_targets_->setCurrentText(ownText(name_of(job.tuning.targets)));
    adapter_targets_->setEnabled(job.tuning.freezes_weights());
    mean_sequence_->setMaximum(job.sequence_length);
    mean_sequence_->setValue(job.tuning.mean_sequence);
    showing_ = false;
}

void JobEditor::emitJob() {
    if (showing_)
        return;
    TrainingJob job = job_;
    job.global_batch = global_batch_->value();
    job.sequence_length = sequence_->value();
    job.precision = precision_named(precision_->currentText().toStdString()).value_or(job.precision);
    job.framework = framework_->currentData().toString().toStdString();
    job.optimizer = optimizer_->currentData().toString().toStdString();
    job.primary_weights =
        primary_weights_named(primary_weights_->currentText().toStdString()).value_or(job.primary_weights);
    job.flash_attention = flash_->isChecked();
    job.overlap_gradient_exchange = overlap_->isChecked();
    job.overlap_parameter_gather = gather_->isChecked();
    job.fp8_activation_inputs = fp8_inputs_->isChecked();
    job.overlap_tensor_parallel = beside_products_->isChecked();
    job.tuning = {
        adapter_rank_->value(),
        adapter_targets_named(adapter_targets_->currentText().toStdString()).value_or(job.tuning.targets),
        std::min(mean_sequence_->value(), job.sequence_length)};
    if (job != job_)
        emit jobEdited(job);
}

} // namespace pipette
