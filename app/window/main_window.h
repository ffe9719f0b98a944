// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/candidate_timelines.h"
#include "app/document/document_store.h"
#include "app/document/evidence.h"
#include "app/document/hand_edits.h"
#include "app/document/plan_document.h"
#include "app/document/planning.h"
#include "app/document/training_logs.h"
#include "app/jobs/jobs.h"
#include "app/studies/studies.h"
#include "app/window/theme_choice.h"
#include "app/wiring/notices.h"
#include "app/wiring/window_actions.h"
#include "app/workspaces/plan_windows.h"

#include <QMainWindow>
#include <QTimer>

#include <memory>

class QPrinter;

namespace pipette {

class SecondWindow;
class WindowViews;
class WorkspaceSwitch;
struct WindowContext;

/// How a window is started.
struct WindowOptions {
    PlannerCalls calls;
    QString state_folder;                    ///< where autosaves live; empty: none are written
    bool remember = true;                    ///< layout, recent files and theme go to QSettings
    ThemeChoice theme = ThemeChoice::system; ///< that is on show already
};

/// The window: one document, its views in docks, and the parts (app/wiring) that each serve one task.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(WindowOptions options, QWidget* parent = nullptr);
    ~MainWindow() override;

    PlanDocument& document() { return document_; }
    Planning& planning() { return *planning_; }
    HandEdits& edits() { return *edits_; }
    DocumentStore& store() { return *store_; }
    WindowViews& views() { return *views_; }
    WorkspaceSwitch& workspaces() { return *workspaces_; }
    CandidateTimelines& timelines();
    Evidence& evidence();
    TrainingLogs& logs();
    Studies& studies();
    SecondWindow* second() const; ///< null: it is not open
    /// By name: "plan", "undo", "reset-layout"... Null when there is none.
    QAction* action(const QString& name) const { return actions_.find(name); }
    /// Brings every view up to date at once (pictures, tests).
    void settle();
    /// Nothing runs, waits or is on its way to the views.
    bool idle() const;
    /// What the person was told last, in the status bar or in a message.
    QString lastMessage() const { return notices_.last(); }
    /// What became of the logs that were imported last.
    QString importReport() const;
    /// Notices::answerQuestionsWith()
    void answerQuestionsWith(const QString& answer) { notices_.answerQuestionsWith(answer); }

    /// Opens a file of any known kind; asks first when that would lose unsaved work.
    void openFiles(const QStringList& paths) { store_->open(paths); }
    void setInitialSize(QSize size);
    void greet(); ///< shows a new user around; once the window shows
    /// Ends the program because of a signal, with the exit status that a shell gives it: nobody is asked,
    /// unsaved work is kept for the next session to recover. Blocks while it is written.
    void keepAndEnd(int signal);
    // As ExportWiring does.
    void exportPlan(const QString& format, const QString& path);
    void writeReport(const QString& path);
    void exportPicture(const QString& view, const QString& path);
    void printTo(QPrinter& printer, const QString& view); ///< as PrintWiring does

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    struct Parts;

    WindowContext context();
    void wireDocument();
    void refreshSoon();
    void refresh();
    void showTitle();
    void restoreLayout();

    PlanDocument document_;
    Mailbox mailbox_;
    PlannerCalls calls_;
    bool remember_;
    bool shown_stale_ = true;
    QTimer refresh_timer_;
    Notices notices_{*this};
    WindowActions actions_{*this, notices_};
    WindowViews* views_ = nullptr;
    PlanWindows plan_windows_;
    WorkspaceSwitch* workspaces_ = nullptr;
    ThemeFollower* themes_ = nullptr;
    std::unique_ptr<DocumentStore> store_;
    std::unique_ptr<Planning> planning_;
    std::unique_ptr<HandEdits> edits_;
    std::unique_ptr<Parts> parts_;
};

} // namespace pipette
