// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/pipeline_costs.h"

#include "core/base/index.h"
#include "core/cost/group_time.h"
#include "core/cost/placed_blocks.h"

#include <algorithm>

namespace pipette {
namespace {

/// Seconds of the two passes of a microbatch over a chunk.
struct Passes {
    double forward = 0, backward = 0;
    double both() const { return forward + backward; }
    Passes operator+(const Passes& more) const { return {forward + more.forward, backward + more.backward}; }
};

/// Each pass by itself the longer of the two, so that whatever gets faster makes neither pass slower.
Passes longer(const Passes& a, const Passes& b) {
    return {std::max(a.forward, b.forward), std::max(a.backward, b.backward)};
}

/// Fills PipelineCosts block by block.
class CostBuilder {
public:
    CostBuilder(const Links& links, const ConfigWork& work, const RankMapping& mapping)
        : links_(links),
          work_(work),
          blocks_(placed_blocks(work.config, mapping)),
          load_(nic_load(links, work, blocks_)),
          group_(links) {}

    PipelineCosts build() {
        const ParallelConfig& config = work_.config;
        costs_.pp = config.pp, costs_.vpp = config.vpp, costs_.replicas = config.dp;
        costs_.microbatches = config.microbatches();
        costs_.weight_share = work_.weight_share;
        const std::size_t chunks = index(config.dp) * index(config.chunks());
        for (std::vector<double>* values : {&costs_.forward, &costs_.backward, &costs_.send_forward,
                                            &costs_.send_backward, &costs_.recompute, &costs_.tp, &costs_.cp})
            values->assign(chunks, 0);
        costs_.exchange.assign(index(config.dp) * index(config.pp), 0);
        costs_.optimizer = costs_.exchange;
        for (int replica = 0; replica < config.dp; ++replica) {
            for (int device = 0; device < config.pp; ++device)
                add_block_communication(replica, device);
            spans_nodes_ = work_.always_spans_nodes || spans_nodes(replica);
            for (int chunk = 0; chunk < config.chunks(); ++chunk)
                add_chunk(replica, chunk);
        }
        for (int device = 0; device < config.pp; ++device)
            add_exchange(device);
        add_tied_exchange();
        return std::move(costs_);
    }

private:
    /// What the links inside one block cost, for all chunks of it.
    struct BlockCommunication {
        double all_reduce_s = 0;  ///< one tensor-parallel all-reduce
        double latency_s = 0;     ///< of it, where it crosses nodes
        bool spans_nodes = false; ///< some tensor-parallel group does
        double cp_forward_s = 0,
               cp_backward_s = 0; ///< one layer's ring attention, what its compute does not hide
    };

    int kind_of(int gpu) const { return links_.kind_of_gpu[index(gpu)]; }
    const LinkUse& use_of(int gpu) const { return work_.link_use[index(kind_of(gpu))]; }
    const LinkUse& exchange_use_of(int gpu) const { return work_.exchange_use[index(kind_of(gpu))]; }

    void add_block_communication(int replica, int device) {
        const std::span<const int> block = blocks_.block(device, replica);
        const ParallelConfig& config = work_.config;
        BlockCommunication& inner = inner_.emplace_back();
        const double bytes = work_.volume.tp_bytes, step_bytes = work_.volume.cp_step_bytes;
        for (int c = 0; config.tp > 1 && c < config.cp; ++c) {
            const GroupMembers group{block.data() + std::ptrdiff_t{c} * config.tp, config.tp, 1};
            inner.all_reduce_s = std::max(
                inner.all_reduce_s, group_.exchange_s(group, bytes, bytes, load_.inner, use_of(group[0])));
            if (!spans_nodes(group))
                continue;
            inner.spans_nodes = true;
            inner.latency_s =
                std::max(inner.latency_s, group_.exchange_s(group, 0, 0, load_.inner, use_of(group[0])));
        }
        if (config.cp == 1)
            return;
        double step = 0, twice = 0, attention = 0;
        for (int t = 0; t < config.tp; ++t) {
            const GroupMembers ring{block.data() + t, config.cp, config.tp};
            step = std::max(step, group_.ring_step_s(ring, step_bytes, load_.inner));
            twice = std::max(twice, group_.ring_step_s(ring, 2 * step_bytes, load_.inner));
        }
        for (const int gpu : block)
            attention = std::max(attention, work_.attention_step_s[index(kind_of(gpu))]);
        inner.cp_forward_s = (config.cp - 1) * std::max(0.0, step - attention);
        inner.cp_backward_s = (config.cp - 1) * std::max(0.0, twice - 2 * attention);
        if (config.recompute != Recompute::none)
            inner.cp_backward_s += inner.cp_forward_s;
    }

    void add_chunk(int replica, int chunk) {
        const ParallelConfig& config = work_.config;
        const int device = work_.device_of_chunk[index(chunk)];
        const std::span<const int> block = blocks_.block(device, replica);
        const BlockCommunication& inner = inner_[index(replica) * index(config.pp) + index(device)];
        const std::size_t at = index(replica) * index(config.chunks()) + index(chunk);
        const int kind = slowest_kind(block, chunk);
        const std::size_t slowest = index(kind) * index(config.chunks()) + index(chunk);
        const double growth = spans_nodes_ ? work_.launch_growth[index(kind)] : 1;
        const Passes passes = passes_of(chunk, slowest, inner, growth);
        costs_.forward[at] = passes.forward, costs_.backward[at] = passes.backward;
        costs_.recompute[at] = work_.recompute[slowest];
        // What the GPU or the host takes without communication counts as compute.
        const double launch = growth * (work_.forward_launch[slowest] + work_.backward_launch[slowest]);
        const double alone = std::max(work_.forward[slowest] + work_.backward[slowest], launch);
        const double waits = std::max(0.0, passes.both() - alone),
                     ring = work_.volume.layers[index(chunk)] * (inner.cp_forward_s + inner.cp_backward_s);
        costs_.cp[at] = config.tp == 1 ? waits : std::min(ring, waits);
        costs_.tp[at] = waits - costs_.cp[at];
        if (chunk + 1 == config.chunks() || work_.device_of_chunk[index(chunk + 1)] == device)
            return;
        const std::span<const int> next = blocks_.block(work_.device_of_chunk[index(chunk + 1)], replica);
        const BoundaryTime time = boundary_time(links_, load_, block, next, work_.volume.activation_bytes);
        const double latency = work_.send_latency[index(kind_of(block[0]))];
        costs_.send_forward[at] = time.forward + latency;
        costs_.send_backward[at] = time.backward + latency;
    }

    /// The host launches ahead of the GPU, and the longer of the two counts; ring attention and communication
    /// inside a node run while the host launches what follows. A collective between nodes holds the host up
    /// for its latency, and the next launches wait for the collective; compute hides them, but not between
    /// the gathers and scatters of sequence parallelism.
    Passes passes_of(int chunk, std::size_t at, const BlockCommunication& inner, double growth) const {
        const CommunicationVolume& volume = work_.volume;
        const double layers = volume.layers[index(chunk)], forward_calls = volume.tp_forward[index(chunk)],
                     backward_calls = volume.tp_backward[index(chunk)];
        const Passes launches{work_.forward_launch[at], work_.backward_launch[at]};
        Passes kernels{work_.forward[at] + layers * inner.cp_forward_s,
                       work_.backward[at] + layers * inner.cp_backward_s};
        if (inner.spans_nodes)
            kernels = work_.config.sequence_parallel ? launches + kernels : longer(launches, kernels);
        const Passes host{growth * (launches.forward + forward_calls * inner.latency_s),
                          growth * (launches.backward + backward_calls * inner.latency_s)};
        return longer(
            host, kernels + Passes{forward_calls * inner.all_reduce_s, backward_calls * inner.all_reduce_s});
    }

    bool spans_nodes(const GroupMembers& group) const {
        for (int i = 1; i < group.size; ++i)
            if (!links_.same_node(group[0], group[i]))
                return true;
        return false;
    }

    /// First and last stage may share a node while others lie elsewhere.
    bool spans_nodes(int replica) const {
        const int first = blocks_.block(0, replica).front();
        for (int device = 1; device < work_.config.pp; ++device)
            if (!links_.same_node(first, blocks_.block(device, replica).front()))
                return true;
        return false;
    }

    /// The GPU kind of the block that takes longest for the chunk: its peers wait for it.
    int slowest_kind(std::span<const int> block, int chunk) const {
        int slowest = kind_of(block[0]);
        for (const int gpu : block)
            if (const int kind = kind_of(gpu);
                kind != slowest && pass_s(kind, chunk) > pass_s(slowest, chunk))
                slowest = kind;
        return slowest;
    }
    double pass_s(int kind, int chunk) const {
        const std::size_t at = index(kind) * index(work_.chunks()) + index(chunk);
        return work_.forward[at] + work_.backward[at];
    }

    /// Gradient exchange and optimizer of a device: all replicas take part, so the time is theirs in common.
    void add_exchange(int device) {
        const ParallelConfig& config = work_.config;
        const CommunicationVolume& volume = work_.volume;
        double exchange = 0;
        const int members = config.dp * config.cp;
        for (int t = 0; members > 1 && t < config.tp; ++t) {
            const GroupMembers group{blocks_.block(device, 0).data() + t, members, config.tp};
            exchange = std::max(exchange, group_.exchange_s(group, volume.reduce_bytes[index(device)],
                                                            volume.gather_bytes[index(device)],
                                                            load_.exchange, exchange_use_of(group[0])));
        }
        for (int replica = 0; replica < config.dp; ++replica) {
            const std::size_t at = index(replica) * index(config.pp) + index(device);
            costs_.exchange[at] = (work_.overlap_exchange ? exposed(exchange, replica, device) : exchange) +
                                  work_.exchange_wait_s;
            for (const int gpu : blocks_.block(device, replica))
                costs_.optimizer[at] =
                    std::max(costs_.optimizer[at],
                             work_.optimizer[index(kind_of(gpu)) * index(config.pp) + index(device)]);
        }
    }

    /// All but the last layer's backward hides what was reduced before.
    double exposed(double exchange, int replica, int device) const {
        const CommunicationVolume& volume = work_.volume;
        double layers = 0, backward = 0;
        for (int chunk = 0; chunk < work_.chunks(); ++chunk)
            if (work_.device_of_chunk[index(chunk)] == device) {
                layers += volume.layers[index(chunk)];
                backward += costs_.backward[index(replica) * index(work_.chunks()) + index(chunk)];
            }
        const double bytes = volume.reduce_bytes[index(device)] + volume.gather_bytes[index(device)];
        return exposed_exchange_s(exchange, bytes > 0 ? volume.reduce_bytes[index(device)] / bytes : 0,
                                  volume.last_share[index(device)],
                                  layers >= 1 ? backward * (layers - 1) / layers : 0);
    }

    void add_tied_exchange() {
        const double bytes = work_.volume.tied_bytes;
        if (bytes <= 0)
            return;
        const ParallelConfig& config = work_.config;
        const int last = work_.device_of_chunk.back();
        for (int replica = 0; replica < config.dp; ++replica) {
            const std::span<const int> a = blocks_.block(0, replica), b = blocks_.block(last, replica);
            double slowest = 0;
            for (std::size_t i = 0; i < a.size(); ++i) {
                const int pair[]{a[i], b[i]};
                slowest = std::max(slowest, group_.exchange_s({pair, 2, 1}, bytes, bytes, load_.tied,
                                                              work_.tied_use[index(kind_of(a[i]))]));
            }
            costs_.exchange[index(replica) * index(config.pp)] += slowest;
            costs_.exchange[index(replica) * index(config.pp) + index(last)] += slowest;
        }
    }

    const Links& links_;
    const ConfigWork& work_;
    PlacedBlocks blocks_;
    NicLoad load_;
    GroupTime group_;
    std::vector<BlockCommunication> inner_; // [replica * pp + device]
    PipelineCosts costs_;
    bool spans_nodes_ = false; // the replica under way
};

} // namespace

PipelineCosts pipeline_costs(const Links& links, const ConfigWork& work, const RankMapping& mapping) {
    return CostBuilder(links, work, mapping).build();
}

PipelineCosts pipeline_costs(const Cluster& cluster, const TransformerModel& model, const TrainingJob& job,
                             const ParallelConfig& config, const RankMapping& mapping,
                             const Calibration& calibration, int snapshot) {
    return pipeline_costs(make_links(cluster, snapshot),
                          config_work(cluster, model, job, config, calibration), mapping);
}

} // namespace pipette
