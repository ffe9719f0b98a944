// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/wiring/setup_wiring.h"

#include "app/document/document_store.h"
#include "app/files/file_dialogs.h"
#include "app/files/recent_files.h"
#include "app/window/new_cluster_dialog.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "core/formats/documents/resources.h"
#include "core/formats/launchers/export_format.h"
#include "widgets/commands/picker.h"
#include "widgets/plans/setup_panel.h"
#include "widgets/theme/plain_text.h"

#include <QAction>
#include <QMainWindow>

namespace pipette {
namespace {

std::vector<RecentFile> recentOf(FileKind kind) {
    std::vector<RecentFile> files;
    for (const QStringList paths = recentFiles(kind); const QString& path : paths)
        files.push_back({nameText(recentName(path, paths)), path});
    return files;
}

} // namespace

SetupWiring::SetupWiring(const WindowContext& context) : Wiring(context) {
    connect(&document_, &PlanDocument::partChanged, this, [this](DocumentPart part) {
        showPart(part);
        emit refreshNeeded();
    });
    connect(&document_, &PlanDocument::loaded, this, [this] {
        using enum DocumentPart;
        for (const DocumentPart part : {cluster, model, job, limits, budget, faults, pins})
            showPart(part);
    });
    wirePanel();
}

void SetupWiring::wirePanel() {
    SetupPanel& setup = *views_.setup;
    connect(&setup, &SetupPanel::openClusterRequested, this,
            [this] { action(QStringLiteral("open"))->trigger(); });
    connect(&setup, &SetupPanel::openModelRequested, this, [this] {
        store_.open(askOpenPaths(&window_, tr("Open a model"), tr("Model files (*.json);;All files (*)"),
                                 FileKind::model)
                        .mid(0, 1));
    });
    connect(&setup, &SetupPanel::presetRequested, &store_, &DocumentStore::openModelPreset);
    connect(&setup, &SetupPanel::sampleRequested, this,
            [this](int sample) { store_.open({sampleClusters()[static_cast<std::size_t>(sample)].path}); });
    connect(&setup, &SetupPanel::newClusterRequested, this,
            [this] { action(QStringLiteral("new-cluster"))->trigger(); });
    connect(&setup, &SetupPanel::jobEdited, this, [this](const TrainingJob& job) {
        document_.set<DocumentPart::job>(job, tr("change of the job"));
    });
    connect(&setup, &SetupPanel::limitsEdited, this, [this](const SearchLimits& limits) {
        document_.set<DocumentPart::limits>(limits, tr("change of the limits"));
    });
    connect(&setup, &SetupPanel::budgetEdited, this, [this](const AnnealingBudget& budget) {
        document_.set<DocumentPart::budget>(budget, tr("change of the annealing budget"));
    });
    connect(&setup, &SetupPanel::faultsEdited, this, [this](const Faults& faults) {
        document_.set<DocumentPart::faults>(faults, tr("change of the faults"));
    });
    connect(&setup, &SetupPanel::unpinAllRequested, this,
            [this] { document_.setPinned(document_.state().pinned, false); });
    connect(&setup, &SetupPanel::aboutToPick, this,
            [&setup] { setup.setRecentFiles(recentOf(FileKind::cluster), recentOf(FileKind::model)); });
    connect(&setup, &SetupPanel::fileRequested, this, [this](const QString& path) { store_.open({path}); });
    QStringList samples;
    for (const SampleCluster& sample : sampleClusters())
        samples << nameText(sample.title);
    setup.setClusterSamples(samples);
    setup.setModelPresets(model_presets());
    setup.setLaunchers(launcher_limits());
}

void SetupWiring::showPart(DocumentPart part) {
    const Setup& setup = document_.setup();
    using enum DocumentPart;
    switch (part) {
    case cluster:
        views_.setup->setCluster(setup.cluster);
        break;
    case model:
        views_.setup->setModel(setup.model);
        break;
    case job:
        views_.setup->setJob(setup.job);
        break;
    case limits:
        views_.setup->setLimits(setup.limits);
        break;
    case budget:
        views_.setup->setBudget(setup.budget);
        break;
    case faults:
        views_.setup->setFaults(setup.faults);
        break;
    case estimator: // the plan made with another one is outdated, and says so
    case calibration:
    case scenarios:
    case studies:
        break;
    case pins:
        views_.setup->setPinnedCount(static_cast<int>(document_.state().pinned.size()));
        break;
    }
}

void SetupWiring::describeCluster() {
    auto* dialog = new NewClusterDialog(known_gpus(), &window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &NewClusterDialog::made, this, [this](const std::shared_ptr<const Cluster>& cluster) {
        document_.setCluster(cluster);
        tell(tr("Made %1: plan with F5").arg(nameText(cluster->name)));
    });
    dialog->open();
}

} // namespace pipette
