// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/setup_panel.h"

#include "core/plan/mapping_edit.h"
#include "widgets/units_text.h"

#include <QAbstractItemView>
#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QScrollArea>
#include <QSpinBox>

#include <set>

namespace pipette {
namespace {

QString text_of(const std::vector<int>& values) {
    QStringList words;
    for (const int value : values)
        words << QString::number(value);
    return words.join(QStringLiteral(", "));
}

std::vector<int> values_of(const QString& text) {
    std::vector<int> values;
    for (const QString& word : text.split(QLatin1Char(','), Qt::SkipEmptyParts))
        if (const int value = word.trimmed().toInt(); value > 0)
            values.push_back(value);
    return values;
}

QFormLayout* form() {
    auto* layout = new QFormLayout;
    layout->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    layout->setRowWrapPolicy(QFormLayout::DontWrapRows);
    layout->setContentsMargins(8, 6, 8, 8);
    layout->setVerticalSpacing(5);
    return layout;
}

QGroupBox* group(const QString& title, QLayout* layout) {
    auto* box = new QGroupBox(title);
    box->setLayout(layout);
    return box;
}

QLabel* note(const QString& name) {
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setAccessibleName(name);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

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

QString name(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

template <class Kinds>
QStringList names_of(const Kinds& kinds) {
    QStringList names;
    for (const auto kind : kinds)
        names << name(name_of(kind));
    return names;
}

constexpr Recompute recomputes[] = {Recompute::none, Recompute::selective, Recompute::full};
constexpr Precision precisions[] = {Precision::bf16, Precision::fp16, Precision::fp8, Precision::fp32};

QString widest_memory(const Cluster& cluster) {
    std::set<QString> kinds;
    for (const Node& node : cluster.nodes) {
        const GpuKind& gpu = cluster.node_kinds[static_cast<std::size_t>(node.kind)].gpu;
        kinds.insert(QStringLiteral("%1, %2 GiB").arg(QString::fromStdString(gpu.name)).arg(gpu.memory_gib));
    }
    return QStringList(kinds.begin(), kinds.end()).join(QStringLiteral("; "));
}

} // namespace

SetupPanel::SetupPanel(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Setup"));
    auto* content = new QWidget;
    auto* groups = new QVBoxLayout(content);
    groups->setContentsMargins(6, 6, 6, 6);
    groups->setSpacing(8);
    for (QWidget* box :
         {clusterGroup(), modelGroup(), jobGroup(), limitsGroup(), faultsGroup(), budgetGroup()})
        groups->addWidget(box);
    groups->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setWidget(content);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);

    outdated_ = note(tr("Whether the plan is up to date"));
    outdated_->setText(tr("⚠ The setup has changed since this plan. Plan again to bring it up to date."));
    outdated_->setContentsMargins(8, 2, 8, 2);
    outdated_->hide();
    plan_ = new QPushButton(tr("&Plan"));
    plan_->setDefault(true);
    plan_->setToolTip(tr("Search all configurations (F5)"));
    cancel_ = new QPushButton(tr("Cance&l"));
    cancel_->setToolTip(tr("Stop and keep the best so far"));
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(8, 4, 8, 6);
    buttons->addWidget(plan_, 1);
    buttons->addWidget(cancel_, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(scroll, 1);
    layout->addWidget(outdated_);
    layout->addLayout(buttons);
    connect(plan_, &QPushButton::clicked, this, &SetupPanel::planRequested);
    connect(cancel_, &QPushButton::clicked, this, &SetupPanel::cancelRequested);
    for (QComboBox* box : findChildren<QComboBox*>()) {
        box->view()->setAccessibleName(box->accessibleName());
        box->setSizeAdjustPolicy(
            QComboBox::AdjustToMinimumContentsLengthWithIcon); // so that the dock may be narrow
        box->setMinimumContentsLength(4);
    }
    content->setMinimumWidth(0);
    scroll->setMinimumWidth(content->minimumSizeHint().width() + 18); // and nothing is clipped at its right
    setPlanning(false, false);
    setCluster(nullptr);
    setModel({});
    setJob({});
    setLimits({});
    setBudget({});
    setFaults({});
    setPinnedCount(0);
}

QSpinBox* SetupPanel::spin(int low, int high, const QString& accessible) {
    auto* box = new QSpinBox;
    box->setRange(low, high);
    box->setAccessibleName(accessible);
    box->setKeyboardTracking(false);
    box->setGroupSeparatorShown(false);
    return box;
}

QWidget* SetupPanel::clusterGroup() {
    cluster_text_ = note(tr("Cluster"));
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
    layout->addWidget(cluster_text_);
    layout->addLayout(row);
    connect(open, &QPushButton::clicked, this, &SetupPanel::openClusterRequested);
    connect(samples_, &QComboBox::textActivated, this, &SetupPanel::sampleRequested);
    return group(tr("Cluster"), layout);
}

QWidget* SetupPanel::modelGroup() {
    presets_ = new QComboBox;
    presets_->setAccessibleName(tr("Model preset"));
    presets_->setPlaceholderText(tr("Choose a model"));
    auto* open = new QPushButton(tr("Open…"));
    open->setAccessibleName(tr("Open a model file"));
    open->setToolTip(tr("A Hugging Face config.json or a model file"));
    model_text_ = note(tr("Model dimensions"));
    auto* row = new QHBoxLayout;
    row->addWidget(presets_, 1);
    row->addWidget(open);
    auto* layout = new QVBoxLayout;
    layout->setContentsMargins(8, 6, 8, 8);
    layout->addLayout(row);
    layout->addWidget(model_text_);
    connect(presets_, &QComboBox::textActivated, this, &SetupPanel::presetRequested);
    connect(open, &QPushButton::clicked, this, &SetupPanel::openModelRequested);
    return group(tr("Model"), layout);
}

QWidget* SetupPanel::jobGroup() {
    auto* layout = form();
    global_batch_ = spin(1, 1 << 24, tr("Global batch in sequences"));
    global_batch_->setSuffix(tr(" seq"));
    sequence_ = spin(1, 1 << 24, tr("Sequence length in tokens"));
    sequence_->setSuffix(tr(" tokens"));
    precision_ = new QComboBox;
    precision_->setAccessibleName(tr("Precision"));
    precision_->addItems(names_of(precisions));
    framework_ = new QComboBox;
    framework_->setAccessibleName(tr("Training framework"));
    framework_->addItems(
        {QStringLiteral("megatron"), QStringLiteral("nanotron"), QStringLiteral("megatron-deepspeed")});
    overlap_ = new QCheckBox(tr("Overlap gradient exchange"));
    overlap_->setToolTip(tr("The gradient exchange hides behind the remaining backward passes"));
    layout->addRow(tr("&Global batch"), global_batch_);
    layout->addRow(tr("&Sequence"), sequence_);
    layout->addRow(tr("P&recision"), precision_);
    layout->addRow(tr("Frame&work"), framework_);
    layout->addRow(overlap_);
    connect(global_batch_, &QSpinBox::valueChanged, this, &SetupPanel::emitJob);
    connect(sequence_, &QSpinBox::valueChanged, this, &SetupPanel::emitJob);
    connect(precision_, &QComboBox::activated, this, &SetupPanel::emitJob);
    connect(framework_, &QComboBox::activated, this, &SetupPanel::emitJob);
    connect(overlap_, &QCheckBox::clicked, this, &SetupPanel::emitJob);
    return group(tr("Job"), layout);
}

QWidget* SetupPanel::limitsGroup() {
    auto* layout = form();
    const auto* numbers = new QRegularExpressionValidator(
        QRegularExpression(QStringLiteral("[0-9]{0,7}([ ]*,[ ]*[0-9]{0,7})*")), this);
    world_sizes_ = new QLineEdit;
    world_sizes_->setPlaceholderText(tr("all"));
    world_sizes_->setToolTip(tr("Numbers of GPUs to try, such as 64, 128"));
    world_sizes_->setAccessibleName(tr("Numbers of GPUs to use"));
    world_sizes_->setValidator(numbers);
    micro_batches_ = new QLineEdit;
    micro_batches_->setPlaceholderText(tr("1, 2, 4, 8"));
    micro_batches_->setAccessibleName(tr("Micro batches to try"));
    micro_batches_->setValidator(numbers);
    max_tp_ = spin(0, 4096, tr("Largest tensor parallel size"));
    max_tp_->setSpecialValueText(tr("GPUs of a node"));
    max_cp_ = spin(1, 4096, tr("Largest context parallel size"));
    max_vpp_ = spin(1, 64, tr("Most model chunks a device"));
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
    layout->addRow(tr("Sche&dules"), schedules_);
    for (QLineEdit* edit : {world_sizes_, micro_batches_})
        connect(edit, &QLineEdit::editingFinished, this, &SetupPanel::emitLimits);
    for (QSpinBox* box : {max_tp_, max_cp_, max_vpp_})
        connect(box, &QSpinBox::valueChanged, this, &SetupPanel::emitLimits);
    for (QListWidget* list : {recompute_, schedules_})
        connect(list, &QListWidget::itemChanged, this, &SetupPanel::emitLimits);
    return group(tr("Limits"), layout);
}

QWidget* SetupPanel::faultsGroup() {
    auto* layout = new QVBoxLayout;
    layout->setContentsMargins(8, 6, 8, 8);
    excluded_text_ = note(tr("Excluded GPUs"));
    include_all_ = new QPushButton(tr("Include all"));
    pinned_text_ = note(tr("Pinned GPUs"));
    unpin_all_ = new QPushButton(tr("Unpin all"));
    for (const auto& [text, button] :
         {std::pair{excluded_text_, include_all_}, std::pair{pinned_text_, unpin_all_}}) {
        auto* row = new QHBoxLayout;
        row->addWidget(text, 1);
        row->addWidget(button);
        layout->addLayout(row);
    }
    links_ = new QListWidget;
    links_->setAccessibleName(tr("Degraded links"));
    links_->setFixedHeight(3 * (fontMetrics().height() + 4) + 4);
    links_->setToolTip(tr("Links that run at a fraction of their measured bandwidth"));
    host_a_ = new QComboBox;
    host_a_->setAccessibleName(tr("First host of the slow link"));
    host_b_ = new QComboBox;
    host_b_->setAccessibleName(tr("Second host of the slow link"));
    factor_ = new QDoubleSpinBox;
    factor_->setAccessibleName(tr("Share of the measured bandwidth"));
    factor_->setRange(1, 100);
    factor_->setDecimals(0);
    factor_->setSuffix(QStringLiteral(" %"));
    factor_->setValue(50);
    auto* add = new QPushButton(tr("Add"));
    add->setAccessibleName(tr("Add the slow link"));
    remove_link_ = new QPushButton(tr("Remove"));
    remove_link_->setAccessibleName(tr("Remove the chosen slow link"));
    auto* row = new QHBoxLayout;
    row->addWidget(host_a_, 1);
    row->addWidget(new QLabel(QStringLiteral("–")));
    row->addWidget(host_b_, 1);
    row->addWidget(factor_);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(add);
    buttons->addWidget(remove_link_);
    layout->addWidget(new QLabel(tr("Slow links")));
    layout->addWidget(links_);
    layout->addLayout(row);
    layout->addLayout(buttons);
    connect(include_all_, &QPushButton::clicked, this, [this] {
        Faults next = faults_;
        next.excluded_gpus.clear();
        emit faultsEdited(next);
    });
    connect(unpin_all_, &QPushButton::clicked, this, &SetupPanel::unpinAllRequested);
    connect(add, &QPushButton::clicked, this, &SetupPanel::addDegradedLink);
    connect(remove_link_, &QPushButton::clicked, this, [this] {
        const int link = links_->currentRow();
        if (link < 0)
            return;
        Faults next = faults_;
        next.degraded.erase(next.degraded.begin() + link);
        emit faultsEdited(next);
    });
    return group(tr("What if"), layout);
}

QWidget* SetupPanel::budgetGroup() {
    auto* layout = form();
    seed_ = spin(0, 1 << 30, tr("Seed of the annealer"));
    chains_ = spin(1, 256, tr("Annealing chains"));
    moves_ = spin(1000, 1 << 30, tr("Moves a chain at most"));
    moves_->setSingleStep(100'000);
    moves_->setGroupSeparatorShown(true);
    moves_->setLocale(QLocale::c());
    quantile_ = new QDoubleSpinBox;
    quantile_->setAccessibleName(tr("Quantile over bandwidth snapshots"));
    quantile_->setRange(0, 1);
    quantile_->setSingleStep(0.1);
    quantile_->setSpecialValueText(tr("mean"));
    quantile_->setKeyboardTracking(false);
    quantile_->setToolTip(
        tr("With bandwidth snapshots: plan for the mean over them, or for a bad day (0.9)"));
    layout->addRow(tr("S&eed"), seed_);
    layout->addRow(tr("C&hains"), chains_);
    layout->addRow(tr("Moves"), moves_);
    layout->addRow(tr("Snapshots"), quantile_);
    for (QSpinBox* box : {seed_, chains_, moves_})
        connect(box, &QSpinBox::valueChanged, this, &SetupPanel::emitBudget);
    connect(quantile_, &QDoubleSpinBox::valueChanged, this, &SetupPanel::emitBudget);
    return group(tr("Annealing"), layout);
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

void SetupPanel::setCluster(std::shared_ptr<const Cluster> cluster) {
    cluster_ = std::move(cluster);
    if (!cluster_) {
        cluster_text_->setText(
            tr("No cluster yet. Open a cluster file or measured logs, or drop them on the window."));
        samples_->setCurrentIndex(-1);
    } else {
        QString text = tr("<b>%1</b><br>%2 nodes, %3 GPUs<br>%4")
                           .arg(QString::fromStdString(cluster_->name).toHtmlEscaped())
                           .arg(cluster_->node_count())
                           .arg(cluster_->gpu_count())
                           .arg(widest_memory(*cluster_).toHtmlEscaped());
        if (!cluster_->history.times.empty())
            text += tr("<br>%1 bandwidth snapshots").arg(cluster_->history.times.size());
        cluster_text_->setText(text);
        cluster_text_->setToolTip(QString::fromStdString(cluster_->origin));
    }
    QStringList hosts;
    if (cluster_)
        for (const Node& node : cluster_->nodes)
            hosts << QString::fromStdString(node.host);
    for (QComboBox* host : {host_a_, host_b_}) {
        host->clear();
        host->addItems(hosts);
    }
    host_b_->setCurrentIndex(std::min(1, static_cast<int>(hosts.size()) - 1));
    showFaults();
}

void SetupPanel::setModel(const TransformerModel& model) {
    model_ = model;
    presets_->setCurrentIndex(presets_->findText(QString::fromStdString(model.name)));
    if (model.layers == 0) {
        model_text_->setText(tr("No model yet."));
        return;
    }
    model_text_->setText(
        tr("<b>%1</b>: %2 B parameters<br>%3 layers, hidden %4, %5 heads%6,<br>feed-forward %7, vocabulary "
           "%8")
            .arg(QString::fromStdString(model.name).toHtmlEscaped(),
                 significant(total_parameters(model) / 1e9))
            .arg(model.layers)
            .arg(model.hidden)
            .arg(model.heads)
            .arg(model.kv_heads == model.heads ? QString() : tr(" (%1 key-value)").arg(model.kv_heads))
            .arg(model.ffn_hidden)
            .arg(model.vocab));
    model_text_->setToolTip(QString::fromStdString(model.source));
}

void SetupPanel::setJob(const TrainingJob& job) {
    job_ = job;
    showing_ = true;
    global_batch_->setValue(job.global_batch);
    sequence_->setValue(job.sequence_length);
    precision_->setCurrentText(name(name_of(job.precision)));
    const QString framework = QString::fromStdString(job.framework);
    if (framework_->findText(framework) < 0)
        framework_->addItem(framework);
    framework_->setCurrentText(framework);
    overlap_->setChecked(job.overlap_gradient_exchange);
    showing_ = false;
}

void SetupPanel::setLimits(const SearchLimits& limits) {
    limits_ = limits;
    showing_ = true;
    world_sizes_->setText(text_of(limits.world_sizes));
    micro_batches_->setText(text_of(limits.micro_batches));
    max_tp_->setValue(limits.max_tp);
    max_cp_->setValue(limits.max_cp);
    max_vpp_->setValue(limits.max_vpp);
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

void SetupPanel::setBudget(const AnnealingBudget& budget) {
    budget_ = budget;
    showing_ = true;
    seed_->setValue(static_cast<int>(std::min<std::uint64_t>(budget.seed, 1u << 30)));
    chains_->setValue(budget.chains);
    moves_->setValue(static_cast<int>(std::min(budget.moves, 1L << 30)));
    quantile_->setValue(budget.history_quantile);
    showing_ = false;
}

void SetupPanel::setFaults(const Faults& faults) {
    faults_ = faults;
    showFaults();
}

void SetupPanel::showFaults() {
    excluded_text_->setText(
        faults_.excluded_gpus.empty() || !cluster_
            ? tr("No GPU is excluded")
            : tr("Excluded: %1")
                  .arg(QString::fromStdString(gpu_list_name(*cluster_, faults_.excluded_gpus))));
    include_all_->setEnabled(!faults_.excluded_gpus.empty());
    links_->clear();
    for (const DegradedLink& link : faults_.degraded)
        links_->addItem(tr("%1 – %2 at %3")
                            .arg(QString::fromStdString(link.host_a), QString::fromStdString(link.host_b),
                                 shareText(link.factor)));
    remove_link_->setEnabled(!faults_.degraded.empty());
}

void SetupPanel::setPinnedCount(int gpus) {
    pinned_text_->setText(gpus == 0 ? tr("No GPU is pinned") : tr("%1 GPUs pinned").arg(gpus));
    unpin_all_->setEnabled(gpus > 0);
}

void SetupPanel::setPlanning(bool running, bool possible) {
    plan_->setEnabled(!running && possible);
    cancel_->setEnabled(running);
}

void SetupPanel::setOutdated(bool outdated) {
    outdated_->setVisible(outdated);
}

void SetupPanel::emitJob() {
    if (showing_)
        return;
    TrainingJob job = job_;
    job.global_batch = global_batch_->value();
    job.sequence_length = sequence_->value();
    job.precision = precision_named(precision_->currentText().toStdString()).value_or(job.precision);
    job.framework = framework_->currentText().toStdString();
    job.overlap_gradient_exchange = overlap_->isChecked();
    if (job != job_)
        emit jobEdited(job);
}

void SetupPanel::emitLimits() {
    if (showing_)
        return;
    SearchLimits limits = limits_;
    limits.world_sizes = values_of(world_sizes_->text());
    limits.micro_batches = values_of(micro_batches_->text());
    limits.max_tp = max_tp_->value();
    limits.max_cp = max_cp_->value();
    limits.max_vpp = max_vpp_->value();
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

void SetupPanel::emitBudget() {
    if (showing_)
        return;
    AnnealingBudget budget = budget_;
    budget.seed = static_cast<std::uint64_t>(seed_->value());
    budget.chains = chains_->value();
    budget.moves = moves_->value();
    budget.history_quantile = quantile_->value();
    if (budget != budget_)
        emit budgetEdited(budget);
}

void SetupPanel::addDegradedLink() {
    const DegradedLink link{host_a_->currentText().toStdString(), host_b_->currentText().toStdString(),
                            factor_->value() / 100};
    if (link.host_a.empty() || link.host_a == link.host_b)
        return;
    Faults next = faults_;
    std::erase_if(next.degraded, [&](const DegradedLink& old) {
        return (old.host_a == link.host_a && old.host_b == link.host_b) ||
               (old.host_a == link.host_b && old.host_b == link.host_a);
    });
    next.degraded.push_back(link);
    emit faultsEdited(next);
}

} // namespace pipette
