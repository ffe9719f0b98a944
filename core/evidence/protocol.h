// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/fit_time.h"
#include "core/evidence/validation.h"

#include <string>
#include <vector>

namespace pipette {

/// A source predicted by a calibration that never saw it.
struct LeftOut {
    std::string source;
    ErrorFigures time;
};

/// A memory model fitted on some runs and tested on others.
struct MemoryTrial {
    std::string protocol; ///< "up to 32 GPUs -> more", "llama-1B -> llama-3B"
    std::string model;    ///< "analytic", "direct", "residual"
    MemoryFigures figures;
};

/// Fits without each source in turn and predicts that source. Kinds that only it measured fall back on the
/// nearest.
std::vector<LeftOut> leave_one_source_out(const std::vector<MeasuredRun>& runs,
                                          const std::stop_token& stop = {});

/// The paper's protocol on every framework with measured memory: fitted on runs up to 32 GPUs, tested above;
/// and fitted on the smallest model, tested on the others.
std::vector<MemoryTrial> memory_trials(const std::vector<MeasuredRun>& runs,
                                       const std::stop_token& stop = {});

} // namespace pipette
