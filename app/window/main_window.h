// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/candidate_timelines.h"
#include "app/document/document_store.h"
#include "app/document/document_study.h"
#include "app/document/evidence.h"
#include "app/document/plan_document.h"
#include "app/document/planning.h"
#include "app/document/training_logs.h"
#include "app/files/recent_files.h"
#include "app/jobs/jobs.h"
#include "app/window/theme_choice.h"
#include "widgets/answer/answer.h"
#include "widgets/answer/plan_answer.h"
#include "widgets/plans/compared_plan.h"

#include <QElapsedTimer>
#include <QMainWindow>
#include <QMessageBox>
#include <QPointer>
#include <QTimer>

#include <memory>
#include <optional>

class QAction;
class QLabel;
class QMenu;
class QProgressBar;
class QToolBar;

namespace pipette {

class AnswerLine;
struct Command;
struct GpuRole;
struct LinkIntent;
struct ViewSlot;
class GpuView;
class HeadroomFinder;
class Studies;
struct ValidationReport;
struct OpenedStudy;
struct StudyQuestion;
class WindowViews;
class WorkspaceSwitch;

/// How a window is started.
struct WindowOptions {
    PlannerCalls calls;
    QString state_folder;                    ///< where autosaves live; empty: none are written
    bool remember = true;                    ///< layout, recent files and theme go to QSettings
    ThemeChoice theme = ThemeChoice::system; ///< that is on show already
};

/// The window: one document, its views in docks, menus, and the wiring between them.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(WindowOptions options, QWidget* parent = nullptr);
    ~MainWindow() override;

    PlanDocument& document() { return document_; }
    Planning& planning() { return *planning_; }
    DocumentStore& store() { return *store_; }
    WindowViews& views() { return *views_; }
    WorkspaceSwitch& workspaces() { return *workspaces_; }
    Evidence& evidence() { return *evidence_; }
    TrainingLogs& logs() { return *logs_; }
    Studies& studies() { return *studies_; }
    /// By name: "plan", "undo", "reset-layout"... Null when there is none.
    QAction* action(const QString& name) const;
    /// Brings every view up to date at once (pictures, tests).
    void settle();
    /// Nothing runs, waits or is on its way to the views.
    bool idle() const;
    /// What the person was told last, in the status bar or in a message.
    QString lastMessage() const { return last_message_; }
    /// What became of the logs that were imported last.
    QString importReport() const { return import_report_; }
    /// Who has nobody to ask (tests, pictures) answers instead of a dialog: "discard", "save", "cancel", and
    /// "take" for the cluster of imported logs.
    void answerQuestionsWith(const QString& answer) { reply_ = answer; }

    /// Opens a file of any known kind; asks first when that would lose unsaved work.
    void openFiles(const QStringList& paths);
    void setInitialSize(QSize size);
    /// Ends the program because of a signal, with the exit status that a shell gives it: nobody is asked,
    /// unsaved work is kept for the next session to recover. Blocks while it is written.
    void keepAndEnd(int signal);
    /// Writes the candidate on the board as the export format of that name: a file, or a launcher's folder.
    void exportPlan(const QString& format, const QString& path);
    /// A page of the study or of the schedules in their workspaces, else of the candidate on the board; HTML
    /// or PDF by the end of `path`.
    void writeReport(const QString& path);
    /// Writes the picture of a view (its id); the end of `path` chooses PNG, SVG or PDF.
    void exportPicture(const QString& view, const QString& path);

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void showPart(PlanDocument::Part part); ///< in Setup
    void wireDocument();
    void wireStore();
    void wireViews();
    void wireGpuView(GpuView& view);
    void wireLayers();
    void wireWhy();
    void showWhy();    ///< of the plan that is there, once its reasons are found
    void showWhyNow(); ///< the same for a picture, which cannot wait. Throws InputError
    void wireMenus();  ///< what the window adds to the context menus of its views
    void addPictureAction(QWidget& owner, QAction& picture);
    QMenu* showInMenu(const ViewSlot& of); ///< the other views of the same selection
    void changeLink(const LinkIntent& intent);
    void breakLink(const LinkIntent& intent, const QString& name); ///< or tells that it works again
    void typeLayers();                                             ///< of the shown plan, as a text
    void wirePlanning();
    void wireEvidence();
    void wireTraining();
    void wireLogs();
    PlanAtHand planAtHand() const; ///< the chosen candidate of the plan; none while a search runs
    void openLogs();
    void useCalibration(const std::shared_ptr<const Calibration>& calibration, const QString& what);
    void showEvidenceAtRest();
    void openRuns();
    void useEstimator(const std::shared_ptr<const MemoryEstimator>& estimator);
    void makeActions();
    void makeFileMenu();
    void fillRecent(QMenu& menu); ///< a list for each kind of file
    void rememberFiles(FileKind kind, const QStringList& paths);
    void makeReportActions(QMenu* file);
    void writeLabPage(const QString& path);
    void makeEditMenu();
    void makeViewMenu();
    void makeThemeActions(QMenu* menu);
    void makeWorkspaceActions(QMenu* menu);
    void makePlanMenu();
    void makeAskMenu();
    void makeHelpMenu();
    void showCommands(); ///< the palette of all actions, samples, models and help pages
    void makeStepActions(QMenu* menu);
    void makeToolBar();
    void addTools(QToolBar& bar);
    void makeExportMenu(QMenu* menu);
    std::vector<int> gpusToChange(); ///< those that are selected; tells where there are none
    void toggle(bool GpuRole::*flag, void (PlanDocument::*set)(const std::vector<int>&, bool)); ///< of them
    void moveSelected();
    void compare(const std::vector<int>& rows);
    void showComparison(); ///< scenarios and ticked candidates, else the candidate alone
    void newStudy();
    void ask(const StudyQuestion& question);                 ///< of the plan, as a study
    void addStudy(StudyDocument study, const QString& what); ///< behind the others, and opens it
    void saveStudy();
    void takeStudy(const OpenedStudy& opened);
    TrainingGoal goal() const; ///< of the study, else the usual one
    void openStudies();        ///< those of the document, with what was found for the open one
    void wireStudies();
    void wireLab();
    void addLessons(std::vector<Command>& commands); ///< of the program, to the palette
    void wireStudyEditor();
    void wireHeadroom();
    void showHeadroom();
    void findHeadroom();
    void showStudyResult();
    void wireScenarios();
    void showScenarios();
    void stopComparing();
    void pinPlan();
    void pinBefore(); ///< the candidate without a person's edits
    void pinScenario(const Candidate& candidate, std::string name);
    void takeUp(int scenario);
    /// Tells, and is true, when the document has changed since the plan of `name` was asked for: it is not
    /// taken up over what is there now.
    bool changedSince(std::uint64_t revision, const QString& name);
    QAction* addAction(QMenu* menu, const QString& name, const QString& text, const QKeySequence& keys,
                       std::function<void()> run);
    void refreshSoon();
    void refresh();
    void showLines();
    void wireAnswer();
    void showAnswer(); ///< of the workspace that is shown
    Answer planAnswer() const;
    void showReason(Reason reason); ///< brings up the view that shows why a pill of the answer is there
    void showFullest();             ///< the stage whose GPU has the least room
    void showAssumptions();
    void showPlanNote();
    QString
    calibrationNote(const PlanRecord& record) const; ///< whose its times are, where that is worth a word
    void showTitle();
    QString assumedNote() const; ///< empty: the cluster on the board is there
    /// That what is shown is of an earlier setup, and which; empty: it is of the setup as it is now.
    QString earlierNote() const;
    void tell(const QString& text);
    /// Why what was asked for is not done: stands until the next action.
    void tellRefusal(const QString& why);
    void forgetRefusal();
    /// What went wrong: in a box where there is somebody to close it, else as a refusal. Nowhere else.
    void tellProblem(const QString& text);
    /// A box of its own, unless nobody is there to read it: then null.
    QMessageBox* openBox(QMessageBox::Icon icon, const QString& title, const QString& text,
                         const QString& more = {});
    void tellNote(const QString& text, const QString& more);
    /// Shows what became of logs; the cluster is taken only when the person says so, or nobody is there to.
    void offerImport(const std::shared_ptr<const ImportedCluster>& imported);
    void takeImported(const std::shared_ptr<const Cluster>& cluster);
    void describeCluster();
    void askGpuKind(const QStringList& paths, const QStringList& kinds, const QString& why);
    /// Asks when there are unsaved changes. False: not now; `after_save` follows once the changes are saved,
    /// where a person wants that.
    bool mayDiscard(std::function<void()> after_save);
    bool save();   ///< under its own name, else saveAs(); false: given up by the person
    bool saveAs(); ///< asks for the name
    void askAboutFile(FileChange change);
    void restoreLayout();

    PlanDocument document_;
    Mailbox mailbox_;
    decltype(PlannerCalls::calibrations) calibrations_;
    decltype(PlannerCalls::report) report_;
    std::shared_ptr<const PlanRecord> noted_; ///< whose calibration Setup names
    QString last_message_, import_report_, reply_;
    bool refusal_told_ = false; ///< the status bar shows one
    std::function<void()> after_save_;
    std::shared_ptr<const PlanRecord> why_of_; ///< whose reasons are shown or on their way
    QPointer<QMessageBox> file_question_;      ///< null: none is open
    bool remember_;
    bool lines_stale_ = true, shown_stale_ = true;
    std::shared_ptr<const PlanTable> listed_ = std::make_shared<PlanTable>(); ///< the candidate table's lines
    std::vector<int> compared_;                                               ///< rows of it
    std::vector<ComparedPlan> side_by_side_;                                  ///< what the views compare
    QTimer refresh_timer_;
    QElapsedTimer search_clock_;
    WindowViews* views_ = nullptr;
    WorkspaceSwitch* workspaces_ = nullptr;
    ThemeFollower* themes_ = nullptr;
    QLabel* time_left_ = nullptr;
    AnswerLine* answer_ = nullptr;
    SearchNow search_now_;                              ///< of the running search
    double study_done_ = -1;                            ///< of the running study
    std::shared_ptr<const ValidationReport> validated_; ///< of the runs that are open; null: none
    std::optional<Answer> log_answer_;                  ///< of the logs that are open; none: none are
    QProgressBar* progress_ = nullptr;
    std::unique_ptr<DocumentStore> store_;
    std::unique_ptr<CandidateTimelines> timelines_;
    std::unique_ptr<Evidence> evidence_;
    std::unique_ptr<TrainingLogs> logs_;
    std::unique_ptr<Studies> studies_;
    std::unique_ptr<HeadroomFinder> headroom_;
    std::unique_ptr<Planning> planning_; ///< ends first: its workers hold nothing of the window
};

} // namespace pipette
