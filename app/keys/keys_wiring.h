// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/keys/key_choices.h"
#include "app/wiring/wiring.h"

#include <memory>

class QMenu;

namespace pipette {

/// The keys of the window's actions: chosen in a dialog, kept between sessions, named by tool tips.
class KeysWiring : public Wiring {
    Q_OBJECT

public:
    explicit KeysWiring(const WindowContext& context);

    void fillMenu(QMenu* menu); ///< with the action "keyboard"
    /// Once all menus and the tool bar have been made: gives the actions the keys of earlier sessions.
    void begin();
    void ask(); ///< opens the dialog

protected:
    /// Tool tips of the tool bar name the keys, too.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    KeyMemory memory_;
    std::unique_ptr<KeyChoices> choices_; ///< null before begin()
};

} // namespace pipette
