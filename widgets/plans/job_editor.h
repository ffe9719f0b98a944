// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/training_job.h"

#include <QObject>

class QCheckBox;
class QComboBox;
class QSpinBox;
class QWidget;

namespace pipette {

/// The fields of a training job, in three bodies for cards. setJob shows values without emitting; every edit
/// by a person is emitted as a whole value.
class JobEditor : public QObject {
    Q_OBJECT

public:
    explicit JobEditor(QObject* parent = nullptr);
    QWidget* basics() const { return basics_; } ///< batch, sequence, precision, framework
    QWidget* more() const { return more_; }     ///< optimizer, primary weights, what overlaps
    QWidget* tuning() const { return tuning_; } ///< adapters and packed sequences
    void setJob(const TrainingJob& job);

signals:
    void jobEdited(const pipette::TrainingJob& job);

private:
    void makeFields();
    void makeTicks();
    void makeTuning();
    void layOut();
    void emitJob();

    TrainingJob job_;
    bool showing_ = false; ///< values come from the program, not from a person
    QWidget *basics_, *more_, *tuning_;
    QComboBox *precision_, *framework_, *optimizer_, *primary_weights_, *adapter_targets_;
    QSpinBox *global_batch_, *sequence_, *adapter_rank_, *mean_sequence_;
    QCheckBox *flash_, *overlap_, *gather_, *beside_products_, *fp8_inputs_;
};

} // namespace pipette
