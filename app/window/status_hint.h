// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/wiring/wiring.h"

class QLabel;

namespace pipette {

/// Says at the right of the status bar what a click, a drag and the keys do in the workspace that is shown,
/// where the message of the bar leaves room.
class StatusHint : public Wiring {
    Q_OBJECT

public:
    explicit StatusHint(const WindowContext& context);

    bool eventFilter(QObject* watched, QEvent* event) override; ///< of the status bar: it has other room

private:
    void refresh();
    QString words() const; ///< of the workspace; empty: there is nothing to click yet

    QLabel* hint_;
};

} // namespace pipette
