// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace pipette {

struct KindCalibration;

/// What a message travels over: the fitted efficiency and latency differ.
enum class Wire { intra_node, inter_node };

/// The slowest hop of a ring as one of its members sees it, sharing already taken off.
struct RingLink {
    double bandwidth_gb_per_s = 0; ///< GB/s of one member's stream
    double latency_s = 0;
    Wire wire = Wire::intra_node;
};

/// Ring all-reduce of `bytes` over `peers`: 2(g-1)(alpha + M/(g*bw)) seconds; 0 for one peer.
double ring_all_reduce_s(double bytes, int peers, const RingLink& link);
/// Ring reduce-scatter or all-gather of `bytes` in all: half of the all-reduce.
double ring_reduce_scatter_s(double bytes, int peers, const RingLink& link);
/// One message: latency + bytes/bandwidth.
double point_to_point_s(double bytes, const RingLink& link);

/// A link as collectives see it: bandwidth times the fitted efficiency of the wire, fitted latency between
/// nodes added.
RingLink as_used(const RingLink& link, const KindCalibration& fit);

} // namespace pipette
