// SPDX-License-Identifier: GPL-3.0-or-later
// Who listens to whom: measured runs, their two views and the document of MainWindow.
#include "app/files/file_dialogs.h"
#include "app/files/recent_files.h"
#include "app/window/main_window.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "widgets/evidence/log_view.h"
#include "widgets/evidence/training_view.h"
#include "widgets/evidence/validation_view.h"
#include "widgets/theme/plain_text.h"

namespace pipette {

void MainWindow::openRuns() {
    const QStringList paths = askOpenPaths(this, tr("Open measured runs"),
                                           tr("Measured runs (*.csv);;All files (*)"), FileKind::runs);
    if (paths.isEmpty())
        return;
    rememberFiles(FileKind::runs, paths);
    evidence_->open(paths);
}

void MainWindow::useEstimator(const std::shared_ptr<const MemoryEstimator>& estimator) {
    document_.setEstimator(estimator);
    if (document_.setup().complete() && !planning_->running())
        planning_->plan(); // rows of one plan are all judged alike
    tell(estimator ? tr("Memory of %1 jobs is estimated with what was learned; the document keeps it")
                         .arg(nameText(estimator->framework))
                   : tr("Memory is estimated with what comes with the planner"));
}

void MainWindow::showEvidenceAtRest() {
    views_->validation->setBusy(false);
    views_->log->setBusy(false);
    views_->training->setRunning(false);
}

void MainWindow::wireEvidence() {
    Evidence* evidence = evidence_.get();
    ValidationView* validation = views_->validation;
    TrainingView* training = views_->training;
    connect(validation, &ValidationView::openRunsRequested, this, &MainWindow::openRuns);
    connect(validation, &ValidationView::cancelRequested, evidence, &Evidence::cancel);
    connect(validation, &ValidationView::loadRequested, evidence, &Evidence::makePlan);
    connect(workspaces_, &WorkspaceSwitch::shown, this, [evidence](const QString& workspace) {
        if (workspace == QLatin1String("evidence") && evidence->untouched())
            evidence->openExample(exampleRuns());
    });
    connect(evidence, &Evidence::opening, this, [this, validation, training] {
        validation->setBusy(true);
        training->setRunning(true);
        tell(tr("Reading measured runs…"));
    });
    connect(evidence, &Evidence::opened, this, [this, validation, training](const ValidationShown& shown) {
        showEvidenceAtRest();
        validation->setValidation(shown);
        training->setRuns(*shown.runs);
        tell(shown.example             ? tr("%1 published runs, as an example").arg(shown.runs->size())
             : shown.runs->size() == 1 ? tr("Read 1 measured run")
                                       : tr("Read %1 measured runs").arg(shown.runs->size()));
    });
    connect(evidence, &Evidence::planMade, this, [this](const PlanDocument::Content& content) {
        const auto open = [this, content] {
            document_.load(content, {});
            tell(tr("A measured run as a plan: change it, or plan with F5 to see what would be faster"));
        };
        if (mayDiscard(open))
            open();
    });
    connect(evidence, &Evidence::cancelled, this, [this] {
        showEvidenceAtRest();
        tell(tr("Cancelled"));
    });
    connect(evidence, &Evidence::failed, this, [this](const QString& why) {
        showEvidenceAtRest();
        tellProblem(why);
    });
}

void MainWindow::wireTraining() {
    Evidence* evidence = evidence_.get();
    TrainingView* training = views_->training;
    connect(training, &TrainingView::openRunsRequested, this, &MainWindow::openRuns);
    connect(training, &TrainingView::trainRequested, evidence, &Evidence::train);
    connect(training, &TrainingView::cancelRequested, evidence, &Evidence::cancel);
    connect(training, &TrainingView::saveRequested, this, [this] {
        const QString path =
            askSavePath(this, tr("Save the memory estimator"), QStringLiteral("memory_estimator.json"),
                        tr("Memory estimators (*.json)"));
        if (!path.isEmpty())
            evidence_->saveEstimator(path);
    });
    connect(training, &TrainingView::useRequested, evidence, &Evidence::useEstimator);
    connect(evidence, &Evidence::estimatorChosen, this, &MainWindow::useEstimator);
    connect(evidence, &Evidence::trainingStarted, training, &TrainingView::begin);
    connect(evidence, &Evidence::progressed, training, &TrainingView::addProgress);
    connect(evidence, &Evidence::trained, this, [this, training](const TrainingShown& result) {
        showEvidenceAtRest();
        training->setResult(result);
        tell(result.stopped_early ? tr("The training was cancelled") : tr("The estimator is trained"));
    });
    connect(evidence, &Evidence::estimatorSaved, this,
            [this](const QString& path) { tell(tr("Saved %1").arg(path)); });
}

} // namespace pipette
