// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/lab_panel.h"

#include "app/files/file_dialogs.h"
#include "app/window/picture_export.h"
#include "core/base/input_error.h"
#include "core/formats/documents/schedule_file.h"
#include "core/formats/launchers/chrome_trace.h"
#include "core/formats/reports/schedule_report.h"
#include "core/formats/text/atomic_file.h"
#include "widgets/theme/plain_text.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QVBoxLayout>

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
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
}

ScheduleLab& LabPanel::lab() {
    if (!lab_)
        make();
    return *lab_;
}

void LabPanel::showEvent(QShowEvent* event) {
    lab();
    QWidget::showEvent(event);
}

void LabPanel::make() {
    lab_ = new ScheduleLab;
    layout()->addWidget(lab_);
    setFocusProxy(lab_);
    const auto name_of = [this](int timeline, const char* ending) {
        return QString::fromStdString(lab().timelines()[timeline].timeline->schedule->name()) +
               QLatin1String(ending);
    };
    lab_->setRunner([this](LabRequest request, std::function<void(LabAnswer)> done) {
        simulateOnWorker(std::move(request), std::move(done));
    });
    connect(lab_, &ScheduleLab::openRequested, this, [this](int which) {
        const QString path = QFileDialog::getOpenFileName(this, tr("Open a schedule"), {},
                                                          tr("Schedules (*.json *.csv);;All files (*)"));
        if (!path.isEmpty())
            openSchedule(which, path);
    });
    connect(lab_, &ScheduleLab::exportPictureRequested, this, [this] {
        ask(tr("Export a picture"), QStringLiteral("schedules.svg"),
            [this](const QString& path) { writePictureTo(path); });
    });
    connect(lab_, &ScheduleLab::exportPageRequested, this, [this] {
        ask(tr("Export a page"), QStringLiteral("schedules.html"),
            [this](const QString& path) { writePageTo(path); });
    });
    connect(lab_, &ScheduleLab::exportTraceRequested, this, [this, name_of](int timeline) {
        ask(tr("Export a Chrome trace"), name_of(timeline, ".trace.json"),
            [this, timeline](const QString& path) { writeTraceTo(timeline, path); });
    });
    connect(lab_, &ScheduleLab::exportCsvRequested, this, [this, name_of](int timeline) {
        ask(tr("Export CSV"), name_of(timeline, ".csv"),
            [this, timeline](const QString& path) { writeCsvTo(timeline, path); });
    });
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
    job.failed = [this](const std::string& why) {
        const QString text = messageText(why);
        plainBox(this, QMessageBox::Warning, tr("Open a schedule"), text)
            ->open(); // without a loop of its own: the mailbox is being emptied
        emit refused(text);
    };
    worker_.submit(std::move(job));
}

void LabPanel::writePictureTo(const QString& path) {
    writePicture(*lab().picture(), path, picture_size);
}

std::vector<ReportStep> LabPanel::shownSteps() {
    std::vector<ReportStep> steps;
    for (const GanttEntry& entry : lab().timelines())
        steps.push_back(schedule_step(entry.title.toStdString(), entry.timeline, StepUnit::seconds));
    return steps;
}

void LabPanel::writePageTo(const QString& path) {
    const std::string file = path.toStdString();
    write_atomically(file, report_for_file(schedule_report(shownSteps()), file));
}

void LabPanel::writeTraceTo(int timeline, const QString& path) {
    write_chrome_trace(path.toStdString(), *lab().timelines()[timeline].timeline);
}

void LabPanel::writeCsvTo(int timeline, const QString& path) {
    std::string text;
    stream_timeline_csv(*lab().timelines()[timeline].timeline, [&](std::string_view part) { text += part; });
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
