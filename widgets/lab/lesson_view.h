// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/evaluate_lesson.h"
#include "widgets/pipeline/gantt_view.h"

#include <QSet>

#include <functional>
#include <memory>
#include <vector>

namespace pipette {

class CardSplitter;
class ChartView;
class LabPlayer;
class LessonCurveChart;
class LessonFields;
class LessonList;
class LessonPage;
class MemoryBars;
class ScheduleCurve;
class ScheduleLabPicture;

/// What came of a lesson's example: its answer, or why there is none.
struct LessonOutcome {
    std::shared_ptr<const LessonAnswer> answer;
    QString refusal;
};

/// Who simulates for lessons: hands the outcome over on the view's thread, at once or later.
using LessonRunner = std::function<void(std::shared_ptr<const Lesson> lesson, LessonValues values,
                                        std::function<void(LessonOutcome)> done)>;

/// Lessons: the list, the text with its questions, the example's numbers, and charts that follow them with
/// one play head. Keys: those of the player, 1 to 6 and Enter for the question, page up and down for the
/// lessons.
class LessonView : public QWidget {
    Q_OBJECT

public:
    explicit LessonView(LessonRunner runner, QWidget* parent = nullptr);

    /// All lessons in their order; the first that is not done is opened where none was.
    void setLessons(std::vector<std::shared_ptr<const Lesson>> lessons);
    /// Shows a lesson of a file: behind the others, or in the place of one of the same id.
    void addLesson(std::shared_ptr<const Lesson> lesson);
    /// Ids of lessons that are done.
    void setDone(const QStringList& ids);
    /// False: there is no lesson of this id.
    bool open(const QString& id);
    void openRow(int row);

    /// The lesson that is shown; null: none yet.
    const Lesson* lesson() const { return lesson_.get(); }
    /// What was found for its example; null: nothing yet.
    const LessonAnswer* answer() const { return answer_.get(); }
    const QList<GanttEntry>& timelines() const { return entries_; }
    LabPlayer& player() { return *player_; }
    LessonPage& page() { return *page_; }
    /// The schedules, and their memory below them, for export.
    ChartView* picture();

signals:
    void doneChanged(const QStringList& ids);
    void helpRequested(const QString& page);
    void pictureRequested(QWidget* chart);
    void animationRequested(); ///< a picture that plays what is shown
    void handOutRequested();   ///< the lesson on paper

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeLeft();
    QWidget* makeCharts();
    QWidget* makeExports();
    void wireCharts();
    void showRows();
    void recompute();
    void showOutcome(const LessonOutcome& outcome);
    void showCharts(const std::shared_ptr<const LessonAnswer>& answer);
    /// Shows times and curves once a person has checked an answer or changed the example; hides them before.
    void showFigures();
    void showMemory(const std::shared_ptr<const LessonAnswer>& answer);
    bool take(const QKeyEvent& event);
    void step(int lessons);

    LessonRunner runner_;
    std::vector<std::shared_ptr<const Lesson>> lessons_;
    std::shared_ptr<const Lesson> lesson_;
    std::shared_ptr<const LessonAnswer> answer_; ///< of lesson_
    bool changed_ = false;                       ///< a person has changed numbers of the lesson's example
    bool opening_ = false;                       ///< the lesson was just opened: its charts are not drawn yet
    QSet<QString> done_;
    QList<GanttEntry> entries_;
    std::uint64_t wish_ = 0; ///< number of the newest request

    LabPlayer* player_;
    LessonList* list_;
    LessonFields* fields_;
    LessonPage* page_;
    GanttView* gantt_;
    ScheduleCurve* memory_;
    MemoryBars* bars_; ///< in the place of memory_ where a plan has no pipeline
    LessonCurveChart* curve_;
    QLabel* predict_;     ///< in the place of below_ until figures are shown
    CardSplitter* below_; ///< memory and curve
    ScheduleLabPicture* picture_;
};

} // namespace pipette
