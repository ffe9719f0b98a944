// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"

#include "app/keys/keys_wiring.h"
#include "app/lab/lab_panel.h"
#include "app/paper/print_wiring.h"
#include "app/pools/pools_wiring.h"
#include "app/second/second_wiring.h"
#include "app/studies/availability_wiring.h"
#include "app/tour/tour_wiring.h"
#include "app/window/screen_modes.h"
#include "app/window/status_hint.h"
#include "app/window/tool_bars.h"
#include "app/window/window_menus.h"
#include "app/wiring/answer_wiring.h"
#include "app/wiring/candidates_wiring.h"
#include "app/wiring/commands.h"
#include "app/wiring/evidence_wiring.h"
#include "app/wiring/export_wiring.h"
#include "app/wiring/file_wiring.h"
#include "app/wiring/headroom_wiring.h"
#include "app/wiring/lab_wiring.h"
#include "app/wiring/log_wiring.h"
#include "app/wiring/placement_wiring.h"
#include "app/wiring/scenario_wiring.h"
#include "app/wiring/search_wiring.h"
#include "app/wiring/setup_wiring.h"
#include "app/wiring/study_wiring.h"
#include "app/wiring/view_menus.h"
#include "app/wiring/why_wiring.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "core/base/input_error.h"
#include "widgets/plans/setup_panel.h"
#include "widgets/theme/plain_text.h"

#include <QAction>
#include <QCloseEvent>
#include <QCoreApplication>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QScreen>
#include <QSettings>
#include <QStyle>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace pipette {

/// Each serves one task; those that stand later know earlier ones.
struct MainWindow::Parts {
    Parts(const WindowContext& context, ThemeFollower& themes)
        : files(context),
          setup(context),
          search(context),
          candidates(context),
          scenarios(context),
          placement(context),
          evidence(context, files),
          logs(context, evidence.evidence()),
          studies(context),
          availability(context, studies.studies()),
          headroom(context),
          pools(context),
          lab(context),
          why(context),
          answer(context, studies.studies(), availability, evidence.evidence(), logs.logs()),
          exports(context, studies.studies(), why),
          commands(context, lab),
          screen(context, themes),
          second(context, screen),
          print(context, why),
          keys(context),
          tour(context),
          menus(context, {files, setup, placement, scenarios, exports, studies, headroom, pools, evidence,
                          logs, commands, themes, second, screen, print, keys, tour}),
          tool_bars(context),
          status_hint(context),
          view_menus(context) {}

    FileWiring files;
    SetupWiring setup;
    SearchWiring search;
    CandidatesWiring candidates;
    ScenarioWiring scenarios;
    PlacementWiring placement;
    EvidenceWiring evidence;
    LogWiring logs;
    StudyWiring studies;
    AvailabilityWiring availability;
    HeadroomWiring headroom;
    PoolsWiring pools;
    LabWiring lab;
    WhyWiring why;
    AnswerWiring answer;
    ExportWiring exports;
    Commands commands;
    ScreenModes screen;
    SecondWiring second;
    PrintWiring print;
    KeysWiring keys;
    TourWiring tour;
    WindowMenus menus;
    ToolBars tool_bars;
    StatusHint status_hint;
    ViewMenus view_menus;
};

namespace {

/// As large as all views want, but no higher than a screen of that width leaves beside the window's frame.
QSize startSize(const QWidget& window) {
    const QSize usual(1280, 800), free = window.screen()->availableSize();
    const int frame = window.style()->pixelMetric(QStyle::PM_TitleBarHeight) + 8;
    return free.width() < usual.width()
               ? usual
               : QSize(usual.width(), std::min(usual.height(), free.height() - frame));
}

} // namespace

MainWindow::MainWindow(WindowOptions options, QWidget* parent)
    : QMainWindow(parent),
      mailbox_([this] {
          QMetaObject::invokeMethod(
              this, [this] { mailbox_.deliver(); }, Qt::QueuedConnection);
      }),
      calls_(std::move(options.calls)),
      remember_(options.remember) {
    setObjectName(QStringLiteral("main"));
    setAccessibleName(tr("Pipette Planner"));
    setWindowIcon(QIcon::fromTheme(QStringLiteral("pipette-planner")));
    setAcceptDrops(true);
    resize(startSize(*this));
    store_ = std::make_unique<DocumentStore>(document_, mailbox_, options.state_folder);
    planning_ = std::make_unique<Planning>(document_, mailbox_, calls_);
    edits_ = std::make_unique<HandEdits>(document_, *planning_, mailbox_, calls_);
    views_ = new WindowViews(*this);
    plan_windows_.add(*views_);
    workspaces_ = new WorkspaceSwitch(*this, *views_);
    themes_ = new ThemeFollower(options.theme, *this);
    refresh_timer_.setSingleShot(true);
    refresh_timer_.setInterval(0);
    connect(&refresh_timer_, &QTimer::timeout, this, &MainWindow::refresh);
    parts_ = std::make_unique<Parts>(context(), *themes_);
    parts_->keys.begin();
    wireDocument();
    restoreLayout();
    refresh();
}

MainWindow::~MainWindow() {
    edits_.reset(); // they stop and join their workers while all that these report to is still there
    planning_.reset();
    parts_.reset();
    store_.reset();
}

WindowContext MainWindow::context() {
    return {*this,        document_, *store_,  *planning_, *edits_, *views_,  plan_windows_,
            *workspaces_, notices_,  actions_, mailbox_,   calls_,  remember_};
}

void MainWindow::wireDocument() {
    connect(&document_, &PlanDocument::selectionChanged, this, &MainWindow::refreshSoon);
    connect(&plan_windows_, &PlanWindows::selectionRequested, &document_, &PlanDocument::select);
    connect(views_, &ViewSlots::revealRequested, workspaces_, &WorkspaceSwitch::reveal);
    notices_.enterWorkspace(workspaces_->current());
    connect(workspaces_, &WorkspaceSwitch::shown, this,
            [this](const QString& workspace) { notices_.enterWorkspace(workspace); });
    for (Wiring* part : std::initializer_list<Wiring*>{&parts_->setup, &parts_->search, &parts_->candidates,
                                                       &parts_->placement, &parts_->why})
        connect(part, &Wiring::refreshNeeded, this, &MainWindow::refreshSoon);
    connect(&parts_->scenarios, &ScenarioWiring::scenariosShown, &parts_->candidates,
            &CandidatesWiring::showComparison);
    connect(&parts_->studies, &StudyWiring::chosenChanged, this,
            [this] { parts_->tool_bars.setStudyFacts(parts_->studies.facts()); });
    const auto forget_refusal = [this] { notices_.forgetRefusal(); };
    connect(&document_, &PlanDocument::revised, this, forget_refusal);
    connect(&document_, &PlanDocument::partChanged, this, forget_refusal);
    connect(&document_, &PlanDocument::modifiedChanged, this, &MainWindow::showTitle);
    connect(&document_.undoStack(), &QUndoStack::indexChanged, this, &MainWindow::showTitle);
}

void MainWindow::refreshSoon() {
    shown_stale_ = true;
    if (!refresh_timer_.isActive())
        refresh_timer_.start();
}

void MainWindow::refresh() {
    refresh_timer_.stop();
    parts_->candidates.showLines();
    if (std::exchange(shown_stale_, false)) {
        plan_windows_.show(parts_->why.withStageReasons(document_.shown()), document_.selection());
        parts_->candidates.showComparison();
    } else {
        plan_windows_.select(document_.selection());
    }
    const QString earlier = parts_->answer.earlierNote();
    views_->setup->setEarlier(earlier);
    plan_windows_.setEarlier(earlier);
    parts_->menus.enableActions();
    logs().setPlan(planAtHand(document_), OwnKnowledge(document_.setup()));
    parts_->headroom.show();
    parts_->pools.show();
    parts_->availability.show();
    parts_->answer.showAnswer();
    showTitle();
}

void MainWindow::showTitle() {
    setWindowModified(document_.modified());
    setWindowTitle(tr("%1[*] – Pipette Planner").arg(titleText(nameText(document_.title()))));
    parts_->second.showTitle();
}

CandidateTimelines& MainWindow::timelines() {
    return parts_->candidates.timelines();
}

Evidence& MainWindow::evidence() {
    return parts_->evidence.evidence();
}

SecondWindow* MainWindow::second() const {
    return parts_->second.window();
}

TrainingLogs& MainWindow::logs() {
    return parts_->logs.logs();
}

Studies& MainWindow::studies() {
    return parts_->studies.studies();
}

bool MainWindow::idle() const {
    return planning_->idle() && edits_->idle() && parts_->candidates.timelines().idle() &&
           parts_->evidence.evidence().idle() && parts_->logs.logs().idle() &&
           parts_->studies.studies().idle() && parts_->headroom.idle() && parts_->pools.idle() &&
           parts_->availability.idle() && parts_->second.idle() && !store_->busy() && views_->lab->idle() &&
           mailbox_.empty() && !refresh_timer_.isActive();
}

void MainWindow::settle() {
    refresh();
    views_->refreshAll();
    parts_->why.showWhy();
}

QString MainWindow::importReport() const {
    return parts_->files.importReport();
}

void MainWindow::setInitialSize(QSize size) {
    resize(size);
    workspaces_->reset();
}

void MainWindow::exportPlan(const QString& format, const QString& path) {
    parts_->exports.exportPlan(format, path);
}

void MainWindow::writeReport(const QString& path) {
    parts_->exports.writeReport(path);
}

void MainWindow::exportPicture(const QString& view, const QString& path) {
    parts_->exports.exportPicture(view, path);
}

void MainWindow::printTo(QPrinter& printer, const QString& view) {
    parts_->print.print(printer, view);
}

void MainWindow::greet() {
    parts_->tour.beginAtFirstStart();
}

void MainWindow::restoreLayout() {
    if (!remember_)
        return;
    const QSettings settings;
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    workspaces_->restore(settings);
    parts_->second.restore(settings);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!parts_->files.mayDiscard([this] { close(); })) {
        event->ignore();
        return;
    }
    if (remember_) {
        QSettings settings;
        settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
        workspaces_->remember(settings);
        parts_->second.remember(settings);
    }
    parts_->screen.endPresentation();
    parts_->second.close();
    planning_->abandon();
    store_->autosave().forget();
    event->accept();
}

void MainWindow::keepAndEnd(int signal) {
    planning_->abandon();
    try {
        store_->autosave().keepForNextSession();
    } catch (const InputError& error) {
        qCritical("Unsaved work is lost: %s", error.what());
    }
    QCoreApplication::exit(128 + signal);
}

void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::ActivationChange && isActiveWindow() && store_)
        store_->checkFile();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile())
            paths << url.toLocalFile();
    if (!paths.isEmpty()) {
        event->acceptProposedAction();
        openFiles(paths);
    }
}

} // namespace pipette
