// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/fit_parameters.h"

#include <algorithm>
#include <cmath>

namespace pipette {
namespace {

// Efficiencies are near each other on every machine, while latencies differ by orders of magnitude; without
// this a fit would trade one kernel's time for another's.
// What a call inside a node and a send wait for nccl-tests print, and few milliseconds are left between
// iterations: none of them may stand for what grows with the work. A loose send took 7 ms on Blackwell, and
// doubled the times of pipelines with many chunks.
constexpr double firm = 20, known = 10, loose = 1;
constexpr bool of_kernels = true;

constexpr FitParameter parameters[] = {
    {&KindCalibration::matmul_efficiency, 0.72, firm, of_kernels},
    {&KindCalibration::fp8_efficiency, 0.85, known, of_kernels},
    {&KindCalibration::attention_efficiency, 0.55, 6, of_kernels},
    {&KindCalibration::memory_efficiency, 0.8, known},
    {&KindCalibration::launch_s, 3e-3, known},
    {&KindCalibration::launch_share, 0.5, known},
    {&KindCalibration::intra_efficiency, 0.9, known},
    {&KindCalibration::intra_latency_s, 1e-5, 4},
    {&KindCalibration::inter_efficiency, 0.8, 6},
    {&KindCalibration::inter_latency_s, 1e-5, loose},
    {&KindCalibration::send_latency_s, 1e-4, 4},
    {&KindCalibration::straggler_share, 3e-3, 2},
    {&KindCalibration::iteration_overhead_s, 5e-3, 3},
};

} // namespace

std::span<const FitParameter> fit_parameters() {
    return parameters;
}

KindCalibration typical_kind() {
    KindCalibration kind;
    for (const FitParameter& parameter : parameters)
        kind.*parameter.member = parameter.typical;
    return kind;
}

Eigen::VectorXd logarithms(const KindCalibration& kind) {
    Eigen::VectorXd x(std::ssize(parameters));
    for (Eigen::Index i = 0; i < x.size(); ++i)
        x[i] = std::log(std::max(kind.*parameters[i].member, 1e-9));
    return x;
}

KindCalibration with(KindCalibration kind, const Eigen::VectorXd& x) {
    for (Eigen::Index i = 0; i < x.size(); ++i) {
        const KindNumber& number = kind_number(parameters[i].member);
        kind.*number.member = std::clamp(std::exp(std::clamp(x[i], -30.0, 30.0)), number.least, number.most);
    }
    return kind;
}

} // namespace pipette
