// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/pipeline_costs.h"

#include "core/base/grid.h"
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
    Passes operator-(const Passes& less) const { return {forward - less.forward, backward - less.backward}; }
    Passes operator*(double times) const { return {forward * times, backward * times}; }
    void operator+=(const Passes& more) { *this = *this + more; }
};

/// Each pass by itself the longer of the two, so that whatever gets faster makes neither pass slower.
Passes longer(const Passes& a, const Passes& b) {
    return {std::max(a.forward, b.forward), std::max(a.backward, b.backward)};
}

/// What one collective of the layers costs a block. Seconds of one call.
struct LayerCost {
    double time_s = 0;        ///< what compute does not hide
    double latency_s = 0;     ///< of it, what does not depend on bytes
    bool spans_nodes = false; ///< some group does
};

/// Fills PipelineCosts block by block.
class CostBuilder {
public:
    CostBuilder(const Links& links, const ConfigWork& work, const RankMapping& mapping)
        : links_(links),
          work_(work),
          traffic_(work.traffic),
          gpus_(mapping.gpu_of_rank),
          blocks_(traffic_.grid, mapping),
          load_(nic_load(links, traffic_, mapping, blocks_)),
          group_(links) {}

    PipelineCosts build() {
        const ParallelConfig& config = work_.config;
        costs_.pp = blocks_.stages, costs_.vpp = config.vpp, costs_.replicas = blocks_.replicas;
        costs_.microbatches = config.microbatches();
        costs_.weight_share = work_.weight_share;
        const std::size_t chunks = index(blocks_.replicas) * index(config.chunks());
        for (std::vector<double>* values :
             {&costs_.forward, &costs_.backward, &costs_.send_forward, &costs_.send_backward,
              &costs_.recompute, &costs_.tp, &costs_.cp, &costs_.ep, &costs_.dp, &costs_.forward_compute,
              &costs_.backward_compute})
            values->assign(chunks, 0);
        costs_.optimizer.assign(index(blocks_.replicas) * index(blocks_.stages), 0);
        if (config.offload.optimizer > 0)
            costs_.offload = costs_.optimizer;
        if (config.offload.activations > 0)
            costs_.copies = costs_.copies_hidden = costs_.recompute;
        costs_.exchange.assign(costs_.optimizer.size(), work_.exchange_wait_s);
        traffic_.each_inside(When::layer, [&](const Collective& inner) { add_layer_costs(inner); });
        for (int replica = 0; replica < blocks_.replicas; ++replica) {
            spans_nodes_ = work_.always_spans_nodes || spans_nodes(replica);
            for (int chunk = 0; chunk < config.chunks(); ++chunk)
                add_chunk(replica, chunk);
            for (int device = 0; device < blocks_.stages; ++device)
                add_optimizer(replica, device);
        }
        traffic_.each_between(When::boundary, [&](const Collective& sends) { add_sends(sends); });
        traffic_.each_inside(When::iteration, [&](const Collective& last) { add_exchange(last); });
        traffic_.each_between(When::iteration, [&](const Collective& last) { add_exchange_between(last); });
        return std::move(costs_);
    }

private:
    int kind_of(int gpu) const { return links_.kind_of_gpu[index(gpu)]; }

    /// Calls function(group, ranks' GPUs) for every group of a collective.
    template <class Function>
    void each_group(const RankGroups& groups, const Function& function) {
        members_.resize(index(groups.size()));
        for (int group = 0; group < groups.count(); ++group) {
            for (int member = 0; member < groups.size(); ++member)
                members_[index(member)] = gpus_[index(groups.rank(group, member))];
            function(group, GroupMembers{members_.data(), groups.size(), 1});
        }
    }

    /// Whether what comes after it in a pass waits for it: not so beside attention, layers or experts.
    static bool holds_host_up(const Collective& inner) {
        return inner.hidden_by != HiddenBy::attention && inner.hidden_by != HiddenBy::next_unit &&
               !inner.over_blocks();
    }

    /// A group holds up all blocks that have a member in it.
    void add_layer_costs(const Collective& inner) {
        std::vector<LayerCost>& costs = layer_costs_.emplace_back(blocks_.gpus.size() / index(blocks_.peers));
        layer_collectives_.push_back(&inner);
        const RankGroups groups = traffic_.groups(inner);
        Collective empty = inner;
        empty.bytes.assign(1, 0), empty.gathered.clear();
        each_group(groups, [&](int number, const GroupMembers& group) {
            const LinkUse& use = work_.link_use[index(kind_of(group[0]))];
            const int device = blocks_.block_of_rank[index(groups.rank(number, 0))] % blocks_.stages;
            LayerCost cost{group_.collective_s(inner, device, group, load_.layer, use), 0,
                           spans_nodes(group)};
            cost.time_s *= 1 - inner.hidden_share;
            if (holds_host_up(inner))
                cost.latency_s = group_.collective_s(empty, device, group, load_.layer, use);
            for (int member = 0; member < groups.size(); ++member) {
                LayerCost& most = costs[index(blocks_.block_of_rank[index(groups.rank(number, member))])];
                most.time_s = std::max(most.time_s, cost.time_s);
                most.latency_s = std::max(most.latency_s, cost.latency_s);
                most.spans_nodes |= cost.spans_nodes;
            }
        });
        if (inner.hidden_by != HiddenBy::attention)
            return;
        for (std::size_t block = 0; block < costs.size(); ++block) {
            double attention = 0;
            for (int peer = 0; peer < blocks_.peers; ++peer)
                attention = std::max(attention,
                                     work_.attention_step_s[index(
                                         kind_of(blocks_.gpus[block * index(blocks_.peers) + index(peer)]))]);
            costs[block].time_s = std::max(0.0, costs[block].time_s - inner.attention_steps * attention);
        }
    }

    void add_chunk(int replica, int chunk) {
        const ParallelConfig& config = work_.config;
        const int device = work_.device_of_chunk[index(chunk)];
        const std::size_t block = index(replica) * index(blocks_.stages) + index(device);
        const std::size_t at = index(replica) * index(config.chunks()) + index(chunk);
        const int kind = slowest_kind(blocks_.block(device, replica), chunk);
        const std::size_t slowest = index(kind) * index(config.chunks()) + index(chunk);
        const double growth = spans_nodes_ ? work_.of_chunk(chunk).launch_growth[index(kind)] : 1;
        const Waits waits_for = waits_of(block, chunk);
        const Passes host = host_passes(slowest, waits_for, growth), gpu = gpu_passes(slowest, waits_for),
                     own = longer(host, gpu + waits_for.calls), compute = longer(host, gpu),
                     sharded = exposed_units(waits_for, compute), passes = own + waits_for.experts + sharded;
        costs_.forward[at] = passes.forward, costs_.backward[at] = passes.backward;
        costs_.forward_compute[at] = compute.forward, costs_.backward_compute[at] = compute.backward;
        costs_.recompute[at] = work_.recompute[slowest];
        if (!costs_.copies.empty()) {
            costs_.copies[at] = work_.copies[slowest];
            costs_.copies_hidden[at] = work_.copies_hidden[slowest];
        }
        // What the GPU or the host takes without communication counts as compute.
        const double launch = growth * (work_.forward_launch[slowest] + work_.backward_launch[slowest]);
        const double alone = std::max(work_.forward[slowest] + work_.backward[slowest], launch);
        costs_.ep[at] = waits_for.experts.both();
        costs_.dp[at] = sharded.both();
        const double waits = std::max(0.0, own.both() - alone);
        const double context = waits_for.beside_attention.both() + waits_for.context.both();
        costs_.cp[at] = waits_for.blocks_host ? std::min(context, waits) : waits;
        costs_.tp[at] = waits - costs_.cp[at];
    }

    /// What the collectives of a chunk's layers take of one microbatch.
    struct Waits {
        Passes beside_attention;                     ///< what it does not hide
        Passes experts;                              ///< what goes to them and back
        Passes units;                                ///< of sharded layers, hidden or not
        double unit_count = 1;                       ///< of these
        Passes beside_products;                      ///< of those that go on beside them, hidden or not
        int parts = 1;                               ///< ranks that these lie over
        double beside_weights = 0;                   ///< of sums behind which weight gradients are computed
        Passes calls;                                ///< of all others
        Passes context;                              ///< of these, those of context parallelism
        Passes latency, latency_inside;              ///< of these between and inside nodes, without bytes
        bool blocks_host = false;                    ///< there are others
        bool spans_nodes = false, in_halves = false; ///< of these some do; and are gathers and scatters
    };

    Waits waits_of(std::size_t block, int chunk) const {
        Waits waits;
        for (std::size_t i = 0; i < layer_collectives_.size(); ++i) {
            const Collective& inner = *layer_collectives_[i];
            if (!inner.takes_part(work_.device_of_chunk[index(chunk)]))
                continue;
            const LayerCost& cost = layer_costs_[i][block];
            const Passes calls{inner.forward_calls[index(chunk)], inner.backward_calls[index(chunk)]};
            if (inner.hidden_by == HiddenBy::attention) {
                waits.beside_attention = waits.beside_attention + calls * cost.time_s;
                continue;
            }
            if (inner.hidden_by == HiddenBy::next_unit) {
                waits.units = waits.units + calls * cost.time_s;
                waits.unit_count = std::max({waits.unit_count, calls.forward, calls.backward});
                continue;
            }
            if (inner.over_blocks()) {
                waits.experts = waits.experts + calls * cost.time_s;
                continue;
            }
            waits.blocks_host = true;
            const double beside = inner.hidden_by == HiddenBy::products ? inner.beside_share : 0;
            waits.beside_products += calls * (beside * cost.time_s);
            if (beside > 0 && calls.both() > 0)
                waits.parts = traffic_.members(inner);
            if (inner.hidden_by == HiddenBy::weight_gradients)
                waits.beside_weights += calls.backward * cost.time_s;
            else
                waits.calls += calls * ((1 - beside) * cost.time_s);
            if (inner.axes.front() == axis::cp)
                waits.context = waits.context + calls * cost.time_s;
            (cost.spans_nodes ? waits.latency : waits.latency_inside) += calls * cost.latency_s;
            waits.spans_nodes |= cost.spans_nodes;
            waits.in_halves |= cost.spans_nodes && inner.kind == CollectiveKind::reduce_and_gather;
        }
        return waits;
    }

    /// A unit comes together while the one before it is in its pass, however long the host or the GPU takes
    /// for that: the first of each pass waits, of the others what takes longer than that.
    static Passes exposed_units(const Waits& waits, const Passes& pass) {
        const double others = waits.unit_count - 1, share = 1 / waits.unit_count;
        const Passes unit = waits.units * share, hidden = pass * share;
        return unit + Passes{std::max(0.0, unit.forward - hidden.forward),
                             std::max(0.0, unit.backward - hidden.backward)} *
                          others;
    }

    // The host launches ahead of the GPU, and the longer of the two counts.

    /// What the host takes: ring attention and communication inside a node run while it launches what
    /// follows. Where launches take longer, each collective that holds_host_up() waits for the latest of its
    /// peers' hosts, which its latency says.
    Passes host_passes(std::size_t at, const Waits& waits, double growth) const {
        return (launches(at) + waits.latency) * growth + waits.latency_inside;
    }

    /// What the GPU takes without the calls that it waits for. Between nodes the next launches wait for the
    /// collective; compute hides them, but not between the gathers and scatters of sequence parallelism.
    Passes gpu_passes(std::size_t at, const Waits& waits) const {
        Passes kernels = Passes{work_.forward[at], work_.backward[at]} + waits.beside_attention;
        if (waits.spans_nodes)
            kernels = waits.in_halves ? launches(at) + kernels : longer(launches(at), kernels);
        // A ring of parts: products take all but the first as they come, if they last as long.
        const Passes exposed =
            longer(waits.beside_products * (1.0 / waits.parts), waits.beside_products - kernels);
        const double weights_s = work_.backward[at] * work_.weight_share[at % index(work_.chunks())];
        return kernels + exposed + Passes{0, std::max(0.0, waits.beside_weights - weights_s)};
    }

    Passes launches(std::size_t at) const { return {work_.forward_launch[at], work_.backward_launch[at]}; }

    void add_sends(const Collective& sends) {
        for (int replica = 0; replica < blocks_.replicas; ++replica)
            for (int chunk = 0; chunk + 1 < work_.chunks(); ++chunk) {
                const DeviceLink link{work_.device_of_chunk[index(chunk)],
                                      work_.device_of_chunk[index(chunk + 1)]};
                if (!sends.joins(link))
                    continue;
                const std::span<const int> from = blocks_.block(link.from, replica);
                const BoundaryTime time = boundary_time(links_, load_, from, blocks_.block(link.to, replica),
                                                        sends.bytes_of(link.from));
                const double latency =
                    std::max(work_.of_chunk(chunk).send_latency[index(kind_of(from[0]))],
                             work_.of_chunk(chunk + 1).send_latency[index(kind_of(from[0]))]);
                Grid(costs_.send_forward, work_.chunks())(replica, chunk) += time.forward + latency;
                Grid(costs_.send_backward, work_.chunks())(replica, chunk) += time.backward + latency;
            }
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
        for (int device = 1; device < blocks_.stages; ++device)
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
        return Grid(work_.forward, work_.chunks())(kind, chunk) +
               Grid(work_.backward, work_.chunks())(kind, chunk);
    }

    void add_optimizer(int replica, int device) {
        const auto slowest_of = [&](std::vector<double>& costs, const std::vector<double>& work) {
            double& slowest = Grid(costs, blocks_.stages)(replica, device);
            for (const int gpu : blocks_.block(device, replica))
                slowest = std::max(slowest, Grid(work, blocks_.stages)(kind_of(gpu), device));
        };
        slowest_of(costs_.optimizer, work_.optimizer);
        if (!costs_.offload.empty())
            slowest_of(costs_.offload, work_.offload);
    }

    /// Inside a stage: all its replicas end together, so the time is theirs in common.
    void add_exchange(const Collective& last) {
        std::vector<double> slowest(index(blocks_.stages), 0);
        const RankGroups groups = traffic_.groups(last);
        each_group(groups, [&](int number, const GroupMembers& group) {
            const int block = blocks_.block_of_rank[index(groups.rank(number, 0))],
                      device = block % blocks_.stages;
            const LinkUse& use = work_.of_device(device).exchange_use[index(kind_of(group[0]))];
            slowest[index(device)] = std::max(slowest[index(device)],
                                              group_.collective_s(last, device, group, load_.exchange, use));
        });
        for (int replica = 0; replica < blocks_.replicas; ++replica)
            for (int device = 0; device < blocks_.stages; ++device)
                Grid(costs_.exchange, blocks_.stages)(replica, device) +=
                    hides(last)
                        ? exposed_exchange_s(slowest[index(device)], last.reduce_share(device),
                                             last.last_share_of(device), hiding(last, replica, device))
                        : slowest[index(device)];
    }

    Hiding hiding(const Collective& last, int replica, int device) const {
        double layers = 0;
        Hiding hiding;
        for (int chunk = 0; chunk < work_.chunks(); ++chunk)
            if (work_.device_of_chunk[index(chunk)] == device) {
                layers += work_.config.layers_per_stage[index(chunk)];
                hiding.reduce_s += Grid(costs_.backward, work_.chunks())(replica, chunk);
                hiding.gather_s += Grid(costs_.forward, work_.chunks())(replica, chunk);
            }
        return but_one_layer(hiding, layers, last, device);
    }

    /// Between two stages, peer by peer.
    void add_exchange_between(const Collective& last) {
        for (const DeviceLink& link : last.links)
            for (int replica = 0; replica < blocks_.replicas && last.bytes_of(link.from) > 0; ++replica) {
                const std::span<const int> a = blocks_.block(link.from, replica),
                                           b = blocks_.block(link.to, replica);
                double slowest = 0;
                for (std::size_t i = 0; i < a.size(); ++i) {
                    const int pair[]{a[i], b[i]};
                    slowest = std::max(slowest, group_.collective_s(last, link.from, {pair, 2, 1}, load_.ends,
                                                                    work_.tied_use[index(kind_of(a[i]))]));
                }
                for (const int device : {link.from, link.to})
                    Grid(costs_.exchange, blocks_.stages)(replica, device) += slowest;
            }
    }

    const Links& links_;
    const ConfigWork& work_;
    const Traffic& traffic_;
    const std::vector<int>& gpus_; // [rank]
    PlacedBlocks blocks_;
    NicLoad load_;
    GroupTime group_;
    std::vector<int> members_; // of the group under way
    std::vector<const Collective*> layer_collectives_;
    std::vector<std::vector<LayerCost>> layer_costs_; // [collective of the layers, block]
    PipelineCosts costs_;
    bool spans_nodes_ = false; // the replica under way
};

} // namespace

PipelineCosts pipeline_costs(const Links& links, const ConfigWork& work, const RankMapping& mapping) {
    return CostBuilder(links, work, mapping).build();
}

} // namespace pipette
