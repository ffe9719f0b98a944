// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/wiring/wiring.h"

class QLabel;

namespace pipette {

/// Says at the right of the status bar how a plan is read and changed: beside a plan, where the message of
/// the bar leaves room.
class DragHint : public Wiring {
    Q_OBJECT

public:
    explicit DragHint(const WindowContext& context);

    bool eventFilter(QObject* watched, QEvent* event) override; ///< of the status bar: it has other room

private:
    void refresh();

    QLabel* hint_;
};

} // namespace pipette
