// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/jobs.h"
#include "core/formats/reports/report.h"
#include "widgets/lab/schedule_lab.h"

#include <atomic>
#include <vector>

namespace pipette {

/// The schedule lab in the window: made when it is first looked at, simulates on a worker, reads a person's
/// own schedules, writes what is shown.
class LabPanel : public QWidget {
    Q_OBJECT

public:
    explicit LabPanel(QWidget* parent = nullptr);

    ScheduleLab& lab();
    /// Nothing is being simulated or read.
    bool idle() const { return !worker_.busy() && mailbox_.empty(); }
    /// Reads a schedule (JSON or CSV) on the worker and shows it in the first or the second place; says why
    /// when it cannot.
    void openSchedule(int which, const QString& path);
    /// Each writes one file and throws InputError when it cannot. The end of a picture's path chooses PNG,
    /// SVG or PDF.
    void writePictureTo(const QString& path);
    /// A page that plays what is shown: HTML, or PDF, by the end of the path.
    void writePageTo(const QString& path);
    /// The same as values, for who writes it elsewhere.
    std::vector<ReportStep> shownSteps();
    void writeTraceTo(int timeline, const QString& path);
    void writeCsvTo(int timeline, const QString& path);

signals:
    /// A schedule could not be read; after the person was told.
    void refused(const QString& why);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void make();
    void simulateOnWorker(LabRequest request, std::function<void(LabAnswer)> done);
    /// Asks where, then writes; says why when that fails.
    void ask(const QString& title, const QString& suggestion,
             const std::function<void(const QString&)>& write);

    ScheduleLab* lab_ = nullptr; ///< null: not looked at yet
    Mailbox mailbox_;
    std::atomic<std::uint64_t> newest_ = 0; ///< number of the newest request
    Worker worker_;
};

} // namespace pipette
