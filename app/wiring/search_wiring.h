// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/wiring/wiring.h"

#include <QElapsedTimer>

class QLabel;
class QProgressBar;

namespace pipette {

/// The running search: its progress in the status bar, and the curve of its annealing.
class SearchWiring : public Wiring {
    Q_OBJECT

public:
    explicit SearchWiring(const WindowContext& context);

private:
    void makeProgress(); ///< in the status bar

    QElapsedTimer clock_; ///< of the search
    QLabel* time_left_ = nullptr;
    QProgressBar* progress_ = nullptr;
};

} // namespace pipette
