// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/wiring/wiring.h"

#include <QElapsedTimer>

#include <functional>

class QLabel;
class QProgressBar;

namespace pipette {

class AnnealingCurve;
class PlanViews;

/// The running search: its progress in the status bar, and the curve of its annealing.
class SearchWiring : public Wiring {
    Q_OBJECT

public:
    explicit SearchWiring(const WindowContext& context);

private:
    void makeProgress(); ///< in the status bar
    /// Does the same to the curve of every window. One that nobody sees later takes up that of the main
    /// window.
    void eachCurve(const std::function<void(AnnealingCurve&)>& change);
    void copyCurve(PlanViews& views);

    QElapsedTimer clock_; ///< of the search
    QLabel* time_left_ = nullptr;
    QProgressBar* progress_ = nullptr;
};

} // namespace pipette
