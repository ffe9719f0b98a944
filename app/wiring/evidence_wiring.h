// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/evidence.h"
#include "app/wiring/wiring.h"

#include <memory>

namespace pipette {

class FileWiring;

/// Measured runs: their two views, the plans that are made of runs, and the estimator that is trained on
/// them.
class EvidenceWiring : public Wiring {
    Q_OBJECT

public:
    EvidenceWiring(const WindowContext& context, FileWiring& files);

    Evidence& evidence() { return evidence_; }
    void openRuns(); ///< asks which
    void useEstimator(const std::shared_ptr<const MemoryEstimator>& estimator);

private:
    void wireValidation();
    void wireTraining();
    void showAtRest();
    void noteExample(); ///< in the status bar of this workspace alone

    FileWiring& files_;
    Evidence evidence_;
};

} // namespace pipette
