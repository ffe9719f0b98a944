// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plans/setup_panel.h"

#include "core/base/readable.h"
#include "core/framework/framework.h"
#include "core/framework/optimizer.h"
#include "core/workload/encoder.h"
#include "widgets/cluster/faults_editor.h"
#include "widgets/plans/fold_card.h"
#include "widgets/plans/form_fields.h"
#include "widgets/plans/limits_editor.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"
#include "widgets/theme/units_text.h"

#include <QAbstractItemView>
#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
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
        kinds.insert(filled(QStringLiteral("%1, %2 GiB"), nameText(gpu.name), numberText(gpu.memory_gib)));
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

/// A choice, a button that opens another, and what was chosen.
QWidget* choiceBody(QComboBox* choice, QPushButton* open, QLabel* text) {
    auto* body = new QWidget;
    auto* row = new QHBoxLayout;
    choice->setMinimumWidth(80); // else its placeholder, a name of any length, widens the panel
    row->addWidget(choice, 1);
    row->addWidget(open);
    auto* layout = new QVBoxLayout(body);
    layout->setContentsMargins(tokens::card_padding, 0, tokens::card_padding, tokens::space_2);
    layout->setSpacing(tokens::space_1);
    layout->addLayout(row);
    layout->addWidget(text);
    return body;
}

/// The room of the fields below the head of their card.
QFormLayout* cardForm(QWidget* body) {
    QFormLayout* layout = formLayout();
    layout->setContentsMargins(tokens::card_padding, 0, tokens::card_padding, tokens::space_2);
    body->setLayout(layout);
    return layout;
}

} // namespace

SetupPanel::SetupPanel(QWidget* parent)
    : QWidget(parent), limits_(new LimitsEditor), faults_(new FaultsEditor) {
    setAccessibleName(tr("Setup"));
    makeJobFields();
    makeJobTicks();
    using Fold = FoldCard::Fold;
    cluster_card_ = new FoldCard(tr("Cluster"), clusterBody(), Fold::open);
    model_card_ = new FoldCard(tr("Model"), modelBody(), Fold::open);
    more_card_ = new FoldCard(tr("More of the job"), moreOfJob(), Fold::closed);
    job_card_ = new FoldCard(tr("Job"), jobBody(), Fold::open);
    limits_card_ = new FoldCard(tr("Limits"), limits_, Fold::closed);
    faults_card_ = new FoldCard(tr("What if"), faults_, Fold::closed);
    budget_card_ = new FoldCard(tr("Search"), budgetBody(), Fold::closed);
    tuning_card_ = new FoldCard(tr("Fine-tuning"), tuningBody(), Fold::closed);
    layOut();
    connect(limits_, &LimitsEditor::limitsEdited, this, &SetupPanel::limitsEdited);
    connect(faults_, &FaultsEditor::faultsEdited, this, &SetupPanel::faultsEdited);
    connect(faults_, &FaultsEditor::unpinAllRequested, this, &SetupPanel::unpinAllRequested);
    setCluster(nullptr);
    setModel({});
    setJob({});
    setLimits({});
    setFaults({});
    setBudget({});
}

/// The cards in a column that scrolls, the notes on the plan below it.
void SetupPanel::layOut() {
    auto* content = new QWidget;
    auto* cards = new QVBoxLayout(content);
    cards->setContentsMargins(0, 0, 0, 0);
    cards->setSpacing(0);
    for (QWidget* card : {cluster_card_, model_card_, job_card_, more_card_, limits_card_, faults_card_,
                          budget_card_, tuning_card_})
        cards->addWidget(card);
    cards->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);

    earlier_ = formNote(tr("Whether the plan is up to date"));
    plan_note_ = formNote(tr("What the plan leaves spare, its launcher and the calibration of its times"));
    for (QLabel* note : {earlier_, plan_note_}) {
        note->setFont(smallFont(font()));
        note->setContentsMargins(tokens::card_padding, tokens::space_1, tokens::card_padding,
                                 tokens::space_2);
        note->hide();
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(scroll, 1);
    layout->addWidget(plan_note_);
    layout->addWidget(earlier_);
    for (QComboBox* box : findChildren<QComboBox*>()) {
        box->view()->setAccessibleName(box->accessibleName());
        box->setSizeAdjustPolicy(
            QComboBox::AdjustToMinimumContentsLengthWithIcon); // so that the dock may be narrow
        box->setMinimumContentsLength(4);
    }
    content->setMinimumWidth(0);
    const auto widen = [content, scroll] { // nothing of an open part is clipped at its right
        content->layout()->activate();
        scroll->setMinimumWidth(content->minimumSizeHint().width() + tokens::space_3);
    };
    widen();
    for (const FoldCard* card : findChildren<FoldCard*>())
        connect(card, &FoldCard::folded, this, widen);
    keepFromWheel(*content);
}

void SetupPanel::enterTyped() {
    pipette::enterTyped(*this);
}

void SetupPanel::setLimits(const SearchLimits& limits) {
    limits_->setLimits(limits);
    limits_card_->setValue(limits == SearchLimits{} ? tr("none") : tr("set"));
}

void SetupPanel::setFaults(const Faults& faults) {
    faults_->setFaults(faults);
    shown_faults_ = faults;
    showFaults();
}

void SetupPanel::setPinnedCount(int gpus) {
    faults_->setPinnedCount(gpus);
    pinned_ = gpus;
    showFaults();
}

void SetupPanel::showFaults() {
    QStringList words;
    if (const auto gpus = shown_faults_.excluded_gpus.size(); gpus > 0)
        words << (gpus == 1 ? tr("1 GPU out") : tr("%1 GPUs out").arg(gpus));
    if (const auto links = shown_faults_.degraded.size(); links > 0)
        words << (links == 1 ? tr("1 link slow") : tr("%1 links slow").arg(links));
    if (pinned_ > 0)
        words << tr("%1 pinned").arg(pinned_);
    faults_card_->setValue(words.isEmpty() ? tr("nothing excluded") : words.join(QStringLiteral(", ")));
}

QWidget* SetupPanel::clusterBody() {
    cluster_text_ = formNote(tr("Cluster"));
    cluster_text_->setFont(smallFont(font()));
    auto* open = new QPushButton(tr("&Open…"));
    open->setToolTip(
        tr("A cluster file, or logs of nccl-tests, mpiGraph, p2pBandwidthLatencyTest, nvidia-smi topo"));
    open->setAccessibleName(tr("Open a cluster"));
    samples_ = new QComboBox;
    samples_->setAccessibleName(tr("Sample clusters"));
    connect(open, &QPushButton::clicked, this, &SetupPanel::openClusterRequested);
    connect(samples_, &QComboBox::textActivated, this, &SetupPanel::sampleRequested);
    return choiceBody(samples_, open, cluster_text_);
}

QWidget* SetupPanel::modelBody() {
    presets_ = new QComboBox;
    presets_->setAccessibleName(tr("Model preset"));
    auto* open = new QPushButton(tr("Open…"));
    open->setAccessibleName(tr("Open a model file"));
    open->setToolTip(tr("A Hugging Face config.json or a model file"));
    model_text_ = formNote(tr("Model dimensions"));
    model_text_->setFont(smallFont(font()));
    connect(presets_, &QComboBox::textActivated, this, &SetupPanel::presetRequested);
    connect(open, &QPushButton::clicked, this, &SetupPanel::openModelRequested);
    return choiceBody(presets_, open, model_text_);
}

void SetupPanel::makeJobFields() {
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
    connect(global_batch_, &QSpinBox::valueChanged, this, &SetupPanel::emitJob);
    connect(sequence_, &QSpinBox::valueChanged, this, &SetupPanel::emitJob);
    for (const QComboBox* box : {precision_, primary_weights_, framework_, optimizer_})
        connect(box, &QComboBox::activated, this, &SetupPanel::emitJob);
}

void SetupPanel::makeJobTicks() {
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
        tr("Gathers and scatters of sequence parallelism go on beside the matrix products; in tensor grids "
           "(AxoNN), sums of input gradients beside the products of weight gradients"));
    for (const QCheckBox* box : {flash_, overlap_, gather_, beside_products_})
        connect(box, &QCheckBox::clicked, this, &SetupPanel::emitJob);
}

QWidget* SetupPanel::jobBody() {
    auto* body = new QWidget;
    QFormLayout* layout = cardForm(body);
    layout->addRow(tr("&Global batch"), global_batch_);
    layout->addRow(tr("&Sequence"), sequence_);
    layout->addRow(tr("P&recision"), precision_);
    layout->addRow(tr("Frame&work"), framework_);
    layout->addRow(flash_);
    layout->addRow(overlap_);
    return body;
}

QWidget* SetupPanel::moreOfJob() {
    auto* body = new QWidget;
    QFormLayout* layout = cardForm(body);
    layout->addRow(tr("Optimizer"), optimizer_);
    layout->addRow(tr("Primary weights"), primary_weights_);
    layout->addRow(gather_);
    layout->addRow(beside_products_);
    return body;
}

QWidget* SetupPanel::tuningBody() {
    auto* body = new QWidget;
    QFormLayout* layout = cardForm(body);
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
    return body;
}

QWidget* SetupPanel::budgetBody() {
    auto* body = new QWidget;
    QFormLayout* layout = cardForm(body);
    seed_ = formNumber(shown_seeds, tr("Seed of the annealer"));
    chains_ = formNumber(bounds::chains, tr("Annealing chains"));
    moves_ = formNumber(bounds::moves, tr("Moves a chain at most"));
    moves_->setSingleStep(100'000);
    moves_->setGroupSeparatorShown(true);
    quantile_ = new QDoubleSpinBox;
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
    layout->addRow(tr("Put first"), prefer_);
    layout->addRow(tr("S&eed"), seed_);
    layout->addRow(tr("C&hains"), chains_);
    layout->addRow(tr("Moves"), moves_);
    layout->addRow(tr("Snapshots"), quantile_);
    // Each field changes its own value alone: others may show theirs rounded.
    const auto edit = [this](auto AnnealingBudget::*value) {
        return [this, value](auto entered) { setInBudget(value, entered); };
    };
    connect(prefer_, &QComboBox::activated, this,
            [this] { setInBudget(&AnnealingBudget::prefer, prefer_->currentData().toInt()); });
    connect(seed_, &QSpinBox::valueChanged, this, edit(&AnnealingBudget::seed));
    connect(chains_, &QSpinBox::valueChanged, this, edit(&AnnealingBudget::chains));
    connect(moves_, &QSpinBox::valueChanged, this, edit(&AnnealingBudget::moves));
    connect(quantile_, &QDoubleSpinBox::valueChanged, this, edit(&AnnealingBudget::history_quantile));
    return body;
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
        cluster_card_->setValue({});
        samples_->setPlaceholderText(tr("Samples"));
        setPlainTip(*samples_, {});
    } else {
        samples_->setPlaceholderText(nameText(cluster_->name));
        setPlainTip(*samples_, nameText(cluster_->name));
        const int gpus = cluster_->gpu_count(), nodes = cluster_->node_count();
        cluster_card_->setValue(gpus == 1 ? tr("1 GPU") : tr("%1 GPUs").arg(gpus));
        QString text = filled(tr("%1, %2"), nodes == 1 ? tr("1 node") : tr("%1 nodes").arg(nodes),
                              widest_memory(*cluster_));
        if (!cluster_->history.times.empty())
            text += tr("\n%1 bandwidth snapshots").arg(cluster_->history.times.size());
        if (!cluster_->faults.empty())
            text += cluster_->faults.size() == 1 ? tr("\n⚠ 1 known fault")
                                                 : tr("\n⚠ %1 known faults").arg(cluster_->faults.size());
        cluster_text_->setText(text);
        setPlainTip(*cluster_text_, nameText(cluster_->origin));
    }
    samples_->setCurrentIndex(-1); // its place shows the cluster's name
    faults_->setCluster(cluster_);
}

void SetupPanel::setModel(const TransformerModel& model) {
    model_ = model;
    presets_->setCurrentIndex(presets_->findText(nameText(model.name)));
    if (model.layers == 0) {
        model_text_->setText(tr("No model yet."));
        presets_->setPlaceholderText(tr("Choose a model"));
        model_card_->setValue({});
        setPlainTip(*model_text_, {});
        return;
    }
    presets_->setPlaceholderText(nameText(model.name)); // where it is no preset
    const double all = total_parameters(model), active = active_parameters(model);
    model_card_->setValue(
        active < all
            ? tr("%1 B parameters, %2 B active").arg(significant(all / 1e9), significant(active / 1e9))
            : tr("%1 B parameters").arg(significant(all / 1e9)));
    model_text_->setText(
        filled(tr("%1 layers, hidden %2, %3 heads%4, feed-forward %5, vocabulary %6"), model.layers,
               model.hidden, model.heads,
               model.kv_heads == model.heads ? QString() : tr(" (%1 key-value)").arg(model.kv_heads),
               model.ffn_hidden, model.vocab) +
        (model.memory_layers ? QStringLiteral("\n") + nameText(memory_layers_text(model)) : QString()) +
        (model.encoder ? QStringLiteral("\n") + nameText(encoder_text(model)) : QString()));
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
    job_card_->setValue(tr("%1 tokens a step").arg(countText(1.0 * job.global_batch * job.sequence_length)));
    more_card_->setValue(nameText(job.optimizer));
    tuning_card_->setValue(job.tuning.freezes_weights()   ? tr("LoRA rank %1").arg(job.tuning.adapter_rank)
                           : job.tuning.mean_sequence > 0 ? tr("packed sequences")
                                                          : tr("off"));
    showing_ = false;
}

void SetupPanel::setBudget(const AnnealingBudget& budget) {
    budget_ = budget;
    showing_ = true;
    prefer_->setCurrentIndex(prefer_->findData(static_cast<int>(budget.prefer)));
    seed_->setValue(static_cast<int>(std::min<std::uint64_t>(budget.seed, shown_seeds.most)));
    chains_->setValue(budget.chains);
    moves_->setValue(static_cast<int>(budget.moves));
    quantile_->setValue(budget.history_quantile);
    budget_card_->setValue(
        tr("%1 chains, %2 moves")
            .arg(QString::number(budget.chains), countText(static_cast<double>(budget.moves))));
    showing_ = false;
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
