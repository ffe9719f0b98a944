// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/button_row.h"

namespace pipette {

/// What the lab is for now.
enum class LabMode { lesson, free_play };

/// "Lesson | Free play": two buttons, one of which is down.
class ModeSwitch : public ButtonRow {
    Q_OBJECT

public:
    explicit ModeSwitch(QWidget* parent = nullptr);
    void setMode(LabMode mode);

signals:
    void modeChosen(pipette::LabMode mode);
};

} // namespace pipette
