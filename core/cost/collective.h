// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/rank_grid.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace pipette {

/// How the members of a group exchange their bytes.
enum class CollectiveKind {
    all_reduce,        ///< in one call
    reduce_and_gather, ///< reduce-scatter, and an all-gather of its own; either may have no bytes
    all_to_all,        ///< each member sends every other one its part of the bytes
    ring_step,         ///< each member sends to the next of the ring
    send,              ///< from stage to stage, and as much back
};

/// When ranks take part in it.
enum class When {
    layer,     ///< in the passes of a microbatch through a chunk
    boundary,  ///< as a microbatch goes on to the next chunk
    iteration, ///< once all microbatches of the iteration are done
};

/// Compute that goes on meanwhile.
enum class HiddenBy {
    nothing,
    attention,
    products,         ///< those that take in what is gathered or give what is reduced, part by part
    weight_gradients, ///< the products of weight gradients that follow (AxoNN, overlap of all-reduces)
    next_unit,        ///< the layer before it, while parameters of the next come together
    backward,
    both_passes ///< backward beside what is reduced, the next forward beside what is gathered
};

/// Two pipeline devices whose ranks talk to each other, peer by peer.
struct DeviceLink {
    int from = 0, to = 0;
    bool operator==(const DeviceLink&) const = default;
};

/// Compute of one device that can hide its exchange, seconds.
struct Hiding {
    double reduce_s = 0; ///< all but the last layer's backward
    double gather_s = 0; ///< all but the first layer's forward of the next iteration; 0: nothing
};

/// Seconds of an exchange that do not hide; of each part that can, `last_share` at least.
inline double exposed_exchange_s(double exchange_s, double reduce_share, double last_share,
                                 const Hiding& hiding) {
    const double reduce_s = exchange_s * reduce_share, gather_s = exchange_s - reduce_s;
    return std::max(reduce_s - hiding.reduce_s, reduce_s * last_share) +
           std::max(gather_s - hiding.gather_s, gather_s * last_share);
}

/// One kind of message of a configuration. Its groups are all sets of ranks that differ along `axes` alone,
/// or, with `links`, the pairs of ranks at the ends of each link.
struct Collective {
    CollectiveKind kind = CollectiveKind::all_reduce;
    When when = When::layer;
    std::vector<Axis> axes;
    std::vector<DeviceLink> links{}; ///< between stages: each once
    /// The grid that the axes belong to: of experts, of shards; null: the ranks' own (Traffic::grid).
    std::shared_ptr<const RankGrid> grid{};
    /// Ascending: stages whose ranks take part, where stages differ in their tp (grid: theirs); empty: all.
    std::vector<int> stages{};

    /// [device], or one figure for all: what a member has to reduce, or to send in all, in one call.
    std::vector<double> bytes;
    std::vector<double> gathered{};      ///< [as bytes] of reduce_and_gather: what comes back to each
    std::vector<double> forward_calls{}; ///< [chunk] of a layer's collective, a microbatch
    std::vector<double> backward_calls{};

    /// Of an all-to-all that sends a token once to a node however many of its experts are there: how many of
    /// how many experts it goes to. 0: every copy by itself.
    int choices = 0, among = 0;

    HiddenBy hidden_by = HiddenBy::nothing;
    double hidden_share = 0;    ///< of a call that other compute hides, 0 to 1
    double beside_share = 1;    ///< of one that goes on beside products, how much of it does
    double attention_steps = 0; ///< of ring attention, which hide one call
    /// [device] 0 to 1, of what is reduced: complete only when the last backward ends, so that no backward
    /// hides it.
    std::vector<double> last_share{};
    /// [device] Of the compute that hides an exchange at the end of an iteration, the part that is its own.
    /// Exchanges that go on beside the same compute part it by their bytes. Empty: all of it.
    std::vector<double> window_share{};

    /// Whether the groups of a layer's collective lie over several blocks.
    bool over_blocks() const { return grid != nullptr && stages.empty(); }
    /// Whether it gathers or reduces what is spread over shards, or over their replicas.
    bool of_shards() const {
        return !axes.empty() && (axes.front() == axis::shard || axes.front() == axis::replicas);
    }
    bool joins(const DeviceLink& link) const {
        return std::find(links.begin(), links.end(), link) != links.end();
    }
    bool takes_part(int stage) const {
        return stages.empty() || std::binary_search(stages.begin(), stages.end(), stage);
    }
    double bytes_of(int device) const { return of(bytes, device); }
    /// What comes back: in an all-reduce as much as was reduced.
    double gathered_of(int device) const {
        return kind == CollectiveKind::all_reduce ? bytes_of(device)
               : gathered.empty()                 ? 0
                                                  : of(gathered, device);
    }
    /// Of its time, the part that reduces: it may begin once a layer's last backward is done. What is
    /// gathered waits for the end; an all-reduce is one call.
    double reduce_share(int device) const {
        const double all = bytes_of(device) + gathered_of(device);
        return kind == CollectiveKind::all_reduce ? 1 : all > 0 ? bytes_of(device) / all : 0;
    }
    double last_share_of(int device) const { return last_share.empty() ? 0 : of(last_share, device); }
    double window_share_of(int device) const { return window_share.empty() ? 1 : of(window_share, device); }

private:
    static double of(const std::vector<double>& values, int device) {
        return values.size() == 1 ? values.front() : values[static_cast<std::size_t>(device)];
    }
};

/// Whether an exchange at the end of an iteration hides behind compute at all.
inline bool hides(const Collective& last) {
    return last.hidden_by == HiddenBy::backward || last.hidden_by == HiddenBy::both_passes;
}

/// What of a device's passes over `layers` layers hides an exchange: all but one layer's, and of that the
/// exchange's own part.
inline Hiding but_one_layer(const Hiding& passes, double layers, const Collective& last, int device) {
    const double share = (layers >= 1 ? (layers - 1) / layers : 0) * last.window_share_of(device);
    return {passes.reduce_s * share, last.hidden_by == HiddenBy::both_passes ? passes.gather_s * share : 0};
}

} // namespace pipette
