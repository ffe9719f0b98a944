// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/main_window.h"

#include "app/move_dialog.h"
#include "app/recent_files.h"
#include "app/window_views.h"
#include "core/formats/resources.h"
#include "widgets/annealing_curve.h"
#include "widgets/assignment_board.h"
#include "widgets/breakdown_view.h"
#include "widgets/candidates_view.h"
#include "widgets/compare_view.h"
#include "widgets/gantt_view.h"
#include "widgets/marks.h"
#include "widgets/memory_bars.h"
#include "widgets/setup_panel.h"
#include "widgets/topology_view.h"
#include "widgets/units_text.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QLabel>
#include <QMessageBox>
#include <QMimeData>
#include <QProgressBar>
#include <QSettings>
#include <QStatusBar>

namespace pipette {

MainWindow::MainWindow(WindowOptions options, QWidget* parent)
    : QMainWindow(parent),
      mailbox_([this] {
          QMetaObject::invokeMethod(
              this, [this] { mailbox_.deliver(); }, Qt::QueuedConnection);
      }),
      remember_(options.remember) {
    setObjectName(QStringLiteral("main"));
    setAccessibleName(tr("Pipette Planner"));
    setWindowIcon(QIcon::fromTheme(QStringLiteral("pipette-planner")));
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    resize(1280, 800);
    store_ = std::make_unique<DocumentStore>(document_, mailbox_, options.state_folder);
    timelines_ = std::make_unique<CandidateTimelines>(document_, mailbox_, options.calls, this);
    planning_ = std::make_unique<Planning>(document_, mailbox_, std::move(options.calls));
    views_ = new WindowViews(*this);
    refresh_timer_.setSingleShot(true);
    refresh_timer_.setInterval(0);
    connect(&refresh_timer_, &QTimer::timeout, this, &MainWindow::refresh);
    makeActions();
    makeToolBar();
    wireDocument();
    wireViews();
    wirePlanning();
    restoreLayout();
    refresh();
}

MainWindow::~MainWindow() {
    planning_.reset(); // stops and joins its workers while all that they report to is still there
    timelines_.reset();
    store_.reset();
}

void MainWindow::wireDocument() {
    const auto refresh_lines = [this] {
        lines_stale_ = true;
        refreshSoon();
    };
    connect(&document_, &PlanDocument::setupChanged, this, [this](PlanDocument::Part part) {
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
        case PlanDocument::Part::pins:
            views_->setup->setPinnedCount(static_cast<int>(document_.pinnedGpus().size()));
            break;
        }
        refreshSoon();
    });
    connect(&document_, &PlanDocument::planChanged, this, refresh_lines);
    connect(&document_, &PlanDocument::rowChanged, this, [this](int row) {
        if (!lines_stale_) {
            const PlanRow& line = document_.rows()[static_cast<std::size_t>(row)];
            views_->candidates->model().setLine(row, {line.current, line.edited(), line.waiting});
            if (std::find(compared_.begin(), compared_.end(), row) != compared_.end())
                compare(std::vector<int>(compared_));
        }
        refreshSoon();
    });
    connect(&document_, &PlanDocument::selectionChanged, this, [this] { refreshSoon(); });
    connect(&document_, &PlanDocument::loaded, this, [this, refresh_lines] {
        const Setup& setup = document_.setup();
        views_->setup->setCluster(setup.cluster);
        views_->setup->setModel(setup.model);
        views_->setup->setJob(setup.job);
        views_->setup->setLimits(setup.limits);
        views_->setup->setBudget(setup.budget);
        views_->setup->setFaults(setup.faults);
        views_->setup->setPinnedCount(static_cast<int>(document_.pinnedGpus().size()));
        refresh_lines();
    });
    connect(&document_, &PlanDocument::modifiedChanged, this, &MainWindow::showTitle);
    connect(&document_.undoStack(), &QUndoStack::indexChanged, this, &MainWindow::showTitle);

    connect(store_.get(), &DocumentStore::documentRead, this,
            [this](const PlanDocument::Content& content, const QString& path) {
                const auto open = [this, content, path] {
                    planning_->cancel();
                    document_.load(content, path);
                    store_->forget();
                    addRecentFile(path, remember_);
                    tell(tr("Opened %1").arg(path));
                };
                if (mayDiscard(open))
                    open();
            });
    connect(store_.get(), &DocumentStore::clusterRead, this,
            [this](const std::shared_ptr<const Cluster>& cluster) {
                planning_->cancel();
                document_.setCluster(cluster);
                tell(tr("Cluster %1: plan with F5").arg(QString::fromStdString(cluster->name)));
            });
    connect(store_.get(), &DocumentStore::importReported, this, &MainWindow::tellImport);
    connect(store_.get(), &DocumentStore::modelRead, this, [this](const TransformerModel& model) {
        document_.undoStack().beginMacro(
            tr("choice of the model %1").arg(QString::fromStdString(model.name)));
        document_.setModel(model);
        TrainingJob job = document_.setup().job;
        job.sequence_length = model.sequence_length;
        if (job.global_batch == 0)
            job.global_batch = 512;
        document_.setJob(job);
        document_.undoStack().endMacro();
    });
    connect(store_.get(), &DocumentStore::saved, this, [this](const QString& path) {
        addRecentFile(path, remember_);
        tell(tr("Saved %1").arg(path));
        if (const auto next = std::exchange(after_save_, nullptr); next && mayDiscard(next))
            next();
    });
    connect(store_.get(), &DocumentStore::saveFailed, this, [this](const QString& why) {
        after_save_ = nullptr;
        tellProblem(tr("Not saved. %1").arg(why));
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
        const QString path = QFileDialog::getOpenFileName(this, tr("Open a model"), {},
                                                          tr("Model files (*.json);;All files (*)"));
        if (!path.isEmpty())
            store_->open({path});
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
    connect(&setup, &SetupPanel::planRequested, planning_.get(), &Planning::plan);
    connect(&setup, &SetupPanel::cancelRequested, planning_.get(), &Planning::cancel);
    setup.setClusterSamples(sampleClusterNames());
    QStringList presets;
    for (const std::string& name : model_preset_names())
        presets << QString::fromStdString(name);
    setup.setModelPresets(presets);
    connect(views_, &WindowViews::selectionRequested, &document_, &PlanDocument::select);
    connect(views_->candidates, &CandidatesView::improveRequested, planning_.get(), &Planning::improve);
    wireGpuView(*views_->topology);
    wireGpuView(*views_->board);
    connect(views_->candidates, &CandidatesView::compareRequested, this, &MainWindow::compare);
    connect(timelines_.get(), &CandidateTimelines::ready, views_->gantt, &GanttView::setTimelines);
    connect(timelines_.get(), &CandidateTimelines::failed, this,
            [this](const QString& why) { tell(tr("No Gantt chart: %1").arg(why)); });
    connect(views_->compare, &CompareView::clearRequested, this,
            [this] { views_->candidates->model().setCompared({}); });
}

void MainWindow::wireGpuView(GpuView& view) {
    connect(&view, &GpuView::dropPreviewRequested, planning_.get(), &Planning::previewSwap);
    connect(&view, &GpuView::nodeDropPreviewRequested, planning_.get(), &Planning::previewNodeSwap);
    connect(&view, &GpuView::swapRequested, planning_.get(), &Planning::swap);
    connect(&view, &GpuView::nodeSwapRequested, planning_.get(), &Planning::swapNodes);
    connect(&view, &GpuView::pinRequested, &document_, &PlanDocument::setPinned);
    connect(&view, &GpuView::excludeRequested, &document_, &PlanDocument::setExcluded);
    connect(planning_.get(), &Planning::previewReady, &view, &GpuView::setDropPreview);
}

void MainWindow::wirePlanning() {
    Planning& planning = *planning_;
    connect(&planning, &Planning::started, this, [this](const QString& what) {
        progress_->setRange(0, 0);
        progress_->setAccessibleDescription(what);
        progress_->show();
        tell(what + QStringLiteral("…"));
        views_->annealing->clear();
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
                statusBar()->showMessage(best_s > 0 ? tr("%1, best so far %2").arg(step, timeText(best_s))
                                                    : step);
            });
    const auto ended = [this] {
        progress_->hide();
        time_left_->clear();
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
            [this](const QString& why) { tell(tr("Not done: %1").arg(why)); });
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
        views_->show(document_.shown()), showTimelines();
    views_->select(document_.selection());
    views_->setup->setOutdated(document_.outdated() && !planning_->running());
    views_->setup->setPlanning(planning_->running(), document_.setup().complete());
    const bool row = document_.selection().candidate >= 0 && document_.record() && !document_.live();
    action(QStringLiteral("plan"))->setEnabled(!planning_->running() && document_.setup().complete());
    action(QStringLiteral("cancel"))->setEnabled(planning_->running());
    action(QStringLiteral("improve"))->setEnabled(row && !planning_->running());
    showSummary();
    showTitle();
}

void MainWindow::showLines() {
    std::vector<CandidateLine> lines;
    for (const PlanRow& row : document_.rows())
        lines.push_back({row.current, row.edited(), row.waiting});
    const auto record = document_.record();
    std::shared_ptr<const std::vector<Rejection>> rejected;
    if (record && !document_.live())
        rejected = {record, &record->plan.rejected};
    views_->candidates->setLines(std::move(lines), std::move(rejected),
                                 record && !document_.live() ? record->plan.indivisible : 0);
}

void MainWindow::showSummary() {
    const Shown shown = document_.shown();
    if (!shown.candidate) {
        summary_->setText(document_.setup().cluster ? tr("Not planned yet") : tr("Open a cluster to begin"));
        return;
    }
    QString text = tr("<b>%1</b>/step").arg(timeText(shown.candidate->iteration_time_s));
    for (const PlanRow& row : document_.rows())
        if (row.current->planner == Planner::amp && shown.candidate->planner != Planner::amp)
            text += tr(" &nbsp; %1 × AMP")
                        .arg(row.current->iteration_time_s / shown.candidate->iteration_time_s, 0, 'f', 2);
    const Verdict verdict = verdict_of(*shown.candidate);
    const char* signs[] = {"✓", "⚠", "✗"};
    text += QStringLiteral(" &nbsp; %1 %2")
                .arg(QString::fromUtf8(signs[static_cast<std::size_t>(verdict)]), wordOf(verdict));
    summary_->setText(text);
}

void MainWindow::showTitle() {
    setWindowModified(document_.modified());
    setWindowTitle(tr("%1[*] – Pipette Planner").arg(document_.title()));
}

void MainWindow::tell(const QString& text) {
    last_message_ = text;
    statusBar()->showMessage(text);
}

void MainWindow::tellProblem(const QString& text) {
    tell(text);
    if (!isVisible() || !answer_.isEmpty())
        return;
    auto* box = new QMessageBox(QMessageBox::Warning, tr("Pipette Planner"), text, QMessageBox::Ok, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextInteractionFlags(Qt::TextSelectableByMouse);
    box->open(); // the window goes on
}

void MainWindow::tellImport(const QString& report) {
    const QString name = QString::fromStdString(document_.setup().cluster->name);
    import_report_ = report;
    tell(tr("Imported %1: plan with F5").arg(name));
    if (!isVisible() || !answer_.isEmpty())
        return;
    auto* box = new QMessageBox(QMessageBox::Information, tr("Import of %1").arg(name),
                                tr("The cluster %1 was made of the logs.").arg(name), QMessageBox::Ok, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    // A long report goes where it can be scrolled.
    if (report.count(QLatin1Char('\n')) < 20)
        box->setInformativeText(report);
    else
        box->setDetailedText(report);
    box->open();
}

bool MainWindow::mayDiscard(std::function<void()> after_save) {
    if (!document_.modified())
        return true;
    const auto save_first = [&] {
        if (save(false))
            after_save_ = std::move(after_save);
        return false;
    };
    if (answer_ == QLatin1String("save"))
        return save_first();
    if (!answer_.isEmpty())
        return answer_ != QLatin1String("cancel");
    const auto choice = QMessageBox::question(
        this, tr("Unsaved changes"), tr("%1 has unsaved changes.").arg(document_.title()),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
    if (choice == QMessageBox::Save)
        return save_first();
    return choice == QMessageBox::Discard;
}

bool MainWindow::save(bool as) {
    QString path = as ? QString() : document_.path();
    if (path.isEmpty()) {
        path = QFileDialog::getSaveFileName(this, tr("Save the plan"), QStringLiteral("plan.json"),
                                            tr("Pipette plans (*.json)"));
        if (path.isEmpty())
            return false;
    }
    store_->save(path);
    return true;
}

void MainWindow::openFiles(const QStringList& paths) {
    store_->open(paths);
}

bool MainWindow::idle() const {
    return planning_->idle() && timelines_->idle() && !store_->busy() && mailbox_.empty() &&
           !refresh_timer_.isActive();
}

void MainWindow::settle() {
    refresh();
    views_->refreshAll();
}

void MainWindow::setInitialSize(QSize size) {
    resize(size);
    views_->resetLayout();
}

void MainWindow::compare(const std::vector<int>& rows) {
    compared_ = rows;
    std::vector<std::shared_ptr<const Candidate>> candidates;
    std::vector<BreakdownBar> bars;
    for (const int row : rows) {
        const auto& candidate = document_.rows()[static_cast<std::size_t>(row)].current;
        const QString name = QStringLiteral("%1: %2").arg(
            plannerTitle(candidate->planner), QString::fromStdString(short_name(candidate->config)));
        bars.push_back({name, candidate->breakdown, candidate->low_s, candidate->high_s, row});
        candidates.push_back(candidate);
    }
    views_->memory->setCompared(candidates);
    views_->breakdown->setBars(std::move(bars));
    views_->compare->setCandidates(std::move(candidates));
    refreshSoon();
    if (rows.size() > 1)
        views_->find(QStringLiteral("compare"))->dock->raise();
}

void MainWindow::showTimelines() {
    std::vector<CandidateTimelines::Wish> wishes;
    const auto add = [&](const std::shared_ptr<const Candidate>& candidate) {
        wishes.push_back({QStringLiteral("%1: %2").arg(plannerTitle(candidate->planner),
                                                       QString::fromStdString(short_name(candidate->config))),
                          candidate});
    };
    if (compared_.size() > 1)
        for (const int row : compared_) {
            if (row < static_cast<int>(document_.rows().size()))
                add(document_.rows()[static_cast<std::size_t>(row)].current);
        }
    else if (const Shown shown = document_.shown(); shown.candidate)
        add(shown.candidate);
    timelines_->want(wishes);
}

void MainWindow::moveSelected() {
    const Shown shown = document_.shown();
    if (!shown.candidate || document_.live() || document_.selection().gpus.empty()) {
        tell(tr("Select a GPU to move"));
        return;
    }
    auto* dialog = new MoveDialog(shown, document_.selection().gpus.front(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &MoveDialog::previewRequested, planning_.get(), &Planning::previewSwap);
    connect(dialog, &MoveDialog::nodePreviewRequested, planning_.get(), &Planning::previewNodeSwap);
    connect(dialog, &MoveDialog::swapRequested, planning_.get(), &Planning::swap);
    connect(dialog, &MoveDialog::nodeSwapRequested, planning_.get(), &Planning::swapNodes);
    connect(planning_.get(), &Planning::previewReady, dialog, &MoveDialog::setDropPreview);
    dialog->open();
}

void MainWindow::restoreLayout() {
    views_->resetLayout();
    if (!remember_)
        return;
    const QSettings settings;
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    restoreState(settings.value(QStringLiteral("window/docks")).toByteArray());
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!mayDiscard([this] { close(); })) {
        event->ignore();
        return;
    }
    if (remember_) {
        QSettings settings;
        settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
        settings.setValue(QStringLiteral("window/docks"), saveState());
    }
    planning_->cancel();
    store_->forget();
    event->accept();
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
