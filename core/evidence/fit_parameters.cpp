// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/fit_parameters.h"

#include "core/evidence/fitted_congestion.h"

#include <algorithm>
#include <cmath>

namespace pipette {
namespace {

template <double KindCalibration::*member>
FitParameter of_kind(double start, double firmness) {
    const KindNumber& number = kind_number(member);
    return {number.name,
            number.least,
            number.most,
            start,
            firmness,
            [](const KindCalibration& kind) { return kind.*member; },
            [](KindCalibration& kind, double value) { kind.*member = value; }};
}

enum class Told { by_few_runs, by_many_runs };

template <double Congestion::*member>
FitParameter of_congestion(double start, double firmness, Told told = Told::by_few_runs) {
    const CongestionNumber& number = congestion_number(member);
    return {number.name,
            number.bounds.least,
            number.bounds.most,
            start,
            firmness,
            [](const KindCalibration& kind) { return kind.congestion.*member; },
            [](KindCalibration& kind, double value) { kind.congestion.*member = value; },
            told == Told::by_many_runs};
}

// Efficiencies are near their starts on every machine, while latencies differ by orders of magnitude; without
// this a fit would trade one kernel's time for another's. Part of the exchange may hide, so that one is free.
constexpr double firm = 10, known = 4, loose = 1;

const FitParameter parameters[] = {
    of_kind<&KindCalibration::matmul_efficiency>(0.75, firm),
    of_kind<&KindCalibration::attention_efficiency>(0.4, firm),
    of_kind<&KindCalibration::memory_efficiency>(0.8, firm),
    of_kind<&KindCalibration::unsplit_head_slowdown>(1.5, loose),
    of_kind<&KindCalibration::launch_s>(3e-3, known),
    of_kind<&KindCalibration::launch_share>(0.4, loose),
    of_kind<&KindCalibration::split_launch_slowdown>(1.1, known),
    of_kind<&KindCalibration::unfused_softmax_slowdown>(1.2, loose),
    of_congestion<&Congestion::launch_power>(0.1, loose),
    of_kind<&KindCalibration::intra_efficiency>(1, known),
    of_kind<&KindCalibration::intra_latency_s>(4e-5, loose),
    {"inter_efficiency", 1e-3, 1e3, 1, known, efficiency_beyond_leaf, set_efficiency_beyond_leaf},
    of_kind<&KindCalibration::inter_latency_s>(1e-5, loose),
    of_kind<&KindCalibration::exchange_efficiency>(1, loose),
    of_congestion<&Congestion::rail_change_gb_per_s>(500, loose),
    of_kind<&KindCalibration::exchange_latency_s>(1e-5, loose),
    of_kind<&KindCalibration::send_latency_s>(2e-4, loose),
    of_congestion<&Congestion::send_wait_s>(1e-3, loose, Told::by_many_runs),
    of_congestion<&Congestion::gradient_wait_s>(1e-5, loose, Told::by_many_runs),
    of_congestion<&Congestion::from_gpus>(500, loose, Told::by_many_runs),
    of_kind<&KindCalibration::iteration_overhead_s>(2e-3, loose),
};

} // namespace

std::span<const FitParameter> fit_parameters() {
    return parameters;
}

KindCalibration typical_kind() {
    KindCalibration kind;
    kind.congestion = fitted_congestion();
    for (const FitParameter& parameter : parameters)
        parameter.set(kind, parameter.start);
    return kind;
}

Eigen::VectorXd logarithms(const KindCalibration& kind) {
    Eigen::VectorXd x(std::ssize(parameters));
    for (Eigen::Index i = 0; i < x.size(); ++i)
        x[i] = std::log(std::max(parameters[i].of(kind), 1e-9));
    return x;
}

KindCalibration with(KindCalibration kind, const Eigen::VectorXd& x) {
    for (Eigen::Index i = 0; i < x.size(); ++i) {
        const FitParameter& parameter = parameters[i];
        parameter.set(kind,
                      std::clamp(std::exp(std::clamp(x[i], -30.0, 30.0)), parameter.least, parameter.most));
    }
    return kind;
}

} // namespace pipette
