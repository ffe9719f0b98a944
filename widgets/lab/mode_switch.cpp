// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/mode_switch.h"

#include <QToolButton>

namespace pipette {

ModeSwitch::ModeSwitch(QWidget* parent) : ButtonRow(parent) {
    setAccessibleName(tr("What the lab is for"));
    add(static_cast<int>(LabMode::lesson), tr("Lesson"), tr("Lessons with questions"))
        ->setObjectName(QStringLiteral("mode-lesson"));
    add(static_cast<int>(LabMode::free_play), tr("Free play"),
        tr("Up to four schedules, in their own order or ordered by hand"))
        ->setObjectName(QStringLiteral("mode-free-play"));
    connect(this, &ButtonRow::chosen, this, [this](int id) { emit modeChosen(static_cast<LabMode>(id)); });
}

void ModeSwitch::setMode(LabMode mode) {
    choose(static_cast<int>(mode));
}

} // namespace pipette
