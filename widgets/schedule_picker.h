// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/schedule_family.h"

#include <QGroupBox>

class QComboBox;
class QLabel;
class QSpinBox;

namespace pipette {

/// A schedule and its sizes, and, right below, why they do not go together when they do not.
class SchedulePicker : public QGroupBox {
    Q_OBJECT

public:
    explicit SchedulePicker(const QString& title, QWidget* parent = nullptr);

    ScheduleKind kind() const;
    ScheduleSize size() const;
    void setChosen(ScheduleKind kind, const ScheduleSize& size);
    /// Empty: all is well.
    void setRefusal(const QString& text);
    QString refusalText() const;

signals:
    void changed();

private:
    QSpinBox* spin(const QString& name, int most);

    QComboBox* kind_;
    QSpinBox *devices_, *microbatches_, *chunks_, *slices_;
    QLabel *refusal_, *source_;
};

} // namespace pipette
