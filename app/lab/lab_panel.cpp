// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/lab_panel.h"

#include "app/files/file_dialogs.h"
#include "app/lab/lab_animation.h"
#include "app/window/language.h"
#include "app/window/picture_export.h"
#include "core/base/input_error.h"
#include "core/formats/documents/schedule_file.h"
#include "core/formats/evidence/shipped_knowledge.h"
#include "core/formats/launchers/chrome_trace.h"
#include "core/formats/lessons/lesson_draft.h"
#include "core/formats/lessons/lesson_json.h"
#include "core/formats/reports/lessons/lesson_report.h"
#include "core/formats/reports/schedule_report.h"
#include "core/formats/text/atomic_file.h"
#include "widgets/lab/lab_player.h"
#include "widgets/theme/plain_text.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QStackedLayout>

#include <utility>

namespace pipette {
namespace {

constexpr QSize picture_size(1400, 800);

} // namespace

LabPanel::LabPanel(QWidget* parent)
    : QWidget(parent),
      mailbox_([this] {
          QMetaObject::invokeMethod(
              this, [this] { mailbox_.deliver(); }, Qt::QueuedConnection);
      }),
      worker_(mailbox_) {
    setFocusPolicy(Qt::StrongFocus);
    modes_ = new QStackedLayout(this);
    modes_->setContentsMargins(0, 0, 0, 0);
}

ScheduleLab& LabPanel::lab() {
    if (!lab_)
        makeLab();
    return *lab_;
}

LessonView& LabPanel::lessons() {
    if (!lessons_)
        makeLessons();
    return *lessons_;
}

void LabPanel::showEvent(QShowEvent* event) {
    showMode();
    QWidget::showEvent(event);
}

void LabPanel::setMode(LabMode mode) {
    const bool other = mode != mode_;
    mode_ = mode;
    if (isVisible())
        showMode();
    if (other)
        emit modeChanged(mode);
}

void LabPanel::showMode() {
    QWidget* shown = mode_ == LabMode::lesson ? static_cast<QWidget*>(&lessons()) : &lab();
    const bool focused = isAncestorOf(focusWidget()) && focusWidget()->hasFocus();
    modes_->setCurrentWidget(shown);
    setFocusProxy(shown);
    if (focused)
        shown->setFocus();
}

void LabPanel::addModes(LabPlayer& player, LabMode mode) {
    auto* modes = new ModeSwitch;
    modes->setMode(mode);
    player.append(modes);
    connect(modes, &ModeSwitch::modeChosen, this, [this, modes, mode](LabMode chosen) {
        modes->setMode(mode); // the other mode has a switch of its own
        setMode(chosen);
    });
}

void LabPanel::makeLessons() {
    lessons_ = new LessonView([this](std::shared_ptr<const Lesson> lesson, LessonValues values,
                                     std::function<void(LessonOutcome)> done) {
        evaluateOnWorker(std::move(lesson), std::move(values), std::move(done));
    });
    modes_->addWidget(lessons_);
    addModes(lessons_->player(), LabMode::lesson);
    lessons_->setDone(done_);
    connect(lessons_, &LessonView::doneChanged, this, &LabPanel::doneChanged);
    connect(lessons_, &LessonView::helpRequested, this, &LabPanel::helpRequested);
    connect(lessons_, &LessonView::handOutRequested, this, [this] {
        ask(tr("Export a hand-out"), QStringLiteral("hand-out.pdf"),
            [this](const QString& path) { writeHandOutTo(path); });
    });
    connect(lessons_, &LessonView::animationRequested, this, [this] {
        ask(tr("Export an animated picture"), QStringLiteral("lesson.gif"),
            [this](const QString& path) { animate(*this, path); });
    });
    connect(lessons_, &LessonView::pictureRequested, this, [this](QWidget* chart) {
        ask(tr("Export a picture"), QStringLiteral("lesson.svg"),
            [chart](const QString& path) { writePicture(*chart, path, picture_size); });
    });
    readLessons();
}

void LabPanel::readLessons() {
    Job job;
    job.process = [this, language = spokenLanguage().name.toStdString()](std::stop_token) -> Job::Finish {
        std::vector<std::shared_ptr<const Lesson>> read;
        for (const LessonListing& listing : shipped_lessons(language))
            read.push_back(std::make_shared<const Lesson>(read_lesson(listing.path, language)));
        return [this, read = std::move(read)]() mutable {
            lessons_read_ = true;
            lessons_->setLessons(std::move(read));
            if (const QString wanted = std::exchange(wanted_, {}); !wanted.isEmpty())
                lessons_->open(wanted);
        };
    };
    job.failed = [this](const std::string& why) { emit refused(messageText(why)); };
    worker_.submit(std::move(job));
}

void LabPanel::setDone(const QStringList& ids) {
    done_ = ids;
    if (lessons_)
        lessons_->setDone(ids);
}

void LabPanel::openLesson(const QString& id) {
    setMode(LabMode::lesson);
    if (!lessons().open(id))
        wanted_ = lessons_read_ ? QString() : id;
}

void LabPanel::showLesson(const std::shared_ptr<const Lesson>& lesson) {
    setMode(LabMode::lesson);
    Job job; // behind the program's own lessons, if they are still being read
    job.process = [this, lesson](std::stop_token) -> Job::Finish {
        return [this, lesson] { lessons().addLesson(lesson); };
    };
    lessons();
    worker_.submit(std::move(job));
}

void LabPanel::evaluateOnWorker(std::shared_ptr<const Lesson> lesson, LessonValues values,
                                std::function<void(LessonOutcome)> done) {
    Job job;
    job.process = [this, number = ++newest_example_, lesson = std::move(lesson), values = std::move(values),
                   done = std::move(done)](std::stop_token stop) -> Job::Finish {
        if (number != newest_example_) // nobody waits for it any more
            return {};
        LessonOutcome outcome;
        try {
            const auto knowledge = [this] { return known_ ? *known_ : known_.emplace(shipped_knowledge()); };
            outcome.answer =
                std::make_shared<const LessonAnswer>(evaluate_lesson(*lesson, values, knowledge, stop));
        } catch (const InputError& error) {
            outcome.refusal = messageText(error.reason());
        }
        return [outcome, done] { done(outcome); };
    };
    worker_.submit(std::move(job));
}

void LabPanel::makeLab() {
    lab_ = new ScheduleLab;
    modes_->addWidget(lab_);
    addModes(lab_->player(), LabMode::free_play);
    wireOrders();
    lab_->setRunner([this](LabRequest request, std::function<void(LabAnswer)> done) {
        simulateOnWorker(std::move(request), std::move(done));
    });
    connect(lab_, &ScheduleLab::openRequested, this, [this](int which) {
        const QString path = QFileDialog::getOpenFileName(this, tr("Open a schedule"), {},
                                                          tr("Schedules (*.json *.csv);;All files (*)"));
        if (!path.isEmpty())
            openSchedule(which, path);
    });
    connect(lab_, &ScheduleLab::exportRequested, this, &LabPanel::exportAs);
    connect(lab_, &ScheduleLab::pasteRequested, this, &LabPanel::pasteState);
}

void LabPanel::exportAs(LabExport what, const GanttEntry& entry) {
    const auto name = [&](const char* ending) {
        return QString::fromStdString(entry.timeline->schedule->name()) + QLatin1String(ending);
    };
    switch (what) {
    case LabExport::picture:
        return ask(tr("Export a picture"), QStringLiteral("schedules.svg"),
                   [this](const QString& path) { writePictureTo(path); });
    case LabExport::animation:
        return ask(tr("Export an animated picture"), QStringLiteral("schedules.gif"),
                   [this](const QString& path) { animate(*this, path); });
    case LabExport::page:
        return ask(tr("Export a page"), QStringLiteral("schedules.html"),
                   [this](const QString& path) { writePageTo(path); });
    case LabExport::lesson:
        return ask(tr("Save as a lesson"), QStringLiteral("lesson.json"),
                   [this](const QString& path) { writeLessonTo(path); });
    case LabExport::state:
        return ask(tr("Save the lab"), QStringLiteral("lab.json"),
                   [this](const QString& path) { writeStateTo(path); });
    case LabExport::text:
        return copyState();
    case LabExport::trace:
        return ask(tr("Export a Chrome trace"), name(".trace.json"),
                   [entry](const QString& path) { writeTraceTo(entry, path); });
    case LabExport::csv:
        return ask(tr("Export CSV"), name(".csv"), [entry](const QString& path) { writeCsvTo(entry, path); });
    }
}

void LabPanel::simulateOnWorker(LabRequest request, std::function<void(LabAnswer)> done) {
    Job job;
    job.process = [this, number = ++newest_, request = std::move(request),
                   done = std::move(done)](std::stop_token stop) -> Job::Finish {
        if (number != newest_) // nobody waits for it any more
            return {};
        return [answer = simulate(request, stop), done] { done(answer); };
    };
    worker_.submit(std::move(job));
}

void LabPanel::openSchedule(int which, const QString& path) {
    Job job;
    job.process = [this, which, path](std::stop_token) -> Job::Finish {
        auto schedule = std::make_shared<const Schedule>(read_schedule_file(path.toStdString()));
        return [this, which, path, schedule] {
            lab_->setOwnSchedule(
                which, schedule,
                tr("%1 (%2)").arg(nameText(schedule->name()), nameText(QFileInfo(path).fileName())));
        };
    };
    job.failed = [this](const std::string& why) { tellRefusal(tr("Open a schedule"), why); };
    worker_.submit(std::move(job));
}

void LabPanel::tellRefusal(const QString& title, const std::string& why) {
    const QString text = messageText(why);
    plainBox(this, QMessageBox::Warning, title, text)
        ->open(); // without a loop of its own: the mailbox is being emptied
    emit refused(text);
}

void LabPanel::writePictureTo(const QString& path) {
    writePicture(*lab().picture(), path, picture_size);
}

std::vector<ReportStep> LabPanel::shownSteps() {
    const bool lesson = mode_ == LabMode::lesson && lessons_ && !lessons_->timelines().isEmpty();
    std::vector<ReportStep> steps;
    for (const GanttEntry& entry : lesson ? lessons_->timelines() : lab().timelines())
        if (!entry.stuck_from) // a step that never ends cannot be played
            steps.push_back(schedule_step(entry.title.toStdString(), entry.timeline, StepUnit::seconds));
    return steps;
}

void LabPanel::writePageTo(const QString& path) {
    const std::string file = path.toStdString();
    write_atomically(file, report_for_file(schedule_report(shownSteps()), file));
}

void LabPanel::writeLessonTo(const QString& path) {
    const LabRequest& request = lab().request();
    LessonDraft draft;
    draft.times_ms = request.times, draft.p2p = request.p2p;
    for (const auto& choice : request.choices) {
        if (!choice)
            continue;
        if (choice->own)
            throw InputError(path.toStdString(), {},
                             tr("cannot hold a schedule of a file: a lesson names a kind").toStdString());
        draft.schedules.push_back({choice->title.toStdString(), choice->kind, choice->size});
    }
    write_atomically(path.toStdString(), lesson_to_text(draft, path.toStdString()));
}

void LabPanel::writeHandOutTo(const QString& path) {
    const std::string file = path.toStdString();
    if (!lessons().lesson() || !lessons().answer())
        throw InputError(file, {}, tr("cannot be written: no lesson is shown yet").toStdString());
    const Report report = lesson_report(*lessons().lesson(), *lessons().answer());
    check_letters(report, file);
    write_atomically(file, report_for_file(report, file));
}

void LabPanel::writeTraceTo(const GanttEntry& entry, const QString& path) {
    write_chrome_trace(path.toStdString(), *entry.timeline);
}

void LabPanel::writeCsvTo(const GanttEntry& entry, const QString& path) {
    std::string text;
    stream_timeline_csv(*entry.timeline, [&](std::string_view part) { text += part; });
    write_atomically(path.toStdString(), text);
}

void LabPanel::ask(const QString& title, const QString& suggestion,
                   const std::function<void(const QString&)>& write) {
    const QString path = askSavePath(this, title, suggestion);
    if (path.isEmpty())
        return;
    try {
        write(path);
    } catch (const InputError& error) {
        plainBox(this, QMessageBox::Warning, title, messageText(std::string_view(error.what())))->exec();
    }
}

} // namespace pipette
