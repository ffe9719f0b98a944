// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/calibration.h"

#include "core/framework/framework.h"

#include <algorithm>
#include <tuple>

namespace pipette {
namespace {

constexpr KindNumber numbers[] = {
    {"matmul_efficiency", &KindCalibration::matmul_efficiency, 1e-3, 1},
    {"fp8_efficiency", &KindCalibration::fp8_efficiency, 1e-3, 1},
    {"attention_efficiency", &KindCalibration::attention_efficiency, 1e-3, 1},
    {"memory_efficiency", &KindCalibration::memory_efficiency, 1e-3, 1},
    {"launch_s", &KindCalibration::launch_s, 0, 10},
    {"launch_share", &KindCalibration::launch_share, 0, 1},
    {"intra_efficiency", &KindCalibration::intra_efficiency, 1e-3, 1},
    {"intra_latency_s", &KindCalibration::intra_latency_s, 0, 10},
    {"inter_efficiency", &KindCalibration::inter_efficiency, 1e-3, 1},
    {"inter_latency_s", &KindCalibration::inter_latency_s, 0, 10},
    {"send_latency_s", &KindCalibration::send_latency_s, 0, 10},
    {"straggler_share", &KindCalibration::straggler_share, 0, 1},
    {"iteration_overhead_s", &KindCalibration::iteration_overhead_s, 0, 100},
    {"relative_error", &KindCalibration::relative_error, 0, 10},
    {"borrowed_error", &KindCalibration::borrowed_error, 0, 10},
    {"foreign_error", &KindCalibration::foreign_error, 0, 10},
};

/// Whether two frameworks run the same kernels.
bool kindred(const std::string& a, const std::string& b) {
    const std::string_view kernels = framework_of(a).kernels;
    return a == b || (!kernels.empty() && kernels == framework_of(b).kernels);
}

/// How much an entry says about a GPU and a framework: an architecture as much as kindred kernels.
int nearness(const KindCalibration& kind, const GpuKind& gpu, const std::string& framework) {
    const int same_kernels = kind.framework == calibration_name(framework) ? 3
                             : kindred(kind.framework, framework)          ? 2
                                                                           : 0;
    return 2 * (kind.architecture == gpu.architecture) + same_kernels;
}

/// Of two entries that say as much: that of machines whose times are known better, then that of more runs.
bool known_better(const KindCalibration& kind, const KindCalibration& other) {
    return std::tuple(kind.relative_error, other.runs) < std::tuple(other.relative_error, kind.runs);
}

} // namespace

const KindCalibration& Calibration::nearest(const GpuKind& gpu, const std::string& framework) const {
    const KindCalibration* best = &common;
    int most = common.source.empty() ? -1 : 0; // a common entry is better than one of which nothing fits
    for (const KindCalibration& kind : kinds) {
        const int near = nearness(kind, gpu, framework);
        if (near > most || (near == most && best != &common && known_better(kind, *best))) {
            best = &kind;
            most = near;
        }
    }
    return *best;
}

Calibration used_of(const Calibration& calibration, const Cluster& cluster, const std::string& framework) {
    Calibration used;
    for (const KindCalibration& kind : calibration.kinds)
        if (std::any_of(cluster.node_kinds.begin(), cluster.node_kinds.end(), [&](const NodeKind& node) {
                return &calibration.nearest(node.gpu, framework) == &kind;
            }))
            used.kinds.push_back(kind);
    used.common = calibration.common;
    used.layers = calibration.layers;
    return used;
}

bool is_of(const KindCalibration& kind, const GpuKind& gpu) {
    return kind.architecture == gpu.architecture && kind.runs > 0;
}

bool fitted_on(const KindCalibration& kind, const std::string& source) {
    if (kind.sources.empty()) // an older file
        return kind.source.find(source) != std::string::npos;
    return std::find(kind.sources.begin(), kind.sources.end(), source) != kind.sources.end();
}

std::vector<std::string> borrowed_by(const KindCalibration& kind, const Asked& asked) {
    std::vector<std::string> borrowed;
    if (!is_of(kind, asked.gpu))
        borrowed.emplace_back("architecture");
    if (kind.framework != calibration_name(asked.framework))
        borrowed.emplace_back("framework");
    const auto has = [&](Precision precision) {
        return std::find(kind.precisions.begin(), kind.precisions.end(), name_of(precision)) !=
               kind.precisions.end();
    };
    // Both kinds of 16 bits run at the same rate.
    const bool half = asked.precision == Precision::bf16 || asked.precision == Precision::fp16;
    if (asked.precision && !kind.precisions.empty() && !has(*asked.precision) &&
        !(half && (has(Precision::bf16) || has(Precision::fp16))))
        borrowed.emplace_back("precision");
    constexpr int far_fewer = 4; // times: a job inside a node is not one of a cluster made small
    if (asked.gpus > 0 &&
        ((kind.most_gpus > 0 && asked.gpus > kind.most_gpus) || far_fewer * asked.gpus <= kind.fewest_gpus))
        borrowed.emplace_back("scale");
    return borrowed;
}

Standing standing_of(const KindCalibration& kind, const Asked& asked) {
    if (!is_of(kind, asked.gpu) || !kindred(kind.framework, calibration_name(asked.framework)))
        return Standing::far;
    return borrowed_by(kind, asked).empty() ? Standing::own : Standing::near;
}

double error_of(const KindCalibration& kind, const Asked& asked) {
    switch (standing_of(kind, asked)) {
    case Standing::own:
        return kind.relative_error;
    case Standing::near:
        return std::max(kind.relative_error, kind.borrowed_error);
    case Standing::far:
        break;
    }
    return std::max({kind.relative_error, kind.borrowed_error, kind.foreign_error});
}

std::span<const KindNumber> kind_numbers() {
    return numbers;
}

const KindNumber& kind_number(double KindCalibration::*member) {
    return *std::find_if(std::begin(numbers), std::end(numbers),
                         [member](const KindNumber& number) { return number.member == member; });
}

} // namespace pipette
