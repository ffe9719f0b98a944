// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plans/setup_panel.h"

#include "core/base/readable.h"
#include "core/framework/framework.h"
#include "core/framework/optimizer.h"
#include "widgets/cluster/faults_editor.h"
#include "widgets/plans/form_fields.h"
#include "widgets/plans/limits_editor.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/units_text.h"

#include <QAbstractItemView>
#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>

#include <set>

namespace pipette {
namespace {

/// A seed of a file may be any number of 64 bits: beyond these the field shows the last.
constexpr WholeBounds shown_seeds{0, 2'000'000'000, {}};

QString widest_memory(const Cluster& cluster) {
    std::set<QString> kinds;
    for (const Node& node : cluster.nodes) {
        const GpuKind& gpu = cluster.node_kinds[static_cast<std::size_t>(node.kind)].gpu;
        kinds.insert(
            filled(QStringLiteral("%1, %2 GiB"), nameText(gpu.name), QString::number(gpu.memory_gib)));
    }
    return QStringList(kinds.begin(), kinds.end()).join(QStringLiteral("; "));
}

QComboBox* primaryWeightsBox() {
    auto* box = new QComboBox;
    box->setAccessibleName(SetupPanel::tr("Primary weights"));
    for (const PrimaryWeights weights : all_primary_weights)
        box->addItem(ownText(name_of(weights)));
    return box;
}

} // namespace

SetupPanel::SetupPanel(QWidget* parent)
    : QWidget(parent), limits_(new LimitsEditor), faults_(new FaultsEditor) {
    setAccessibleName(tr("Setup"));
    auto* content = new QWidget;
    auto* groups = new QVBoxLayout(content);
    groups->setContentsMargins(6, 6, 6, 6);
    groups->setSpacing(8);
    for (QWidget* box : {clusterGroup(), modelGroup(), jobGroup(), tuningGroup(),
                         static_cast<QWidget*>(limits_), static_cast<QWidget*>(faults_), budgetGroup()})
        groups->addWidget(box);
    groups->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);

    earlier_ = formNote(tr("Whether the plan is up to date"));
    earlier_->setContentsMargins(8, 2, 8, 2);
    earlier_->hide();
    plan_note_ = formNote(tr("What the plan leaves spare, its launcher and the calibration of its times"));
    plan_note_->setContentsMargins(8, 2, 8, 2);
    plan_note_->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(scroll, 1);
    layout->addWidget(plan_note_);
    layout->addWidget(earlier_);
    layout->addLayout(searchButtons());
    connect(limits_, &LimitsEditor::limitsEdited, this, &SetupPanel::limitsEdited);
    connect(faults_, &FaultsEditor::faultsEdited, this, &SetupPanel::faultsEdited);
    connect(faults_, &FaultsEditor::unpinAllRequested, this, &SetupPanel::unpinAllRequested);
    for (QComboBox* box : findChildren<QComboBox*>()) {
        box->view()->setAccessibleName(box->accessibleName());
        box->setSizeAdjustPolicy(
            QComboBox::AdjustToMinimumContentsLengthWithIcon); // so that the dock may be narrow
        box->setMinimumContentsLength(4);
    }
    content->setMinimumWidth(0);
    scroll->setMinimumWidth(content->minimumSizeHint().width() + 18); // and nothing is clipped at its right
    keepFromWheel(*content);
    setSearch(Search::impossible);
    setCluster(nullptr);
    setModel({});
    setJob({});
    setBudget({});
}

QLayout* SetupPanel::searchButtons() {
    plan_ = new QPushButton(tr("&Plan"));
    plan_->setDefault(true);
    plan_->setToolTip(tr("Search all configurations (F5)"));
    cancel_ = new QPushButton(tr("Cance&l"));
    cancel_->setToolTip(tr("Stop and keep the best so far"));
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(8, 4, 8, 6);
    buttons->addWidget(plan_, 1);
    buttons->addWidget(cancel_, 1);
    connect(plan_, &QPushButton::clicked, this, [this] {
        enterTyped();
        emit planRequested();
    });
    connect(cancel_, &QPushButton::clicked, this, &SetupPanel::cancelRequested);
    return buttons;
}

void SetupPanel::enterTyped() {
    pipette::enterTyped(*this);
}

void SetupPanel::setLimits(const SearchLimits& limits) {
    limits_->setLimits(limits);
}

void SetupPanel::setFaults(const Faults& faults) {
    faults_->setFaults(faults);
}

void SetupPanel::setPinnedCount(int gpus) {
    faults_->setPinnedCount(gpus);
}

QWidget* SetupPanel::clusterGroup() {
    cluster_name_ = formNote(tr("Name of the cluster"));
    cluster_name_->setFont(strongFont(font()));
    cluster_text_ = formNote(tr("Cluster"));
    auto* open = new QPushButton(tr("&Open…"));
    open->setToolTip(
        tr("A cluster file, or logs of nccl-tests, mpiGraph, p2pBandwidthLatencyTest, nvidia-smi topo"));
    open->setAccessibleName(tr("Open a cluster"));
    samples_ = new QComboBox;
    samples_->setAccessibleName(tr("Sample clusters"));
    samples_->setPlaceholderText(tr("Samples"));
    auto* row = new QHBoxLayout;
    row->addWidget(open);
    row->addWidget(samples_, 1);
    auto* layout = new QVBoxLayout;
    layout->setContentsMargins(8, 6, 8, 8);
    layout->addWidget(cluster_name_);
    layout->addWidget(cluster_text_);
    layout->addLayout(row);
    connect(open, &QPushButton::clicked, this, &SetupPanel::openClusterRequested);
    connect(samples_, &QComboBox::textActivated, this, &SetupPanel::sampleRequested);
    return formGroup(tr("Cluster"), layout);
}

QWidget* SetupPanel::modelGroup() {
    presets_ = new QComboBox;
    presets_->setAccessibleName(tr("Model preset"));
    presets_->setPlaceholderText(tr("Choose a model"));
    auto* open = new QPushButton(tr("Open…"));
    open->setAccessibleName(tr("Open a model file"));
    open->setToolTip(tr("A Hugging Face config.json or a model file"));
    model_name_ = formNote(tr("Name of the model"));
    model_name_->setFont(strongFont(font()));
    model_text_ = formNote(tr("Model dimensions"));
    auto* row = new QHBoxLayout;
    row->addWidget(presets_, 1);
    row->addWidget(open);
    auto* layout = new QVBoxLayout;
    layout->setContentsMargins(8, 6, 8, 8);
    layout->addLayout(row);
    layout->addWidget(model_name_);
    layout->addWidget(model_text_);
    connect(presets_, &QComboBox::textActivated, this, &SetupPanel::presetRequested);
    connect(open, &QPushButton::clicked, this, &SetupPanel::openModelRequested);
    return formGroup(tr("Model"), layout);
}

QWidget* SetupPanel::jobGroup() {
    auto* layout = formLayout();
    global_batch_ = formSize(bounds::global_batch, tr("Global batch in sequences"));
    global_batch_->setSuffix(tr(" seq"));
    sequence_ = formSize(bounds::sequence_length, tr("Sequence length in tokens"));
    sequence_->setSuffix(tr(" tokens"));
    precision_ = new QComboBox;
    precision_->setAccessibleName(tr("Precision"));
    precision_->addItems(names_of(all_precisions()));
    framework_ = new QComboBox;
    framework_->setAccessibleName(tr("Training framework"));
    for (const Framework* framework : Registry<Framework>::all()) {
        if (framework->replays_kernels)
            continue; // nobody trains with it
        const QString name = nameText(framework->name);
        framework_->addItem(name, name);
        framework_->setItemData(framework_->count() - 1, plainTip(nameText(framework->title)),
                                Qt::ToolTipRole);
    }
    optimizer_ = new QComboBox;
    optimizer_->setAccessibleName(tr("Optimizer"));
    for (const Optimizer* optimizer : Registry<Optimizer>::all()) {
        const QString name = nameText(optimizer->name);
        optimizer_->addItem(name, name);
        optimizer_->setItemData(optimizer_->count() - 1, plainTip(nameText(optimizer->title)),
                                Qt::ToolTipRole);
    }
    primary_weights_ = primaryWeightsBox();
    primary_weights_->setToolTip(
        tr("How weights are kept whose products cast them to 8 or 4 bits: as the framework does, in 16 bits, "
           "or as the products take them"));
    flash_ = new QCheckBox(tr("Flash attention"));
    flash_->setToolTip(
        tr("Fused attention kernels where the GPU has them; without them the scores of every head "
           "go through memory"));
    overlap_ = new QCheckBox(tr("Overlap gradient exchange"));
    overlap_->setToolTip(tr("The gradient exchange hides behind the remaining backward passes"));
    gather_ = new QCheckBox(tr("Overlap parameter gather"));
    gather_->setToolTip(tr("With it, ZeRO's parameters come back beside the next forward pass"));
    beside_products_ = new QCheckBox(tr("Overlap tensor parallelism"));
    beside_products_->setToolTip(
        tr("Gathers and scatters of sequence parallelism go on beside the matrix products"));
    layout->addRow(tr("&Global batch"), global_batch_);
    layout->addRow(tr("&Sequence"), sequence_);
    layout->addRow(tr("P&recision"), precision_);
    layout->addRow(tr("Primary weights"), primary_weights_);
    layout->addRow(tr("Frame&work"), framework_);
    layout->addRow(tr("Optimizer"), optimizer_);
    layout->addRow(flash_);
    for (QCheckBox* box : {overlap_, gather_, beside_products_})
        layout->addRow(box);
    connect(global_batch_, &QSpinBox::valueChanged, this, &SetupPanel::emitJob);
    connect(sequence_, &QSpinBox::valueChanged, this, &SetupPanel::emitJob);
    for (const QComboBox* box : {precision_, primary_weights_, framework_, optimizer_})
        connect(box, &QComboBox::activated, this, &SetupPanel::emitJob);
    for (const QCheckBox* box : {flash_, overlap_, gather_, beside_products_})
        connect(box, &QCheckBox::clicked, this, &SetupPanel::emitJob);
    return formGroup(tr("Job"), layout);
}

QWidget* SetupPanel::tuningGroup() {
    auto* layout = formLayout();
    adapter_rank_ = formNumber(bounds::adapter_rank, tr("Rank of LoRA's adapters"));
    adapter_rank_->setSpecialValueText(tr("off"));
    adapter_rank_->setToolTip(tr("Fine-tuning with frozen weights: adapters of this rank are trained. "
                                 "Off: all weights are trained"));
    adapter_targets_ = new QComboBox;
    adapter_targets_->setAccessibleName(tr("Matrices that carry adapters"));
    adapter_targets_->addItems(names_of(all_adapter_targets));
    adapter_targets_->setToolTip(
        tr("Matrices that carry adapters: all of every layer, or those of attention"));
    mean_sequence_ = formNumber(bounds::mean_sequence, tr("Mean length of packed sequences in tokens"));
    mean_sequence_->setSuffix(tr(" tokens"));
    mean_sequence_->setSpecialValueText(tr("not packed"));
    mean_sequence_->setToolTip(tr("Length of the short sequences that are packed into one: the mean over "
                                  "tokens, sum of squares over sum. Attention stays inside each"));
    layout->addRow(tr("LoRA rank"), adapter_rank_);
    layout->addRow(tr("Adapters"), adapter_targets_);
    layout->addRow(tr("Packed sequences"), mean_sequence_);
    connect(adapter_rank_, &QSpinBox::valueChanged, this, &SetupPanel::emitJob);
    connect(adapter_targets_, &QComboBox::activated, this, &SetupPanel::emitJob);
    connect(mean_sequence_, &QSpinBox::valueChanged, this, &SetupPanel::emitJob);
    return formGroup(tr("Fine-tuning"), layout);
}

QWidget* SetupPanel::budgetGroup() {
    auto* layout = formLayout();
    seed_ = formNumber(shown_seeds, tr("Seed of the annealer"));
    chains_ = formNumber(bounds::chains, tr("Annealing chains"));
    moves_ = formNumber(bounds::moves, tr("Moves a chain at most"));
    moves_->setSingleStep(100'000);
    moves_->setGroupSeparatorShown(true);
    moves_->setLocale(QLocale::c());
    quantile_ = new QDoubleSpinBox;
    quantile_->setAccessibleName(tr("Quantile over bandwidth snapshots"));
    quantile_->setRange(0, 1);
    quantile_->setSingleStep(0.1);
    quantile_->setDecimals(3);
    quantile_->setSpecialValueText(tr("mean"));
    quantile_->setKeyboardTracking(false);
    quantile_->setToolTip(
        tr("With bandwidth snapshots: plan for the expected time over them, or for a bad day (0.9)"));
    layout->addRow(tr("S&eed"), seed_);
    layout->addRow(tr("C&hains"), chains_);
    layout->addRow(tr("Moves"), moves_);
    layout->addRow(tr("Snapshots"), quantile_);
    // Each field changes its own value alone: others may show theirs rounded.
    const auto edit = [this](auto AnnealingBudget::*value) {
        return [this, value](auto entered) { setInBudget(value, entered); };
    };
    connect(seed_, &QSpinBox::valueChanged, this, edit(&AnnealingBudget::seed));
    connect(chains_, &QSpinBox::valueChanged, this, edit(&AnnealingBudget::chains));
    connect(moves_, &QSpinBox::valueChanged, this, edit(&AnnealingBudget::moves));
    connect(quantile_, &QDoubleSpinBox::valueChanged, this, edit(&AnnealingBudget::history_quantile));
    return formGroup(tr("Annealing"), layout);
}

void SetupPanel::setModelPresets(const QStringList& names) {
    presets_->clear();
    presets_->addItems(names);
    presets_->setCurrentIndex(-1);
}

void SetupPanel::setClusterSamples(const QStringList& names) {
    samples_->clear();
    samples_->addItems(names);
    samples_->setCurrentIndex(-1);
}

void SetupPanel::setLaunchers(std::vector<LauncherLimit> launchers) {
    limits_->setLaunchers(std::move(launchers));
}

void SetupPanel::setCluster(std::shared_ptr<const Cluster> cluster) {
    cluster_ = std::move(cluster);
    if (!cluster_) {
        cluster_text_->setText(
            tr("No cluster yet. Open a cluster file or measured logs, or drop them on the window."));
        setPlainTip(*cluster_text_, {});
        samples_->setCurrentIndex(-1);
    } else {
        cluster_name_->setText(nameText(cluster_->name));
        QString text = filled(tr("%1, %2\n%3"), ownText(counted(cluster_->node_count(), "node")),
                              ownText(counted(cluster_->gpu_count(), "GPU")), widest_memory(*cluster_));
        if (!cluster_->history.times.empty())
            text += tr("\n%1 bandwidth snapshots").arg(cluster_->history.times.size());
        if (!cluster_->faults.empty())
            text += cluster_->faults.size() == 1 ? tr("\n⚠ 1 known fault")
                                                 : tr("\n⚠ %1 known faults").arg(cluster_->faults.size());
        cluster_text_->setText(text);
        setPlainTip(*cluster_text_, nameText(cluster_->origin));
    }
    cluster_name_->setVisible(cluster_ != nullptr);
    faults_->setCluster(cluster_);
}

void SetupPanel::setModel(const TransformerModel& model) {
    model_ = model;
    presets_->setCurrentIndex(presets_->findText(nameText(model.name)));
    model_name_->setVisible(model.layers > 0);
    if (model.layers == 0) {
        model_text_->setText(tr("No model yet."));
        setPlainTip(*model_text_, {});
        return;
    }
    model_name_->setText(nameText(model.name));
    model_text_->setText(
        filled(tr("%1 B parameters\n%2 layers, hidden %3, %4 heads%5,\nfeed-forward %6, vocabulary %7"),
               significant(total_parameters(model) / 1e9), model.layers, model.hidden, model.heads,
               model.kv_heads == model.heads ? QString() : tr(" (%1 key-value)").arg(model.kv_heads),
               model.ffn_hidden, model.vocab) +
        (model.memory_layers ? QStringLiteral("\n") + nameText(memory_layers_text(model)) : QString()));
    setPlainTip(*model_text_, nameText(model.source));
}

void SetupPanel::setJob(const TrainingJob& job) {
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
    beside_products_->setChecked(job.overlap_tensor_parallel);
    adapter_rank_->setValue(job.tuning.adapter_rank);
    adapter_targets_->setCurrentText(ownText(name_of(job.tuning.targets)));
    adapter_targets_->setEnabled(job.tuning.freezes_weights());
    mean_sequence_->setMaximum(job.sequence_length);
    mean_sequence_->setValue(job.tuning.mean_sequence);
    showing_ = false;
}

void SetupPanel::setBudget(const AnnealingBudget& budget) {
    budget_ = budget;
    showing_ = true;
    seed_->setValue(static_cast<int>(std::min<std::uint64_t>(budget.seed, shown_seeds.most)));
    chains_->setValue(budget.chains);
    moves_->setValue(static_cast<int>(budget.moves));
    quantile_->setValue(budget.history_quantile);
    showing_ = false;
}

void SetupPanel::setSearch(Search search) {
    plan_->setEnabled(search == Search::possible);
    cancel_->setEnabled(search == Search::running);
}

void SetupPanel::setEarlier(const QString& words) {
    earlier_->setText(words.isEmpty() ? QString() : QStringLiteral("⚠ ") + words);
    earlier_->setVisible(!words.isEmpty());
    plan_note_->setEnabled(words.isEmpty());
}

void SetupPanel::setPlanNote(const QString& note, const QString& details) {
    plan_note_->setText(note);
    setPlainTip(*plan_note_, details);
    plan_note_->setVisible(!note.isEmpty());
}

void SetupPanel::emitJob() {
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
    job.overlap_tensor_parallel = beside_products_->isChecked();
    job.tuning = {
        adapter_rank_->value(),
        adapter_targets_named(adapter_targets_->currentText().toStdString()).value_or(job.tuning.targets),
        std::min(mean_sequence_->value(), job.sequence_length)};
    if (job != job_)
        emit jobEdited(job);
}

template <class Value, class Entered>
void SetupPanel::setInBudget(Value AnnealingBudget::*value, Entered entered) {
    if (showing_)
        return;
    budget_.*value = static_cast<Value>(entered);
    emit budgetEdited(budget_);
}

} // namespace pipette
