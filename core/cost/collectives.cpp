// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/collectives.h"

#include "core/base/units.h"
#include "core/cost/calibration.h"

namespace pipette {

double ring_reduce_scatter_s(double bytes, int peers, const RingLink& link) {
    return (peers - 1) * point_to_point_s(bytes / peers, link) * (peers > 1);
}

double ring_all_reduce_s(double bytes, int peers, const RingLink& link) {
    return 2 * ring_reduce_scatter_s(bytes, peers, link);
}

double point_to_point_s(double bytes, const RingLink& link) {
    return link.latency_s + bytes / (link.bandwidth_gb_per_s * bytes_per_gb);
}

RingLink as_used(const RingLink& link, const KindCalibration& fit) {
    const bool inside = link.wire == Wire::intra_node;
    return {link.bandwidth_gb_per_s * (inside ? fit.intra_efficiency : fit.inter_efficiency),
            link.latency_s + (inside ? 0 : fit.inter_latency_s), link.wire};
}

} // namespace pipette
