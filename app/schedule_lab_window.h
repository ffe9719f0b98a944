// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/schedule_lab.h"

namespace pipette {

/// The schedule lab as a window of its own, with its exports.
class ScheduleLabWindow : public QWidget {
    Q_OBJECT

public:
    explicit ScheduleLabWindow(QWidget* parent = nullptr);

    ScheduleLab& lab() { return *lab_; }
    /// Each writes one file and throws InputError when it cannot. The end of a picture's path chooses PNG,
    /// SVG or PDF.
    void writePictureTo(const QString& path);
    void writeTraceTo(int timeline, const QString& path);
    void writeCsvTo(int timeline, const QString& path);

private:
    /// Asks where, then writes; says why when that fails.
    void ask(const QString& title, const QString& suggestion,
             const std::function<void(const QString&)>& write);

    ScheduleLab* lab_;
};

/// Opens the lab beside `parent`, or brings it to the front.
void showScheduleLab(QWidget* parent);

} // namespace pipette
