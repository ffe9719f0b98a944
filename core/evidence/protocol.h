// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/fit_time.h"
#include "core/evidence/validation.h"

#include <string>
#include <vector>

namespace pipette {

/// A run of a source that the fit never saw.
struct UnseenRun {
    double predicted_s = 0, measured_s = 0;
    Standing standing = Standing::own; ///< of the entry that predicted it
    std::string architecture;          ///< of its GPUs
    double off() const {
        return measured_s / predicted_s - 1;
    } ///< as a range is drawn, around the prediction
};
struct UnseenSource {
    std::string source;
    std::vector<UnseenRun> runs;
};

/// What four in five such runs were within, sources counting alike, by the standing of the entry. Few sources
/// tell what a borrowed entry errs by: near is twice own at least, far four times. `architecture`: where
/// three sources or more tell, `own` is of runs on this architecture alone, since each generation of GPUs is
/// known as well as its own sources agree; empty, or of fewer sources: of all (resources/help/accuracy.md).
struct Ranges {
    double own = 0, near = 0, far = 0;
    double near_factor = 0, far_factor = 0; ///< of own, as measured; 0: no such runs
    double of(Standing standing) const {
        return standing == Standing::own ? own : standing == Standing::near ? near : far;
    }
};
Ranges ranges_of(const std::vector<UnseenSource>& sources, const std::string& architecture = {});

/// Every source predicted by a fit without it. The sites of `start` count, and its common entry where the
/// runs tell none.
std::vector<UnseenSource> unseen_errors(const std::vector<SourceRuns>& sources, const Calibration& start,
                                        const FitOptions& options, const std::stop_token& stop);

/// A source predicted by a calibration that never saw it, and the range as all others give it, each of them
/// predicted without itself and without this one.
struct LeftOut {
    std::string source;
    ErrorFigures time;
    double range = 0;    ///< mean over its runs, plus or minus
    Ranges ranges;       ///< of which it is made
    double in_range = 0; ///< share of its runs
    int known = 0;       ///< of its runs that the fit knew after all
};

/// The models of a source, each predicted by a fit that saw no run of its shape, in no source.
struct UnseenModel {
    std::string name;
    ErrorFigures time;
};
struct UnseenModels {
    std::string source;
    ErrorFigures time; ///< of all
    std::vector<UnseenModel> models;
};

/// A memory model fitted on some runs and tested on others.
struct MemoryTrial {
    std::string protocol; ///< "up to 32 GPUs -> more", "llama-1B -> llama-3B"
    std::string model;    ///< "analytic", "direct", "residual"
    MemoryFigures figures;
};

/// Fits without each source in turn and predicts it; and again, knowing 20 of its runs, where it has ten
/// times as many and no other source of its kind is there. The fabrics of sites are known.
std::vector<LeftOut> leave_one_source_out(const std::vector<MeasuredRun>& runs, const Calibration& start,
                                          const std::stop_token& stop = {});

/// Of sources of two models or more that have two runs each, in the mean; after them
/// those with experts of all these, by architecture.
std::vector<UnseenModels> leave_one_model_out(const std::vector<MeasuredRun>& runs, const Calibration& start,
                                              const std::stop_token& stop = {});

/// The paper's protocol on every framework with measured memory: fitted on runs up to 32 GPUs, tested above;
/// and fitted on the smallest model, tested on the others.
std::vector<MemoryTrial> memory_trials(const std::vector<MeasuredRun>& runs,
                                       const std::stop_token& stop = {});

} // namespace pipette
