// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/goodput.h"

#include <cmath>

namespace pipette {
namespace {

constexpr double seconds_an_hour = 3600;
constexpr double short_checkpoint = 0.02; // of the time between interruptions: Young's interval is as good

} // namespace

double checkpoint_interval_s(double checkpoint_s, double mtbf_s) {
    const double young = std::sqrt(2 * checkpoint_s * mtbf_s);
    if (checkpoint_s < short_checkpoint * mtbf_s)
        return young;
    if (checkpoint_s >= 2 * mtbf_s)
        return mtbf_s;
    const double ratio = checkpoint_s / (2 * mtbf_s);
    return young * (1 + std::sqrt(ratio) / 3 + ratio / 9) - checkpoint_s;
}

double goodput_share(const Failures& failures, double mtbf_s, double interval_s) {
    const double stretch = interval_s + failures.checkpoint_s;
    return interval_s / (mtbf_s * std::exp(failures.restart_s / mtbf_s) * std::expm1(stretch / mtbf_s));
}

Goodput goodput(const Failures& failures, int gpus) {
    Goodput result;
    result.mtbf_s = failures.gpu_mtbf_hours * seconds_an_hour / gpus;
    result.interval_s = checkpoint_interval_s(failures.checkpoint_s, result.mtbf_s);
    result.share = goodput_share(failures, result.mtbf_s, result.interval_s);
    return result;
}

} // namespace pipette
