// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/training_logs.h"
#include "app/wiring/wiring.h"

#include <memory>

namespace pipette {

class Evidence;

/// Training logs: held against the plan at hand, and calibrated on.
class LogWiring : public Wiring {
    Q_OBJECT

public:
    /// `evidence` reads the files.
    LogWiring(const WindowContext& context, Evidence& evidence);

    TrainingLogs& logs() { return logs_; }
    void openLogs(); ///< asks which
    /// Plans again with it; `what` names the step for Undo. Null: that of the program.
    void useCalibration(const std::shared_ptr<const Calibration>& calibration, const QString& what);

private:
    void wireReading();
    void wireOwnRuns();
    void useLayerTimes(const LayerProfile& profile); ///< in the place of the roofline of the plan's GPUs
    void fillFrom(FilledFrom from); ///< reads the logs again; what they do not say comes from there
    void calibrate();

    Evidence& evidence_;
    TrainingLogs logs_;
};

} // namespace pipette
