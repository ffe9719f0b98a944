// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/wiring/evidence_wiring.h"

#include "app/document/document_store.h"
#include "app/document/plan_document.h"
#include "app/document/planning.h"
#include "app/document/training_logs.h"
#include "app/files/file_dialogs.h"
#include "app/files/recent_files.h"
#include "app/wiring/file_wiring.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "widgets/evidence/log_view.h"
#include "widgets/evidence/training_view.h"
#include "widgets/evidence/validation_view.h"
#include "widgets/theme/plain_text.h"

#include <QMainWindow>

namespace pipette {

EvidenceWiring::EvidenceWiring(const WindowContext& context, FileWiring& files)
    : Wiring(context), files_(files), evidence_(context.mailbox, context.calls, exampleRuns()) {
    connect(&store_, &DocumentStore::runsFound, this, [this](const QStringList& paths) {
        PlanAtHand plan = planAtHand(document_);
        plan.fill = PlanFill::where_alike;
        evidence_.open(paths, plan);
        workspaces_.reveal(QStringLiteral("validation"));
    });
    wireValidation();
    wireTraining();
}

void EvidenceWiring::openRuns() {
    const QStringList paths = askOpenPaths(&window_, tr("Open measured runs"),
                                           tr("Measured runs (*.csv);;All files (*)"), FileKind::runs);
    if (paths.isEmpty())
        return;
    files_.rememberFiles(FileKind::runs, paths);
    evidence_.open(paths);
}

void EvidenceWiring::useEstimator(const std::shared_ptr<const MemoryEstimator>& estimator) {
    document_.set<DocumentPart::estimator>(estimator, tr("choice of the memory estimator"));
    if (document_.setup().complete() && !planning_.running())
        planning_.plan(); // rows of one plan are all judged alike
    tell(estimator ? tr("Memory of %1 jobs is estimated with what was learned; the document keeps it")
                         .arg(nameText(estimator->framework))
                   : tr("Memory is estimated with what comes with the planner"));
}

void EvidenceWiring::showAtRest() {
    views_.validation->setBusy(false);
    views_.log->setBusy(false);
    views_.training->setRunning(false);
}

void EvidenceWiring::noteExample() {
    const bool here = workspaces_.current() == QLatin1String("evidence");
    const auto count = evidence_.runs().size();
    notices_.noteOfWorkspace(here && evidence_.showsExample() && count > 0
                                 ? tr("The %1 published runs come with the program: add your own log to test "
                                      "the estimates on your "
                                      "cluster")
                                       .arg(count)
                                 : QString());
}

void EvidenceWiring::wireValidation() {
    Evidence* evidence = &evidence_;
    ValidationView* validation = views_.validation;
    TrainingView* training = views_.training;
    connect(validation, &ValidationView::cancelRequested, evidence, &Evidence::cancel);
    connect(validation, &ValidationView::loadRequested, evidence, &Evidence::makePlan);
    connect(&workspaces_, &WorkspaceSwitch::shown, this, [this, evidence](const QString& workspace) {
        if (workspace == QLatin1String("evidence") && evidence->untouched())
            evidence->openExample();
        noteExample();
    });
    connect(evidence, &Evidence::opening, this, [this, evidence, validation, training] {
        validation->setBusy(true);
        training->setRunning(true);
        if (!evidence->showsExample())
            tell(tr("Reading measured runs…"));
    });
    connect(evidence, &Evidence::opened, this, [this, validation, training](const ValidationShown& shown) {
        showAtRest();
        validation->setValidation(shown);
        training->setRuns(*shown.runs);
        if (shown.opened == 0)
            return noteExample();
        tell(shown.opened == 1 ? tr("Read 1 measured run") : tr("Read %1 measured runs").arg(shown.opened));
    });
    connect(evidence, &Evidence::planMade, this, [this](const std::shared_ptr<const PlanRecord>& record) {
        const auto open = [this, record] {
            document_.load(state_of(record), {});
            tell(tr("A measured run as a plan: change it, or plan with F5 to see what would be faster"));
        };
        if (files_.mayDiscard(open))
            open();
    });
    connect(evidence, &Evidence::cancelled, this, [this] {
        showAtRest();
        tell(tr("Cancelled"));
    });
    connect(evidence, &Evidence::failed, this, [this](const QString& why) {
        showAtRest();
        tellProblem(why);
    });
}

void EvidenceWiring::wireTraining() {
    Evidence* evidence = &evidence_;
    TrainingView* training = views_.training;
    connect(training, &TrainingView::openRunsRequested, this, &EvidenceWiring::openRuns);
    connect(training, &TrainingView::trainRequested, evidence, &Evidence::train);
    connect(training, &TrainingView::cancelRequested, evidence, &Evidence::cancel);
    connect(training, &TrainingView::saveRequested, this, [this] {
        const QString path =
            askSavePath(&window_, tr("Save the memory estimator"), QStringLiteral("memory_estimator.json"),
                        tr("Memory estimators (*.json)"));
        if (!path.isEmpty())
            evidence_.saveEstimator(path);
    });
    connect(training, &TrainingView::useRequested, evidence, &Evidence::useEstimator);
    connect(evidence, &Evidence::estimatorChosen, this, &EvidenceWiring::useEstimator);
    connect(evidence, &Evidence::trainingStarted, training, &TrainingView::begin);
    connect(evidence, &Evidence::progressed, training, &TrainingView::addProgress);
    connect(evidence, &Evidence::trained, this, [this, training](const TrainingShown& result) {
        showAtRest();
        training->setResult(result);
        tell(result.stopped_early ? tr("The training was cancelled") : tr("The estimator is trained"));
    });
    connect(evidence, &Evidence::estimatorSaved, this,
            [this](const QString& path) { tell(tr("Saved %1").arg(path)); });
}

} // namespace pipette
