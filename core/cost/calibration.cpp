// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/calibration.h"

namespace pipette {

const KindCalibration& Calibration::nearest(const GpuKind& gpu, const std::string& framework, bool* exact) const {
    static const KindCalibration roofline;
    const KindCalibration* best = &roofline;
    int best_score = -1;
    for (const KindCalibration& kind : kinds) {
        const int score = 2 * (kind.architecture == gpu.architecture) + (kind.framework == framework);
        if (score > best_score) {
            best = &kind;
            best_score = score;
        }
    }
    if (exact)
        *exact = best_score >= 2;
    return *best;
}

} // namespace pipette
