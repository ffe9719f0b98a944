// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson_values.h"

#include <QWidget>

#include <vector>

class QDoubleSpinBox;
class QFormLayout;
class QPushButton;

namespace pipette {

/// "Change the example": a field for each value of a lesson's example.
class LessonFields : public QWidget {
    Q_OBJECT

public:
    explicit LessonFields(QWidget* parent = nullptr);

    /// The lesson's own numbers; the fields are made for them.
    void setExample(const LessonValues& own);
    LessonValues values() const;
    /// A person has changed a number.
    bool changedByPerson() const { return !(values() == own_); }

signals:
    void changed();

private:
    void restore();
    QDoubleSpinBox* field(const LessonKnob& knob);

    LessonValues own_;
    std::vector<std::pair<const LessonKnob*, QDoubleSpinBox*>> fields_;
    QFormLayout* form_;
    QPushButton* restore_;
};

} // namespace pipette
