// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/schedule_kind.h"
#include "core/schedule/stage_times.h"

#include <QGroupBox>

#include <optional>

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;

namespace pipette {

/// The times of the lab's schedules in milliseconds, and, right below, what is wrong with them.
class LabTimes : public QGroupBox {
    Q_OBJECT

public:
    explicit LabTimes(QWidget* parent = nullptr);

    /// Milliseconds; empty, with a word to the person, when a field cannot be read.
    std::optional<DeviceTimes> read();
    /// Empty: each schedule's own way.
    std::optional<P2p> p2p() const;
    /// Milliseconds; empty `p2p`: each schedule's own way.
    void set(const DeviceTimes& times, std::optional<P2p> p2p);

signals:
    void changed();

private:
    QDoubleSpinBox* spin(QFormLayout& form, const QString& label, const QString& name,
                         const QString& default_text, const QString& help);

    QLineEdit *forward_, *backward_, *link_;
    QDoubleSpinBox *weight_share_, *overlapped_, *recompute_, *wrap_;
    QComboBox* p2p_;
    QLabel* refusal_;
};

} // namespace pipette
