// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "core/cost/calibration.h"

namespace pipette {

/// What a message travels over: the fitted efficiency and latency differ.
enum class Wire { intra_node, inter_node };

/// The slowest hop of a ring as one of its members sees it, sharing already taken off.
struct RingLink {
    double bandwidth_gb_per_s = 0; ///< GB/s of one member's stream
    double latency_s = 0;
    Wire wire = Wire::intra_node;
};

/// One message: latency + bytes/bandwidth.
inline double point_to_point_s(double bytes, const RingLink& link) {
    return link.latency_s + bytes / (link.bandwidth_gb_per_s * bytes_per_gb);
}

/// Ring reduce-scatter or all-gather of `bytes` in all: (g-1)(alpha + M/(g*bw)) seconds; 0 for one peer.
inline double ring_reduce_scatter_s(double bytes, int peers, const RingLink& link) {
    return peers > 1 ? (peers - 1) * point_to_point_s(bytes / peers, link) : 0;
}

/// Ring all-reduce of `bytes` over `peers`: both halves.
inline double ring_all_reduce_s(double bytes, int peers, const RingLink& link) {
    return 2 * ring_reduce_scatter_s(bytes, peers, link);
}

/// A link as collectives see it: bandwidth times the fitted efficiency of the wire, fitted latency between
/// nodes added.
inline RingLink as_used(const RingLink& link, const KindCalibration& fit) {
    const bool inside = link.wire == Wire::intra_node;
    return {link.bandwidth_gb_per_s * (inside ? fit.intra_efficiency : fit.inter_efficiency),
            link.latency_s + (inside ? 0 : fit.inter_latency_s), link.wire};
}

} // namespace pipette
