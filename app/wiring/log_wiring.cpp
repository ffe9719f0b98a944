// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/wiring/log_wiring.h"

#include "app/document/document_store.h"
#include "app/document/evidence.h"
#include "app/document/plan_document.h"
#include "app/document/planning.h"
#include "app/files/file_dialogs.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "core/base/input_error.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/evidence/own_runs_chart.h"
#include "widgets/evidence/log_view.h"
#include "widgets/evidence/own_runs_card.h"
#include "widgets/evidence/validation_view.h"
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
    connect(view, &LogView::calibrateRequested, this, &LogWiring::calibrate);
    connect(logs, &TrainingLogs::calibrated, this, [this, view](const CalibratedOnRuns& made) {
        view->setBusy(false);
        useCalibration(made.calibration, made.runs == 1
                                             ? tr("calibration on 1 run of yours")
                                             : tr("calibration on %1 runs of yours").arg(made.runs));
        tell(made.runs == 1 ? tr("Calibrated on 1 of your runs; Undo takes it back")
                            : tr("Calibrated on %1 of your runs; Undo takes it back").arg(made.runs));
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
    wireOwnRuns();
}

void LogWiring::wireOwnRuns() {
    OwnRunsCard* card = &views_.validation->ownRuns();
    connect(card, &OwnRunsCard::logAsked, this, &LogWiring::openLogs);
    connect(card, &OwnRunsCard::fillAsked, this, [this] { fillFrom(FilledFrom::plan); });
    connect(card, &OwnRunsCard::calibrateRequested, this, &LogWiring::calibrate);
    connect(card, &OwnRunsCard::numbersAsked, this, [this] { workspaces_.reveal(QStringLiteral("log")); });
    connect(&logs_, &TrainingLogs::shown, card, [card](const LogsShown& shown) {
        const bool lacking = shown.to_calibrate_on == 0 && !shown.runs.empty();
        const bool fillable = lacking && shown.has_plan && shown.filled == FilledFrom::nothing;
        const auto why = [](const LoggedRunShown& run) {
            return messageText(run.not_predicted.empty() ? run.not_explained : run.not_predicted);
        };
        card->setLacking(lacking ? why(shown.runs.front()) : QString(),
                         fillable ? OwnRunsCard::Offer::take_rest_from_plan : OwnRunsCard::Offer::add_log);
    });
    connect(&logs_, &TrainingLogs::previewed, card, [card](const OwnRunsPreview& own) {
        card->setPreview(own.preview, [own](const ChartRoom& room) {
            return own_runs_chart(own.preview, own.runs, room);
        });
    });
}

void LogWiring::fillFrom(FilledFrom from) {
    evidence_.openAgain(from == FilledFrom::plan ? planAtHand(document_) : PlanAtHand{});
}

void LogWiring::calibrate() {
    views_.log->setBusy(true);
    tell(tr("Calibrating…"));
    logs_.calibrate();
}

void LogWiring::wireReading() {
    LogView* view = views_.log;
    connect(view, &LogView::fillRequested, this, &LogWiring::fillFrom);
    connect(view, &LogView::cancelRequested, this, [this] {
        evidence_.cancel();
        logs_.cancel();
    });
    connect(&store_, &DocumentStore::layerProfileRead, this,
            [this](const std::shared_ptr<const LayerProfile>& profile) { useLayerTimes(*profile); });
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

void LogWiring::useLayerTimes(const LayerProfile& profile) {
    const Setup& setup = document_.setup();
    if (!setup.complete())
        return tellRefusal(tr(
            "Times of layers are of one model on one kind of GPU: open a cluster and choose a model first"));
    try {
        check(profile, *setup.cluster, setup.model, setup.job);
    } catch (const InputError& error) {
        return tellProblem(messageText(std::string_view(error.what())));
    }
    auto calibration =
        std::make_shared<Calibration>(setup.calibration ? *setup.calibration : shipped_calibration());
    calibration->layers = profile;
    const bool searching = planning_.running();
    useCalibration(calibration, tr("layer times of %1").arg(nameText(profile.source)));
    tell((searching ? tr("The next plan counts with the layer times of %1; Undo takes it back")
                    : tr("Plans with the layer times of %1; Undo takes it back"))
             .arg(nameText(profile.source)));
}

void LogWiring::useCalibration(const std::shared_ptr<const Calibration>& calibration, const QString& what) {
    document_.set<DocumentPart::calibration>(calibration, what);
    if (document_.setup().complete() && !planning_.running())
        planning_.plan(); // rows of one plan all have times of one calibration
}

} // namespace pipette
