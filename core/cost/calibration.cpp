// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/calibration.h"

#include "core/framework/framework.h"

#include <algorithm>
#include <tuple>

namespace pipette {
namespace {

constexpr KindNumber numbers[] = {
    {"matmul_efficiency", &KindCalibration::matmul_efficiency, 1e-3, 10},
    {"attention_efficiency", &KindCalibration::attention_efficiency, 1e-3, 1e3},
    {"memory_efficiency", &KindCalibration::memory_efficiency, 1e-3, 1e3},
    {"unsplit_head_slowdown", &KindCalibration::unsplit_head_slowdown, 1e-3, 1e3},
    {"launch_s", &KindCalibration::launch_s, 0, 10},
    {"launch_share", &KindCalibration::launch_share, 0, 10},
    {"split_launch_slowdown", &KindCalibration::split_launch_slowdown, 1e-3, 1e3},
    {"unfused_softmax_slowdown", &KindCalibration::unfused_softmax_slowdown, 1e-3, 1e3},
    {"intra_efficiency", &KindCalibration::intra_efficiency, 1e-3, 1e3},
    {"intra_latency_s", &KindCalibration::intra_latency_s, 0, 10},
    {"inter_efficiency", &KindCalibration::inter_efficiency, 1e-3, 1e3},
    {"inter_latency_s", &KindCalibration::inter_latency_s, 0, 10},
    {"exchange_efficiency", &KindCalibration::exchange_efficiency, 1e-3, 1e3},
    {"exchange_latency_s", &KindCalibration::exchange_latency_s, 0, 10},
    {"send_latency_s", &KindCalibration::send_latency_s, 0, 10},
    {"iteration_overhead_s", &KindCalibration::iteration_overhead_s, 0, 100},
    {"relative_error", &KindCalibration::relative_error, 0, 10},
};

/// Whether two frameworks run the same kernels.
bool kindred(const std::string& a, const std::string& b) {
    const std::string_view kernels = framework_of(a).kernels;
    return !kernels.empty() && kernels == framework_of(b).kernels;
}

/// How much an entry says about a GPU and a framework: an architecture as much as kindred kernels.
int nearness(const KindCalibration& kind, const GpuKind& gpu, const std::string& framework) {
    const int same_kernels = kind.framework == framework ? 3 : kindred(kind.framework, framework) ? 2 : 0;
    return 2 * (kind.architecture == gpu.architecture) + same_kernels;
}

} // namespace

const KindCalibration& Calibration::nearest(const GpuKind& gpu, const std::string& framework) const {
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
    return *best;
}

bool is_of(const KindCalibration& kind, const GpuKind& gpu) {
    return kind.architecture == gpu.architecture && kind.runs > 0;
}

double error_of(const KindCalibration& kind, const GpuKind& gpu) {
    return is_of(kind, gpu) ? kind.relative_error
                            : std::max(kind.relative_error, KindCalibration{}.relative_error);
}

std::span<const KindNumber> kind_numbers() {
    return numbers;
}

const KindNumber& kind_number(double KindCalibration::*member) {
    return *std::find_if(std::begin(numbers), std::end(numbers),
                         [member](const KindNumber& number) { return number.member == member; });
}

} // namespace pipette
