// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/wiring/wiring.h"
#include "widgets/theme/enlarger.h"

class QMenu;

namespace pipette {

class ThemeFollower;

/// How much of the screen the window takes and how large its type is: full screen, and the presentation,
/// which is read from the last row of a room.
class ScreenModes : public Wiring {
    Q_OBJECT

public:
    /// Type and spacings of a presentation, beside the usual ones.
    static constexpr double large_type = 1.5;

    ScreenModes(const WindowContext& context, ThemeFollower& themes);

    void fillMenu(QMenu* menu); ///< with the actions "full-screen" and "presentation"
    bool presents() const { return presents_; }
    void present();
    /// Type, spacings and docks become what they were before present().
    void endPresentation();

signals:
    /// The type of the program is about to become so much larger than usual; 1: usual again.
    void scaling(double factor);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void check(); ///< the actions, as the window is

    ThemeFollower& themes_;
    Enlarger enlarger_;
    bool presents_ = false;
};

} // namespace pipette
