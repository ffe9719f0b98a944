// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/wiring/log_wiring.h"

#include "app/document/document_store.h"
#include "app/document/evidence.h"
#include "app/document/plan_document.h"
#include "app/document/planning.h"
#include "app/files/file_dialogs.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "widgets/evidence/log_view.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QMainWindow>

namespace pipette {

LogWiring::LogWiring(const WindowContext& context, Evidence& evidence)
    : Wiring(context), evidence_(evidence), logs_(context.mailbox, context.calls) {
    LogView* view = views_.log;
    TrainingLogs* logs = &logs_;
    connect(view, &LogView::openLogsRequested, this, &LogWiring::openLogs);
    connect(logs, &TrainingLogs::shown, view, &LogView::setLogs);
    connect(view, &LogView::calibrateRequested, this, [this, view] {
        view->setBusy(true);
        tell(tr("Calibrating…"));
        logs_.calibrate();
    });
    connect(logs, &TrainingLogs::calibrated, this, [this, view](const CalibratedOnRuns& made) {
        view->setBusy(false);
        useCalibration(made.calibration, made.runs == 1
                                             ? tr("calibration on 1 run of yours")
                                             : tr("calibration on %1 runs of yours").arg(made.runs));
        tell(filled(tr("Calibrated on %1 of your runs: mean error %2 before, %3 now; Undo takes it back"),
                    made.runs, shareText(made.error_before), shareText(made.error_after)));
    });
    connect(logs, &TrainingLogs::cancelled, this, [this, view] {
        view->setBusy(false);
        tell(tr("Cancelled"));
    });
    connect(logs, &TrainingLogs::failed, this, [this, view](const QString& why) {
        view->setBusy(false);
        tellProblem(why);
    });
    wireReading();
}

void LogWiring::wireReading() {
    LogView* view = views_.log;
    connect(view, &LogView::fillRequested, this, [this](FilledFrom from) {
        evidence_.openAgain(from == FilledFrom::plan ? planAtHand(document_) : PlanAtHand{});
    });
    connect(view, &LogView::cancelRequested, this, [this] {
        evidence_.cancel();
        logs_.cancel();
    });
    connect(&evidence_, &Evidence::opening, view, [view] { view->setBusy(true); });
    connect(&evidence_, &Evidence::logsRead, this,
            [this](const std::shared_ptr<const RunsAndLogs>& read, FilledFrom filled) {
                if (!read->logs.empty())
                    workspaces_.reveal(QStringLiteral("log"));
                logs_.setLogs(read, filled);
            });
}

void LogWiring::openLogs() {
    const QStringList paths = askOpenPaths(&window_, tr("Open training logs"),
                                           tr("Logs (*.log *.out *.txt);;All files (*)"), FileKind::runs);
    if (!paths.isEmpty())
        store_.open(paths);
}

void LogWiring::useCalibration(const std::shared_ptr<const Calibration>& calibration, const QString& what) {
    document_.set<DocumentPart::calibration>(calibration, what);
    if (document_.setup().complete() && !planning_.running())
        planning_.plan(); // rows of one plan all have times of one calibration
}

} // namespace pipette
