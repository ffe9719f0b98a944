// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QButtonGroup;

namespace pipette {

/// What the lab is for now.
enum class LabMode { lesson, free_play };

/// "Lesson | Free play": two buttons, one of which is down.
class ModeSwitch : public QWidget {
    Q_OBJECT

public:
    explicit ModeSwitch(QWidget* parent = nullptr);
    void setMode(LabMode mode);

signals:
    void modeChosen(pipette::LabMode mode);

private:
    QButtonGroup* group_;
};

} // namespace pipette
