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
#include "widgets/plans/setup_panel.h"
#include "widgets/theme/plain_text.h"

#include <QAction>
#include <QMainWindow>

namespace pipette {

SetupWiring::SetupWiring(const WindowContext& context) : Wiring(context) {
    connect(&document_, &PlanDocument::setupChanged, this, [this](PlanDocument::Part part) {
        showPart(part);
        emit refreshNeeded();
    });
    connect(&document_, &PlanDocument::loaded, this, [this] {
        using Part = PlanDocument::Part;
        for (const Part part :
             {Part::cluster, Part::model, Part::job, Part::limits, Part::budget, Part::faults, Part::pins})
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
            [this](const QString& name) { store_.open({sampleCluster(name)}); });
    connect(&setup, &SetupPanel::jobEdited, &document_, &PlanDocument::setJob);
    connect(&setup, &SetupPanel::limitsEdited, &document_, &PlanDocument::setLimits);
    connect(&setup, &SetupPanel::budgetEdited, &document_, &PlanDocument::setBudget);
    connect(&setup, &SetupPanel::faultsEdited, this,
            [this](const Faults& faults) { document_.setFaults(faults, tr("change of the faults")); });
    connect(&setup, &SetupPanel::unpinAllRequested, this,
            [this] { document_.setPinned(document_.pinnedGpus(), false); });
    setup.setClusterSamples(sampleClusterNames());
    QStringList presets;
    for (const std::string& name : model_preset_names())
        presets << QString::fromStdString(name);
    setup.setModelPresets(presets);
    setup.setLaunchers(launcher_limits());
}

void SetupWiring::showPart(PlanDocument::Part part) {
    const Setup& setup = document_.setup();
    switch (part) {
    case PlanDocument::Part::cluster:
        views_.setup->setCluster(setup.cluster);
        break;
    case PlanDocument::Part::model:
        views_.setup->setModel(setup.model);
        break;
    case PlanDocument::Part::job:
        views_.setup->setJob(setup.job);
        break;
    case PlanDocument::Part::limits:
        views_.setup->setLimits(setup.limits);
        break;
    case PlanDocument::Part::budget:
        views_.setup->setBudget(setup.budget);
        break;
    case PlanDocument::Part::faults:
        views_.setup->setFaults(setup.faults);
        break;
    case PlanDocument::Part::estimator: // the plan made with another one is outdated, and says so
    case PlanDocument::Part::calibration:
        break;
    case PlanDocument::Part::pins:
        views_.setup->setPinnedCount(static_cast<int>(document_.pinnedGpus().size()));
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
