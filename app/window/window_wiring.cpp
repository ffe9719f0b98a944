// SPDX-License-Identifier: GPL-3.0-or-later
// Who listens to whom: the document, the views and the planning of MainWindow.
#include "app/files/file_dialogs.h"
#include "app/files/recent_files.h"
#include "app/window/main_window.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "core/base/input_error.h"
#include "core/formats/documents/resources.h"
#include "core/formats/launchers/export_format.h"
#include "core/formats/launchers/megatron_layout.h"
#include "widgets/cluster/topology_view.h"
#include "widgets/pipeline/assignment_board.h"
#include "widgets/pipeline/gantt_view.h"
#include "widgets/pipeline/layer_strip.h"
#include "widgets/pipeline/memory_bars.h"
#include "widgets/plans/annealing_curve.h"
#include "widgets/plans/breakdown_view.h"
#include "widgets/plans/candidates_view.h"
#include "widgets/plans/compare_view.h"
#include "widgets/plans/setup_panel.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QAction>
#include <QInputDialog>
#include <QLabel>
#include <QProgressBar>
#include <QStatusBar>

#include <algorithm>

namespace pipette {

void MainWindow::showPart(PlanDocument::Part part) {
    const Setup& setup = document_.setup();
    switch (part) {
    case PlanDocument::Part::cluster:
        views_->setup->setCluster(setup.cluster);
        break;
    case PlanDocument::Part::model:
        views_->setup->setModel(setup.model);
        break;
    case PlanDocument::Part::job:
        views_->setup->setJob(setup.job);
        break;
    case PlanDocument::Part::limits:
        views_->setup->setLimits(setup.limits);
        break;
    case PlanDocument::Part::budget:
        views_->setup->setBudget(setup.budget);
        break;
    case PlanDocument::Part::faults:
        views_->setup->setFaults(setup.faults);
        break;
    case PlanDocument::Part::estimator: // the plan made with another one is outdated, and says so
    case PlanDocument::Part::calibration:
        break;
    case PlanDocument::Part::pins:
        views_->setup->setPinnedCount(static_cast<int>(document_.pinnedGpus().size()));
        break;
    }
}

void MainWindow::wireDocument() {
    const auto refresh_lines = [this] {
        lines_stale_ = true;
        refreshSoon();
    };
    connect(&document_, &PlanDocument::setupChanged, this, [this](PlanDocument::Part part) {
        showPart(part);
        refreshSoon();
    });
    connect(&document_, &PlanDocument::planChanged, this, refresh_lines);
    connect(&document_, &PlanDocument::rowChanged, this, [this](int row) {
        if (!lines_stale_ && !document_.live()) {
            listed_ = document_.table();
            const PlanRow& line = *listed_->row(row);
            views_->candidates->setLine(
                row, {line.current, line.edited(), line.waiting, listed_->basis()->cluster});
            if (std::find(compared_.begin(), compared_.end(), row) != compared_.end())
                compare(std::vector<int>(compared_));
        }
        refreshSoon();
    });
    connect(&document_, &PlanDocument::selectionChanged, this, [this] { refreshSoon(); });
    for (const auto changed :
         {&PlanDocument::revised, &PlanDocument::scenariosChanged, &PlanDocument::studyChanged})
        connect(&document_, changed, this, &MainWindow::forgetRefusal);
    connect(&document_, &PlanDocument::loaded, this, [this, refresh_lines] {
        using Part = PlanDocument::Part;
        for (const Part part :
             {Part::cluster, Part::model, Part::job, Part::limits, Part::budget, Part::faults, Part::pins})
            showPart(part);
        refresh_lines();
    });
    connect(&document_, &PlanDocument::modifiedChanged, this, &MainWindow::showTitle);
    connect(&document_.undoStack(), &QUndoStack::indexChanged, this, &MainWindow::showTitle);
}

void MainWindow::wireStore() {
    connect(store_.get(), &DocumentStore::documentRead, this,
            [this](const PlanDocument::Content& content, const DocumentFile& file) {
                const auto open = [this, content, file] {
                    document_.load(content, file);
                    rememberFiles(FileKind::plan, {file.path});
                    tell(tr("Opened %1").arg(file.path));
                };
                if (mayDiscard(open))
                    open();
            });
    connect(store_.get(), &DocumentStore::filesRead, this, &MainWindow::rememberFiles);
    connect(store_.get(), &DocumentStore::clusterRead, this,
            [this](const std::shared_ptr<const Cluster>& cluster) {
                document_.setCluster(cluster);
                tell(tr("Cluster %1: plan with F5").arg(nameText(cluster->name)));
            });
    connect(store_.get(), &DocumentStore::gpuKindNeeded, this, &MainWindow::askGpuKind);
    connect(store_.get(), &DocumentStore::clusterImported, this, &MainWindow::offerImport);
    connect(store_.get(), &DocumentStore::runsFound, this, [this](const QStringList& paths) {
        workspaces_->reveal(QStringLiteral("validation"));
        PlanAtHand plan = planAtHand();
        plan.fill = PlanFill::where_alike;
        evidence_->open(paths, plan);
    });
    connect(store_.get(), &DocumentStore::modelRead, this, [this](const TransformerModel& model) {
        document_.undoStack().beginMacro(tr("choice of the model %1").arg(nameText(model.name)));
        document_.setModel(model);
        TrainingJob job = document_.setup().job;
        job.sequence_length = model.sequence_length;
        if (job.global_batch == 0)
            job.global_batch = 512;
        document_.setJob(job);
        document_.undoStack().endMacro();
    });
    connect(store_.get(), &DocumentStore::saved, this, [this](const QString& path) {
        rememberFiles(FileKind::plan, {path});
        tell(tr("Saved %1").arg(path));
        if (const auto next = std::exchange(after_save_, nullptr); next && mayDiscard(next))
            next();
    });
    connect(store_.get(), &DocumentStore::saveFailed, this, [this](const QString& why) {
        after_save_ = nullptr;
        tellProblem(tr("Not saved. %1").arg(why));
    });
    connect(store_.get(), &DocumentStore::fileChanged, this, &MainWindow::askAboutFile);
    connect(store_.get(), &DocumentStore::reloaded, this, [this](const QString& path) {
        tell(tr("Read %1 again; Undo brings back what was here").arg(path));
    });
    connect(store_.get(), &DocumentStore::recovered, this, [this](const QString& origin) {
        tell(origin.isEmpty() ? tr("Recovered the unsaved work of a session that ended unexpectedly")
                              : tr("Recovered unsaved changes of %1").arg(origin));
    });
    connect(store_.get(), &DocumentStore::failed, this, &MainWindow::tellProblem);
}

void MainWindow::wireViews() {
    SetupPanel& setup = *views_->setup;
    connect(&setup, &SetupPanel::openClusterRequested, action(QStringLiteral("open")), &QAction::trigger);
    connect(&setup, &SetupPanel::openModelRequested, this, [this] {
        store_->open(
            askOpenPaths(this, tr("Open a model"), tr("Model files (*.json);;All files (*)"), FileKind::model)
                .mid(0, 1));
    });
    connect(&setup, &SetupPanel::presetRequested, store_.get(), &DocumentStore::openModelPreset);
    connect(&setup, &SetupPanel::sampleRequested, this,
            [this](const QString& name) { openFiles({sampleCluster(name)}); });
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
    connect(views_, &WindowViews::selectionRequested, &document_, &PlanDocument::select);
    connect(views_->candidates, &CandidatesView::improveRequested, planning_.get(), &Planning::improve);
    wireGpuView(*views_->topology);
    wireGpuView(*views_->board);
    wireLayers();
    connect(views_->candidates, &CandidatesView::compareRequested, this, &MainWindow::compare);
    connect(timelines_.get(), &CandidateTimelines::ready, views_->gantt, &GanttView::setTimelines);
    connect(timelines_.get(), &CandidateTimelines::failed, this,
            [this](const QString& why) { tellRefusal(tr("No Gantt chart: %1").arg(why)); });
    connect(views_->compare, &CompareView::clearRequested, this, [this] { stopComparing(); });
}

void MainWindow::wireGpuView(GpuView& view) {
    connect(&view, &GpuView::dropPreviewRequested, planning_.get(), &Planning::previewSwap);
    connect(&view, &GpuView::nodeDropPreviewRequested, planning_.get(), &Planning::previewNodeSwap);
    connect(&view, &GpuView::groupDropPreviewRequested, planning_.get(), &Planning::previewGroupMove);
    connect(&view, &GpuView::groupMoveRequested, planning_.get(), &Planning::moveGroup);
    connect(&view, &GpuView::swapRequested, planning_.get(), &Planning::swap);
    connect(&view, &GpuView::nodeSwapRequested, planning_.get(), &Planning::swapNodes);
    connect(&view, &GpuView::pinToggled, this,
            [this] { toggle(&GpuRole::pinned, &PlanDocument::setPinned); });
    connect(&view, &GpuView::excludeToggled, this,
            [this] { toggle(&GpuRole::excluded, &PlanDocument::setExcluded); });
    connect(planning_.get(), &Planning::previewReady, &view, &GpuView::setDropPreview);
}

void MainWindow::wireLayers() {
    LayerStrip& strip = *views_->layers;
    connect(&strip, &LayerStrip::layersPreviewRequested, planning_.get(), &Planning::previewLayers);
    connect(&strip, &LayerStrip::layersRequested, planning_.get(), &Planning::setLayers);
    connect(&strip, &LayerStrip::previewDropped, this, &MainWindow::refreshSoon);
    connect(&strip, &LayerStrip::typeRequested, this, &MainWindow::typeLayers);
    connect(planning_.get(), &Planning::previewReady, &strip, &LayerStrip::setDropPreview);
    connect(planning_.get(), &Planning::refused, &strip, &LayerStrip::drop);
    connect(planning_.get(), &Planning::layersPreviewed, this,
            [this](const std::shared_ptr<const Candidate>& candidate) {
                Shown shown = document_.shown();
                shown.candidate = candidate;
                views_->memory->setShown(shown);
                views_->breakdown->setShown(shown);
                timelines_->want({{tr("With these layers"), candidate, listed_->basis()}});
            });
}

void MainWindow::typeLayers() {
    const Shown shown = document_.shown();
    const int predicted = shown.model->mtp_layers;
    bool ok = false;
    const QString text = QInputDialog::getText(
        this, tr("Layers by stage"),
        tr("As Megatron-LM writes it: E embedding, t layer, m predicted token, L loss, | the end of a chunk"),
        QLineEdit::Normal,
        QString::fromStdString(megatron_layout(shown.candidate->config.layers_per_stage, predicted)), &ok);
    if (!ok)
        return;
    try {
        planning_->setLayers(layers_of_layout(text.toStdString(), predicted));
    } catch (const InputError& error) {
        tellRefusal(tr("The layout %1").arg(messageText(error.reason())));
    }
}

void MainWindow::wirePlanning() {
    Planning& planning = *planning_;
    connect(&planning, &Planning::started, this, [this](const QString& what) {
        progress_->setRange(0, 0);
        progress_->setAccessibleDescription(what);
        progress_->show();
        tell(what + QStringLiteral("…"));
        views_->annealing->begin();
        search_clock_.start();
        refreshSoon();
    });
    connect(&planning, &Planning::annealed, this, [this](const std::vector<AnnealingPoint>& points) {
        views_->annealing->addPoints(points, static_cast<double>(search_clock_.elapsed()) / 1000);
    });
    connect(&planning, &Planning::progressed, this,
            [this](const QString& step, double fraction, double best_s, double left_s) {
                progress_->setRange(0, 1000);
                progress_->setValue(static_cast<int>(fraction * 1000));
                time_left_->setText(left_s < 0 ? QString() : tr("%1 left").arg(timeText(left_s)));
                const QString words = nameText(step);
                statusBar()->showMessage(best_s > 0 ? tr("%1, best so far %2").arg(words, timeText(best_s))
                                                    : words);
            });
    const auto ended = [this] {
        progress_->hide();
        time_left_->clear();
        views_->annealing->end();
        refreshSoon();
    };
    connect(&planning, &Planning::finished, this, [this, ended](const QString& summary) {
        ended();
        tell(summary);
    });
    connect(&planning, &Planning::failed, this, [this, ended](const QString& why) {
        ended();
        tellProblem(why);
    });
    connect(&planning, &Planning::refused, this,
            [this](const QString& why) { tellRefusal(tr("Not done: %1").arg(why)); });
}

} // namespace pipette
