// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plans/setup_panel.h"

#include "core/base/readable.h"
#include "core/workload/encoder.h"
#include "widgets/cluster/faults_editor.h"
#include "widgets/commands/model_picks.h"
#include "widgets/commands/picker.h"
#include "widgets/plans/budget_editor.h"
#include "widgets/plans/fold_card.h"
#include "widgets/plans/form_fields.h"
#include "widgets/plans/job_editor.h"
#include "widgets/plans/limits_editor.h"
#include "widgets/theme/glyphs.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"
#include "widgets/theme/units_text.h"
#include "widgets/theme/window_style.h"

#include <QAbstractItemView>
#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>

#include <set>

namespace pipette {
namespace {

constexpr int new_cluster_pick = 0; ///< the first choice of a cluster; the samples follow

QString widest_memory(const Cluster& cluster) {
    std::set<QString> kinds;
    for (const Node& node : cluster.nodes) {
        const GpuKind& gpu = cluster.node_kinds[static_cast<std::size_t>(node.kind)].gpu;
        kinds.insert(filled(QStringLiteral("%1, %2 GiB"), nameText(gpu.name), numberText(gpu.memory_gib)));
    }
    return QStringList(kinds.begin(), kinds.end()).join(QStringLiteral("; "));
}

/// A button that opens another file than those in the choice beside it.
QPushButton* openButton(const QString& name, const QString& tip) {
    auto* open = new QPushButton;
    open->setIcon(glyphIcon(Glyph::open));
    open->setFixedWidth(tokens::button + tokens::space_1);
    open->setAccessibleName(name);
    setPlainTip(*open, name + QLatin1String("\n") + tip);
    return open;
}

/// A choice, a button that opens another, and what was chosen.
QWidget* choiceBody(QComboBox* choice, QPushButton* open, QLabel* text) {
    auto* body = new QWidget;
    auto* row = new QHBoxLayout;
    row->setSpacing(tokens::space_1);
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

} // namespace

SetupPanel::SetupPanel(QWidget* parent)
    : QWidget(parent),
      job_(new JobEditor(this)),
      limits_(new LimitsEditor),
      faults_(new FaultsEditor),
      budget_(new BudgetEditor) {
    setAccessibleName(tr("Setup"));
    using Fold = FoldCard::Fold;
    cluster_card_ = new FoldCard(Glyph::server, tr("Cluster"), clusterBody(), Fold::open);
    model_card_ = new FoldCard(Glyph::model, tr("Model"), modelBody(), Fold::open);
    more_card_ = new FoldCard(Glyph::more, tr("More of the job"), job_->more(), Fold::closed);
    job_card_ = new FoldCard(Glyph::sliders, tr("Job"), job_->basics(), Fold::open);
    limits_card_ = new FoldCard(Glyph::limits, tr("Limits"), limits_, Fold::closed);
    faults_card_ = new FoldCard(Glyph::what_if, tr("What if"), faults_, Fold::closed);
    budget_card_ = new FoldCard(Glyph::seed, tr("Search"), budget_, Fold::closed);
    tuning_card_ = new FoldCard(Glyph::wrench, tr("Fine-tuning"), job_->tuning(), Fold::closed);
    layOut();
    connect(job_, &JobEditor::jobEdited, this, &SetupPanel::jobEdited);
    connect(limits_, &LimitsEditor::limitsEdited, this, &SetupPanel::limitsEdited);
    connect(budget_, &BudgetEditor::budgetEdited, this, &SetupPanel::budgetEdited);
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
        note->setContentsMargins(tokens::card_padding, 0, tokens::card_padding, tokens::space_2);
        note->hide();
    }
    auto* about = new QWidget;
    auto* about_layout = new QVBoxLayout(about);
    about_layout->setContentsMargins({});
    about_layout->addWidget(plan_note_);
    plan_card_ = new FoldCard(Glyph::info, tr("About this plan"), about, FoldCard::Fold::closed);
    plan_card_->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(scroll, 1);
    layout->addWidget(plan_card_);
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
    QPushButton* open =
        openButton(tr("Open a cluster"), tr("A cluster file, or logs of nccl-tests, mpiGraph, "
                                            "p2pBandwidthLatencyTest, nvidia-smi topo"));
    samples_ = new Picker({tr("Sample clusters"), tr("Find a cluster"), tr("No cluster is called “%1”.")});
    connect(open, &QPushButton::clicked, this, &SetupPanel::openClusterRequested);
    connect(samples_, &Picker::picked, this, [this](int pick) {
        if (pick == new_cluster_pick)
            emit newClusterRequested();
        else
            emit sampleRequested(pick - 1);
    });
    connectPicker(*samples_);
    return choiceBody(samples_, open, cluster_text_);
}

QWidget* SetupPanel::modelBody() {
    presets_ = new Picker({tr("Model preset"), tr("Find a model"), tr("No model is called “%1”.")});
    QPushButton* open = openButton(tr("Open a model file"), tr("A Hugging Face config.json or a model file"));
    model_text_ = formNote(tr("Model dimensions"));
    model_text_->setFont(smallFont(font()));
    connect(presets_, &Picker::picked, this,
            [this](int, const QString& name) { emit presetRequested(name); });
    connectPicker(*presets_);
    connect(open, &QPushButton::clicked, this, &SetupPanel::openModelRequested);
    return choiceBody(presets_, open, model_text_);
}

void SetupPanel::connectPicker(Picker& picker) {
    connect(&picker, &Picker::aboutToOpen, this, &SetupPanel::aboutToPick);
    connect(&picker, &Picker::fileRequested, this, &SetupPanel::fileRequested);
}

void SetupPanel::setModelPresets(const std::vector<TransformerModel>& models) {
    presets_->setPicks(modelPicks(models));
}

void SetupPanel::setClusterSamples(const QStringList& names) {
    std::vector<Pick> picks{
        {tr("New cluster…"), tr("Not measured"), tr("nodes, GPUs and links of your own")}};
    for (const QString& name : names)
        picks.push_back({name, tr("Samples")});
    samples_->setPicks(std::move(picks));
}

void SetupPanel::setRecentFiles(const std::vector<RecentFile>& clusters,
                                const std::vector<RecentFile>& models) {
    samples_->setRecentFiles(clusters);
    presets_->setRecentFiles(models);
}

void SetupPanel::setLaunchers(std::vector<LauncherLimit> launchers) {
    limits_->setLaunchers(std::move(launchers));
}

void SetupPanel::setCluster(const std::shared_ptr<const Cluster>& cluster) {
    if (!cluster) {
        cluster_text_->setText(
            tr("No cluster yet. Open a cluster file or measured logs, or drop them on the window."));
        setPlainTip(*cluster_text_, {});
        cluster_card_->setValue({});
        samples_->setPlaceholderText(tr("Samples"));
        setPlainTip(*samples_, {});
    } else {
        samples_->setPlaceholderText(nameText(cluster->name));
        setPlainTip(*samples_, nameText(cluster->name));
        const int gpus = cluster->gpu_count(), nodes = cluster->node_count();
        cluster_card_->setValue(gpus == 1 ? tr("1 GPU") : tr("%1 GPUs").arg(gpus));
        QString text = filled(tr("%1, %2"), nodes == 1 ? tr("1 node") : tr("%1 nodes").arg(nodes),
                              widest_memory(*cluster));
        if (!cluster->history.times.empty())
            text += tr("\n%1 bandwidth snapshots").arg(cluster->history.times.size());
        if (!cluster->faults.empty())
            text += cluster->faults.size() == 1 ? tr("\n⚠ 1 known fault")
                                                : tr("\n⚠ %1 known faults").arg(cluster->faults.size());
        cluster_text_->setText(text);
        setPlainTip(*cluster_text_, nameText(cluster->origin));
    }
    samples_->setProperty(WindowStyle::shows_value, cluster != nullptr);
    samples_->showPick({}); // its place shows the cluster's name
    faults_->setCluster(cluster);
}

void SetupPanel::setModel(const TransformerModel& model) {
    presets_->showPick(nameText(model.name));
    if (model.layers == 0) {
        model_text_->setText(tr("No model yet."));
        presets_->setPlaceholderText(tr("Choose a model"));
        model_card_->setValue({});
        setPlainTip(*model_text_, {});
        return;
    }
    presets_->setPlaceholderText(nameText(model.name)); // where it is no preset
    presets_->setProperty(WindowStyle::shows_value, true);
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
    job_->setJob(job);
    job_card_->setValue(tr("%1 tokens a step").arg(countText(1.0 * job.global_batch * job.sequence_length)));
    more_card_->setValue(nameText(job.optimizer));
    tuning_card_->setValue(job.tuning.freezes_weights()   ? tr("LoRA rank %1").arg(job.tuning.adapter_rank)
                           : job.tuning.mean_sequence > 0 ? tr("packed sequences")
                                                          : tr("off"));
}

void SetupPanel::setBudget(const AnnealingBudget& budget) {
    budget_->setBudget(budget);
    budget_card_->setValue(
        tr("%1 chains, %2 moves")
            .arg(QString::number(budget.chains), countText(static_cast<double>(budget.moves))));
}

void SetupPanel::setEarlier(const QString& words) {
    earlier_->setText(words.isEmpty() ? QString() : QStringLiteral("⚠ ") + words);
    earlier_->setVisible(!words.isEmpty());
    plan_note_->setEnabled(words.isEmpty());
}

void SetupPanel::setPlanNote(const PlanNote& note) {
    plan_note_->setText(note.text);
    setPlainTip(*plan_note_, note.details);
    plan_note_->setVisible(!note.text.isEmpty());
    plan_card_->setValue(note.brief);
    plan_card_->setVisible(!note.text.isEmpty());
}

} // namespace pipette
