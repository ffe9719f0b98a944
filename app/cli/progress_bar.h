// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"

namespace pipette {

/// One line on standard error that says how far long work is, on a terminal only; gone when it is destroyed.
class ProgressBar {
public:
    ProgressBar();
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    /// Sink for the work, empty where there is no terminal. Refers to this bar.
    ProgressSink sink();

private:
    void show(const Progress& progress);
    bool terminal_ = false;
    bool shown_ = false;
};

} // namespace pipette
