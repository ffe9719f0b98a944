// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/calibration.h"

#include <cmath>

namespace pipette {

const KindCalibration& Calibration::nearest(const GpuKind& gpu, const std::string& framework,
                                            bool* exact) const {
    static const KindCalibration roofline;
    const KindCalibration* best = &roofline;
    int best_score = -1;
    for (const KindCalibration& kind : kinds) {
        const int score = 2 * (kind.architecture == gpu.architecture) + (kind.framework == framework);
        if (score > best_score || (score == best_score && kind.runs > best->runs)) {
            best = &kind;
            best_score = score;
        }
    }
    if (exact)
        *exact = best_score >= 2 && best->runs > 0;
    return *best;
}

double send_latency_s(const KindCalibration& fit, int world) {
    constexpr double steepness = 8; // the measured jobs change regime within a factor of two
    const double x = std::pow(world / fit.send_latency_gpus, steepness);
    return fit.send_latency_s * x / (1 + x);
}

} // namespace pipette
