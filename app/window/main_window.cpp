// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"

#include "app/lab/lab_panel.h"
#include "app/studies/headroom_finder.h"
#include "app/studies/studies.h"
#include "app/window/move_dialog.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "core/cluster/hypothetical.h"
#include "core/evidence/own_calibration.h"
#include "core/plan/plan_headline.h"
#include "widgets/cluster/gpu_roles.h"
#include "widgets/plans/candidates_view.h"
#include "widgets/plans/setup_panel.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QAction>
#include <QSettings>
#include <QStatusBar>

#include <algorithm>

namespace pipette {

MainWindow::MainWindow(WindowOptions options, QWidget* parent)
    : QMainWindow(parent),
      mailbox_([this] {
          QMetaObject::invokeMethod(
              this, [this] { mailbox_.deliver(); }, Qt::QueuedConnection);
      }),
      calibrations_(options.calls.calibrations),
      report_(options.calls.report),
      remember_(options.remember) {
    setObjectName(QStringLiteral("main"));
    setAccessibleName(tr("Pipette Planner"));
    setWindowIcon(QIcon::fromTheme(QStringLiteral("pipette-planner")));
    setAcceptDrops(true);
    resize(1280, 800);
    store_ = std::make_unique<DocumentStore>(document_, mailbox_, options.state_folder);
    timelines_ = std::make_unique<CandidateTimelines>(mailbox_, options.calls, this);
    evidence_ = std::make_unique<Evidence>(mailbox_, options.calls);
    logs_ = std::make_unique<TrainingLogs>(mailbox_, options.calls);
    studies_ = std::make_unique<Studies>(mailbox_, options.calls);
    headroom_ = std::make_unique<HeadroomFinder>(mailbox_, options.calls);
    planning_ = std::make_unique<Planning>(document_, mailbox_, std::move(options.calls));
    views_ = new WindowViews(*this);
    workspaces_ = new WorkspaceSwitch(*this, *views_);
    themes_ = new ThemeFollower(options.theme, *this);
    refresh_timer_.setSingleShot(true);
    refresh_timer_.setInterval(0);
    connect(&refresh_timer_, &QTimer::timeout, this, &MainWindow::refresh);
    makeActions();
    makeToolBar();
    wireDocument();
    wireStore();
    wireViews();
    wireScenarios();
    wirePlanning();
    wireEvidence();
    wireLogs();
    wireStudies();
    wireLab();
    wireHeadroom();
    wireTraining();
    wireAnswer();
    wireWhy();
    wireMenus();
    restoreLayout();
    refresh();
}

MainWindow::~MainWindow() {
    planning_.reset(); // stops and joins its workers while all that they report to is still there
    timelines_.reset();
    evidence_.reset();
    logs_.reset();
    studies_.reset();
    headroom_.reset();
    store_.reset();
}

void MainWindow::refreshSoon() {
    shown_stale_ = true;
    if (!refresh_timer_.isActive())
        refresh_timer_.start();
}

void MainWindow::refresh() {
    refresh_timer_.stop();
    if (std::exchange(lines_stale_, false))
        showLines();
    if (std::exchange(shown_stale_, false))
        views_->show(document_.shown(), document_.selection()), showComparison();
    else
        views_->select(document_.selection());
    const QString earlier = earlierNote();
    views_->setup->setEarlier(earlier);
    views_->setEarlier(earlier);
    const bool searching = planning_->running();
    const bool row = document_.selection().candidate >= 0 && document_.record() && !document_.live();
    action(QStringLiteral("plan"))->setEnabled(!searching && document_.setup().complete());
    action(QStringLiteral("cancel"))->setEnabled(searching);
    action(QStringLiteral("improve"))->setEnabled(row && !searching);
    action(QStringLiteral("shipped-estimator"))->setEnabled(document_.setup().estimator != nullptr);
    action(QStringLiteral("shipped-calibration"))->setEnabled(document_.setup().calibration != nullptr);
    logs_->setPlan(planAtHand(), OwnKnowledge(document_.setup()));
    showHeadroom();
    showAnswer();
    showTitle();
}

void MainWindow::showLines() {
    listed_ = document_.table();
    std::vector<CandidateLine> lines;
    for (const PlanRow& row : listed_->rows())
        lines.push_back({row.current, row.edited(), row.waiting, listed_->basis()->cluster});
    const auto& record = listed_->record();
    std::shared_ptr<const std::vector<Rejection>> rejected;
    LeftOut left_out;
    if (record) {
        rejected = {record, &record->plan.rejected};
        left_out = {record->plan.rejected_counts.all(), record->plan.indivisible};
    }
    views_->candidates->setLines(std::move(lines), std::move(rejected), left_out);
    showPlanNote();
}

void MainWindow::showPlanNote() {
    const auto record = document_.record();
    if (std::exchange(noted_, record) == record) // a running search shows its rows often, of the plan before
        return;
    QString note, details;
    if (record && record->plan.calibrations.empty()) {
        note = tr("The plan does not say which calibration its times are from.");
    } else if (record) {
        const std::vector<CalibrationUse>& used = record->plan.calibrations;
        note = calibrationNote(*record) + tr("Times: %1").arg(nameText(calibration_text(used)));
        for (const CalibrationUse& use : used)
            if (!use.source.empty())
                details += nameText(use.gpu + ": " + use.source) + QLatin1Char('\n');
    }
    if (record && !record->plan.assumptions.empty()) {
        const auto assumed = record->plan.assumptions.size();
        note += assumed == 1 ? tr(". 1 assumption") : tr(". %1 assumptions").arg(assumed);
        for (const std::string& assumption : record->plan.assumptions)
            details += tr("Assumed: %1\n").arg(nameText(assumption));
    }
    if (record) {
        for (const std::string& said : {safer_text(record->plan), spare_text(record->plan),
                                        offload_text(record->plan), launcher_text(record->plan)})
            if (!said.empty())
                note += QLatin1Char('\n') + nameText(said);
        if (const auto gap = gap_of(record->plan)) {
            note += QLatin1Char('\n') +
                    tr("At most %1 % slower than the best possible").arg(100 * *gap, 0, 'f', 1);
            details += nameText(gap_text(record->plan));
        }
    }
    views_->setup->setPlanNote(note, details.trimmed());
}

QString MainWindow::calibrationNote(const PlanRecord& record) const {
    const Setup& setup = record.setup;
    if (setup.calibration) {
        const int runs = own_runs_behind(*setup.calibration, *record.cluster, setup.job.framework);
        return runs == 0   ? tr("Your own calibration has no runs of these GPUs and this framework. ")
               : runs == 1 ? tr("Calibrated on 1 run of yours. ")
                           : tr("Calibrated on %1 runs of yours. ").arg(runs);
    }
    if (same_figures(record.plan.calibrations, calibrations_(*record.cluster, setup.job.framework)))
        return {};
    return record.calibration ? tr("⚠ These times, edits and the Gantt chart use the plan's own calibration, "
                                   "not that of this "
                                   "program. Plan again to compare. ")
                              : tr("⚠ These times use another calibration than this program. Edits use that "
                                   "of this program. "
                                   "Plan again to compare. ");
}

QString MainWindow::earlierNote() const {
    const auto basis = document_.table()->basis();
    if (!basis || basis->setup == document_.setup())
        return {};
    return filled(tr("Plan of the earlier setup: %1, batch %2. %3"), nameText(basis->setup.model.name),
                  basis->setup.job.global_batch,
                  planning_->running() ? tr("The new search runs.") : tr("Plan again."));
}

QString MainWindow::assumedNote() const {
    const auto cluster = document_.shown().cluster;
    return cluster && is_assumed(*cluster) ? tr("Assumed cluster: %1").arg(nameText(cluster->name))
                                           : QString();
}

void MainWindow::showTitle() {
    setWindowModified(document_.modified());
    setWindowTitle(tr("%1[*] – Pipette Planner").arg(titleText(nameText(document_.title()))));
}

bool MainWindow::idle() const {
    return planning_->idle() && timelines_->idle() && evidence_->idle() && logs_->idle() &&
           studies_->idle() && headroom_->idle() && !store_->busy() && views_->lab->idle() &&
           mailbox_.empty() && !refresh_timer_.isActive();
}

void MainWindow::settle() {
    refresh();
    views_->refreshAll();
    showWhy();
}

void MainWindow::setInitialSize(QSize size) {
    resize(size);
    workspaces_->reset();
}

std::vector<int> MainWindow::gpusToChange() {
    std::vector<int> gpus = selectedGpus(document_.selection(), document_.shown());
    if (gpus.empty())
        tellRefusal(tr("Select a GPU first: click it, or reach it with Tab and the arrows"));
    return gpus;
}

void MainWindow::toggle(bool GpuRole::*flag, void (PlanDocument::*set)(const std::vector<int>&, bool)) {
    const std::vector<GpuRole> roles = gpuRoles(document_.shown());
    const std::vector<int> gpus = gpusToChange();
    const bool all = std::all_of(gpus.begin(), gpus.end(),
                                 [&](int gpu) { return roles[static_cast<std::size_t>(gpu)].*flag; });
    (document_.*set)(gpus, !all);
}

void MainWindow::moveSelected() {
    const Shown shown = document_.shown();
    const std::vector<int> gpus = gpusToChange();
    if (gpus.empty() || !shown.candidate || document_.live())
        return;
    auto* dialog = new MoveDialog(shown, gpus.front(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &MoveDialog::previewRequested, planning_.get(), &Planning::previewSwap);
    connect(dialog, &MoveDialog::nodePreviewRequested, planning_.get(), &Planning::previewNodeSwap);
    connect(dialog, &MoveDialog::groupPreviewRequested, planning_.get(), &Planning::previewGroupMove);
    connect(dialog, &MoveDialog::groupMoveRequested, planning_.get(), &Planning::moveGroup);
    connect(dialog, &MoveDialog::swapRequested, planning_.get(), &Planning::swap);
    connect(dialog, &MoveDialog::nodeSwapRequested, planning_.get(), &Planning::swapNodes);
    connect(planning_.get(), &Planning::previewReady, dialog, &MoveDialog::setDropPreview);
    // What it offers to move is of the mapping that it was made with.
    connect(&document_, &PlanDocument::revised, dialog, &QDialog::reject);
    dialog->open();
}

void MainWindow::restoreLayout() {
    if (!remember_)
        return;
    const QSettings settings;
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    workspaces_->restore(settings);
}

} // namespace pipette
