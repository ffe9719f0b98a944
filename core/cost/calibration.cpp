// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/calibration.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace pipette {
namespace {

bool of_megatron(const std::string& framework) {
    return framework.starts_with("megatron") || framework == "nemo";
}

/// How much an entry says about a GPU and a framework: an architecture as much as kindred kernels.
int nearness(const KindCalibration& kind, const GpuKind& gpu, const std::string& framework) {
    const int same_kernels = kind.framework == framework                             ? 3
                             : of_megatron(kind.framework) && of_megatron(framework) ? 2
                                                                                     : 0;
    return 2 * (kind.architecture == gpu.architecture) + same_kernels;
}

} // namespace

const KindCalibration& Calibration::nearest(const GpuKind& gpu, const std::string& framework,
                                            bool* exact) const {
    static const KindCalibration roofline;
    const KindCalibration* best = &roofline;
    int most = -1;
    for (const KindCalibration& kind : kinds) {
        const int near = nearness(kind, gpu, framework);
        if (near > most || (near == most && kind.relative_error < best->relative_error)) {
            best = &kind;
            most = near;
        }
    }
    if (exact)
        *exact = best->architecture == gpu.architecture && best->runs > 0;
    return *best;
}

double error_of(const KindCalibration& kind, bool exact) {
    return exact ? kind.relative_error : std::max(kind.relative_error, KindCalibration{}.relative_error);
}

double crowding(const KindCalibration& fit, int gpus, double stage_nodes) {
    constexpr double steepness = 16; // the measured jobs change regime within a factor of two
    constexpr double crowded_nodes = 4;
    if (stage_nodes >= crowded_nodes)
        return 1;
    const double x = std::pow(gpus / fit.crowded_gpus, steepness);
    return x / (1 + x);
}

} // namespace pipette
