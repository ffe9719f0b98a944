// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/mode_switch.h"

#include "widgets/theme/plain_text.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>

namespace pipette {

ModeSwitch::ModeSwitch(QWidget* parent) : QWidget(parent), group_(new QButtonGroup(this)) {
    setAccessibleName(tr("What the lab is for"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    const auto add = [&](LabMode mode, const char* name, const QString& text, const QString& tip) {
        auto* button = new QToolButton;
        button->setObjectName(QLatin1String(name));
        button->setText(text);
        button->setAccessibleName(text);
        button->setToolTip(plainTip(tip));
        button->setCheckable(true);
        row->addWidget(button);
        group_->addButton(button, static_cast<int>(mode));
    };
    add(LabMode::lesson, "mode-lesson", tr("Lesson"), tr("Lessons with questions"));
    add(LabMode::free_play, "mode-free-play", tr("Free play"),
        tr("Up to four schedules, in their own order or ordered by hand"));
    connect(group_, &QButtonGroup::idClicked, this,
            [this](int id) { emit modeChosen(static_cast<LabMode>(id)); });
}

void ModeSwitch::setMode(LabMode mode) {
    group_->button(static_cast<int>(mode))->setChecked(true);
}

} // namespace pipette
