// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/jobs.h"
#include "core/formats/reports/report.h"
#include "widgets/lab/lesson_view.h"
#include "widgets/lab/mode_switch.h"
#include "widgets/lab/schedule_lab.h"

#include <QStringList>

#include <atomic>
#include <optional>
#include <vector>

class QStackedLayout;

namespace pipette {

struct LabState;

/// The lab in the window, in two modes: lessons, and the schedule lab for free play. Each mode is made when
/// it is first looked at. The panel simulates on a worker, reads lessons and a person's own schedules, and
/// writes what is shown.
class LabPanel : public QWidget {
    Q_OBJECT

public:
    explicit LabPanel(QWidget* parent = nullptr);

    /// Free play.
    ScheduleLab& lab();
    LessonView& lessons();
    LabMode mode() const { return mode_; }
    void setMode(LabMode mode);
    /// Ids of lessons that are done.
    void setDone(const QStringList& ids);
    /// Shows a lesson of the program by its id, or one that has been read from a file.
    void openLesson(const QString& id);
    void showLesson(const std::shared_ptr<const Lesson>& lesson);
    /// Nothing is being simulated or read.
    bool idle() const { return !worker_.busy() && mailbox_.empty(); }
    /// Reads a schedule (JSON or CSV) on the worker and shows it in one of the four places; says why
    /// when it cannot.
    void openSchedule(int which, const QString& path);
    /// Reads an order by hand (JSON or CSV), which may have faults, on the worker and shows it in free play.
    void openOrder(const QString& path);
    /// Shows an order by hand that was read from the file.
    void showOrder(const HandOrder& hand, const QString& path);
    /// Each writes one file and throws InputError when it cannot. The end of a picture's path chooses PNG,
    /// SVG or PDF.
    void writePictureTo(const QString& path);
    /// A page that plays what is shown: HTML, or PDF, by the end of the path.
    void writePageTo(const QString& path);
    /// What the mode that is shown draws, as values, for who writes it elsewhere.
    std::vector<ReportStep> shownSteps();
    /// A lesson on the schedules of free play, with one question.
    void writeLessonTo(const QString& path);
    static void writeTraceTo(const GanttEntry& entry, const QString& path);
    static void writeCsvTo(const GanttEntry& entry, const QString& path);
    /// The order by hand, as a schedule file.
    void writeOrderTo(const QString& path);
    /// What free play shows, to be opened again.
    void writeStateTo(const QString& path);
    /// The lesson that is shown, to be printed: HTML, or PDF, by the end of the path.
    void writeHandOutTo(const QString& path);
    /// Puts what free play shows on the clipboard, in one line of text; says why when it cannot.
    void copyState();
    /// Shows the lab that the clipboard holds; says why when it cannot.
    void pasteState(LabPaste how);
    void showState(const LabState& state);

signals:
    /// A schedule could not be read; after the person was told.
    void refused(const QString& why);
    void modeChanged(pipette::LabMode mode);
    void doneChanged(const QStringList& ids);
    void helpRequested(const QString& page);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void makeLab();
    void wireOrders();
    void makeLessons();
    void tellRefusal(const QString& title, const std::string& why);
    void exportAs(LabExport what, const GanttEntry& entry);
    void addModes(LabPlayer& player, LabMode mode);
    void showMode();
    void readLessons();
    void simulateOnWorker(LabRequest request, std::function<void(LabAnswer)> done);
    void evaluateOnWorker(std::shared_ptr<const Lesson> lesson, LessonValues values,
                          std::function<void(LessonOutcome)> done);
    /// Asks where, then writes; says why when that fails.
    void ask(const QString& title, const QString& suggestion,
             const std::function<void(const QString&)>& write);

    QStackedLayout* modes_;
    LabMode mode_ = LabMode::lesson;
    ScheduleLab* lab_ = nullptr;    ///< null: not looked at yet
    LessonView* lessons_ = nullptr; ///< the same
    QStringList done_;
    QString wanted_; ///< lesson to open once all are read; empty: none
    bool lessons_read_ = false;
    std::optional<Knowledge> known_; ///< what lessons on plans compute with; only on the worker
    Mailbox mailbox_;
    std::atomic<std::uint64_t> newest_ = 0, newest_example_ = 0; ///< numbers of the newest requests
    Worker worker_;
};

} // namespace pipette
